"""Provinces and patricians: tiles with a rim and a sign, people with a rounded head, each in the colour it belongs to.

Senate cards that are provinces are drawn likewise where patricians stand on them.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.pieces import codes
from pbem.games.alea.picture.pieces.emblems import SIGNS
from pbem.games.alea.scoring.scoring import colour, gender, is_border, is_free, value
from pbem.games.alea.table.table import COLOURS, WILD, borders
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.numbers import written
from pbem.games.drawing.pieces.pieces import TILE
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.text.measure import BOLD
from pbem.games.drawing.text.writing import text
from pbem.games.kit.svg import group, title

_SHOULDER, _ROUNDEST = 0.27, 14  # how round the head of a patrician is: of the width, and at most
_RIM = 2.8
_EYE_LEVEL = 0.36  # of the height: where signs stand


class Piece(Struct, frozen=True):
    """A piece and where it lies; one on offer has the whole code that orders name, `is_extra` is there by card XI."""

    code: str
    box: Box
    is_offered: bool = False
    is_new: bool = False
    is_extra: bool = False


def is_patrician(code: str) -> bool:
    """Tell a patrician from a province."""
    return "-" in code and code[:3] in COLOURS


def draw_pieces(sight: DrawingInput, pieces: Sequence[Piece]) -> str:
    """Draw pieces that lie side by side."""
    drawn = "".join(_piece(sight, piece) for piece in pieces)
    return _shadows(pieces) + drawn + _rims(pieces)


def draw_gone(code: str, box: Box) -> str:
    """Draw the place of a piece that somebody took."""
    if is_patrician(code):
        return f'<path d="{_outline(box)}" class="d-ghost"/>'
    return rect(box, "d-ghost", TILE)


def _piece(sight: DrawingInput, piece: Piece) -> str:
    drawn = _face(piece.code)(sight, piece)
    if piece.is_extra:
        drawn += text(piece.box.centre + 6.5, piece.box.y + 12.3, "+", size=13, face=BOLD, kind="d-dark")
    return drawn + (_changed(piece) if piece.is_new else "")


def _face(code: str) -> Callable[[DrawingInput, Piece], str]:
    if is_patrician(code):
        return _patrician
    return _border if is_border(code) else _tile


def _changed(piece: Piece) -> str:
    """Draw the sign that a piece came here: an outline, and a notch in its upper edge, which is light in any theme."""
    around = piece.box.grown(0.7)
    notch = f'<path d="M{written(around.centre - 6)} {written(around.y)}h12l-6 6.6z" class="d-notch"/>'
    if not is_patrician(piece.code):
        return rect(around, "d-changed", TILE + 0.7) + notch
    return f'<path d="{_outline(around)}" class="d-changed"/>' + notch


def _shadows(pieces: Sequence[Piece]) -> str:
    """Draw the shadows of all pieces at once."""
    boxes = (piece.box for piece in pieces)
    course = "".join(f"M{written(box.x + 2)} {written(box.bottom + 1)}h{written(box.width - 4)}" for box in boxes)
    return f'<path d="{course}" class="d-below"/>' if course else ""


def _rims(pieces: Sequence[Piece]) -> str:
    """Draw the inner rims of all provinces at once."""
    tiles = (piece.box.grown(-_RIM) for piece in pieces if _face(piece.code) is _tile)
    course = "".join(
        f"M{written(box.x)} {written(box.y)}h{written(box.width)}v{written(box.height)}h-{written(box.width)}z"
        for box in tiles
    )
    return f'<path d="{course}" class="d-rim"/>' if course else ""


def _tile(sight: DrawingInput, piece: Piece) -> str:
    """Draw a province of one colour, or of any."""
    box = piece.box
    shade = WILD if is_free(piece.code) else colour(piece.code)
    words = (piece.code,) if is_free(piece.code) else sight.code(piece.code)
    size = min(box.height * 0.45, 27)
    drawn = rect(box, f"d-piece d-province-{shade}", TILE)
    drawn += icon(SIGNS[shade], box.centre - size / 2, box.y + box.height * _EYE_LEVEL - size / 2, size)
    return drawn + codes.write(words, box, codes.short_size(box.width))


def _border(sight: DrawingInput, piece: Piece) -> str:
    """Draw two halves of the colours that a border province joins."""
    box = piece.box
    drawn, size = "", min(box.height * 0.42, box.width * 0.41)
    for half, shade in zip(box.columns(2, 0), borders(sight.fixed.table)[piece.code], strict=True):
        drawn += rect(half, f"d-province-{shade}")
        drawn += icon(shade, half.centre - size / 2, box.y + box.height * _EYE_LEVEL - size / 2, size)
    words = codes.write((piece.code,), box, codes.short_size(box.width))
    return drawn + rect(box, "d-on-light", TILE) + words


def _patrician(sight: DrawingInput, piece: Piece) -> str:
    """Draw a patrician; a code that leaves out the gender is told whole to pointers."""
    code, box = piece.code, piece.box
    whole = sight.code(code)
    size = codes.whole_size(sight.look.language, box.width) if piece.is_offered else codes.short_size(box.width)
    high = box.height * (0.74 if size >= codes.LEAST else 0.62)
    drawn = f'<path d="{_outline(box)}" class="d-piece d-province-{colour(code)}"/>'
    drawn += _person(code, Box(box.x, box.y, box.width, high))
    if piece.is_offered:
        return drawn + codes.write(whole, box, size)
    return group(title("-".join(whole)) + drawn + codes.write((colour(code), str(value(code))), box, size))


def _person(code: str, box: Box) -> str:
    """Draw a man or a woman, and smaller at the side what the province is known by."""
    large = min(box.height * 0.62, box.width * 0.52, 28)
    small = large * 0.64
    left, top = box.centre - (large + small) / 2, box.middle - large / 2
    who = icon("man" if gender(code) == "M" else "woman", left - 0.5, top, large)
    return who + icon(SIGNS[colour(code)], left + large, top + large * 0.94 - small, small)


def _outline(box: Box) -> str:
    """Return the course around a patrician: round above, square below."""
    foot, round_ = TILE, written(min(box.width * _SHOULDER, _ROUNDEST))
    top, low = written(box.y + float(round_)), written(box.bottom - foot)
    return (
        f"M{written(box.x)} {low}V{top}q0-{round_} {round_}-{round_}H{written(box.right - float(round_))}"
        f"q{round_} 0 {round_} {round_}V{low}q0 {foot}-{foot} {foot}H{written(box.x + foot)}q-{foot} 0-{foot}-{foot}z"
    )
