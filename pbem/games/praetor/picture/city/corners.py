"""Corners that meet their like: around one point they close to a disc, or to a part of one."""

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from pbem.games.drawing.pieces.plazas import CORNERS, disc, plaza
from pbem.games.praetor.picture.city.faces import PLAZA
from pbem.games.praetor.picture.city.plan import GAP, Plan
from pbem.games.praetor.picture.drawing_input import DrawingInput
from pbem.games.praetor.position.state import State, cells
from pbem.games.praetor.table.table import Cell

_WAYS = {"nw": (0, 0), "ne": (1, 0), "se": (1, 1), "sw": (0, 1)}  # from a tile's north-west to each corner
_OPPOSITE = ({"nw", "se"}, {"ne", "sw"})


class Corner(Struct, frozen=True):
    """A corner of a tile: of which one, where on it, and its design."""

    cell: Cell
    at: str
    kind: int


def corners(sight: DrawingInput, ground: Plan) -> Iterator[str]:
    """Draw all corners that meet their like; those that strips part are drawn on both."""
    radius = PLAZA * ground.side + GAP / 2
    for equal in equal_corners(sight.state):
        by_strip = defaultdict(list)
        for corner in equal:
            by_strip[ground.strip(corner.cell[0]).top].append(corner)
        for group in by_strip.values():
            x, y = _point(ground, group[0])
            places = [corner.at for corner in group]
            if len(places) > 1:
                yield disc(group[0].kind, x, y, radius, corners=places)
            else:
                yield plaza(group[0].kind, x, y, radius, corner=places[0])


def _point(ground: Plan, corner: Corner) -> tuple[float, float]:
    """Return the point between tiles where a corner lies."""
    right, down = _WAYS[corner.at]
    box = ground.box(corner.cell)
    return box.x - GAP / 2 + right * ground.pitch, box.y - GAP / 2 + down * ground.pitch


def equal_corners(state: State) -> Iterator[list[Corner]]:
    """Yield the equal corners around each point where there are several that count (P-R4)."""
    points: dict[tuple[Cell, int], list[Corner]] = defaultdict(list)
    for (x, y), lot in cells(state.now).items():
        for at, kind in zip(CORNERS, lot.corners, strict=True):
            right, down = _WAYS[at]
            points[(x + right, y - down), kind].append(Corner((x, y), at, kind))
    is_across = state.rules.choices.plaza_diagonal
    for equal in points.values():
        if len(equal) > 1 and (is_across or {corner.at for corner in equal} not in _OPPOSITE):
            yield equal
