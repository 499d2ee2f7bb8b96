"""Ranks at the end of a game: who came before whom, and who shares a place."""

from collections.abc import Mapping
from typing import Any

from pbem.games.game import Seat


def ranks_of(marks: Mapping[Seat, Any]) -> dict[Seat, int]:
    """Return each seat's rank: one more than there are seats of a higher mark, so equal marks share a rank.

    A mark is a number, or a tuple of them: points first, then what breaks ties.
    """
    ranks = {}
    for seat, mark in marks.items():
        better = [other for other in marks.values() if other > mark]
        ranks[seat] = 1 + len(better)
    return ranks
