"""Which rulings of a record are the host's own, and which follow from players' words or the clock.

This depends on what the entries do. Their reasons do not count, because the host writes them.
"""

from collections import Counter
from typing import Literal

from pbem.record.law.book import Book
from pbem.record.log.kinds import Content, Order, Ruling, Seat

# Everybody agreed to a takeback; a player resigned; a seat was late too often; it went back to who had lost it so; or
# nobody was left to play.
Cause = Literal["agreed", "resigned", "late", "returned", "deserted"]


class Ruled:
    """Reads the rulings of a record, each entry before the book takes it."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self.own: Counter[str] = Counter()  # the host's, by act
        self.followed: Counter[str] = Counter()  # all others, by cause
        self.renewed = 0  # deadlines that the host's own rulings began anew
        self._lost: dict[str, str] = {}  # who may have a seat back that he lost because he was late
        self._substituted = ""  # the seat that the last ruling gives to somebody by the host's own decision

    def read(self, content: Content) -> None:
        """Take note of an entry that the book is still to take."""
        match content:
            case Order(word="", seat=seat):
                self._lost.pop(seat, None)
            case Seat():
                self._sit(content)
            case Ruling():
                self._rule(content)

    def _rule(self, ruling: Ruling) -> None:
        cause = self._cause(ruling)
        if cause:
            self.followed[cause] += 1
        else:
            self.own[ruling.act] += 1
        match ruling:
            case Ruling(act="substitute" | "vacate", seat=str(seat)) if cause == "late":
                self._lost[seat] = self._book.name(seat)
            case Ruling(act="substitute", seat=str(seat)):
                self._substituted = seat
            case Ruling(act="back", asks=tuple(asks)) if not cause and (clocks := self._book.clocks) is not None:
                self.renewed += sum(seat in clocks.seats for seat, _turn in asks)

    def _cause(self, ruling: Ruling) -> Cause | None:
        match ruling:
            case Ruling(act="back", by=tuple(by)) if by:
                return "agreed"
            case Ruling(act="vacate", by=tuple(by)) if by:
                return "resigned"
            case Ruling(act="substitute" | "vacate", seat=str(seat)) if self._is_given_up(seat):
                return "late"
            case Ruling(act="void") if self._book.is_started and not any(map(self._book.name, self._book.held)):
                return "deserted"
        return None

    def _is_given_up(self, seat: str) -> bool:
        clocks = self._book.clocks
        return clocks is not None and seat in clocks.seats and clocks.is_given_up(seat)

    def _sit(self, new: Seat) -> None:
        seat, before = new.seat, self._book.held.get(new.seat)
        if self._substituted != seat:
            return
        self._substituted = ""
        if before is not None and before.name == new.name:
            return  # the same player, with another key
        if new.name == self._lost.pop(seat, None):
            self.own["substitute"] -= 1
            self.followed["returned"] += 1
        elif self._is_awaited(seat):
            self.renewed += 1

    def _is_awaited(self, seat: str) -> bool:
        clocks = self._book.clocks
        return clocks is not None and seat in clocks.seats and clocks.seats[seat].asked is not None
