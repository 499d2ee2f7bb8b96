"""The values of an event: its form, who is in it, what was drawn and played, and who is ahead.

All of them are plain data inside, without floats, so that they can stand in a record. Points that somebody has are
counted in 120ths: whatever ties and short tables share is then a whole number.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal, NewType

from msgspec import Meta, Struct
from msgspec.structs import replace

Player = NewType("Player", str)
Tell = Callable[[int, int], None]  # how many of how many are done, of what takes long

UNIT = 120  # parts of a point
MOST_POINTS = 100  # for a place: what draws cost then stays below 2^53

Count = Annotated[int, Meta(ge=0)]
Number = Annotated[int, Meta(ge=1)]
Points = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
Parts = Annotated[int, Meta(ge=0, le=MOST_POINTS * UNIT)]  # of a point
Cost = dict[str, int]  # by the name of each part


def untold(_done: int, _of: int) -> None:
    """Tell nobody how far something is."""


class Scoring(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What places are worth, and what decides between equals."""

    bye: Parts
    points: tuple[Points, ...]  # whole ones, for each place of a full table; more places do no harm
    substituted: Literal["entrant", "nobody"]  # who has the points of a seat that another played to its end
    ties: tuple[str, ...]  # names of tie-breaks, in order


class Form(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How an event is drawn and scored. `version` is that of the form's algorithm: what was drawn by it stays so."""

    kind: str
    least: int  # the fewest players a table may have
    scoring: Scoring
    table: int  # how many a full table has
    terms: dict[str, Any]  # what this kind of form lets a director choose
    version: int


class Entrant(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who entered. He is drawn from round `since` on and, unless that is 0, no more from `withdrew` on."""

    player: Player
    since: Number = 1
    withdrew: Count = 0

    def is_in(self, number: int) -> bool:
        """Tell whether he is drawn in a round."""
        return self.since <= number and (self.withdrew == 0 or number < self.withdrew)


class Result(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What became of a table, seat by seat; a void one counts for nothing.

    Place 1 is best, those who share one are followed by as many places less. Victory points may be unknown.
    """

    how: Literal["played", "adjudicated", "void"]
    places: tuple[Number, ...] = ()
    points: tuple[int, ...] = ()
    substitutes: dict[Player, Player] = {}  # who played the seat of that entrant to its end


class EventTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at a table, in the order of its seats, and what became of it; None: nothing yet."""

    seats: tuple[Player, ...]
    result: Result | None = None

    @property
    def is_void(self) -> bool:
        """Whether the table is as if it had never been."""
        return self.result is not None and self.result.how == "void"


class Round(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of a round, the first one being table 1, and who had a bye."""

    tables: tuple[EventTable, ...]
    byes: tuple[Player, ...] = ()


class Penalty(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Points that are taken from somebody in a round, in 120ths."""

    player: Player
    points: Parts
    round: Number


class History(Struct, frozen=True, forbid_unknown_fields=True):
    """All that has been drawn and ruled so far, and what became of it."""

    rounds: tuple[Round, ...] = ()
    penalties: tuple[Penalty, ...] = ()

    def with_round(self, drawn: Round) -> "History":
        """Return the history with one more round."""
        return replace(self, rounds=(*self.rounds, drawn))

    def with_result(self, number: int, table: int, result: Result) -> "History":
        """Return the history with the result of a table; rounds and tables are counted from 1."""
        played = self.rounds[number - 1]
        tables = list(played.tables)
        tables[table - 1] = replace(tables[table - 1], result=result)
        rounds = list(self.rounds)
        rounds[number - 1] = replace(played, tables=tuple(tables))
        return replace(self, rounds=tuple(rounds))

    def only(self, number: int) -> "History":
        """Return what belongs to one round alone."""
        penalties = tuple(penalty for penalty in self.penalties if penalty.round == number)
        return History((self.rounds[number - 1],), penalties)


class DrawnTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it was drawn, in the order of its seats, and what it costs."""

    seats: tuple[Player, ...]
    cost: Cost


class Draw(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A round's draw. `start` is the number of the shuffle that was kept, 0 where there was nothing to choose from."""

    byes: tuple[Player, ...]
    cost: Cost
    round: Number
    start: Count
    tables: tuple[DrawnTable, ...]

    def opened(self) -> Round:
        """Return the round that is played by this draw."""
        return Round(tuple(EventTable(table.seats) for table in self.tables), self.byes)


class StandingsLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One player's line of the standings.

    `marks` are what each tie-break of the form gave, as fractions in words (`17/12`, `3`); empty where it was not asked
    or could not tell. Players with the same rank are equal in everything that counts.
    """

    marks: tuple[str, ...]
    played: Count  # tables that count
    player: Player
    points: int  # in 120ths
    rank: Number
    withdrew: Count


Standings = tuple[StandingsLine, ...]
