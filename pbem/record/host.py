"""What the record says of the host: his rulings, whose luck is in the dice, and what he knew when he gave a game up."""

from collections import Counter
from typing import Literal

from msgspec import Struct

from pbem.record.entry import Entry
from pbem.record.kinds import Close, Open, Order, Ruling, Start

End = Literal["", "closed", "void"]


class Host(Struct, frozen=True):
    """The part of a verdict that is about the host."""

    end: End = ""
    rulings: dict[str, int] = {}  # by act
    luck: tuple[str, ...] = ()  # seats whose luck is in the dice
    void_after_reveal: tuple[str, ...] = ()  # seats whose luck he could know when he gave the game up
    hosted: tuple[str, ...] = ()  # seats whose players can read what the desk keeps secret


class HostReading:
    """Reads a record for what its host did."""

    def __init__(self) -> None:
        self._end: End = ""
        self._rulings: Counter[str] = Counter()
        self._luck: tuple[str, ...] = ()
        self._revealed: set[str] = set()
        self._hosted: tuple[str, ...] = ()

    def read(self, entry: Entry) -> None:
        """Take note of an entry."""
        match entry.content:
            case Open(hosted=hosted):
                self._hosted = hosted
            case Start(luck=luck):
                self._luck = tuple(sorted(luck))
                self._revealed.update(luck)
            case Order(word="reveal", seat=seat):
                self._revealed.add(seat)
            case Close():
                self._end = "closed"
            case Ruling(act=act):
                self._rulings[act] += 1
                if act == "void":
                    self._end = "void"

    def told(self) -> Host:
        """Return what was found."""
        known = tuple(sorted(self._revealed)) if self._end == "void" else ()
        return Host(self._end, dict(sorted(self._rulings.items())), self._luck, known, self._hosted)
