"""Whose rulings those of a record are: the host's own, or brought about by players' words or by the clock.

Told by what the entries do, not by their reasons: those are the host's to write.
"""

from collections import Counter
from typing import Literal

from pbem.record.log.kinds import Content, Order, Ruling, Seat, Start
from pbem.record.time.clocks import Clocks

# Everybody agreed to a takeback; a player resigned; a seat was late too often; it went back to who had lost it so; or
# nobody was left to play.
Cause = Literal["agreed", "resigned", "late", "returned", "deserted"]


class Ruled:
    """Reads the rulings of a record."""

    def __init__(self) -> None:
        self.own: Counter[str] = Counter()  # the host's, by act
        self.followed: Counter[str] = Counter()  # all others, by cause
        self.renewed = 0  # deadlines that the host's own rulings began anew
        self._names: dict[str, str] = {}
        self._lost: dict[str, str] = {}  # who may have a seat back that he lost because he was late
        self._substituted = ""  # the seat that the last ruling gives to somebody by the host's own decision
        self._has_begun = False

    def read(self, content: Content, clocks: Clocks | None) -> None:
        """Take note of an entry; `clocks` are those before it."""
        match content:
            case Start():
                self._has_begun = True
            case Order(word="", seat=seat):
                self._lost.pop(seat, None)
            case Seat():
                self._sit(content, clocks)
            case Ruling():
                self._rule(content, clocks)

    def _rule(self, ruling: Ruling, clocks: Clocks | None) -> None:
        cause = self._cause(ruling, clocks)
        if cause:
            self.followed[cause] += 1
        else:
            self.own[ruling.act] += 1
        match ruling:
            case Ruling(act="substitute" | "vacate", seat=str(seat)) if cause == "late":
                self._lost[seat] = self._names.get(seat, "")
            case Ruling(act="substitute", seat=str(seat)):
                self._substituted = seat
            case Ruling(act="back", asks=tuple(asks)) if not cause and clocks is not None:
                self.renewed += sum(seat in clocks.seats for seat, _turn in asks)

    def _cause(self, ruling: Ruling, clocks: Clocks | None) -> Cause | None:
        match ruling:
            case Ruling(act="back", by=tuple(by)) if by:
                return "agreed"
            case Ruling(act="vacate", by=tuple(by)) if by:
                return "resigned"
            case Ruling(act="substitute" | "vacate", seat=str(seat)) if _is_given_up(clocks, seat):
                return "late"
            case Ruling(act="void") if self._has_begun and not any(self._names.values()):
                return "deserted"
        return None

    def _sit(self, new: Seat, clocks: Clocks | None) -> None:
        seat, before = new.seat, self._names.get(new.seat)
        self._names[seat] = new.name
        if self._substituted != seat:
            return
        self._substituted = ""
        if new.name == before:
            return  # the same player, with another key
        if new.name == self._lost.pop(seat, None):
            self.own["substitute"] -= 1
            self.followed["returned"] += 1
        elif clocks is not None and seat in clocks.seats and clocks.seats[seat].asked is not None:
            self.renewed += 1


def _is_given_up(clocks: Clocks | None, seat: str) -> bool:
    return clocks is not None and seat in clocks.seats and clocks.is_given_up(seat)
