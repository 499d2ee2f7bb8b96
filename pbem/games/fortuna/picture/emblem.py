"""The small drawing of a position: the road in two rows, Rome, and who stands where."""

from pbem.games.drawing.document import finish_small
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.pieces.marks import token
from pbem.games.drawing.places import Box, rect
from pbem.games.fortuna.position.state import View, seated
from pbem.games.fortuna.table.table import Road
from pbem.games.game import EMBLEM, Drawing

_ABREAST, _GAP = 8, 4
_ROAD = Box(11, 16, EMBLEM[0] - 22, EMBLEM[1] - 34)


def draw(view: View) -> Drawing:
    """Draw the road."""
    road = view.rules.table.road
    spaces = range(road.start, road.palace + 1)
    body = rect(_ROAD, "d-road", 8) + _rome(road)
    body += "".join(rect(_stone(road, space), _kind(road, space), 5) for space in spaces)
    body += "".join(_pieces(view, road, space) for space in spaces)
    return finish_small(body)


def _stone(road: Road, space: int) -> Box:
    """Return where a space lies: from row to row the road turns back."""
    count = road.palace - road.start + 1
    rows = -(-count // _ABREAST)
    row, place = divmod(space - road.start, -(-count // rows))
    high = (_ROAD.height - _GAP * (rows + 1)) / rows
    line = Box(_ROAD.x + 6, _ROAD.y + _GAP + row * (high + _GAP), _ROAD.width - 12, high)
    column = place if row % 2 == 0 else -(-count // rows) - 1 - place
    return line.column(column, -(-count // rows), _GAP)


def _kind(road: Road, space: int) -> str:
    if space == road.start:
        return "d-village"
    if space in (road.gate, road.palace):
        return "d-court"
    return "d-inner" if space >= road.gate else "d-paving"


def _rome(road: Road) -> str:
    """Draw the ground of Rome below its stones, row by row."""
    stones: dict[float, list[Box]] = {}
    for space in range(road.gate, road.palace + 1):
        stones.setdefault(_stone(road, space).y, []).append(_stone(road, space))
    drawn = ""
    for boxes in stones.values():
        left, right = min(box.x for box in boxes), max(box.right for box in boxes)
        drawn += rect(Box(left, boxes[0].y, right - left, boxes[0].height).grown(5), "d-rome", 7)
    return drawn


def _pieces(view: View, road: Road, space: int) -> str:
    box = _stone(road, space)
    here = [seat for seat in seated(view.rules, view.public) if view.public.players[seat].pos == space]
    if not here:
        names = {road.start: "village", road.gate: "gate", road.palace: "palace"}
        return icon(names[space], box.centre - 10, box.middle - 10, 20) if space in names else ""
    if len(here) == 1:
        return token(here[0], box.centre, box.middle, 24)
    spread = ((-8, -8), (8, -8), (-8, 8), (8, 8)) if len(here) > 2 else ((-6, -7), (6, 7))
    return "".join(token(seat, box.centre + x, box.middle + y, 19) for seat, (x, y) in zip(here, spread, strict=False))
