"""What goes into the store and comes out of it: values, never rows."""

from typing import Any

from msgspec import Struct

from pbem.record.log.entry import Head

MOVED = "moved"  # the fact about a desk that says where everything is that was there


class Member(Struct, frozen=True):
    """A person at this desk."""

    name: str
    address: str = ""
    language: str = "en"
    key_id: str = ""  # empty: orders at the desk only
    key: bytes = b""  # the enrolled key, packed
    publishes: bool = True  # whether exports may show the signed orders themselves
    zone: str = ""  # of the clock by which he reads times; empty: UTC


class Standing(Struct, frozen=True):
    """Where a game stands."""

    id: str
    rules: str
    phase: str
    head: Head
    opened: int
    asked: tuple[str, ...] = ()  # the seats that are waited for


class EventStanding(Struct, frozen=True):
    """Where an event stands."""

    id: str
    title: str
    rules: str
    phase: str
    head: Head
    opened: int
    players: int
    playing: int
    wake: int


class Wanted(Struct, frozen=True):
    """Which games a list shows: of a person, in a phase, by some rules; where nothing is said, all."""

    player: str = ""
    phase: str = ""
    rules: str = ""

    def takes(self, phase: str, rules: str) -> bool:
        """Tell whether games in a phase, by some rules, are among them."""
        return self.phase in ("", phase) and self.rules in ("", rules)


class Listed(Struct, frozen=True):
    """A list of games, and how many more there are."""

    shown: tuple[Standing, ...]
    more: int


class Due(Struct, frozen=True):
    """A letter that is due, with what only its reader is told."""

    id: int
    game: str
    player: str
    seat: str
    since: int
    upto: int
    at: int
    body: bytes
    tries: int = 0


class ProviderKey(Struct, frozen=True):
    """A key record of a mail provider as DNS gave it: when first, when last, and until when it need not be asked."""

    name: str
    record: bytes
    first: int
    last: int
    until: int


class Trace(Struct, frozen=True):
    """What shows that a change is there: a question, and the answer that it alone gives."""

    statement: str  # the question, by its name
    places: dict[str, Any]
    answer: Any
