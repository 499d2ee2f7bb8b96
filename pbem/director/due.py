"""What an event waits for: whoever runs one asks here what can be done now, and does it; twice does no harm."""

from msgspec import Struct

from pbem.director.event import Event
from pbem.director.tables import Sitting, sittings
from pbem.record.events.book import Book
from pbem.record.events.chance import Place
from pbem.record.events.objections import who_starts


class Due(Struct, frozen=True):
    """What can be done now."""

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
        return Due(can_start=_can_start(book, now))
    if book.phase != "running":
        return Due()
    playing = tuple((place, seating.game) for place, seating in book.open_tables() if seating.game)
    is_played, is_drawn = not book.open_tables(), len(book.rounds) == len(book.terms.rounds)
    return Due(
        can_draw=is_played and not is_drawn,
        can_close=is_played and is_drawn,
        to_open=sittings(event),
        playing=playing,
        overdue=tuple((place, game) for place, game in playing if now >= book.ends[place.round - 1]),
    )


def _can_start(book: Book, now: int) -> bool:
    return now >= book.terms.checkin and len(who_starts(book)[0]) >= book.terms.entries.least
