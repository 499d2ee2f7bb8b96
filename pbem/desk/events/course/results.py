"""What the games of an event come to: results are taken, and at the end of a round what is not over is ended."""

import logging

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.course.no_shows import replace_no_shows
from pbem.desk.events.course.playing_out import play_to_end
from pbem.desk.events.course.table_games import open_tables
from pbem.desk.events.event_store import act_on_event, current_event, is_under_way
from pbem.desk.events.letters.checkin import ask_for_lucks
from pbem.desk.events.letters.telling import tell_of_round, tell_overdue, tell_ready, tell_stuck
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.records.folders.entries import entries_of
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import EventStanding
from pbem.mail.safe import clean
from pbem.tournament.director.acts.tables import take_result
from pbem.tournament.director.due import Due, due
from pbem.tournament.director.event import Event
from pbem.tournament.values import Tell as Progress
from pbem.tournament.values import untold

log = logging.getLogger("pbem.clock")
_LINE = 300


def wake_events(desk: Desk, upto: int) -> None:
    """Do in all events what is due by an instant; one that cannot go on does not hold up the others."""
    with desk.store.read() as look:
        waiting = [standing.id for standing in look.events.all(only_on=True) if _is_due(look, standing, upto)]
    for id_ in waiting:
        try:
            wake_event(desk, id_, upto)
        except DeskError as error:
            log.warning("%s: %s", id_, clean(str(error), _LINE))


def _is_due(look: Transaction, standing: EventStanding, upto: int) -> bool:
    """Tell whether a game of an event is over of which it has no result, or a round, by what is projected alone."""
    if standing.wake and standing.wake <= upto:
        return True
    games = look.events.games_of(standing.id) if standing.playing else []
    return len(games) - len(look.events.games_of(standing.id, only_ended=True) if games else []) < standing.playing


def wake_event(desk: Desk, id_: str, upto: int, progress: Progress = untold) -> Event:
    """Take the results of games that are over, end those whose round is, and open those that had to wait."""
    with desk.store.read() as look:
        event = current_event(desk, look, id_)
        if why_frozen(desk, look, id_):
            return event
    ask_for_lucks(desk, event, upto)
    _tell_of_entries(desk, event, due(event, upto))
    for _place, game in due(event, upto).playing:
        event = _look_at(desk, event, game)
    event = replace_no_shows(desk, event)
    event = _end_round(desk, event, due(event, upto), upto, progress)
    if is_under_way(event) and due(event, upto).to_open and open_tables(desk, id_, progress):
        with desk.store.read() as look:
            event = current_event(desk, look, id_)
    return event


def _tell_of_entries(desk: Desk, event: Event, now_due: Due) -> None:
    """Tell the host, once, that the entries are closed, and whether enough have entered."""
    if event.book.phase != "entering" or not (now_due.can_start or now_due.stuck):
        return
    with desk.store.write(event.id) as change:
        tell = tell_ready if now_due.can_start else tell_stuck
        tell(desk, change, event)


def _look_at(desk: Desk, event: Event, game: str) -> Event:
    """Take the result of a game, if it is over."""
    with desk.store.read() as look:
        standing = look.games.find(game)
    if standing is None or standing.phase not in ("over", "void"):
        return event
    with desk.store.write((event.id, game)) as change:
        if game not in [one for _place, one in due(current_event(desk, change, event.id), 0).playing]:
            return current_event(desk, change, event.id)  # another worker was quicker
        entries = entries_of(change, game)
        written = act_on_event(desk, change, event.id, lambda clerk: take_result(clerk, entries))
        tell_of_round(desk, change, written.event)
    return desk.events.put(event.id, written.event)


def _end_round(desk: Desk, event: Event, now_due: Due, upto: int, progress: Progress) -> Event:
    """End the games of a round that is over, in the way that the opening said."""
    if not now_due.overdue:
        return event
    if event.book.terms.unfinished == "director":
        return _leave_to_director(desk, event, now_due)
    for number, (place, game) in enumerate(now_due.overdue):
        progress(number, len(now_due.overdue))
        try:
            play_to_end(desk, game, event.book.ends[place.round - 1], upto)
        except DeskError:
            return _leave_to_director(desk, event, now_due)
        event = _look_at(desk, event, game)
    progress(len(now_due.overdue), len(now_due.overdue))
    return event


def _leave_to_director(desk: Desk, event: Event, now_due: Due) -> Event:
    """Tell the director that it is he who ends the games of a round."""
    with desk.store.write(event.id) as change:
        tell_overdue(desk, change, event, now_due.overdue)
    return event
