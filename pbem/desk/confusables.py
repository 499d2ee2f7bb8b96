"""What a name looks like: letters that are taken for each other, and names that can be.

Likeness does not pass on: an eta may be taken for an n or for an h, and nobody takes an n for an h. So names that can
be taken for each other are looked up by a form that is coarser, which all of them share, and then compared. That form
is kept in the store: where these tables change, it must be made anew (`store/migrating.py`).
"""

from collections.abc import Iterator
from functools import cache, lru_cache

from pbem.games.kit.order_words import fold

# Letters of Latin that are no others with an accent, and look like one.
STROKES = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "p", "\u0131": "i", "ŋ": "n", "ħ": "h", "ŧ": "t"}

# Pairs: what a letter of another alphabet, small or large, may be taken for by a Latin reader.
_LIKENESSES = (
    "αa βb γy εe ζz ηn ηh ιi ιl κk μm μu νv νn οo ρp σo τt υu υy χx ωw "  # noqa: RUF001 - ambiguous is what they are
    "аa вb гr еe кk мm нh оo пn рp сc тt тm уy хx ьb ѕs іi іl јj зe иu ґr"  # noqa: RUF001
)
_PAIRS = (("rn", "m"), ("vv", "w"))
_SIGNS = {"1": frozenset("il"), "I": frozenset("il"), "0": frozenset("o")}


def looks_like(name: str, other: str) -> bool:
    """Tell whether two names can be taken for each other: case, accents, blanks and dots are easily overlooked."""
    mine, its = _signs(name), _signs(other)
    if len(mine) != len(its):
        return False
    return all(not one.isdisjoint(another) for one, another in zip(mine, its, strict=True))


def skeleton(name: str) -> str:
    """Return the form that a name shares with all names it can be taken for, and with few others."""
    return "".join(_families().get(letter, letter) for letter in map(min, _signs(name)))


@lru_cache(maxsize=2_048)
def _signs(name: str) -> tuple[frozenset[str], ...]:
    """Return what each letter and digit of a name may be taken for."""
    plain = name
    for pair, letter in _PAIRS:
        plain = plain.replace(pair, letter)
    return tuple(taken for sign in plain if sign.isalnum() for taken in _taken_for(sign))


def _taken_for(sign: str) -> Iterator[frozenset[str]]:
    """Yield what the letters of a sign may be taken for, which are several in ß."""
    if sign in _SIGNS:
        yield _SIGNS[sign]
        return
    for letter in fold(sign):
        yield frozenset({letter, *_likenesses().get(letter, ())})


@cache
def _likenesses() -> dict[str, set[str]]:
    """Return what a letter may be taken for besides itself."""
    found = {letter: {plain} for letter, plain in STROKES.items()}
    for pair in _LIKENESSES.split():
        found.setdefault(pair[0], set()).add(pair[1])
    return found


@cache
def _families() -> dict[str, str]:
    """Return for each letter the first one of all that likenesses join it with, one after the other."""
    families: dict[str, frozenset[str]] = {}
    alike = [frozenset({letter, *others}) for letter, others in _likenesses().items()]
    for letters in (*_SIGNS.values(), *alike):
        family = letters.union(*(families.get(letter, ()) for letter in letters))
        families.update(dict.fromkeys(family, family))
    return {letter: min(family) for letter, family in families.items()}
