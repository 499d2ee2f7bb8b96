"""All icons by name, from the SVG files of this folder, and how to place one."""

from pbem.games.drawing.art import read_parts
from pbem.games.drawing.parts import placed
from pbem.games.drawing.remembered import remembered

_FILES = ("goods", "signs", "emblems", "buildings", "tiles", "provinces")

ICONS = {name: part for file in _FILES for name, part in read_parts("pbem.games.drawing.icons", f"{file}.svg").items()}
NAMES = tuple(name.removeprefix("d-") for name in ICONS)


@remembered
def icon(name: str, x: float, y: float, size: float) -> str:
    """Return an icon in a square whose upper left corner is at a point."""
    return placed(f"d-{name}", x + size / 2, y + size / 2, size)
