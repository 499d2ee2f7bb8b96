"""Provinces and patricians: tiles with a rim and a sign, people with a rounded head, each in the colour it belongs to.

On a tile stands its code. Codes that do not fit take two lines, all alike.
"""

from collections.abc import Iterable
from functools import lru_cache

from pbem.games.alea.picture.emblems import SIGNS
from pbem.games.alea.picture.sight import Sight
from pbem.games.alea.scoring import colour, gender, is_border, value
from pbem.games.alea.table import COLOURS, WILD, borders
from pbem.games.alea.vocabulary import WORDS
from pbem.games.drawing.fitting import fit
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.measure import BOLD, width_of
from pbem.games.drawing.numbers import written
from pbem.games.drawing.pieces import notch, notch_alone
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.writing import MIDDLE, lines, text
from pbem.games.svg import group, title

_SIZE, _LEAST = 12, 9.7
_SPLIT = 10.5  # of a code in two lines
_SHOULDER = 0.27  # of the width: how round the head of a patrician is
_ROUNDEST = 14
_RIM = 2.8
_KIND = "d-dark " + MIDDLE


def is_patrician(code: str) -> bool:
    """Tell a patrician from a province."""
    return "-" in code and code[:3] in COLOURS


def draw_piece(sight: Sight, code: str, box: Box, *, is_offered: bool = False, is_new: bool = False) -> str:
    """Draw a province or a patrician within a box; `is_offered`: with the whole code, as orders name it."""
    draw = _patrician if is_patrician(code) else _tile
    drawn = draw(sight, code, box, is_offered=is_offered)
    if is_patrician(code) and not is_offered:
        drawn = group(title("-".join(sight.code(code))) + drawn)
    return drawn + (_changed(code, box) if is_new else "")


def _changed(code: str, box: Box) -> str:
    """Draw the sign that a piece came here: an outline, and a notch in its upper edge."""
    if not is_patrician(code):
        return notch(box)
    return f'<path d="{_outline(box)}" class="d-changed"/>' + notch_alone(box)


def draw_gone(code: str, box: Box) -> str:
    """Draw the place of a piece that somebody took."""
    if is_patrician(code):
        return f'<path d="{_outline(box)}" class="d-ghost"/>'
    return rect(box, "d-ghost", 3)


def _tile(sight: Sight, code: str, box: Box, *, is_offered: bool) -> str:
    shade = colour(code)
    size = min(box.height * 0.45, 27)
    fitting = _size_of(sight.look.language, box.width - 6, is_offered=is_offered, is_tile=True)
    words = _one_line(sight.code(code), fitting, box)
    sign = icon(SIGNS[shade], box.centre - size / 2, box.y + box.height * 0.36 - size / 2, size)
    return rect(box, f"d-piece d-province-{shade}", 3) + sign + words


def _patrician(sight: Sight, code: str, box: Box, *, is_offered: bool) -> str:
    shade = colour(code)
    names = sight.code(code) if is_offered else (shade, str(value(code)))
    size = _size_of(sight.look.language, box.width - 5, is_offered=is_offered, is_tile=False)
    words = _two_lines(names, box) if size < _LEAST else _one_line(names, size, box)
    high = box.height * (0.37 if size >= _LEAST else 0.31)
    body = f'<path d="{_outline(box)}" class="d-piece d-province-{shade}"/>'
    return body + _person(code, Box(box.x, box.y, box.width, high * 2)) + words


def _person(code: str, box: Box) -> str:
    """Draw a man or a woman, and smaller at the side what the province is known by."""
    large = min(box.height * 0.62, box.width * 0.52, 28)
    small = large * 0.64
    left = box.centre - (large + small) / 2
    who = "man" if gender(code) == "M" else "woman"
    top = box.middle - large / 2
    return icon(who, left - 0.5, top, large) + icon(SIGNS[colour(code)], left + large, top + large * 0.94 - small, small)


