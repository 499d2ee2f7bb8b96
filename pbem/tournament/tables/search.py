"""The search for a cheap arrangement: exchange two players wherever that lowers the cost, until it does nowhere.

Places are counted through all tables, and pairs of places are tried in one order: the first place ascending, for each
of them the second ascending. An exchange is made at once, and the next pair is tried. Passes are repeated until one
changes nothing.

What makes it quick: all parts but seats are sums over pairs of players, or over players, so they
are folded into one weight, and for each table and each player the sum of weights to those who sit there is kept. An
exchange is then judged by five numbers. Seats are looked at only where the others weigh the same.
"""

from collections.abc import Sequence

from pbem.tournament.tables.puzzle import Group, Puzzle, beyond_one
from pbem.tournament.tables.seats import least_cost

Weights = list[list[int]]
Place = tuple[int, int]  # a table, and which of its players


class Search:
    """Improves arrangements of one puzzle; what it learns about seats on the way is kept for the next one."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._weights, self._lack_weights = _weights(puzzle)
        self._seat_costs: dict[tuple[int, ...], int] = {}
        # Nobody sits cheaper than that: where tables reach it, no exchange can lower their seats.
        self._bounds = [min(row) for row in puzzle.sat]

    def improve(self, order: Sequence[int]) -> list[list[int]]:
        """Deal players out to tables in this order, and exchange until no exchange of two lowers the cost."""
        arrangement = _Arrangement(self._deal(order), self._sums(self._deal(order)))
        while self._pass(arrangement):
            pass
        return arrangement.tables

    def _deal(self, order: Sequence[int]) -> list[list[int]]:
        tables, place = [], 0
        for size in self._puzzle.sizes:
            tables.append(list(order[place : place + size]))
            place += size
        return tables

    def _sums(self, tables: list[list[int]]) -> Weights:
        """Return for each table and each player what he weighs, or would, with those who sit there."""
        sums = []
        for table in tables:
            lacking = self._puzzle.full - len(table)
            rows = [self._weights[player] for player in table]
            sums.append([lacking * lack + sum(row[i] for row in rows) for i, lack in enumerate(self._lack_weights)])
        return sums

    def _pass(self, arrangement: "_Arrangement") -> bool:
        """Try every pair of places once; tell whether anything changed."""
        changed = False
        tables = arrangement.tables
        for one, members in enumerate(tables):
            for seat in range(len(members)):
                for other in range(one + 1, len(tables)):
                    changed |= self._try_table(arrangement, (one, seat), other)
        return changed

    def _try_table(self, arrangement: "_Arrangement", mine: Place, other: int) -> bool:
        """Try to exchange who sits at a place with each of another table in turn."""
        changed = False
        one, seat = mine
        here, there = arrangement.tables[one], arrangement.tables[other]
        ours, theirs = arrangement.sums[one], arrangement.sums[other]
        player = here[seat]
        weights = self._weights[player]
        limit = ours[player] - theirs[player]
        for place in range(len(there)):
            partner = there[place]
            change = ours[partner] - theirs[partner] - 2 * weights[partner]
            if change > limit or (change == limit and not self._gains_seats(here, there, seat=seat, place=place)):
                continue
            arrangement.exchange(mine, (other, place), self._weights)
            changed = True
            ours, theirs = arrangement.sums[one], arrangement.sums[other]
            player = partner
            weights = self._weights[player]
            limit = ours[player] - theirs[player]
        return changed

    def _gains_seats(self, here: list[int], there: list[int], *, seat: int, place: int) -> bool:
        """Tell whether an exchange lets the two tables sit cheaper."""
        now = self._seats(here) + self._seats(there)
        if now == sum(self._bounds[player] for player in (*here, *there)):
            return False
        mine = [*here[:seat], there[place], *here[seat + 1 :]]
        yours = [*there[:place], here[seat], *there[place + 1 :]]
        return self._seats(mine) + self._seats(yours) < now

    def _seats(self, group: Group) -> int:
        key = tuple(sorted(group))
        known = self._seat_costs.get(key)
        if known is None:
            known = least_cost([self._puzzle.sat[player] for player in key])
            self._seat_costs[key] = known
        return known


class _Arrangement:
    """Tables in the making, with what every player weighs, or would weigh, at each of them."""

    __slots__ = ("sums", "tables")

    def __init__(self, tables: list[list[int]], sums: Weights) -> None:
        self.tables = tables
        self.sums = sums

    def exchange(self, mine: Place, yours: Place, weights: Weights) -> None:
        """Exchange two players, and mend the sums of their tables."""
        (one, seat), (other, place) = mine, yours
        player, partner = self.tables[one][seat], self.tables[other][place]
        self.tables[one][seat], self.tables[other][place] = partner, player
        change = [new - old for new, old in zip(weights[partner], weights[player], strict=True)]
        self.sums[one] = [weight + step for weight, step in zip(self.sums[one], change, strict=True)]
        self.sums[other] = [weight - step for weight, step in zip(self.sums[other], change, strict=True)]


def _weights(puzzle: Puzzle) -> tuple[Weights, list[int]]:
    """Fold the parts of a pair, and of a player at a table that lacks one, into one number each.

    One of an earlier part weighs more than all that the later parts can come to.
    """
    scores, lacks = puzzle.scores, puzzle.lacks
    pairs = sum(size * (size - 1) // 2 for size in puzzle.sizes)
    lacking = sum((puzzle.full - size) * size for size in puzzle.sizes)
    short = 1 + pairs * (max(scores) - min(scores)) ** 2
    repeat = short * (1 + lacking * max(lacks))
    excess = repeat * (1 + pairs * max(map(max, puzzle.meetings)))
    weights = []
    for player, met in enumerate(puzzle.meetings):
        score = scores[player]
        row = [repeat * times + (score - other) ** 2 for times, other in zip(met, scores, strict=True)]
        weights.append(row)
    return weights, [excess * beyond_one(lack) + short * lack for lack in lacks]
