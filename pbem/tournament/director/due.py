"""What an event waits for: whoever runs one asks here what can be done now, and does it; twice does no harm."""

from msgspec import Struct

from pbem.record.events.law.chance import Place
from pbem.tournament.director.acts.rounds import start_fault
from pbem.tournament.director.acts.tables import Sitting, sittings
from pbem.tournament.director.event import Event
from pbem.tournament.errors import BadEventError
from pbem.tournament.event import who_is_drawn


class Due(Struct, frozen=True):
    """What can be done now."""

    stuck: str = ""  # why an event cannot go on that waits for nobody: too few are left
    can_start: bool = False
    can_draw: bool = False
    can_close: bool = False
    to_open: tuple[Sitting, ...] = ()
    playing: tuple[tuple[Place, str], ...] = ()  # games whose results are awaited
    overdue: tuple[tuple[Place, str], ...] = ()  # those of them whose round is over


def due(event: Event, now: int) -> Due:
    """Return what an event waits for."""
    book = event.book
    if book.phase == "entering":
        return _due_to_start(event, now)
    if book.phase != "running":
        return Due()
    playing = tuple((place, seating.game) for place, seating in book.open_tables() if seating.game)
    is_played, is_drawn = not book.open_tables(), len(book.rounds) == len(book.terms.rounds)
    stuck = _why_stuck(event) if not is_drawn and is_played else ""
    return Due(
        stuck=stuck,
        can_draw=is_played and not is_drawn and not stuck,
        can_close=is_played and is_drawn,
        to_open=sittings(event),
        playing=playing,
        overdue=tuple((place, game) for place, game in playing if now >= book.ends[place.round - 1]),
    )


def _due_to_start(event: Event, now: int) -> Due:
    """Return what an event waits for whose entries are open, or were until now."""
    if now < event.book.terms.checkin:
        return Due()
    stuck = start_fault(event)
    return Due(stuck=stuck, can_start=not stuck)


def _why_stuck(event: Event) -> str:
    """Say why the next round cannot be drawn although the one before is played; empty if it can."""
    if not event.book.active() and not event.book.waiting:
        return "everybody has left"
    try:
        who_is_drawn(event.form, event.to_be_drawn, event.history)
    except BadEventError as error:
        return error.faults[0]
    return ""
