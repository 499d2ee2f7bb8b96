"""Panels below each other, and side by side where there is room."""

from collections.abc import Iterable, Iterator

from pbem.games.drawing.places import Box, Panel


class Stack:
    """Puts panels below each other; each was drawn from its own corner."""

    def __init__(self, left: float, top: float) -> None:
        self.left = left
        self.top = top  # where the next one begins
        self.panels: list[Panel] = []

    def put(self, drawn: str, height: float = 0, *, after: float = 0) -> None:
        """Put a panel of this height below the others; what comes next lies so far below it."""
        self.put_parts([Panel(drawn)], height, after=after)

    def put_parts(self, parts: Iterable[Panel], height: float, *, after: float = 0) -> None:
        """Put panels that lie together, each at its place from their common corner."""
        self.panels += [Panel(part.drawn, self.left + part.x, self.top + part.y) for part in parts]
        self.skip(height + after)

    def place(self, parts: Iterable[tuple[str, Box]]) -> None:
        """Put panels into boxes, and go on below the last of them."""
        for drawn, box in parts:
            self.panels.append(Panel(drawn, box.x, box.y))
            self.top = box.bottom

    def skip(self, height: float) -> None:
        """Leave some room."""
        self.top += height


def abreast(box: Box, count: int, *, columns: int, height: float, gap: float) -> Iterator[Box]:
    """Yield places of one height in rows of columns; a last one that is alone has the whole width."""
    for number in range(count):
        row, column = divmod(number, columns)
        line = Box(box.x, box.y + row * (height + gap), box.width, height)
        is_alone = column == 0 and number == count - 1
        yield line if is_alone else list(line.columns(columns, gap))[column]
