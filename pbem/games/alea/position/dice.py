"""Multisets of dice: parts of a roll, differences, runs. Values only, always ascending, remembered by value."""

from functools import lru_cache
from itertools import chain, combinations, pairwise

from pbem.games.alea.position.state import Dice

ALL_ROLLS = 4096  # there are 3,002 different rolls of one to eight dice


@lru_cache(maxsize=ALL_ROLLS)
def parts(roll: Dice) -> tuple[Dice, ...]:
    """Return every non-empty part of a roll once, fewest dice first, then lowest values."""
    sizes = range(1, len(roll) + 1)
    return tuple(chain.from_iterable(parts_of_size(roll, size) for size in sizes))


@lru_cache(maxsize=ALL_ROLLS)
def parts_of_size(roll: Dice, size: int) -> tuple[Dice, ...]:
    """Return every part of a roll with so many dice, lowest values first."""
    if size < 1:
        return ()
    found = combinations(roll, size)  # of ascending dice they come in the order wanted, equal ones more than once
    return tuple(dict.fromkeys(found))


def missing(dice: Dice, roll: Dice) -> Dice:
    """Return the dice that the roll does not hold (or not so often)."""
    rest, absent = list(roll), []
    for value in dice:
        if value in rest:
            rest.remove(value)
        else:
            absent.append(value)
    return tuple(sorted(absent))


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
def values_of(roll: Dice) -> Dice:
    """Return every value the roll holds once."""
    return tuple(sorted(set(roll)))


def runs_among(values: Dice) -> tuple[Dice, ...]:
    """Return every run of consecutive values among some values, shortest first, then lowest."""
    found = []
    for length in range(1, len(values) + 1):
        for start in range(len(values) - length + 1):
            run = values[start : start + length]
            if is_run(run):
                found.append(run)
    return tuple(found)
