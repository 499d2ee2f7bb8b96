"""What a stranger checks of an arrangement: no exchange of two players is cheaper, and no other way to sit.

Nothing of the search is used here: each exchange is judged by what the two tables cost before and after it.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from pbem.tournament.tables.puzzle import Cost, Group, Puzzle, cost_of, total
from pbem.tournament.tables.seats import seated


def better_exchange(puzzle: Puzzle, tables: Sequence[Group]) -> tuple[int, int] | None:
    """Return two players whose exchange lowers the cost of the tables; None if there are none."""
    for one, other in combinations(tables, 2):
        now = _cost(puzzle, one, other)
        for player, partner, mine, yours in _exchanges(one, other):
            if _is_cheaper(puzzle, mine, yours, now):
                return player, partner
    return None


def better_seats(puzzle: Puzzle, tables: Sequence[Group]) -> int | None:
    """Return the index of a table whose players could sit cheaper; None if there is none."""
    for index, table in enumerate(tables):
        if cost_of(puzzle, seated(puzzle, table)) < cost_of(puzzle, table):
            return index
    return None


def _exchanges(one: Group, other: Group) -> Iterator[tuple[int, int, Group, Group]]:
    """Yield every exchange between two tables: who changes, and the tables after it."""
    for seat, player in enumerate(one):
        for place, partner in enumerate(other):
            mine = (*one[:seat], partner, *one[seat + 1 :])
            yours = (*other[:place], player, *other[place + 1 :])
            yield player, partner, mine, yours


def _cost(puzzle: Puzzle, one: Group, other: Group) -> Cost:
    """Return what two tables cost when all sit at their best."""
    return total([cost_of(puzzle, seated(puzzle, table)) for table in (one, other)])


def _is_cheaper(puzzle: Puzzle, one: Group, other: Group, than: Cost) -> bool:
    company = total([cost_of(puzzle, one), cost_of(puzzle, other)])[:-1]
    if company != than[:-1]:
        return company < than[:-1]
    return _cost(puzzle, one, other) < than  # only now does it matter where they sit
