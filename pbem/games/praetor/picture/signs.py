"""Signs of this game alone: a worker, what he has learned, a tile of one's own, trade, and activation areas."""

from pbem.games.drawing.icons.shapes import box, disc, kind, path
from pbem.games.drawing.icons.signs import EVEN, SPECIAL, UP
from pbem.games.drawing.parts import symbol

_WORKER = (
    disc(9.4, 6.8, 4.2, "skin")
    + path("M2.2 21.2c0-5 2.9-8 7.2-8s7.2 3 7.2 8z", "skin")
    + path("M19.2 21.6V9.4", width=2)
    + path("M15.6 5.4h7.2v4.2h-7.2z", "steel")
)
_LEVEL = disc(12, 12, 9.8, "paper") + path("M7.4 16.4v-3.2M12 16.4v-6.2M16.6 16.4V7.6", width=2.6)
_LOT = (
    box(2.6, 2.6, 18.8, 18.8, "clay", radius=2)
    + box(6.8, 6.8, 10.4, 10.4, "paper")
    + path("M9.2 17.2v-3a2.8 2.8 0 0 1 5.6 0v3z", "ink")
)
_TRADE = path("M3 8.4h16M14.4 3.8L19 8.4l-4.6 4.6M21 16.4H5M9.6 11.8L5 16.4l4.6 4.6", "stroke-soft", width=1.9)
_AREAS = {"red": UP, "green": EVEN, "grey": SPECIAL, "used": ""}


def _area(colour: str, glyph: str) -> str:
    """Return an activation area: a frame in its colour, and a sign that tells it without one."""
    frame = "grey" if colour == "used" else colour
    inner = f'<g transform="translate(3.6 3.6)scale(.7)">{kind("i", glyph)}</g>'
    return box(1, 1, 22, 22, f"area-{frame}", radius=5) + inner


WORKER, LEVEL, LOT, TRADE = (f"#praetor-{name}" for name in ("worker", "level", "lot", "trade"))
_ICONS = {"worker": _WORKER, "level": _LEVEL, "lot": _LOT, "trade": _TRADE}
PARTS = {f"d-praetor-{name}": symbol(f"d-praetor-{name}", content) for name, content in _ICONS.items()}
PARTS |= {
    f"d-area-{colour}": symbol(f"d-area-{colour}", _area(colour, glyph), kind="d-i") for colour, glyph in _AREAS.items()
}
