"""What need not be drawn again: the table by its position, and a player by what he has and what the reader knows.

Every eye sees the same table, and a turn changes one player or two.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from pbem.games.alea.picture import news
from pbem.games.alea.picture.buildings import castrum, forum
from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.seats import holdings, players
from pbem.games.alea.position.state import Position
from pbem.games.drawing.places import Box, Panel

T = TypeVar("T")


def table_once(sight: DrawingInput, part: str, draw: Callable[[], T]) -> T:
    """Return a part of what lies open on the table, drawn once for all eyes."""
    old = sight.then
    return sight.once((part, sight.position, old, bool(sight.view.offer)), draw)


def stock_once(sight: DrawingInput, draw: Callable[[], T]) -> T:
    """Return the stock, drawn once for as long as nothing comes or goes."""
    now, then = sight.position, sight.then
    return sight.once(("stock", _in_stock(now), _in_stock(then) if then else None), draw)


def _in_stock(position: Position) -> tuple[Any, ...]:
    gone = position.provinces_removed, position.patricians_removed
    return position.round, position.supply, position.fortune, position.discard, gone


def forum_once(sight: DrawingInput, box: Box) -> str:
    """Return the Forum within a box."""
    then = sight.then
    position = sight.position
    key = (
        *("forum", box, news.is_same_round(sight)),
        *(position.phase, position.forum, position.patricians),
        (then.phase, then.forum, then.patricians) if then else None,
    )
    return sight.once(key, lambda: forum.draw(sight, box))


def castrum_once(sight: DrawingInput, box: Box) -> str:
    """Return the Castrum within a box."""
    then = sight.then
    position = sight.position
    key = (
        *("castrum", box, news.is_same_round(sight)),
        *(position.phase, position.castrum, position.provinces),
        (then.castrum, then.provinces) if then else None,
    )
    return sight.once(key, lambda: castrum.draw(sight, box))


def player_heights(sight: DrawingInput, index: int, width: float) -> tuple[float, float]:
    """Return how high the panel of a player is above his pieces, and how high they are."""
    key = ("above", index, width, _seen(sight, index))
    above = sight.once(key, lambda: players.above_pieces(sight, index, width))
    key = ("height", index, width, _seen_of_pieces(sight, index))
    return above, sight.once(key, lambda: players.pieces_height(sight, index, width))


def player_parts(sight: DrawingInput, index: int, box: Box, above: float) -> Iterator[Panel]:
    """Yield the panel of a player and his pieces, which begin so far below its top."""
    width = box.width
    panel = Box(0, 0, width, box.height)
    whole = ("player", index, width, box.height, _seen(sight, index))
    yield Panel(sight.once(whole, lambda: players.draw(sight, index, panel)), box.x, box.y)
    pieces = Box(0, 0, width - 2 * players.PAD, 0)
    key = ("pieces", index, width, _seen_of_pieces(sight, index))
    if drawn := sight.once(key, lambda: holdings.draw(sight, index, pieces)):
        yield Panel(drawn, box.x + players.PAD, box.y + above)


def _seen(sight: DrawingInput, index: int) -> tuple[Any, ...]:
    """Return everything that the panel of a player follows from before the end."""
    if index not in sight.seen:
        sight.seen[index] = _look_at(sight, index)
    return sight.seen[index]


def _look_at(sight: DrawingInput, index: int) -> tuple[Any, ...]:
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


def _seen_of_pieces(sight: DrawingInput, index: int) -> tuple[Any, ...]:
    """Return everything that the pieces of a player follow from before the end."""
    held, old, own = sight.position.players[index], news.player(sight, index), sight.view.own
    split = own.split if own and index == sight.view.index else None
    return (
        (held.provinces, held.patricians),
        (old.provinces, old.patricians) if old else None,
        (split, own.cards) if own and split is not None else None,
    )
