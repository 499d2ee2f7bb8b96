"""The small drawing of a position: the city, every tile with its type and its owner's colour."""

from collections.abc import Iterable

from pbem.games.drawing.document import finish_small
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.places import Box, rect
from pbem.games.game import EMBLEM, Drawing
from pbem.games.praetor.position.state import Lot, View

_MOST, _GAP, _MARGIN = 30, 1.5, 8
_ICONS = {
    "gold_mine": "goldmine",
    "stone_quarry": "stonequarry",
    "marble_quarry": "marblequarry",
    "work_camp": "workcamp",
    "labour_camp": "labourcamp",
}


def draw(view: View) -> Drawing:
    """Draw the city as large as it fits."""
    lots = view.state.now.city.values()
    columns, rows = _span(lot.x for lot in lots), _span(lot.y for lot in lots)
    wide, high = EMBLEM
    side = min(_MOST, (wide - 2 * _MARGIN) / len(columns), (high - 2 * _MARGIN) / len(rows))
    left, top = (wide - side * len(columns)) / 2, (high - side * len(rows)) / 2
    body = ""
    for lot in lots:
        x, y = left + columns.index(lot.x) * side, top + (len(rows) - 1 - rows.index(lot.y)) * side
        body += _tile(view, lot, Box(x, y, side, side).grown(-_GAP / 2))
    return finish_small(body)


def _span(places: Iterable[int]) -> range:
    known = sorted(set(places))
    return range(known[0], known[-1] + 1)


def _tile(view: View, lot: Lot, box: Box) -> str:
    """Draw a tile: its ground, the frame of its owner, and what it is."""
    tile = view.state.tile(lot.tile)
    drawn = rect(box, f"d-mark d-seat-{lot.owner}" if lot.owner else f"d-mark d-tile-{tile.colour}", 3)
    inside = box.grown(-box.width * 0.13)
    if lot.owner:
        drawn += rect(inside, "d-bare", 1.5)
    size = inside.width * 0.86
    name = _ICONS.get(tile.type, tile.type.removeprefix("temple_"))
    return drawn + icon(name, inside.centre - size / 2, inside.middle - size / 2, size)
