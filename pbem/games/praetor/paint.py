"""Small SVG pieces: plazas, tiles, markers, dice, goods. What comes often is drawn once and used by name."""

from collections.abc import Iterator

import pbem.games.svg as pen

INK = "#222"
SIZE = 104  # of a tile
SEAT_COLOURS = {"blue": "#0072B2", "yellow": "#F0E442", "white": "#fff", "black": "#000", "purple": "#CC79A7"}
SEAT_LETTERS = {"blue": "B", "yellow": "Y", "white": "W", "black": "K", "purple": "P"}
_DARK = frozenset({"blue", "black"})
_GOODS = {"gold": "#F0E442", "wood": "#E69F00", "stone": "#999", "marble": "#fff", "weapons": "#000"}
_GROUNDS = {"red": "#f9e3d6", "green": "#dcf1e8", "grey": "#ddd", "none": "#f7f4ea"}
_RINGS = {"red": "#D55E00", "green": "#009E73", "grey": "#666"}
_DESIGNS = {1: "#56B4E9", 2: "#E69F00", 3: "#F0E442", 4: "#CC79A7"}
_SHAPES = {1: "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z", 3: "M0-10L10 8H-10Z", 4: "M0-11L11 0L0 11L-11 0Z"}
_SQUARE = "M-8-8H8V8H-8Z"


def defined(designs: int) -> str:
    """Return the pieces that are used by name."""
    pieces = [*map(_plaza, range(1, designs + 1)), *map(_ground, _GROUNDS), *map(_ring, _RINGS)]
    pieces += [_cube(good) for good in _GOODS]
    for seat in SEAT_COLOURS:
        pieces += [_marker(seat), _die(seat)]
    return f"<defs>{''.join(pieces)}</defs>"


def use(name: str, x: int, y: int) -> str:
    """Put a defined piece at a point."""
    return pen.element("use", href=f"#pr-{name}", x=x, y=y)


def label(x: int, y: int, words: str, **look: pen.Attribute) -> str:
    """Write a word centred at a point; `look` holds further attributes."""
    return pen.text(x, y, words, **look)


def heading(x: int, y: int, words: str, size: int = 13) -> str:
    """Write a bold word centred at a point."""
    return pen.text(x, y, words, font_size=size, font_weight="bold")


def start(x: int, y: int, words: str, size: int = 12) -> str:
    """Write words that start at a point."""
    return pen.text(x, y, words, font_size=size, text_anchor="start")


def dice(x: int, y: int, level: int, seat: str) -> str:
    """Draw a worker: a die of the player's colour with its level."""
    ink = {"fill": "#fff"} if seat in _DARK else {}
    return use(f"d-{seat}", x, y) + pen.text(x + 10, y + 15, str(level), font_size=14, font_weight="bold", **ink)


def goods(x: int, y: int, amounts: dict[str, int], step: int = 27) -> Iterator[str]:
    """Draw goods as cubes with their letter, the amount beside."""
    for place, (good, amount) in enumerate(amounts.items()):
        left = x + place * step
        yield use(f"g-{good}", left, y) + pen.text(left + 15, y + 10, str(amount), text_anchor="start")


def _plaza(design: int) -> str:
    shape = f'<path d="{_SHAPES.get(design, _SQUARE)}" fill="{_DESIGNS.get(design, "#fff")}" stroke="{INK}"/>'
    return f'<g id="pr-p{design}">{shape}<text y="4" font-size="10">{design}</text></g>'


def _ground(colour: str) -> str:
    return f'<path id="pr-t-{colour}" d="M1 1H103V103H1Z" fill="{_GROUNDS[colour]}" stroke="{INK}"/>'


def _ring(colour: str) -> str:
    return f'<path id="pr-a-{colour}" d="M0 0H24V24H0Z" fill="#fff" stroke="{_RINGS[colour]}" stroke-width="2"/>'


def _cube(good: str) -> str:
    letter = "A" if good == "weapons" else good[0].upper()
    colour = ' fill="#fff"' if good == "weapons" else ""
    box = f'<path d="M0 0H12V12H0Z" fill="{_GOODS[good]}" stroke="{INK}"/>'
    return f'<g id="pr-g-{good}">{box}<text x="6" y="10" font-size="9"{colour}>{letter}</text></g>'


def _marker(seat: str) -> str:
    disc = f'<circle r="11" fill="{SEAT_COLOURS[seat]}" stroke="{INK}"/>'
    colour = ' fill="#fff"' if seat in _DARK else ""
    letter = f'<text y="5" font-size="13" font-weight="bold"{colour}>{SEAT_LETTERS[seat]}</text>'
    return f'<g id="pr-m-{seat}">{disc}{letter}</g>'


def _die(seat: str) -> str:
    return f'<rect id="pr-d-{seat}" width="20" height="20" rx="4" fill="{SEAT_COLOURS[seat]}" stroke="{INK}"/>'
