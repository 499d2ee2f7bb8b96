"""The style sheet of all drawings: what each class of the kit means, written once for pages and once for pictures.

A drawing names classes and no colours. On a page they are custom properties that follow the reader's theme; in a
picture, whose renderer knows no such thing, they are the literal colours of one theme. All classes begin with `d-`.
"""

import re
from functools import cache

from pbem.games.drawing.palette import COLOURS, PROVINCES, SEATS, THEMES, colour

_PAGE_FONTS = {
    "sans": "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
    "serif": "Georgia,'Noto Serif','DejaVu Serif',Cambria,'Times New Roman',serif",
    "plain": "450",
    "bold": "650",
}
_PICTURE_FONTS = {"sans": "Inter", "serif": "'Noto Serif'", "plain": "400", "bold": "700"}
_PLACE = re.compile(r"\{([a-z0-9-]+|province-[A-Z]{3,4})\}")
NARROWEST = 640  # pixels of a window below which the narrow arrangement is shown

_WORDS = {
    ".d": "fill:{ink};font-family:{sans};font-weight:{plain}",
    ".d-h": "font-family:{serif};font-weight:700",
    ".d-b": "font-weight:{bold}",
    ".d-q": "fill:{ink-soft}",
    ".d-a": "fill:{accent}",
    ".d-v": "fill:{changed}",
    ".d-m": "text-anchor:middle",
    ".d-e": "text-anchor:end",
    ".d-light": "fill:{on-dark}",
    ".d-dark": "fill:{on-light}",
}
_BOXES = {
    ".d-ground": "fill:{ground}",
    ".d-panel": "fill:{sunken};stroke:{line}",
    ".d-asked": "fill:{accent-soft};stroke:{accent};stroke-width:2",
    ".d-won": "fill:{ok-soft};stroke:{ok};stroke-width:2",
    ".d-empty": "fill:none;stroke:{line-strong};stroke-dasharray:4 3",
    ".d-shade": "fill:{shade}",
    ".d-card": "fill:{surface};stroke:{line-strong}",
    ".d-down": "fill:{sunken};stroke:{line-strong}",
    ".d-inset": "fill:{sunken}",
    ".d-bare": "fill:{surface}",
    ".d-changed": "fill:none;stroke:{changed};stroke-width:2",
    ".d-corner": "fill:{changed}",
    ".d-notch": "fill:{changed-on-light}",
    ".d-ring": "fill:none;stroke:{accent};stroke-width:2",
    ".d-rule": "fill:none;stroke:{line}",
    ".d-rule-strong": "fill:none;stroke:{line-strong}",
    ".d-hatch": "fill:none;stroke:{hatch};stroke-width:1.3",
    ".d-ghost": "fill:none;stroke:{ink-soft};stroke-width:1.3;stroke-dasharray:2.8 2.1;stroke-linejoin:round",
}
_ROAD = {
    ".d-road": "fill:{road}",
    ".d-paving": "fill:{surface};stroke:{line}",
    ".d-village": "fill:{sunken};stroke:{line-strong}",
    ".d-rome": "fill:{rome};stroke:{rome-edge};stroke-width:1.4;stroke-linejoin:round",
    ".d-court": "fill:{accent-soft};stroke:{rome-edge}",
    ".d-slit": "fill:none;stroke:{rome-edge};stroke-width:1.6;stroke-linecap:round",
    ".d-inner": "fill:{surface};stroke:{rome}",
}
_CITY = {
    ".d-street": "fill:{road}",
    ".d-lot": "stroke:{outline}",
    ".d-common": "stroke:{line-strong}",
    ".d-area-red": "fill:{surface};stroke:{glyph-red}",
    ".d-area-green": "fill:{surface};stroke:{glyph-green}",
    ".d-area-grey": "fill:{surface};stroke:{glyph-grey}",
    ".d-scale": "fill:{surface};stroke:{line}",
}
_LINES = {
    ".d-i": "fill:none;stroke:{ink};stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round",
    ".d-thin": "stroke-width:1.1",
    ".d-ink": "fill:{ink};stroke:none",
    ".d-glint": "stroke:{on-dark};stroke-width:1.3",
    ".d-stroke-soft": "stroke:{ink-soft}",
    ".d-stroke-accent": "stroke:{accent};stroke-width:2.4",
    ".d-stroke-red": "stroke:{glyph-red};stroke-width:2.4",
    ".d-stroke-green": "stroke:{glyph-green};stroke-width:2.6",
    ".d-stroke-green-thin": "stroke:{glyph-green};stroke-width:1.3",
    ".d-stroke-hatch": "stroke:{hatch};stroke-width:1.1",
    ".d-stroke-wood": "stroke:{wood};stroke-width:1.8",
    ".d-white": "fill:{on-dark}",
    ".d-veil": "fill:{veil}",
    ".d-on-light": "fill:none;stroke:{on-light};stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round",
    ".d-fill-grey": "fill:{glyph-grey};stroke:none",
}
_MARKS = {
    ".d-mark": "stroke:{outline};stroke-width:1.7;stroke-linejoin:round",
    ".d-plaza": "stroke:none",
    ".d-plaza-edge": "fill:none;stroke:{outline};stroke-width:1.4",
    ".d-die": "stroke:{outline};stroke-width:1.4",
    ".d-hand": "stroke:{outline};stroke-width:1.3",
    ".d-used": "fill:none;stroke:{line-strong}",
    ".d-veiled": "fill:{hatch}",
    ".d-stripe": "fill:none;stroke:{surface};stroke-width:1.9",
    ".d-piece": "stroke:{on-light};stroke-width:1.4",
    ".d-below": "fill:none;stroke:{shade};stroke-width:2.4",
    ".d-rim": "fill:none;stroke:{on-light};stroke-opacity:.4",
    ".d-letter": "font-weight:700;text-anchor:middle",
}
_MATTERS = ("water", "grain", "wine", "gold", "wood", "stone", "marble", "steel", "clay", "crest", "leaf", "plaster")
_FILLS = {f".d-{name}": f"fill:{{{name}}}" for name in (*_MATTERS, "paper", "skin")}
_FILLS |= {f".d-seat-{name}": f"fill:{{seat-{name}}}" for name in SEATS}
_FILLS |= {f".d-province-{name}": f"fill:{{province-{name}}}" for name in PROVINCES}
_FILLS |= {
    f".d-{name}": f"fill:{{{name}}}"
    for name in (
        *("tile-red", "tile-green", "tile-grey", "tile-none"),
        *("plaza-1", "plaza-2", "plaza-3", "plaza-3-rays", "plaza-4", "plaza-ground"),
    )
}
RULES = {**_WORDS, **_BOXES, **_ROAD, **_CITY, **_LINES, **_MARKS, **_FILLS}
_PLACES = (
    ".d-parts{position:absolute;width:0;height:0}.d-board{display:block;width:100%;height:auto;margin:0 auto}"
    ".d-wide{max-width:760px}.d-narrow{max-width:480px;display:none}"
    f"@media(max-width:{NARROWEST}px){{.d-wide{{display:none}}.d-narrow{{display:block}}}}"
)


@cache
def page_sheet() -> str:
    """Return the sheet of a page: light and dark by the reader's theme, wide or narrow by the window."""
    light, dark = (_properties(theme) for theme in THEMES)
    themes = f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"
    return themes + _written({name: f"var(--{name})" for name in COLOURS} | _PAGE_FONTS) + _PLACES


@cache
def picture_sheet(theme: str = "light") -> str:
    """Return the sheet of a picture in one theme and the packed fonts."""
    return _written({name: colour(name, theme) for name in COLOURS} | _PICTURE_FONTS)


def _properties(theme: str) -> str:
    is_other = theme == THEMES[1]
    told = (name for name, (light, dark) in COLOURS.items() if not is_other or light != dark)
    return ";".join(f"--{name}:{colour(name, theme)}" for name in told)


def _written(places: dict[str, str]) -> str:
    return "".join(f"{selector}{{{_filled(rule, places)}}}" for selector, rule in RULES.items())


def _filled(rule: str, places: dict[str, str]) -> str:
    return _PLACE.sub(lambda place: places[place[1]], rule)
