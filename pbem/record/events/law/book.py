"""The book of an event: what its entries have come to so far. `keeping` carries it on, entry by entry."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from pbem.record.dice.climb import Climb
from pbem.record.events.law.chance import Place
from pbem.record.events.law.kinds import Event, Names, Result
from pbem.record.log.entry import Head

Phase = Literal["entering", "running", "closed", "cancelled"]


class Entered(Struct, frozen=True):
    """Somebody who can be drawn."""

    key: str
    seq: int  # the entry by which he came in
    luck: str = ""  # what he committed to
    revealed: str = ""
    since: int = 0  # the first round that he is drawn in; 0: none yet
    left: int = 0  # the entry by which he left; 0: he stays
    withdrew: int = 0  # the first round that he is not drawn in any more; 0: none yet


class Counted(Struct, frozen=True):
    """What counts of a table, seat by seat; a void one counts for nothing."""

    how: Literal["adjudicated", "played", "void"]
    places: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    substitutes: tuple[tuple[str, str], ...] = ()


class Seating(Struct, frozen=True):
    """A table of a round as it stands: who sits there, and its game and what counts of it at the last attempt."""

    seats: Names
    attempt: int = 1
    game: str = ""
    result: Counted | None = None
    is_discounted: bool = False


class Drawn(Struct, frozen=True):
    """A round as it stands, and the hash of its draw and when that was."""

    hash: str
    at: int
    attempt: int
    byes: Names
    tables: tuple[Seating, ...]

    @property
    def busy(self) -> Names:
        """Everybody who is at a table, or has a bye."""
        return (*self.byes, *(player for table in self.tables for player in table.seats))


class Named(Struct, frozen=True):
    """A game that a table was given, and what the event says of it."""

    seq: int
    place: Place
    open: str
    draw: str
    drawn: int  # when
    seats: Names  # when it was opened
    holders: Names  # whose seats they are since
    result: Result | None = None


class Book(Struct, frozen=True):
    """An event up to its head."""

    terms: Event
    head: Head
    heads: tuple[str, ...]  # of every size, hex
    at: int
    ends: tuple[int, ...]  # when each round ends
    phase: Phase = "entering"
    keys: dict[str, str] = {}  # of everybody who ever entered
    players: dict[str, Entered] = {}  # who can be drawn, in the order of entry
    waiting: Names = ()
    is_revealing: bool = False
    entered: int = 0  # the last entry by which somebody entered
    key: bytes = b""  # K, known once the event has started
    rounds: tuple[Drawn, ...] = ()
    redraws: tuple[int, ...] = ()  # rounds that are to be drawn again, each as often as it was ruled
    cut: int = 0  # the last entry that the next draw counts
    climb: Climb = Climb()
    games: dict[str, Named] = {}  # by id
    penalties: tuple[tuple[str, int, int], ...] = ()  # player, round, 120ths of a point
    appeals: dict[int, str] = {}  # the seals of appeals that are not answered

    @property
    def id(self) -> str:
        """The event's id."""
        return self.terms.game

    @property
    def used(self) -> dict[str, int]:
        """The slots rolled so far, with their rung."""
        return self.climb.used

    @property
    def next_attempt(self) -> int:
        """The how-manieth draw of its round the next one is."""
        return 1 + self.redraws.count(len(self.rounds) + 1)

    def is_over(self) -> bool:
        """Tell whether the event is closed or cancelled."""
        return self.phase in ("closed", "cancelled")

    def places(self) -> Iterator[tuple[Place, Seating]]:
        """Yield every table of every round, in order."""
        for number, drawn in enumerate(self.rounds, 1):
            for table, seating in enumerate(drawn.tables, 1):
                yield Place(number, table, seating.attempt), seating

    def open_tables(self) -> list[tuple[Place, Seating]]:
        """Return the tables that have no result."""
        return [(place, seating) for place, seating in self.places() if seating.result is None]

    def seating(self, round_: int, table: int) -> Seating | None:
        """Return a table; None if there is none."""
        if not 1 <= round_ <= len(self.rounds) or not 1 <= table <= len(self.rounds[round_ - 1].tables):
            return None
        return self.rounds[round_ - 1].tables[table - 1]

    def playing(self, player: str) -> int:
        """Count the games that a player has under way."""
        return sum(bool(seating.game) and player in seating.seats for _place, seating in self.open_tables())

    def active(self) -> list[str]:
        """Return who has entered and not left, in the order of entry."""
        return [name for name, entered in self.players.items() if not entered.left]
