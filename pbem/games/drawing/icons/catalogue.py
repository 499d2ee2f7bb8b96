"""All icons by name, as parts of a document, and how to place one."""

from pbem.games.drawing.icons import buildings, emblems, goods, provinces, signs, tiles
from pbem.games.drawing.parts import placed, symbol
from pbem.games.drawing.remembered import remembered

_ON_ANY_GROUND = {**goods.ICONS, **signs.ICONS, **emblems.ICONS, **buildings.ICONS, **tiles.ICONS}
NAMES = (*_ON_ANY_GROUND, *provinces.ICONS)
ICONS = {f"d-{name}": symbol(f"d-{name}", content) for name, content in _ON_ANY_GROUND.items()}
ICONS |= {f"d-{name}": symbol(f"d-{name}", content, kind="d-on-light") for name, content in provinces.ICONS.items()}


@remembered
def icon(name: str, x: float, y: float, size: float) -> str:
    """Return an icon in a square whose upper left corner is at a point."""
    return placed(f"d-{name}", x + size / 2, y + size / 2, size)
