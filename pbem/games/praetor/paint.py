"""Small SVG pieces: boxes, labels, markers, dice, goods."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

INK = "#222222"
SEAT_COLOURS = {"blue": "#0072B2", "yellow": "#F0E442", "white": "#ffffff", "black": "#000000", "purple": "#CC79A7"}
SEAT_LETTERS = {"blue": "B", "yellow": "Y", "white": "W", "black": "K", "purple": "P"}
_DARK = frozenset({"blue", "black"})
_GOOD_COLOURS = {"gold": "#F0E442", "wood": "#E69F00", "stone": "#999999", "marble": "#ffffff", "weapons": "#000000"}
_GOOD_LETTERS = {"gold": "G", "wood": "W", "stone": "S", "marble": "M", "weapons": "A"}


def rect(  # noqa: PLR0913 - a box has four numbers and a look
    x: int, y: int, width: int, height: int, fill: str, *, stroke: str = "none", dash: bool = False, thick: bool = False
) -> str:
    """Draw a box."""
    line = f' stroke="{stroke}"' + (' stroke-dasharray="4 4"' if dash else "") + (' stroke-width="2"' if thick else "")
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"{line}/>'


def label(  # noqa: PLR0913 - a word has a point and a look
    x: int, y: int, text: str, size: int, *, bold: bool = False, colour: str = INK, start: bool = False
) -> str:
    """Write a word, centred at a point or starting there."""
    anchor = "" if start else ' text-anchor="middle"'
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="{size}"{anchor}{weight} fill="{colour}">{escape(text)}</text>'


def hint(text: str) -> str:
    """Give a piece a name for screen readers and pointers."""
    return f"<title>{escape(text)}</title>"


def seat_mark(x: int, y: int, seat: str) -> str:
    """Draw a player's marker: a disc with the letter of the seat."""
    disc = f'<circle cx="{x}" cy="{y}" r="11" fill="{SEAT_COLOURS[seat]}" stroke="{INK}"/>'
    return disc + label(x, y + 5, SEAT_LETTERS[seat], 13, bold=True, colour=_on(seat))


def dice(x: int, y: int, level: int, seat: str) -> str:
    """Draw a worker: a die of the player's colour with its level."""
    box = f'<rect x="{x}" y="{y}" width="20" height="20" rx="4" fill="{SEAT_COLOURS[seat]}" stroke="{INK}"/>'
    return box + label(x + 10, y + 15, str(level), 14, bold=True, colour=_on(seat))


def goods(x: int, y: int, amounts: dict[str, int], step: int = 27, across: int = 3) -> Iterator[str]:
    """Draw goods as cubes with their letter, the amount beside."""
    for place, (good, amount) in enumerate(amounts.items()):
        left = x + place % across * step
        top = y + place // across * 14
        colour = "#ffffff" if good == "weapons" else INK
        yield f'<rect x="{left}" y="{top}" width="12" height="12" fill="{_GOOD_COLOURS[good]}" stroke="{INK}"/>'
        yield label(left + 6, top + 10, _GOOD_LETTERS[good], 9, colour=colour)
        yield label(left + 14, top + 10, str(amount), 11, start=True)


def _on(seat: str) -> str:
    return "#ffffff" if seat in _DARK else INK
