"""Values: an icon and a number beside it; nought is faint."""

from msgspec import Struct

from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.measure import BOLD, SANS, width_of
from pbem.games.drawing.pieces import underline
from pbem.games.drawing.writing import text
from pbem.games.svg import escaped

FAINT = ".38"


class Value(Struct, frozen=True):
    """A count of something: its icon, its number, what it is called, and whether it changed."""

    icon: str
    number: int
    name: str = ""
    is_changed: bool = False


def value(shown: Value, x: float, middle: float, *, size: float = 13, icon_size: float = 15) -> str:
    """Return a value whose icon begins at x, around a middle line."""
    number = str(shown.number).replace("-", "\N{MINUS SIGN}")
    face, kind = (BOLD, "") if shown.number else (SANS, "d-q")
    left = x + icon_size + size * 0.34
    drawn = icon(shown.icon, x, middle - icon_size / 2, icon_size)
    if not shown.number:
        drawn = f'<g opacity="{FAINT}">{drawn}</g>'
    drawn += text(left, middle + size * 0.365, number, size=size, face=face, kind=kind)
    if shown.is_changed:
        drawn += underline(left, middle + size * 0.365 + 2, width_of(number, size, face))
    title = f"<title>{escaped(shown.name)}: {number}</title>" if shown.name else ""
    return f"<g>{title}{drawn}</g>" if title else drawn


def width(shown: Value, *, size: float = 13, icon_size: float = 15) -> float:
    """Return how wide a value is."""
    return icon_size + size * 0.34 + width_of(str(shown.number), size, BOLD)
