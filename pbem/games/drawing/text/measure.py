"""How wide words are, by the widths of the packed fonts, and which characters those fonts have.

Pages and letters are shown in fonts that nobody knows. There words are at most as wide as in the faces `ANY_SANS` and
`ANY_SERIF`, whose letters are those of the widest common font each, plain or bold.
"""

import re
import tomllib
import unicodedata
from functools import cache, lru_cache
from pkgutil import get_data

from pbem.games.drawing.remembered import remembered

SANS, BOLD, SERIF = "sans", "bold", "serif"
ANY_SANS, ANY_SERIF = "any-sans", "any-serif"
SOFT_HYPHEN = "\u00ad"
_PER_EM = 1000
_UNKNOWN, _WIDE = 700, 1000  # a letter of another script, and one that is as wide as high
_SPACES = re.compile(r"[^\S\u00a0]+")  # but for those that keep words together
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


@cache
def widths() -> dict[str, dict[str, int]]:
    """Return the width of every known character, by face."""
    table = tomllib.loads((get_data("pbem.games.drawing", "widths.toml") or b"").decode())
    return {
        face: {letter: int(width) for width, letters in rows.items() for letter in letters}
        for face, rows in table.items()
    }


@lru_cache(maxsize=4096)
def width_of(words: str, size: float, face: str = SANS) -> float:
    """Return how wide words are in a size of a face."""
    known = widths()[face]
    return sum(known.get(letter) or _guess(letter) for letter in words) * size / _PER_EM


def _guess(letter: str) -> int:
    if unicodedata.combining(letter) or letter == SOFT_HYPHEN:
        return 0
    return _WIDE if unicodedata.east_asian_width(letter) in "WF" else _UNKNOWN


def has_all(words: str, face: str = SERIF) -> bool:
    """Tell whether a packed face can write words: in a picture there is no other font to fall back to."""
    known = widths()[face]
    return all(letter in known for letter in words)


@remembered
def clean(words: str) -> str:
    """Return words on one line, without anything that cannot be seen, or that turns around what stands beside it.

    A soft hyphen stays: it says where a word may be cut.
    """
    if words.isascii() and words.isprintable():
        return words.strip()
    line = _SPACES.sub(" ", words.replace("\u202f", "\u00a0")).strip()  # our fonts have no narrow one
    return "".join(letter for letter in line if letter == SOFT_HYPHEN or unicodedata.category(letter) not in _HIDDEN)
