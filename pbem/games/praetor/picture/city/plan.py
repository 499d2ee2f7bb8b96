"""The plan of the city: how large tiles are and where each cell lies, so that all of it is seen at once.

Tiles are as large as the width allows. A city that is too wide for tiles of the least size is drawn in strips, from the
west to the east, below each other.
"""

from collections.abc import Collection

from msgspec import Struct

from pbem.games.drawing.places import Box
from pbem.games.praetor.picture.rhythm import CityRhythm
from pbem.games.praetor.table.table import Cell

MOST = 92  # side of a tile
GAP = 1.5  # between two tiles
STREET = 3  # around all of them


class Strip(Struct, frozen=True):
    """Some columns of the city and where their north-western cell lies."""

    west: int
    east: int
    left: float
    top: float


class Plan(Struct, frozen=True):
    """Where cells lie."""

    side: float
    north: int
    south: int
    stub: float
    stub_down: float
    strips: tuple[Strip, ...]
    bottom: float

    @property
    def pitch(self) -> float:
        """From one tile to the next."""
        return self.side + GAP

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self.north - self.south + 1

    @property
    def columns(self) -> range:
        """The columns of the city."""
        return range(self.strips[0].west, self.strips[-1].east + 1)

    def box(self, cell: Cell) -> Box:
        """Return where a cell of the city lies."""
        x, y = cell
        strip = self.strip(x)
        left, top = strip.left + (x - strip.west) * self.pitch, strip.top + (self.north - y) * self.pitch
        return Box(left, top, self.side, self.side)

    def stub_box(self, cell: Cell) -> Box:
        """Return where the stub of a cell lies that is just outside the city."""
        x, y = cell
        columns = self.columns
        whole = self.box((min(max(x, columns[0]), columns[-1]), min(max(y, self.south), self.north)))
        if x < columns[0]:
            return Box(whole.x - STREET - self.stub, whole.y, self.stub, whole.height)
        if x > columns[-1]:
            return Box(whole.right + STREET, whole.y, self.stub, whole.height)
        if y > self.north:
            return Box(whole.x, whole.y - STREET - self.stub_down, whole.width, self.stub_down)
        return Box(whole.x, whole.bottom + STREET, whole.width, self.stub_down)

    def is_inside(self, cell: Cell) -> bool:
        """Tell whether a cell has built ones, or gaps between them, on all sides."""
        x, y = cell
        return x in self.columns and self.south <= y <= self.north

    def strip(self, x: int) -> Strip:
        """Return the strip that a column is in."""
        return next(strip for strip in self.strips if x <= strip.east)


def plan(built: Collection[Cell], box: Box, rhythm: CityRhythm) -> Plan:
    """Plan a city at the top of a box, as wide as it can be."""
    west, east = min(x for x, _ in built), max(x for x, _ in built)
    south, north = min(y for _, y in built), max(y for _, y in built)
    rows, columns = north - south + 1, east - west + 1
    around = 2 * (rhythm.stub + STREET)
    room = box.width - rhythm.edge - around + GAP
    most = int(room // (rhythm.least + GAP))
    count = -(-columns // most)
    abreast = -(-columns // count)
    highest = max(rhythm.least, rhythm.tallest / rows - GAP)
    side = int(2 * min(MOST, room / abreast - GAP, highest)) / 2  # halves are short to write
    taken = abreast * (side + GAP) - GAP + around + rhythm.edge
    left = box.x + (box.width - taken) / 2 + rhythm.edge + rhythm.stub + STREET
    high = rows * (side + GAP) - GAP + 2 * (rhythm.stub_down + STREET) + rhythm.numbers
    strips = tuple(
        Strip(first, min(first + abreast - 1, east), left, box.y + number * high + rhythm.stub_down + STREET)
        for number, first in enumerate(range(west, east + 1, abreast))
    )
    return Plan(side, north, south, rhythm.stub, rhythm.stub_down, strips, box.y + len(strips) * high)
