"""Multisets of dice: parts of a roll, differences, runs. Values only, always ascending, remembered by value."""

from functools import lru_cache
from itertools import pairwise, product

from pbem.games.alea.state import Dice

VALUES = range(1, 7)
ALL_ROLLS = 4096  # there are 3,002 different rolls of one to eight dice


@lru_cache(maxsize=ALL_ROLLS)
def parts(roll: Dice) -> tuple[Dice, ...]:
    """Return every non-empty part of a roll once, fewest dice first, then lowest values."""
    counts = [range(roll.count(value) + 1) for value in VALUES]
    chosen = (
        tuple(v for v, times in zip(VALUES, taken, strict=True) for _ in range(times)) for taken in product(*counts)
    )
    return tuple(sorted((part for part in chosen if part), key=lambda part: (len(part), part)))


@lru_cache(maxsize=ALL_ROLLS)
def parts_of_size(roll: Dice, size: int) -> tuple[Dice, ...]:
    """Return every part of a roll with so many dice, lowest values first."""
    return tuple(part for part in parts(roll) if len(part) == size)


def missing(dice: Dice, roll: Dice) -> Dice:
    """Return the dice that the roll does not hold (or not so often)."""
    return tuple(sorted(v for v in set(dice) for _ in range(dice.count(v) - roll.count(v))))


def less(roll: Dice, dice: Dice) -> Dice:
    """Return the roll without those of the dice it holds."""
    rest = list(roll)
    for value in dice:
        if value in rest:
            rest.remove(value)
    return tuple(rest)


def is_run(dice: Dice) -> bool:
    """Tell whether ascending dice are consecutive values."""
    return all(high - low == 1 for low, high in pairwise(dice))


@lru_cache(maxsize=ALL_ROLLS)
def runs(roll: Dice) -> tuple[Dice, ...]:
    """Return every run of consecutive values the roll holds, shortest first, then lowest."""
    values = sorted(set(roll))
    found = [tuple(values[i:j]) for i in range(len(values)) for j in range(i + 1, len(values) + 1)]
    return tuple(sorted((run for run in found if is_run(run)), key=lambda run: (len(run), run)))
