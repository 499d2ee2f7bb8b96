"""Things that follow each other from left to right, and go on in the next row where one is full."""

from collections.abc import Iterable

from msgspec import Struct


class Spot(Struct, frozen=True):
    """Where something lies: in which row, and how far from the left."""

    row: int
    x: float


def flow(widths: Iterable[float], room: float, *, gap: float, indent: float = 0) -> list[Spot]:
    """Return where things of these widths lie, all as far apart; `indent` is where the first row begins."""
    return flow_apart(((gap, width) for width in widths), room, indent=indent)


def flow_apart(sizes: Iterable[tuple[float, float]], room: float, *, indent: float = 0) -> list[Spot]:
    """Return where things lie that are each so far from the one before, and so wide."""
    spots: list[Spot] = []
    row, end, is_first = 0, indent, True
    for gap, width in sizes:
        start = end if is_first else end + gap
        if start + width > room and start > 0:
            row, start = row + 1, 0
        spots.append(Spot(row, start))
        end, is_first = start + width, False
    return spots


def rows(spots: list[Spot]) -> int:
    """Return how many rows there are."""
    return spots[-1].row + 1 if spots else 0
