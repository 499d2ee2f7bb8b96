"""Corners of city tiles that close to plazas: a quarter disc each, four kinds told apart by pattern.

Where four equal corners meet they close to one disc.
"""

from math import cos, pi, sin

from pbem.games.drawing.numbers import written
from pbem.games.drawing.parts import symbol

KINDS = (1, 2, 3, 4)
CORNERS = ("nw", "ne", "se", "sw")  # where on the tile; the disc's centre is that corner of the tile
_TURNS = {"nw": 0, "ne": 90, "se": 180, "sw": 270}
_WHOLE = "M0 0H24A24 24 0 0 1 0 24z"


def _sector(start: float, end: float, radius: float = 24) -> str:
    first, last = ((radius * cos(turn), radius * sin(turn)) for turn in (start, end))
    return f"M0 0L{first[0]:.1f} {first[1]:.1f}A{radius:g} {radius:g} 0 0 1 {last[0]:.1f} {last[1]:.1f}z"


def _band(inner: float, outer: float) -> str:
    return (
        f"M{inner:g} 0H{outer:g}A{outer:g} {outer:g} 0 0 1 0 {outer:g}V{inner:g}A{inner:g} {inner:g} 0 0 0 {inner:g} 0z"
    )


_RAYS = "".join(_sector(turn * pi / 8, (turn + 0.5) * pi / 8) for turn in range(4))
_CHECKS = "M12 0H24A24 24 0 0 1 20.8 12H12zM0 12H12V20.8A24 24 0 0 1 0 24z"
_INSIDE = {
    1: f'<path d="{_WHOLE}" class="d-plaza-1"/><path d="{_band(8, 16)}" class="d-plaza-ground"/>',
    2: f'<path d="{_WHOLE}" class="d-plaza-ground"/><path d="M0 0H13A13 13 0 0 1 0 13z" class="d-plaza-2"/>',
    3: f'<path d="{_WHOLE}" class="d-plaza-3"/><path d="{_RAYS}" class="d-plaza-3-rays"/>',
    4: f'<path d="{_WHOLE}" class="d-plaza-ground"/><path d="{_CHECKS}" class="d-plaza-4"/>',
}
_EDGE = '<path d="M24 0A24 24 0 0 1 0 24" class="d-plaza-edge"/>'
PARTS = {
    f"d-plaza-{kind}": symbol(f"d-plaza-{kind}", inside + _EDGE, kind="d-plaza", box="0 0 25 25")
    for kind, inside in _INSIDE.items()
}


def plaza(kind: int, x: float, y: float, radius: float, *, corner: str) -> str:
    """Return a quarter disc around the corner of a tile that lies at a point."""
    side = written(radius * 25 / 24)
    return (
        f'<use href="#d-plaza-{kind}" width="{side}" height="{side}"'
        f' transform="translate({written(x)} {written(y)})rotate({_TURNS[corner]})"/>'
    )
