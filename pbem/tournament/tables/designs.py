"""Designs by which all meet: tables written down for numbers from 0, whoever has them.

A cyclic design has base blocks; of each one comes a table for each number, by adding the number to everything in the
block (and subtracting the number of players where it is too large). So everybody has each seat once for each block,
and two players meet as often as their difference is one between two of a block. Where all differences are there
equally often, all meet equally often.

An affine plane has as many players as the square of a table: each pair meets once.
"""

from collections.abc import Iterator
from functools import cache
from itertools import count
from math import gcd

from msgspec import Struct

Block = tuple[int, ...]
Tables = tuple[tuple[int, ...], ...]

STEPS = 20_000  # after which one attempt is given up; part of the algorithm, for it decides what is found
PLANES = (2, 3, 4, 5)  # how many sit at a table of a plane that is known here
_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))  # products in the field of four


class Spread(Struct, frozen=True):
    """How evenly: the fewest and the most tables at which a pair meets, and that somebody has one seat at."""

    fewest_meetings: int
    most_meetings: int
    fewest_seats: int
    most_seats: int


def laps_to_meet(players: int, table: int) -> int:
    """Return the fewest blocks for which the search finds a design where everybody meets everybody."""
    enough = -(-(players - 1) // (table * (table - 1)))  # as many differences as there are
    return next(laps for laps in count(enough) if all(_differences(_searched_blocks(players, table, laps), players)))


def developed(blocks: tuple[Block, ...], players: int) -> Tables:
    """Return the tables of a cyclic design, block by block."""
    return tuple(tuple((number + shift) % players for number in block) for block in blocks for shift in range(players))


def base_blocks(players: int, table: int, laps: int) -> tuple[Block, ...]:
    """Return the most even blocks that are found for so many laps.

    Where there are more laps than it takes to meet, and no even design for all of them is found, they are put together
    from one in which all meet and one for the laps that are left, multiplied by what makes them most even.
    """
    fewest = laps_to_meet(players, table)
    if laps <= fewest:
        return _searched_blocks(players, table, laps)
    if even := next(_attempts(players, table, laps)):
        return even
    first, rest = base_blocks(players, table, fewest), base_blocks(players, table, laps - fewest)
    factors = [factor for factor in range(1, players) if gcd(factor, players) == 1]
    joined = [first + _multiplied(rest, factor, players) for factor in factors]
    return min(joined, key=lambda blocks: _unevenness(blocks, players))


def _multiplied(blocks: tuple[Block, ...], factor: int, players: int) -> tuple[Block, ...]:
    return tuple(tuple(sorted(number * factor % players for number in block)) for block in blocks)


def _unevenness(blocks: tuple[Block, ...], players: int) -> int:
    times = _differences(blocks, players)
    return max(times) - min(times)


def _differences(blocks: tuple[Block, ...], players: int) -> list[int]:
    """Count how often each difference but 0 is there: as often as two players with that difference meet."""
    times = [0] * players
    for block in blocks:
        for one in block:
            for other in block:
                times[one - other] += 1
    return times[1:]


@cache
def _searched_blocks(players: int, table: int, laps: int) -> tuple[Block, ...]:
    return next(blocks for blocks in _attempts(players, table, laps) if blocks)


def _attempts(players: int, table: int, laps: int) -> Iterator[tuple[Block, ...] | None]:
    """Yield what each attempt finds.

    It lets no difference be there more than `top` times, and at most `most` of them that often: first as in a perfectly
    even design, then with one more of them, and so on.
    """
    even, rest = divmod(laps * table * (table - 1), players - 1)
    for top in count(even + 1):
        for most in range(rest, players):
            yield _Attempt(players, table, laps=laps, top=top, most=most).search()


class _Attempt:
    """Looks for blocks, depth first, every block by its numbers in ascending order.

    A block begins with 0 and the first of the differences that are there least often: some block must have it.
    """

    def __init__(self, players: int, table: int, *, laps: int, top: int, most: int) -> None:
        self._players, self._table, self._laps = players, table, laps
        self._top, self._most = top, most
        self._times = [0] * players  # how often each difference is there
        self._full = 0  # how many of them are there `top` times
        self._steps = 0
        self._blocks: list[Block] = []

    def search(self) -> tuple[Block, ...] | None:
        """Return the blocks; None if there are none like that, or none within the steps."""
        return tuple(self._blocks) if self._next_block() else None

    def _next_block(self) -> bool:
        if len(self._blocks) == self._laps:
            return True
        rarest = min(range(1, self._players // 2 + 1), key=self._times.__getitem__)
        return self._joined((0,), rarest, after=0)

    def _grow(self, block: Block, after: int) -> bool:
        """Add numbers above the last one that was added, until the block is full; then go on with the next."""
        self._steps += 1
        if len(block) == self._table:
            self._blocks.append(tuple(sorted(block)))
            if self._next_block():
                return True
            self._blocks.pop()
            return False
        left = (number for number in range(after + 1, self._players) if number not in block)
        return any(self._joined(block, number, after=number) for number in left)

    def _joined(self, block: Block, number: int, *, after: int) -> bool:
        """Tell whether all goes well with this number in the block; if not, nothing has changed."""
        added: list[int] = []
        if self._steps < STEPS and self._takes(block, number, added) and self._grow((*block, number), after):
            return True
        for difference in reversed(added):
            self._full -= self._times[difference] == self._top
            self._times[difference] -= 1
        return False

    def _takes(self, block: Block, number: int, added: list[int]) -> bool:
        for other in block:
            for difference in ((number - other) % self._players, (other - number) % self._players):
                self._times[difference] += 1
                added.append(difference)
                self._full += self._times[difference] == self._top
                if self._times[difference] > self._top or self._full > self._most:
                    return False
        return True


def plane(table: int) -> Tables:
    """Return the lines of the affine plane: player `x * table + y` is the point (x, y).

    On the line y = slope * x + start the seat of a point is x + slope, so each point has all seats in turn; on the last
    lines, where x is the same for all, its seat is y.
    """
    sloped = tuple(_line(table, slope, start) for slope in range(table) for start in range(table))
    upright = tuple(tuple(x * table + y for y in range(table)) for x in range(table))
    return sloped + upright


def _line(table: int, slope: int, start: int) -> tuple[int, ...]:
    seats = [0] * table
    for x in range(table):
        y = _plus(table, _times(table, slope, x), start)
        seats[_plus(table, x, slope)] = x * table + y
    return tuple(seats)


def _plus(table: int, one: int, other: int) -> int:
    return one ^ other if table == 4 else (one + other) % table


def _times(table: int, one: int, other: int) -> int:
    return _FOUR[one][other] if table == 4 else one * other % table


def spread_of(tables: Tables, players: int) -> Spread:
    """Count how evenly players meet and sit."""
    size = len(tables[0])
    meetings = [[0] * players for _ in range(players)]
    sat = [[0] * size for _ in range(players)]
    for table in tables:
        for seat, one in enumerate(table):
            sat[one][seat] += 1
            for other in table:
                meetings[one][other] += 1
    met = [times for one, row in enumerate(meetings) for times in row[:one]]
    seats = [times for row in sat for times in row]
    return Spread(min(met), max(met), min(seats), max(seats))
