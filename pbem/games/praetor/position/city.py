"""The city as a growing grid: where a tile may be built, how it lies when turned, and what its plazas are worth.

Cells are (east, north); corners go clockwise from the north-west.
"""

from collections.abc import Iterator
from functools import lru_cache

from pbem.games.game import Seat
from pbem.games.praetor.position.state import Lot, Now, State, cells
from pbem.games.praetor.table.table import Cell, Corners

ROTATIONS = (0, 90, 180, 270)
EDGES = ((0, 1), (1, 0), (0, -1), (-1, 0))

# For each corner of a new tile: who meets it there, as (east, north, their corner); the last one is the diagonal.
_MEETING = (
    ((-1, 0, 1), (0, 1, 3), (-1, 1, 2)),
    ((1, 0, 0), (0, 1, 2), (1, 1, 3)),
    ((1, 0, 3), (0, -1, 1), (1, -1, 0)),
    ((-1, 0, 2), (0, -1, 0), (-1, -1, 1)),
)

Designs = tuple[tuple[int, ...], ...]
Corner = tuple[tuple[int, int, int], ...]
Built = tuple[tuple[Cell, Corners], ...]  # the city as plazas see it: where tiles lie, and how


def turned(corners: Corners, rot: int) -> Corners:
    """Return the corners of a tile turned clockwise by some degrees."""
    k = rot // 90 % 4
    return tuple(corners[(i - k) % 4] for i in range(4))  # type: ignore[return-value]


def sites(ground: dict[Cell, Lot]) -> tuple[Cell, ...]:
    """Return the empty cells that share an edge with a built tile (P-R3), from north to south and west to east."""
    return _sites_around(tuple(ground))


@lru_cache(maxsize=64)  # few cities are looked at, and each again and again until it grows
def _sites_around(built: tuple[Cell, ...]) -> tuple[Cell, ...]:
    found = {(x + dx, y + dy) for x, y in built for dx, dy in EDGES}
    return tuple(sorted(found.difference(built), key=lambda cell: (-cell[1], cell[0])))


def is_adjacent(ground: dict[Cell, Lot], cell: Cell) -> bool:
    """Tell whether a cell shares an edge with a built tile."""
    x, y = cell
    return any((x + dx, y + dy) in ground for dx, dy in EDGES)


def meeting(ground: dict[Cell, Lot], cell: Cell, *, diagonal: bool) -> Designs:
    """Return, for each corner of a cell, the designs of other tiles that touch it there (P-R4)."""
    return _meeting({place: lot.corners for place, lot in ground.items()}, cell, 3 if diagonal else 2)


def _meeting(lying: dict[Cell, Corners], cell: Cell, ends: int) -> Designs:
    return tuple(tuple(_designs(lying, cell, touching[:ends])) for touching in _MEETING)


def _designs(lying: dict[Cell, Corners], cell: Cell, touching: Corner) -> Iterator[int]:
    """Yield the designs that other tiles show at one corner of a cell."""
    x, y = cell
    for dx, dy, corner in touching:
        corners = lying.get((x + dx, y + dy))
        if corners is not None:
            yield corners[corner]


def matches(corners: Corners, designs: Designs) -> int:
    """Count the plazas that match: one favour each, without limit (P-R5)."""
    a, b, c, d = corners
    at_a, at_b, at_c, at_d = designs
    return at_a.count(a) + at_b.count(b) + at_c.count(c) + at_d.count(d)


def plaza(state: State, tile: str, cell: Cell, rot: int) -> int:
    """Return the plaza bonus of a tile at a cell."""
    designs = meeting(cells(state.now), cell, diagonal=state.rules.choices.plaza_diagonal)
    return matches(turned(state.tile(tile).corners, rot), designs)


def best_rotation(state: State, tile: str, cell: Cell) -> int:
    """Return the rotation with the most plazas, the smallest angle among equals."""
    designs = meeting(cells(state.now), cell, diagonal=state.rules.choices.plaza_diagonal)
    corners = state.tile(tile).corners
    return max(ROTATIONS, key=lambda rot: (matches(turned(corners, rot), designs), -rot))


def best_place(state: State, tile: str, rotations: tuple[int, ...] = ROTATIONS) -> tuple[Cell, int, int]:
    """Return the cell, rotation and bonus with the most plazas.

    Among equals: nearest to the outpost by steps, then northernmost, then westernmost, then the smallest angle.
    """
    built = tuple([((lot.x, lot.y), lot.corners) for lot in state.now.city.values()])
    return _best_among(built, state.tile(tile).corners, rotations, diagonal=state.rules.choices.plaza_diagonal)


@lru_cache(maxsize=64)  # a board tells it of every tile on display, and everybody gets one
def _best_among(built: Built, corners: Corners, rotations: tuple[int, ...], *, diagonal: bool) -> tuple[Cell, int, int]:
    lying = [(rot, turned(corners, rot)) for rot in rotations]
    best: tuple[tuple[int, ...], Cell, int, int] | None = None
    for (x, y), designs in _meetings(built, diagonal=diagonal):
        for rot, shown in lying:
            bonus = matches(shown, designs)
            if best is not None and bonus < best[-1]:
                continue
            rank = (bonus, -abs(x) - abs(y), y, -x, -rot)
            if best is None or rank > best[0]:
                best = (rank, (x, y), rot, bonus)
    if best is None:
        raise ValueError("a city without tiles has no place to build")
    return best[1:]


@lru_cache(maxsize=8)
def _meetings(built: Built, *, diagonal: bool) -> tuple[tuple[Cell, Designs], ...]:
    """Return every site with the designs that meet there."""
    lying = dict(built)
    return tuple((cell, _meeting(lying, cell, 3 if diagonal else 2)) for cell in _sites_around(tuple(lying)))


def largest_area(now: Now, seat: Seat) -> int:
    """Return the size of the player's largest group of tiles joined along edges; unowned tiles do not join."""
    left = {(lot.x, lot.y) for lot in now.city.values() if lot.owner == seat}
    return max(_group_sizes(left), default=0)


def _group_sizes(left: set[Cell]) -> Iterator[int]:
    while left:
        edge, size = [left.pop()], 0
        while edge:
            x, y = edge.pop()
            size += 1
            near = {(x + dx, y + dy) for dx, dy in EDGES} & left
            left -= near
            edge += near
        yield size
