"""Corners of city tiles that close to plazas: a quarter disc each, four kinds told apart by pattern.

Where equal corners meet they close to one disc, or to a part of one. A table may print further kinds: those have their
number on them.
"""

from collections.abc import Collection, Iterable
from itertools import combinations
from math import cos, hypot, pi, sin

from pbem.games.drawing.numbers import written
from pbem.games.drawing.parts import placed, symbol
from pbem.games.drawing.remembered import remembered

KINDS = (1, 2, 3, 4)
NUMBERED = (5, 6, 7, 8, 9)
CORNERS = ("nw", "ne", "se", "sw")  # where on the tile; the disc's centre is that corner of the tile
_RADIUS = 24
_SIDE = 25  # of a quarter's box: its radius, and half of its edge
_BOXES = {"nw": (0, 0), "ne": (-_SIDE, 0), "se": (-_SIDE, -_SIDE), "sw": (0, -_SIDE)}

Point = tuple[float, float]
Step = tuple[str, Point]  # `L` to a point, `A` along a circle around the centre, `B` along it back; `M` begins
Course = tuple[Step, ...]


def _sector(start: float, end: float, radius: float = _RADIUS) -> Course:
    """Return a slice of a disc, between two angles as parts of a quarter."""
    first, last = ((radius * cos(turn * pi / 2), radius * sin(turn * pi / 2)) for turn in (start, end))
    return (("M", (0, 0)), ("L", first), ("A", last))


def _band(inner: float, outer: float) -> Course:
    return (("M", (inner, 0)), ("L", (outer, 0)), ("A", (0, outer)), ("L", (0, inner)), ("B", (inner, 0)))


_WHOLE = _sector(0, 1)
_RAYS = tuple(step for turn in range(4) for step in _sector(turn / 4, (turn + 0.5) / 4))
_HALF = _RADIUS / 2
_CHORD = 20.8  # where a line through half the radius leaves the disc
_CHECKS: Course = (
    *(("M", (_HALF, 0)), ("L", (_RADIUS, 0)), ("A", (_CHORD, _HALF)), ("L", (_HALF, _HALF))),
    *(("M", (0, _HALF)), ("L", (_HALF, _HALF)), ("L", (_HALF, _CHORD)), ("A", (0, _RADIUS))),
)
_EDGE: Course = (("M", (_RADIUS, 0)), ("A", (0, _RADIUS)))
_PLAIN = (("plaza-ground", _WHOLE),)
_INSIDE: dict[int, tuple[tuple[str, Course], ...]] = {
    1: (("plaza-1", _WHOLE), ("plaza-ground", _band(8, 16))),
    2: (*_PLAIN, ("plaza-2", _sector(0, 1, 13))),
    3: (("plaza-3", _WHOLE), ("plaza-3-rays", _RAYS)),
    4: (*_PLAIN, ("plaza-4", _CHECKS)),
}
_INSIDE |= dict.fromkeys(NUMBERED, _PLAIN)


def _written(course: Course, corner: str) -> str:
    """Return a course of the north-western corner as it lies in another."""
    path = ""
    for step, point in course:
        x, y = _turned(point, CORNERS.index(corner))
        place = f"{written(x)} {written(y)}"
        if step in "AB":
            radius = written(hypot(x, y))
            path += f"A{radius} {radius} 0 0 {int(step == 'A')} {place}"
        else:
            path += f"{step}{place}"
    return path


def _turned(point: Point, quarters: int) -> Point:
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _quarters(kind: int, corners: Iterable[str]) -> str:
    """Return equal corners around a point; each is named by its place on its own tile."""
    around = tuple(corners)
    drawn = ""
    for name, course in (*_INSIDE[kind], ("plaza-edge", _EDGE)):
        path = "".join(_written(course, corner) for corner in around)
        drawn += f'<path d="{path}" class="d-{name}"/>'
    return drawn + "".join(_number(kind, corner) for corner in around if kind in NUMBERED)


def _number(kind: int, corner: str) -> str:
    x, y = (-10 if start else 10 for start in _BOXES[corner])
    return f'<text x="{x}" y="{y + 6}" class="d-letter d-ink" font-size="17">{kind}</text>'


def _named(kind: int, corners: Collection[str]) -> str:
    return f"d-plaza-{kind}-{''.join(corner for corner in CORNERS if corner in corners)}"


def _part(kind: int, corners: Collection[str]) -> str:
    box = f"-{_SIDE} -{_SIDE} {2 * _SIDE} {2 * _SIDE}"
    if len(corners) == 1:
        left, top = _BOXES[next(iter(corners))]
        box = f"{left} {top} {_SIDE} {_SIDE}"
    return symbol(_named(kind, corners), _quarters(kind, corners), kind="d-plaza", box=box)


PARTS = {
    _named(kind, corners): _part(kind, corners)
    for kind in _INSIDE
    for count in (1, 2, 3, 4)
    for corners in combinations(CORNERS, count)
}


@remembered
def plaza(kind: int, x: float, y: float, radius: float, *, corner: str) -> str:
    """Return a quarter disc around the corner of a tile that lies at a point."""
    half = radius * _SIDE / _RADIUS / 2
    left, top = _BOXES[corner]
    return placed(_named(kind, (corner,)), x + (-half if left else half), y + (-half if top else half), 2 * half)


def disc(kind: int, x: float, y: float, radius: float, *, corners: Collection[str]) -> str:
    """Return the quarters of several tiles that meet at a point, each named by the corner of its own tile."""
    return placed(_named(kind, corners), x, y, 2 * radius * _SIDE / _RADIUS)
