"""Codes on provinces and patricians: all of one size, in one line where each of them fits, else all in two."""

from collections.abc import Iterable
from functools import lru_cache

from pbem.games.alea.table.table import COLOURS
from pbem.games.alea.table.vocabulary import WORDS
from pbem.games.drawing.places import Box
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.measure import BOLD, width_of
from pbem.games.drawing.text.writing import MIDDLE, pinned

LEAST = 9.7  # smaller codes take two lines
_SIZE, _SPLIT = 12, 10.5
_EDGES = 7
_KIND = f"d-dark {MIDDLE}"


def write(words: tuple[str, ...], box: Box, size: float) -> str:
    """Write the parts of a code at the foot of a piece, in a size in which all codes fit."""
    if size < LEAST:
        return _two_lines(words, box)
    # all are pinned, so that none is larger than its neighbour in a reader's font
    line = fit(" ".join(words), box.width - _EDGES, size=size)
    return pinned(box.centre, box.bottom - box.height * 0.14, line.whole, size=line.size, face=BOLD, kind=_KIND)


def _two_lines(words: tuple[str, ...], box: Box) -> str:
    low = box.bottom - box.height * 0.11
    return "".join(
        pinned(box.centre, low - step * _SPLIT, word, size=_SPLIT, face=BOLD, kind=_KIND)
        for step, word in enumerate(reversed(words))
    )


@lru_cache(maxsize=64)
def short_size(width: float) -> float:
    """Return the size of codes on pieces of a width that are a colour and a value; a longer word is fitted alone."""
    return _fitting((f"{shade} {number}" for shade in COLOURS for number in range(1, 5)), width)


@lru_cache(maxsize=64)
def whole_size(language: str, width: float) -> float:
    """Return the size of codes on patricians of a width that tell the gender too."""
    ranks = [WORDS.say("ranks", rank, language) for rank in WORDS.ids("ranks")]
    return _fitting((f"{shade} {rank}" for shade in COLOURS for rank in ranks), width)


def _fitting(codes: Iterable[str], width: float) -> float:
    widest = max(width_of(code, _SIZE, BOLD) for code in codes)
    return min(_SIZE, int(_SIZE * (width - _EDGES) / widest * 10) / 10)
