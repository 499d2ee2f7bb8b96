"""Who is awaited since when and until when, for lists: by records alone, whoever has answered already."""

from collections.abc import Iterator

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.matches.state.entry_peek import glance
from pbem.desk.matches.state.offered import lapses_at
from pbem.desk.matches.state.positions import current
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Standing
from pbem.referee.match.free import free_seats
from pbem.referee.match.match import Match

_EVER = 2**60


class Awaited(Struct, frozen=True):
    """A seat that is awaited, its holder, since when, and until when (None: it has no deadline, or clocks stand)."""

    seat: str
    name: str
    since: int | None
    until: int | None = None


class Offered(Struct, frozen=True):
    """What an offer waits for: the seats that are free, and when it lapses."""

    free: tuple[str, ...]
    lapses: int


def awaited_in(desk: Desk, look: Transaction, standing: Standing) -> list[Awaited]:
    """Return whom a game waits for, in the order of its seats."""
    if not standing.asked:
        return []
    if look.clocks.deadline(standing.id) is None:
        last = look.records.raws(standing.id, standing.head.size - 1, standing.head.size)
        since = glance(last[0]).at if last else None  # a list is made of damaged records, too
        names = {seat: name for seat, (name, *_more) in look.games.seats(standing.id).items()}
        return [Awaited(seat, names.get(seat, "?"), since) for seat in standing.asked]
    return list(by_clock(current(desk, look, standing.id)))


def by_clock(match: Match) -> Iterator[Awaited]:
    """Yield whose clocks run in a match."""
    clocks = match.clocks
    for seat in match.seats if clocks else ():
        if clocks is not None and (since := clocks.seats[seat].asked) is not None:
            yield Awaited(seat, match.holders[seat].name, since, clocks.due(seat))


def offered_in(desk: Desk, look: Transaction, standing: Standing) -> Offered | None:
    """Return what an offer waits for; None if a game is none, or is full."""
    lapses = lapses_at(look, standing.id) if standing.phase == "seating" else None
    if lapses is None:
        return None
    free = free_seats(current(desk, look, standing.id))
    return Offered(free, lapses) if free else None


def by_deadline(look: Transaction) -> Iterator[Standing]:
    """Yield the games that have deadlines, whoever is late longest first."""
    for game, _due in look.clocks.deadlines(_EVER, _EVER):
        if standing := look.games.find(game):
            yield standing
