"""Seats at a table: of all ways to sit the one in which the fewest sit where they have sat before."""

from collections.abc import Mapping, Sequence
from itertools import permutations

from pbem.tournament.tables.puzzle import Group, Puzzle, seats_cost


def seated(puzzle: Puzzle, group: Group) -> tuple[int, ...]:
    """Return the group in the order of its seats: of the cheapest orders the first, as `permutations` goes on."""
    return min(permutations(group), key=lambda order: seats_cost(puzzle, order))


def least_cost(rows: Sequence[Sequence[int]]) -> int:
    """Return what the cheapest way to sit costs, without looking for it; a row tells what each seat costs a player."""
    costs: Mapping[int, int] = {0: 0}  # by the seats that are taken, as bits
    for row in rows:
        costs = _with_one_more(costs, row[: len(rows)])
    return costs[2 ** len(rows) - 1]


def _with_one_more(costs: Mapping[int, int], row: Sequence[int]) -> Mapping[int, int]:
    more: dict[int, int] = {}
    for taken, cost in costs.items():
        for seat, price in enumerate(row):
            seats = taken | 1 << seat
            if seats != taken and cost + price < more.get(seats, cost + price + 1):
                more[seats] = cost + price
    return more
