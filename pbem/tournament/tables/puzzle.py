"""The puzzle of a round: what is known of those who are to be seated, and what an arrangement of them costs.

Players are numbers here, in the order of entry. A cost has five parts, and an earlier one outweighs all later ones:
`excess`, where somebody is at a smaller table who has been at more such tables than others, and one; `repeats`, how
often those at a table have met before; `short`, as `excess` without that one; `spread`, how far apart scores are;
`seats`, how often each has had his seat before.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from msgspec import Struct

from pbem.tournament.values import EventTable, History, Player

Group = Sequence[int]  # the players of one table
Grid = tuple[tuple[int, ...], ...]


class Cost(NamedTuple):
    """What a table costs, or all of them; compared part by part."""

    excess: int
    repeats: int
    short: int
    spread: int
    seats: int


class Puzzle(Struct, frozen=True, kw_only=True):
    """Who is to be seated, and what has been; there is at least one."""

    full: int  # how many a full table has
    lacks: tuple[int, ...]  # how many more than whoever has the fewest had room at the tables each was at
    meetings: Grid  # how often each met each
    sat: Grid  # how often each had each seat
    scores: tuple[int, ...]
    sizes: tuple[int, ...]  # how many sit at each table of this round


def counted_tables(history: History) -> Iterator[EventTable]:
    """Yield the tables that count, whether they have a result or not."""
    for played in history.rounds:
        for table in played.tables:
            if not table.is_void:
                yield table


def puzzle_of(
    players: Sequence[Player], history: History, *, full: int, scores: Mapping[Player, int], sizes: tuple[int, ...]
) -> Puzzle:
    """Return the puzzle of seating these players after what has been."""
    number = {player: index for index, player in enumerate(players)}
    lacks = [0] * len(players)
    meetings = [[0] * len(players) for _ in players]
    sat = [[0] * full for _ in players]
    for table in counted_tables(history):
        here = [(seat, number[player]) for seat, player in enumerate(table.seats) if player in number]
        for seat, one in here:
            lacks[one] += full - len(table.seats)
            sat[one][seat] += 1
        for (_, one), (_, other) in combinations(here, 2):
            meetings[one][other] += 1
            meetings[other][one] += 1
    return Puzzle(
        full=full,
        lacks=tuple(lack - min(lacks) for lack in lacks),
        meetings=tuple(map(tuple, meetings)),
        sat=tuple(map(tuple, sat)),
        scores=tuple(scores[player] for player in players),
        sizes=sizes,
    )


def cost_of(puzzle: Puzzle, seated: Group) -> Cost:
    """Return what a table costs whose players sit in this order."""
    pairs = list(combinations(seated, 2))
    repeats = sum(puzzle.meetings[one][other] for one, other in pairs)
    spread = sum((puzzle.scores[one] - puzzle.scores[other]) ** 2 for one, other in pairs)
    lacking = puzzle.full - len(seated)
    lacked = [puzzle.lacks[player] for player in seated]
    excess = lacking * sum(beyond_one(lack) for lack in lacked)
    return Cost(excess, repeats, lacking * sum(lacked), spread, seats_cost(puzzle, seated))


def beyond_one(lack: int) -> int:
    """Return what of a lack is not to be borne: that one is never quite even has to be."""
    return max(0, lack - 1)


def seats_cost(puzzle: Puzzle, seated: Group) -> int:
    """Return how often those who sit in this order have had these seats before."""
    return sum(puzzle.sat[player][seat] for seat, player in enumerate(seated))


def total(costs: Sequence[Cost]) -> Cost:
    """Return what tables cost together."""
    return Cost(*map(sum, zip(*costs, strict=True)))
