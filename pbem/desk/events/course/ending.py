"""The end of an event at a desk: closed with its standings, or given up with a reason."""

from msgspec import convert

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.event_store import act_on_event, current_event
from pbem.desk.events.letters.telling import tell_of_cancel, tell_of_end
from pbem.phrases import counted
from pbem.record.events.law.entry import EventEntry
from pbem.tournament.director.acts import rounds, ruling
from pbem.tournament.director.due import due
from pbem.tournament.director.event import Event
from pbem.tournament.values import Standings


def close_event(desk: Desk, id_: str) -> Event:
    """End an event with its standings; one that is closed stays as it is."""
    with desk.store.read() as look:
        event = current_event(desk, look, id_)
    if event.book.phase == "closed":
        return event
    if playing := due(event, desk.now()).playing:
        raise DeskError(f"{_open_games(id_, playing)}: nothing is closed")
    check_not_stuck(event, desk.now())
    with desk.store.write(id_) as change:
        written = act_on_event(desk, change, id_, rounds.close)
        tell_of_end(desk, change, written.event, final_lines(written.entries[-1]))
    return desk.events.put(id_, written.event)


def _open_games(id_: str, playing: tuple[tuple[object, str], ...]) -> str:
    return f"{id_} has {counted(len(playing), 'game', 'games')} open, the first is {playing[0][1]}"


def check_not_stuck(event: Event, now: int) -> None:
    """Raise DeskError if an event cannot go on because too few are left: then it can only be given up."""
    if why := due(event, now).stuck:
        gives_up = f"`pbem tournament rule cancel {event.id} --reason TEXT` gives it up"
        raise DeskError(f"{event.id} cannot go on: {why}; {gives_up}")


def final_lines(entry: EventEntry) -> Standings:
    """Return the standings that an event was closed with."""
    return convert(entry.body["standings"], Standings)


def cancel_event(desk: Desk, id_: str, *, reason: str) -> Event:
    """Give an event up, and tell everybody in it.

    Not while games are open: with the secret of the event, which is published now, their dice would be known.
    """
    with desk.store.write(id_) as change:
        if playing := due(current_event(desk, change, id_), desk.now()).playing:
            raise DeskError(f"{_open_games(id_, playing)}: end each with `pbem game result` or `pbem game void` first")
        written = act_on_event(desk, change, id_, lambda clerk: ruling.cancel(clerk, reason=reason))
        tell_of_cancel(desk, change, written.event, reason)
    return desk.events.put(id_, written.event)
