"""What need not be drawn again: the table by its position, and a player by what he has and what the reader knows.

Every eye sees the same table, and a turn changes one player or two.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from pbem.games.alea.picture import news
from pbem.games.alea.picture.seats import players
from pbem.games.alea.picture.sight import Sight
from pbem.games.drawing.places import Box
from pbem.games.drawing.remembered import once

T = TypeVar("T")


def table_once(sight: Sight, part: str, draw: Callable[[], T]) -> T:
    """Return a part of what lies open on the table, drawn once for all eyes."""
    if sight.is_over:
        return draw()
    old = sight.before.position if sight.before else None
    return once(sight.look, (part, sight.position, old, bool(sight.view.offer)), draw)


def player_height(sight: Sight, index: int, width: float) -> float:
    """Return how high the panel of a player is by itself."""
    if sight.is_over:
        return players.height(sight, index, width)
    key = ("height", index, width, _seen(sight, index))
    return once(sight.look, key, lambda: players.height(sight, index, width))


def player_panel(sight: Sight, index: int, width: float, height: float) -> str:
    """Return the panel of a player from its own upper left corner."""
    box = Box(0, 0, width, height)
    if sight.is_over:
        return players.draw(sight, index, box)
    key = ("player", index, width, height, _seen(sight, index))
    return once(sight.look, key, lambda: players.draw(sight, index, box))


def _seen(sight: Sight, index: int) -> tuple[Any, ...]:
    """Return everything that the panel of a player follows from before the end."""
    position, before = sight.position, sight.before
    is_mine = index == sight.view.index
    return (
        position.players[index],
        news.player(sight, index),
        news.is_same_round(sight),
        index in sight.asked,
        index == position.start,
        news.is_start_new(sight),
        sight.view.own if is_mine else None,
        before.own if before and is_mine else None,
    )
