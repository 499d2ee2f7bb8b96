"""The rounds of an event at a desk: entries are closed, tables drawn, their games opened, and in the end all is closed.

Every step is a transaction of its own, and looks first what was done: whatever crashes when, doing it again goes on.
"""

from collections.abc import Callable

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.course.ending import check_not_stuck
from pbem.desk.events.course.table_games import open_tables
from pbem.desk.events.event_store import (
    act_on_event,
    check_event_not_frozen,
    current_event,
    free_players,
    keep_event,
    read_event_secrets,
)
from pbem.desk.events.letters.telling import tell_of_absence, tell_of_draw
from pbem.desk.matches.acts.host.rulings import rule_vacate
from pbem.desk.matches.state.positions import current
from pbem.record.events.law.book import Seating
from pbem.record.events.law.chance import Place
from pbem.tournament.director.acts import rounds, ruling
from pbem.tournament.director.acts.checkin import awaited
from pbem.tournament.director.clerk import Clerk, Written
from pbem.tournament.director.errors import DirectorError
from pbem.tournament.director.event import Event
from pbem.tournament.values import Draw, untold
from pbem.tournament.values import Tell as Progress

LEFT = "left between the draw and the start"


class Drawn(Struct, frozen=True):
    """What a draw came to: the event, and whether anything was drawn now or had been before."""

    event: Event
    is_new: bool


def draw_round(desk: Desk, id_: str, beacon: str = "", progress: Progress = untold) -> Drawn:
    """Close the entries, if that was not done, and draw the next round; one that is not played yet stays as it is."""
    with desk.store.read() as look:
        event = current_event(desk, look, id_)
    check_not_stuck(event, desk.now())
    if event.book.phase == "entering":
        event = _start(desk, id_, beacon)
    if event.book.open_tables():
        return Drawn(event, is_new=False)
    drawn = _drawn(desk, event, progress)
    return Drawn(drawn, is_new=True)


def _start(desk: Desk, id_: str, beacon: str) -> Event:
    """Close the entries, and tell those who did not check in that they are not drawn."""
    with desk.store.write(id_) as change:
        missing = awaited(current_event(desk, change, id_))
        written = act_on_event(desk, change, id_, lambda clerk: rounds.start(clerk, beacon))
        tell_of_absence(desk, change, written.event, missing)
    return desk.events.put(id_, written.event)


def rehearse_round(desk: Desk, id_: str, progress: Progress = untold) -> Draw:
    """Draw the next round with chance of its own, and write nothing: the real draw will be another one."""
    with desk.store.read() as look:
        event = current_event(desk, look, id_)
        secrets = read_event_secrets(look, id_)
    try:
        if event.book.phase == "entering":
            terms = event.book.terms
            number = "0" if terms.beacon else ""  # nobody knows the true one yet
            event = rounds.start(Clerk(event, secrets, max(desk.now(), terms.checkin)), number).event
        return rounds.rehearse(event, desk.entropy(), progress)
    except DirectorError as error:
        raise DeskError("\n".join(error.faults)) from None


def _drawn(desk: Desk, event: Event, progress: Progress) -> Event:
    """Draw a round: worked out before anybody has to wait for it, and written down if nothing has come between."""
    with desk.store.read() as look:
        check_event_not_frozen(desk, look, event.id)
        secrets = read_event_secrets(look, event.id)
    try:
        written = rounds.draw(Clerk(event, secrets, desk.now()), progress)
    except DirectorError as error:
        raise DeskError("\n".join(error.faults)) from None
    with desk.store.write(event.id) as change:
        now = current_event(desk, change, event.id)
        if now.book.head != event.book.head:
            raise DeskError(f"{event.id} was changed while its round was drawn: look at it, and draw again")
        keep_event(change, written)
        tell_of_draw(desk, change, written.event)
    return desk.events.put(event.id, written.event)


def _act(desk: Desk, id_: str, act: Callable[[Clerk], Written]) -> Event:
    with desk.store.write(id_) as change:
        written = act_on_event(desk, change, id_, act)
    return desk.events.put(id_, written.event)


def start_round(desk: Desk, id_: str, progress: Progress = untold) -> list[str]:
    """Open the games of the round that is drawn, as many at once as players may have; returns their ids.

    DeskError if no round is drawn whose games could be opened.
    """
    with desk.store.read() as look:
        event = current_event(desk, look, id_)
    if why := _why_no_start(event):
        raise DeskError(why)
    fill_seats(desk, event)
    opened = open_tables(desk, id_, progress)
    for game in opened:
        _vacate_left(desk, id_, game)
    return opened


def _why_no_start(event: Event) -> str | None:
    """Say what is the case where no round waits for its games; None if one does, or has them."""
    book, id_ = event.book, event.id
    number = len(book.rounds)
    draws = f"`pbem tournament draw {id_}`"
    if book.is_over():
        return f"{id_} is {book.phase}: no games are opened any more"
    if book.phase == "entering":
        return f"{id_} has no draw yet: {draws}"
    if not book.active() and not book.waiting and not any(seating.game for _place, seating in book.open_tables()):
        return f"everybody has left {id_}: let its tables not count (`pbem tournament rule discount`), or give it up"
    if book.open_tables():
        return None
    if number + 1 in book.redraws:
        return f"round {number + 1} of {id_} is to be drawn again first: {draws}"
    if number < len(book.terms.rounds):
        return f"round {number + 1} of {id_} is not drawn yet: {draws}"
    return f"all rounds of {id_} are played: `pbem tournament close {id_}`"


def _vacate_left(desk: Desk, id_: str, game: str) -> None:
    """Take the seats from those who have left and could not be spared: the rules' default plays on for them."""
    with desk.store.read() as look:
        active, match = current_event(desk, look, id_).book.active(), current(desk, look, game)
    for seat in [seat for seat, held in match.holders.items() if held.name not in active]:
        rule_vacate(desk, game, seat, LEFT)


def fill_seats(desk: Desk, event: Event) -> None:
    """Give the seats of those who have left since the draw to others; without any, their tables start short."""
    for place, seating in event.book.open_tables():
        left = [] if seating.game else [player for player in seating.seats if player not in event.book.active()]
        for player in left:
            event = _replace(desk, event, place, player)


def _replace(desk: Desk, event: Event, place: Place, player: str) -> Event:
    by = next(iter(free_players(event)), "")
    seating = event.book.seating(place.round, place.table)
    if not by and seating is not None and len(seating.seats) <= event.form.least:
        return event  # the table has no seat to spare
    return _act(desk, event.id, lambda clerk: ruling.replace_player(clerk, place, player, by, reason=LEFT))


def seatings(event: Event) -> list[tuple[Place, Seating]]:
    """Return the tables of the last round."""
    number = len(event.book.rounds)
    return [(place, seating) for place, seating in event.book.places() if place.round == number]