def _outline(box: Box) -> str:
    """Return the course around a patrician: round above, square below."""
    round_, foot = min(box.width * _SHOULDER, _ROUNDEST), 3
    return (
        f"M{written(box.x)} {written(box.bottom - foot)}V{written(box.y + round_)}"
        f"q0-{written(round_)} {written(round_)}-{written(round_)}H{written(box.right - round_)}"
        f"q{written(round_)} 0 {written(round_)} {written(round_)}V{written(box.bottom - foot)}"
        f"q0 {foot}-{foot} {foot}H{written(box.x + foot)}q-{foot} 0-{foot}-{foot}z"
    )


def below(boxes: Iterable[Box]) -> str:
    """Return the shadows of some pieces, which are drawn before them."""
    course = "".join(f"M{written(box.x + 2)} {written(box.bottom + 1)}h{written(box.width - 4)}" for box in boxes)
    return f'<path d="{course}" class="d-below"/>' if course else ""


def rims(pieces: Iterable[tuple[str, Box]]) -> str:
    """Return the inner rims of those of some pieces that are provinces."""
    inner = (box.grown(-_RIM) for code, box in pieces if not is_patrician(code) and not is_border(code))
    course = "".join(
        f"M{written(box.x)} {written(box.y)}h{written(box.width)}v{written(box.height)}h-{written(box.width)}z"
        for box in inner
    )
    return f'<path d="{course}" class="d-rim"/>' if course else ""


def _one_line(words: tuple[str, ...], size: float, box: Box) -> str:
    line = fit(" ".join(words), box.width - 5, size=size)
    return lines(line, box.centre, box.bottom - box.height * 0.14, _KIND)


def _two_lines(words: tuple[str, ...], box: Box) -> str:
    low = box.bottom - box.height * 0.11
    return "".join(
        text(box.centre, low - (len(words) - 1 - number) * _SPLIT, word, size=_SPLIT, face=BOLD, kind=_KIND)
        for number, word in enumerate(words)
    )


@lru_cache(maxsize=64)
def _size_of(language: str, room: float, *, is_offered: bool, is_tile: bool) -> float:
    """Return the size in which every code fits a room, so that all are alike."""
    widest = max(width_of(code, _SIZE, BOLD) for code in _codes(language, is_offered=is_offered, is_tile=is_tile))
    return min(_SIZE, int(_SIZE * room / widest * 10) / 10)


def _codes(language: str, *, is_offered: bool, is_tile: bool) -> list[str]:
    if is_tile:
        return [*(f"{shade} {number}" for shade in COLOURS for number in range(1, 5)), WORDS.say("tiles", WILD, language)]
    ranks = [WORDS.say("ranks", rank, language) for rank in WORDS.ids("ranks")]
    if not is_offered:
        ranks = [rank[-1] for rank in ranks]
    return [f"{shade} {rank}" for shade in COLOURS for rank in ranks]


def draw_special(sight: Sight, card: str, box: Box) -> str:
    """Draw a Senate card that is a province: of the two colours that it joins, or of any one."""
    words = _one_line((card,), 11.5, box)
    if is_border(card):
        return _border(sight, card, box) + words
    size = box.height * 0.42
    sign = icon(SIGNS[WILD], box.centre - size / 2, box.y + box.height * 0.36 - size / 2, size)
    return rect(box, "d-piece d-province-WILD", 3) + sign + words


def _border(sight: Sight, card: str, box: Box) -> str:
    """Draw two halves of the colours that a border province joins."""
    drawn, size = "", min(box.height * 0.42, box.width * 0.46)
    for half, shade in zip(box.columns(2, 0), borders(sight.fixed.table)[card], strict=True):
        drawn += rect(half, f"d-province-{shade}")
        drawn += icon(shade, half.centre - size / 2, box.y + box.height * 0.36 - size / 2, size)
    return drawn + rect(box, "d-on-light", 3)
