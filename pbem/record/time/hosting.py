"""Which seats choose first: those whose players can read the desk.

In a parallel decision a hosted seat is bound, by a sealed order or a ruling, before the other seats
are asked. So a host who plays cannot choose after reading the choices of others. All of it follows
from the entries alone, so the referee and every verifier get the same result.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from pbem.record.log.kinds import HERE, Asks, Clock, Content, Move, Open, Order, Ruling, Start


class Hosting(Struct, frozen=True):
    """How far a parallel decision has come in which hosted seats and others choose."""

    hosted: frozenset[str]
    asked: frozenset[str] = frozenset()  # by the last `asks`
    chosen: dict[str, int] = {}  # hosted seats that are bound, by which entry
    ruled: frozenset[str] = frozenset()  # those among them that a ruling binds
    late: frozenset[str] = frozenset()  # those that are bound because they were late
    left: frozenset[str] = frozenset()  # once moves have begun: whose are still to come

    @property
    def choosing(self) -> frozenset[str]:
        """Who chooses in parallel, hosted seats and others; nobody where there is only one kind of them.

        Whoever is bound is among them until he has moved, even if all others have left.
        """
        if self.left:
            return self.left
        is_mixed = self.chosen or (self.asked & self.hosted and self.asked - self.hosted)
        return self.asked if is_mixed else frozenset()

    @property
    def first(self) -> frozenset[str]:
        """The hosted seats that must still choose before others are asked."""
        return (self.choosing & self.hosted) - self.chosen.keys()

    @property
    def since(self) -> int:
        """The last entry by which a hosted seat is bound: what others order must come after it."""
        return max(self.chosen.values(), default=-1)

    def after(self, content: Content) -> "Hosting":
        """Return the value after an entry."""
        match content:
            case Open(hosted=hosted):
                return Hosting(frozenset(hosted))
            case Start(asks=asks):
                return replace(self, asked=_seats(asks))
            case Order(word="", seat=seat, seq=seq):
                return self._bound(seat, seq)
            case Clock(act="late", seat=str(seat), seq=seq) if seat in self.first:
                return replace(self._bound(seat, seq), late=self.late | {seat})
            case Ruling():
                return self._after_ruling(content)
            case Move(seat=seat, asks=asks):
                return self._after_move(seat, _seats(asks))
        return self

    def binds(self, order: Order) -> bool:
        """Return whether an order binds a hosted seat."""
        return not order.word and order.seat in self.first

    def objection(self, content: Content) -> str | None:
        """Say why an entry may not come now, or None."""
        match content:
            case Order(word="", seat=seat) as order:
                return self._to_order(seat, quoted(order)) if seat in self.choosing else None
            case Move(seat=seat, cause=cause):
                return self._to_move(seat, cause) if seat in self.choosing else None
            case _ if self.left:
                return f"comes between moves that were chosen together: {_names(self.left)} has not moved"
            case Ruling(act="play", seat=str(seat)) | Clock(act="late", seat=str(seat)) if seat in self.chosen:
                return f"{seat} has chosen already, no default is played"
            case Ruling(act="substitute" | "vacate", seat=str(seat)) | Order(word="newkey", seat=seat):
                return f"{seat} is bound, and stays as it is until it has moved" if seat in self.chosen else None
        return None

    def _to_order(self, seat: str, seen: int | None) -> str | None:
        if seat in self.hosted:
            return f"{seat} is hosted and chooses once, before the others" if seat in self.chosen else None
        if self.first:
            return f"{seat} orders before {_names(self.first)} has chosen, whose player can read the desk"
        if seen is not None and seen <= self.since:
            return f"{seat} answers a head of before {_names(self.chosen)} had chosen"
        return None

    def _to_move(self, seat: str, cause: int | str) -> str | None:
        if seat in self.hosted:
            bound = self._bound_by(seat)
            return None if cause == bound else f"{seat} is hosted and moves by another order than it chose with"
        if self.first:
            return f"{seat} moves before {_names(self.first)} has chosen, whose player can read the desk"
        if cause in ("forced", "default"):
            return f"{seat} was to be asked, and nothing else moves it"
        if isinstance(cause, int) and cause <= self.since:
            return f"{seat} moves by an order of before {_names(self.chosen)} had chosen"
        return None

    def _bound_by(self, seat: str) -> int | str | None:
        """Return the cause that the move of a hosted seat must have."""
        if seat in self.ruled:
            return "ruling"
        return "late" if seat in self.late else self.chosen.get(seat)

    def _bound(self, seat: str, seq: int) -> "Hosting":
        if seat not in self.first:
            return self
        return replace(self, chosen={**self.chosen, seat: seq})

    def _after_ruling(self, ruling: Ruling) -> "Hosting":
        match ruling:
            case Ruling(act="play", seat=str(seat), seq=seq):
                is_bound = seat in self.first
                return replace(self._bound(seat, seq), ruled=self.ruled | {seat}) if is_bound else self
            case Ruling(act="back", asks=tuple(asks)):
                return Hosting(self.hosted, _seats(asks))  # plans are dropped: everybody chooses anew
            case Ruling(asks=tuple(asks)):
                return replace(self, asked=_seats(asks))
        return self

    def _after_move(self, seat: str, asked: frozenset[str]) -> "Hosting":
        left = self.choosing - {seat}
        if not left:
            return Hosting(self.hosted, asked)
        return replace(self, asked=asked, left=left)


def quoted(order: Order) -> int | None:
    """Return the size of the head that an order quotes: none at all if it was signed and does not say what was seen.

    Of an order that was entered where the referee is nobody is asked that.
    """
    if order.seen is None:
        return None if order.sign in HERE else 0
    return order.seen.size


def binding(contents: Iterable[Content]) -> Iterator[Order]:
    """Yield the orders of a record by which hosted seats were bound."""
    hosting = Hosting(frozenset())
    for content in contents:
        if isinstance(content, Order) and hosting.binds(content):
            yield content
        hosting = hosting.after(content)


def _seats(asks: Asks) -> frozenset[str]:
    return frozenset(seat for seat, _turn in asks)


def _names(seats: Iterable[str]) -> str:
    return ", ".join(sorted(seats))
