"""Words on a drawing: a line at a point, and fitted lines.

A page is read in fonts that we do not know, up to a sixth wider than ours. So whatever comes near the end of its room,
or has something drawn behind it, is pinned to its width: the reader's browser squeezes or stretches it by that little.
"""

from pbem.games.drawing.numbers import written
from pbem.games.drawing.remembered import remembered
from pbem.games.drawing.text.fitting import Fitted
from pbem.games.drawing.text.measure import BOLD, SANS, SERIF, clean, width_of
from pbem.games.kit.svg import escaped

START, MIDDLE, END = "", "d-m", "d-e"
_FACES = {SANS: "", BOLD: "d-b", SERIF: "d-h"}
_OTHER_FONTS = 1.17  # how much wider than ours a reader's font may be


@remembered
def text(x: float, y: float, words: str, *, size: float, face: str = SANS, kind: str = "") -> str:
    """Return words with their baseline at a point; `kind` names further classes, such as an anchor."""
    return f"<text{_at(x, y, size, face, kind)}>{escaped(clean(words))}</text>"


@remembered
def pinned(x: float, y: float, words: str, *, size: float, face: str = SANS, kind: str = "") -> str:
    """Return words that are as wide as in our fonts whatever the reader has: something is drawn right beside them."""
    line = clean(words)
    return f"<text{_at(x, y, size, face, kind)}{_pin(width_of(line, size, face))}>{escaped(line)}</text>"


def squeezed(x: float, y: float, words: str, *, size: float, width: float, kind: str = "") -> str:
    """Return bold words that are as wide as is said; by more than a tenth less than they are that looks ill."""
    return f"<text{_at(x, y, size, BOLD, kind)}{_pin(width)}>{escaped(clean(words))}</text>"


@remembered
def lines(fitted: Fitted, x: float, y: float, kind: str = "") -> str:
    """Return fitted lines, the first with its baseline at a point. Where they were cut, a title tells the whole."""
    title = f"<title>{escaped(fitted.whole)}</title>" if fitted.is_cut else ""
    return "".join(
        _line(fitted, line, _at(x, y + number * fitted.leading, fitted.size, fitted.face, kind), title)
        for number, line in enumerate(fitted.lines)
    )


def centred(fitted: Fitted, x: float, middle: float, kind: str = "") -> str:
    """Return fitted lines whose capitals stand around a middle line."""
    top = middle - fitted.height / 2
    return lines(fitted, x, top + fitted.size * 0.73, kind)


def _line(fitted: Fitted, line: str, place: str, title: str) -> str:
    width = width_of(line, fitted.size, fitted.face)
    pin = _pin(width) if width * _OTHER_FONTS > fitted.room else ""
    return f"<text{place}{pin}>{title}{escaped(line)}</text>"


def _at(x: float, y: float, size: float, face: str, kind: str) -> str:
    classes = " ".join(filter(None, (_FACES[face], kind)))
    named = f' class="{classes}"' if classes else ""
    return f' x="{written(x)}" y="{written(y)}"{named} font-size="{written(size)}"'


def _pin(width: float) -> str:
    return f' textLength="{written(width)}" lengthAdjust="spacingAndGlyphs"'
