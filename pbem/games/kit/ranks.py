"""Ranks at the end of a game. Equal results share a rank."""

from collections.abc import Mapping
from typing import Any

from pbem.games.game import Seat


def ranks_of(marks: Mapping[Seat, Any]) -> dict[Seat, int]:
    """Return each seat's rank: one more than the number of seats with a higher mark.

    A mark is a number, or a tuple of numbers: points first, then what breaks ties. Equal marks
    share a rank.
    """
    ranks = {}
    for seat, mark in marks.items():
        better = [other for other in marks.values() if other > mark]
        ranks[seat] = 1 + len(better)
    return ranks
