"""Values: an icon and a number beside it; nought is faint."""

from msgspec import Struct

from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.pieces.pieces import underline
from pbem.games.drawing.remembered import remembered
from pbem.games.drawing.text.measure import BOLD, SANS, width_of
from pbem.games.drawing.text.writing import text
from pbem.games.kit.svg import title

FAINT = ".38"
_GAP = 0.34  # between icon and number, of the size


class Value(Struct, frozen=True):
    """A count of something: its icon, its number, what it is called, and whether it changed."""

    icon: str
    number: int
    name: str = ""
    is_changed: bool = False


@remembered
def value(shown: Value, x: float, middle: float, *, size: float = 13, icon_size: float = 15, room: float = 1000) -> str:
    """Return a value whose icon begins at x, around a middle line; its number is smaller where there is little room."""
    number = _written(shown)
    face, kind = (BOLD, "") if shown.number else (SANS, "d-q")
    left = x + icon_size + size * _GAP
    size *= min(1, (x + room - left) / width_of(number, size, face))
    drawn = icon(shown.icon, x, middle - icon_size / 2, icon_size)
    if not shown.number:
        drawn = f'<g opacity="{FAINT}">{drawn}</g>'
    drawn += text(left, middle + size * 0.365, number, size=size, face=face, kind=kind)
    if shown.is_changed:
        drawn += underline(left, middle + size * 0.365 + 2, width_of(number, size, face))
    return f"<g>{title(f'{shown.name}: {number}')}{drawn}</g>" if shown.name else drawn


def _written(shown: Value) -> str:
    return str(shown.number).replace("-", "\N{MINUS SIGN}")


@remembered
def width(shown: Value, *, size: float = 13, icon_size: float = 15) -> float:
    """Return how wide a value is."""
    return icon_size + size * _GAP + width_of(_written(shown), size, BOLD)
