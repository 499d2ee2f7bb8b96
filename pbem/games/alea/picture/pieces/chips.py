"""Pieces that play no part any more, small: a province by its sign, a patrician by gender and sign, with the value."""

from collections.abc import Callable, Sequence

from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.flow import flow, rows
from pbem.games.alea.picture.pieces.emblems import SIGNS
from pbem.games.alea.picture.pieces.tiles import is_patrician
from pbem.games.alea.scoring.scoring import colour, gender, value
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.text.measure import BOLD
from pbem.games.drawing.text.writing import MIDDLE, text
from pbem.games.kit.svg import group, title

HIGH, ROW = 20, 24
_SIGN, _GAP = 14.5, 4
_TILE, _PERSON = 33, 47

IsNew = Callable[[str], bool]


def _width(code: str) -> float:
    return _PERSON if is_patrician(code) else _TILE


def _places(codes: Sequence[str], box: Box, indent: float) -> list[Box]:
    """Return where each chip lies; the first row begins behind what is written before it."""
    spots = flow(map(_width, codes), box.width, gap=_GAP, indent=indent)
    top = box.y + (ROW - HIGH) / 2
    return [
        Box(box.x + spot.x, top + spot.row * ROW, _width(code), HIGH) for code, spot in zip(codes, spots, strict=True)
    ]


def height(codes: Sequence[str], width: float, indent: float) -> float:
    """Return how high chips are in a width."""
    return rows(flow(map(_width, codes), width, gap=_GAP, indent=indent)) * ROW


def draw(sight: DrawingInput, codes: Sequence[str], box: Box, *, indent: float, is_new: IsNew) -> str:
    """Draw chips from left to right, in as many rows as they need."""
    places = _places(codes, box, indent)
    return "".join(_chip(sight, code, place, is_new=is_new(code)) for code, place in zip(codes, places, strict=True))


def _chip(sight: DrawingInput, code: str, box: Box, *, is_new: bool) -> str:
    shade = colour(code)
    words = sight.code(code)
    drawn = title("-".join(words) if is_patrician(code) else "".join(words))
    drawn += rect(box, f"d-piece d-province-{shade}", 4)
    left, top = box.x + 3.5, box.middle - _SIGN / 2
    if is_patrician(code):
        drawn += icon("man" if gender(code) == "M" else "woman", left - 0.5, top, _SIGN)
        left += _SIGN - 1
    drawn += icon(SIGNS[shade], left, top, _SIGN)
    number = text(box.right - 7.5, box.middle + 4.2, str(value(code)), size=11.5, face=BOLD, kind=f"d-dark {MIDDLE}")
    return group(drawn + number) + (rect(box.grown(1.4), "d-changed", 5) if is_new else "")
