"""Runs of numbers and icons, such as what a card does: `+2 wine | water -> +1 wine`.

A run is written as a tuple: `#name` is an icon, `|` a thin bar between two ways, anything else is words in bold.
"""

from itertools import pairwise

from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.numbers import written
from pbem.games.drawing.remembered import remembered
from pbem.games.drawing.text.measure import BOLD, width_of
from pbem.games.drawing.text.writing import pinned, text

Run = tuple[str, ...]
BAR = "|"
ARROW = "#arrow"
LEAST = 0.7  # of the size asked for
_ICON = 1.24  # of the size of the words
_HAIR = 0.05  # what rounding may add
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_GAP, _WIDE_GAP = 0.2, 0.38


@remembered
def width(run: Run, size: float) -> float:
    """Return how wide a run is."""
    return sum(_advance(term, size) for term in run) + sum(_gaps(run, size))


@remembered
def fitted(run: Run, room: float, size: float) -> float:
    """Return the size in which a run fits a room; at its least size, whether it does or not."""
    needed = width(run, size)
    return size if needed <= room else max(size * LEAST, size * room / needed)


@remembered
def cut(run: Run, room: float, size: float) -> Run:
    """Return as much of a run as fits a room; where something is left out it ends in an ellipsis."""
    if width(run, size) <= room + _HAIR:
        return run
    kept = run
    while kept and width((*kept, _ELLIPSIS), size) > room:
        kept = kept[:-1]
    return (*kept, _ELLIPSIS)


@remembered
def draw(run: Run, x: float, y: float, *, size: float, kind: str = "") -> str:
    """Return a run whose words have their baseline at a height."""
    parts = []
    for term, gap in zip(run, (*_gaps(run, size), 0), strict=True):
        parts.append(_drawn(term, x, y, size, kind))
        x += _advance(term, size) + gap
    return "".join(parts)


def _gaps(run: Run, size: float) -> tuple[float, ...]:
    """Return the room between each term and the next."""
    return tuple(size * (_WIDE_GAP if _is_apart(*pair) else _GAP) for pair in pairwise(run))


def _is_apart(term: str, after: str) -> bool:
    """Tell whether there is more room between two terms: beside bars and arrows, and between two numbers."""
    if {term, after} & {BAR, ARROW}:
        return True
    return not term.startswith("#") and not after.startswith("#")


def _advance(term: str, size: float) -> float:
    if term == BAR:
        return size * 0.09
    if term.startswith("#"):
        return size * _ICON
    return width_of(term.replace("1", "0"), size, BOLD)  # our 1 is slim, that of a reader's font may not be


def _drawn(term: str, x: float, y: float, size: float, kind: str) -> str:
    if term == BAR:
        return (
            f'<path d="M{written(x + 0.5)} {written(y - size * 0.86)}v{written(size * 1.04)}" class="d-rule-strong"/>'
        )
    if term.startswith("#"):
        return icon(term[1:], x, y - size * 0.98, size * _ICON)
    write = pinned if len(term) > 1 else text  # one digit is about as wide in any font
    return write(x, y, term, size=size, face=BOLD, kind=kind)
