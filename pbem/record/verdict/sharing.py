"""Whose luck is in the dice, and who vouches for it: signatures of players, or the referee."""

from collections.abc import Set
from typing import Literal

from pbem.record.law.book import Book
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Order, Seat, Start

Vouched = Literal["checked", "attested"]
Chance = Literal["joint", "attested", "host", "event", "none"]


class Sharing:
    """Finds out how luck was shared. Which signatures are valid must be given.

    The luck of a seat is checked on two conditions: one key signed its commitment and its reveal,
    and the first reveal quotes a head that holds the commitments of all seats. Without that head
    the host, who then knows this luck, could make a new opening with secrets and commitments of
    their choice, and the signatures would still be valid. The host could do the same with a key of
    their own.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        self._words: dict[int, str] = {}  # orders of luck, and the key of their seat then
        self._commitments: dict[str, int | None] = {}  # by which order each seat is bound, if by any
        self._bound = 0  # the size of the record that holds every commitment
        self._reveals: dict[str, Order] = {}  # the first one of each seat
        self._shared: tuple[str, ...] | None = None

    def read(self, entry: Entry) -> None:
        """Take in the next entry. Call this before the book has it."""
        match entry.content:
            case Order(word="join" | "luck" | "reveal", seat=seat) as order:
                before = self._book.held.get(seat)
                self._words[entry.seq] = before.key if before else ""
                if order.word == "reveal":
                    self._reveals.setdefault(seat, order)
            case Seat(seat=seat) as held:
                self._words |= {seq: held.key for seq in held.by if self._words.get(seq) == ""}  # who joins by it
                if not held.luck:
                    self._commitments.pop(seat, None)  # whoever left before the start
                if held.luck and seat not in self._commitments:
                    self._commitments[seat] = next((seq for seq in held.by if seq in self._words), None)
                    self._bound = entry.head.size
            case Start(luck=luck):
                self._shared = () if self._is_of_event else tuple(sorted(luck))

    @property
    def _is_of_event(self) -> bool:
        return self._book.terms is not None and self._book.terms.event is not None

    def lucks(self, checked: Set[int]) -> dict[str, Vouched]:
        """Return who vouches for the luck of each seat whose luck is in the dice."""
        return {seat: "checked" if self._is_checked(seat, checked) else "attested" for seat in self._shared or ()}

    def chance(self, checked: Set[int]) -> Chance:
        """Return who contributed to the dice, if exactly these orders were checked.

        The luck of a hosted seat does not count, because it may be the host's own.
        """
        if self._shared is None:
            return "none"
        if self._is_of_event:
            return "event"  # and whose that was, the event's own record tells
        lucks, hosted = self.lucks(checked), self._book.hosting.hosted
        if any(vouched == "checked" and seat not in hosted for seat, vouched in lucks.items()):
            return "joint"
        return "attested" if lucks else "host"

    def _is_checked(self, seat: str, checked: Set[int]) -> bool:
        reveal, commitment = self._reveals.get(seat), self._commitments.get(seat)
        if reveal is None or commitment is None or not {commitment, reveal.seq} <= checked:
            return False
        if self._words[commitment] != self._words[reveal.seq]:
            return False
        return reveal.seen is not None and reveal.seen.size >= self._bound
