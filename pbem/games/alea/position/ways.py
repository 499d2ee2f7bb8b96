"""What dice could do in each building if nothing stood in the way: remembered by value, for few values come up often.

Each way comes with what a position is asked about it: whether that place is taken, or that total is high enough.
"""

from functools import lru_cache

from pbem.games.alea.position.dice import ALL_ROLLS, parts_of_size, runs_among
from pbem.games.alea.position.moves import Place
from pbem.games.alea.position.state import NO_RUN, Dice

Pair = tuple[int, int]
ALL_RUNS = 2048  # 63 sets of values, 21 runs that they may join, or none


@lru_cache(maxsize=ALL_ROLLS)
def temple_ways(roll: Dice, count: int) -> tuple[tuple[int, Place], ...]:
    """Return every choice of so many dice, with its total."""
    return tuple((sum(dice), Place("temple", dice)) for dice in parts_of_size(roll, count))


@lru_cache(maxsize=ALL_RUNS)
def senate_ways(values: Dice, run: Pair) -> tuple[tuple[Pair, Place], ...]:
    """Return the dice of some values that begin a run or join one, with the run that they make."""
    if run == NO_RUN:
        return tuple(((dice[0], dice[-1]), Place("senate", dice)) for dice in runs_among(values))
    low, high = run
    below = _reach(values, range(low - 1, 0, -1))
    above = _reach(values, range(high + 1, 7))
    ways = []
    for down in range(len(below) + 1):
        for up in range(len(above) + 1):
            dice = (*reversed(below[:down]), *above[:up])
            if dice:
                ways.append(((low - down, high + up), Place("senate", dice)))
    return tuple(ways)


def _reach(values: Dice, wanted: range) -> Dice:
    reached = 0
    while reached < len(wanted) and wanted[reached] in values:
        reached += 1
    return tuple(wanted[:reached])


@lru_cache(maxsize=ALL_ROLLS)
def castrum_ways(value: int, most: int, sizes: tuple[int, ...]) -> tuple[tuple[Pair, Place], ...]:
    """Return what up to so many dice of a value can do beside own sets of some sizes: fewest dice first, then smallest
    set, a new one last; with the size and value of the set that they make."""
    ways = []
    for count in range(1, most + 1):
        dice = (value,) * count
        ways += [((size + count, value), Place("castrum", dice, "extend", size)) for size in sizes]
        ways.append(((count, value), Place("castrum", dice, "new")))
    return tuple(ways)


@lru_cache
def forum_ways(values: Dice) -> tuple[Place, ...]:
    """Return the single dice of some values, and the pairs of them that make 5."""
    pairs = [pair for pair in ((1, 4), (2, 3)) if set(pair) <= set(values)]
    return tuple(Place("forum", dice) for dice in (*((value,) for value in values), *pairs))
