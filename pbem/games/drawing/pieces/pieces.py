"""Pieces of a table and the states they can be in: panels, cards, what is face down, changed, private, or free.

The states are told by shape as well as by colour: a hatch, a lock, a dashed edge, a filled corner, a bar and an eye.
"""

from collections.abc import Iterator

from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.numbers import written
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.remembered import remembered

PANEL, CARD, TILE = 10, 7, 3  # radii


def panel(box: Box, *, is_asked: bool = False) -> str:
    """Return a panel; whose answer is awaited has one of the accent."""
    return rect(box, "d-asked" if is_asked else "d-panel", PANEL)


def panel_won(box: Box) -> str:
    """Return the panel of who has won."""
    return rect(box, "d-won", PANEL)


@remembered
def card(box: Box, radius: float = CARD) -> str:
    """Return a card that lies face up, with its shadow."""
    below = Box(box.x, box.y + 1.4, box.width, box.height)
    return rect(below, "d-shade", radius) + rect(box, "d-card", radius)


@remembered
def card_down(box: Box, radius: float = CARD) -> str:
    """Return a card that lies face down, or something that is used up."""
    return rect(box, "d-down", radius) + hatch(box.grown(-1), radius)


@remembered
def hatch(box: Box, radius: float = 0, *, step: float = 8) -> str:
    """Return slanting lines that fill a box with rounded corners."""
    path = ""
    for start in _slants(box, step):
        # a line from the lower or left edge up to the upper or right one
        left = max(box.x, start - box.height)
        right = min(box.right, start)
        top = box.y + start - right
        if right - left > radius:
            path += f"M{written(left)} {written(top + right - left)}L{written(right)} {written(top)}"
    return f'<path d="{path}" class="d-hatch"/>'


def _slants(box: Box, step: float) -> Iterator[float]:
    """Yield where lines would meet the upper edge, were it long enough."""
    start = box.x + step
    while start < box.right + box.height:
        yield start
        start += step


def free(box: Box, radius: float = CARD) -> str:
    """Return a place that is empty and may be used."""
    return rect(box, "d-empty", radius)


@remembered
def emblem(name: str, box: Box) -> str:
    """Return an icon in its sunken square, which fills a box."""
    size = box.width * 0.78
    margin = (box.width - size) / 2
    return rect(box, "d-inset", 5) + icon(name, box.x + margin, box.y + margin, size)


@remembered
def emblem_down(name: str, box: Box) -> str:
    """Return the emblem of something that lies face down and is known all the same."""
    size = box.width * 0.78
    margin = (box.width - size) / 2
    faint = icon(name, box.x + margin, box.y + margin, size)
    return f'<g opacity=".7">{rect(box, "d-bare", 5)}</g><g opacity=".45">{faint}</g>'


@remembered
def changed(box: Box, radius: float = CARD) -> str:
    """Return the sign that something changed since the reader's last turn: an outline, and a corner top right."""
    corner = 11
    right, top = box.right, box.y
    path = (
        f"M{written(right - corner)} {written(top)}H{written(right - radius)}a{written(radius)} {written(radius)} 0 0 1"
        f" {written(radius)} {written(radius)}V{written(top + corner)}z"
    )
    return rect(box, "d-changed", radius) + f'<path d="{path}" class="d-corner"/>'


@remembered
def notch(box: Box, deep: float = 6.4) -> str:
    """Return the same sign for a tile: an outline, and a notch in its upper edge."""
    centre, top, half = box.centre, box.y, written(deep * 0.94)
    path = f"M{written(centre - deep * 0.94)} {written(top)}h{written(deep * 1.88)}l-{half} {written(deep)}z"
    return rect(box, "d-changed", TILE) + f'<path d="{path}" class="d-corner"/>'


def underline(x: float, y: float, width: float) -> str:
    """Return the same sign for a number: a bar below it."""
    return rect(Box(x, y, width, 2), "d-corner", 1)


@remembered
def private(box: Box, seat: str, radius: float = CARD) -> str:
    """Return the sign that only the reader sees this: a bar in the colour of the seat, and an eye."""
    left, top, bottom = box.x, box.y, box.bottom
    path = (
        f"M{written(left + radius)} {written(top)}a{written(radius)} {written(radius)} 0 0 0-{written(radius)}"
        f" {written(radius)}V{written(bottom - radius)}a{written(radius)} {written(radius)} 0 0 0 {written(radius)}"
        f" {written(radius)}z"
    )
    bar = f'<path d="{path}" class="d-mark d-seat-{seat}"/>'
    return bar + icon("eye", box.right - 20, box.middle - 7.5, 15)


def rule(x: float, y: float, *, down: float = 0, across: float = 0) -> str:
    """Return a thin line between things."""
    return f'<path d="M{written(x)} {written(y)}l{written(across)} {written(down)}" class="d-rule"/>'
