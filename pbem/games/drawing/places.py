"""Places on a drawing: boxes, and boxes side by side."""

from collections.abc import Iterator

from msgspec import Struct

from pbem.games.drawing.numbers import written
from pbem.games.drawing.remembered import remembered


class Box(Struct, frozen=True):
    """A rectangle by its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Where it ends below."""
        return self.y + self.height

    @property
    def centre(self) -> float:
        """Half its width from the left."""
        return self.x + self.width / 2

    @property
    def middle(self) -> float:
        """Half its height from above."""
        return self.y + self.height / 2

    def grown(self, by: float) -> "Box":
        """Return a box that is larger on all four sides, or smaller."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def grown_across(self, by: float) -> "Box":
        """Return a box that is wider on both sides, or narrower."""
        return Box(self.x - by, self.y, self.width + 2 * by, self.height)

    def columns(self, count: int, gap: float) -> Iterator["Box"]:
        """Yield so many boxes of one width beside each other that fill it."""
        return (self.column(number, count, gap) for number in range(count))

    def column(self, number: int, count: int, gap: float) -> "Box":
        """Return one of the boxes that `columns` yields."""
        width = (self.width - gap * (count - 1)) / count
        return Box(self.x + number * (width + gap), self.y, width, self.height)


class Panel(Struct, frozen=True):
    """A part of a drawing from its own upper left corner, the same wherever it stands; and how far it is moved."""

    drawn: str
    x: float = 0
    y: float = 0

    @property
    def moved(self) -> str:
        """What was drawn, in its place."""
        if not self.x and not self.y:
            return self.drawn
        return f'<g transform="translate({written(self.x)} {written(self.y)})">{self.drawn}</g>'


@remembered
def rect(box: Box, kind: str, radius: float = 0) -> str:
    """Return a rectangle of a class."""
    rounded = f' rx="{written(radius)}"' if radius else ""
    return (
        f'<rect x="{written(box.x)}" y="{written(box.y)}" width="{written(box.width)}" height="{written(box.height)}"'
        f'{rounded} class="{kind}"/>'
    )
