"""What has been counted so far: of each player the points, and the tables that tie-breaks look at."""

from fractions import Fraction

from msgspec import Struct

from pbem.tournament.scores.points import earned
from pbem.tournament.tables.puzzle import counted_tables
from pbem.tournament.values import Form, History, Player, Result


class Played(Struct, frozen=True):
    """A table that counts: its players, and what became of it."""

    seats: tuple[Player, ...]
    result: Result

    def place(self, player: Player) -> int:
        """Return the place of a player who was there."""
        return self.result.places[self.seats.index(player)]

    def versus(self, player: Player, other: Player) -> Fraction:
        """Return 1 if a player was before another, 0 if he was behind, a half if they shared a place."""
        mine, yours = self.place(player), self.place(other)
        if mine == yours:
            return Fraction(1, 2)
        return Fraction(mine < yours)


class Tally(Struct, frozen=True, kw_only=True):
    """Points by player, in 120ths, and everything they came from; lots are empty where none were drawn."""

    byes: dict[Player, int]
    form: Form
    lots: tuple[Player, ...]
    points: dict[Player, int]
    tables: tuple[Played, ...]


def tally_of(form: Form, players: tuple[Player, ...], history: History, *, lots: tuple[Player, ...] = ()) -> Tally:
    """Count everything that has a result and is not void, byes and penalties; also of those who have left since."""
    everybody = _everybody(players, history)
    points, byes = dict.fromkeys(everybody, 0), dict.fromkeys(everybody, 0)
    tables = tuple(Played(table.seats, table.result) for table in counted_tables(history) if table.result is not None)
    for played in tables:
        for player, gained in earned(form, played.seats, played.result).items():
            points[player] += gained
    for drawn in history.rounds:
        for player in drawn.byes:
            byes[player] += 1
            points[player] += form.scoring.bye
    for penalty in history.penalties:
        points[penalty.player] -= penalty.points
    return Tally(byes=byes, form=form, lots=lots, points=points, tables=tables)


def _everybody(players: tuple[Player, ...], history: History) -> list[Player]:
    everybody = list(players)
    for drawn in history.rounds:
        everybody += drawn.byes
        for table in drawn.tables:
            everybody += table.seats
    return everybody + [penalty.player for penalty in history.penalties]
