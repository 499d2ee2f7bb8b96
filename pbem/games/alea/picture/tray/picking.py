"""Who is to choose in the evaluation, and in which order others come after him."""

from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.flow import Spot, flow, rows
from pbem.games.alea.picture.tray import awaited, progress
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.numbers import written
from pbem.games.drawing.pieces.marks import token
from pbem.games.drawing.places import Box

_TOKEN, _BETWEEN, _ROW = 21, 18, 31
_EDGE = 17
_IN_ORDER = frozenset({"card", "province", "patrician"})


def below(sight: DrawingInput, width: float) -> float:
    """Return how much higher the tray is than a name: by those who do not stand beside it."""
    return 0 if _is_beside(sight, width) else rows(_spots(sight, width)) * _ROW


def draw(sight: DrawingInput, line: Box, box: Box) -> str:
    """Draw who is awaited in the first line of the tray, and the order of picks beside or below."""
    room = progress.room(sight, box.width)
    if not _is_beside(sight, box.width):
        drawn, _ = awaited.draw(sight, line, room)
        return drawn + _order(sight, _spots(sight, box.width), box.x + _EDGE, line.bottom + _TOKEN / 2 - 4)
    drawn, right = awaited.draw(sight, line, room - _width(sight))
    left = max(right + 26, line.x + awaited.LEFT + awaited.LEAST)
    return drawn + _order(sight, _spots(sight, box.width), left, line.middle)


def _queue(sight: DrawingInput) -> tuple[int, ...]:
    """Return who picks, one after the other; nobody where the name alone says it."""
    queue = sight.position.queue
    return queue if len(queue) > 1 else ()


def _width(sight: DrawingInput) -> float:
    """Return what the order of picks takes beside a name."""
    count = len(_queue(sight))
    return count * (_TOKEN + _BETWEEN) + 16 if count else 0


def _is_beside(sight: DrawingInput, width: float) -> bool:
    return _width(sight) + awaited.LEAST + 40 <= progress.room(sight, width)


def _spots(sight: DrawingInput, width: float) -> list[Spot]:
    return flow((_TOKEN for _ in _queue(sight)), width - 2 * _EDGE, gap=_BETWEEN)


def _order(sight: DrawingInput, spots: list[Spot], left: float, middle: float) -> str:
    drawn, in_order = "", sight.position.phase in _IN_ORDER
    for place, (index, spot) in enumerate(zip(_queue(sight), spots, strict=True)):
        x, y = left + spot.x + _TOKEN / 2, middle + spot.row * _ROW
        if in_order and not place:
            drawn += f'<circle cx="{written(x)}" cy="{written(y)}" r="14.5" class="d-ring"/>'
        if in_order and spot.x:
            drawn += icon("next", x - (_TOKEN + _BETWEEN) / 2 - 5, y - 5, 10)
        drawn += token(sight.seat(index), x, y, _TOKEN)
    return drawn
