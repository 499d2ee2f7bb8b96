"""Which names a desk takes: none that a message could be sent to by mistake, and none that looks like another's."""

from collections.abc import Iterator
from functools import cache

from pbem.desk.desk_words import WORDS
from pbem.desk.errors import UsageError
from pbem.games import find, named
from pbem.games.words import fold

ELSEWHERE = "/elsewhere"  # behind a name, which holds no stroke itself: what he signed for others
# Capitals of Cyrillic and Greek, in which whole names may be written, as a Latin reader sees them.
_CYRILLIC = str.maketrans(
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425", "ABESIJKMHOPCTYX"
)
_GREEK = str.maketrans(
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7", "ABEZHIKMNOPTYX"
)
_FOREIGN = _CYRILLIC | _GREEK
_PAIRS = (("rn", "m"), ("vv", "w"))
# What a sign may be taken for, where that is not the letter itself.
_TAKEN_FOR = {"1": frozenset("il"), "I": frozenset("il"), "0": frozenset("o")}


def check_is_no_word(name: str) -> None:
    """Raise UsageError if a name looks like a seat of any game, like `all`, or like another word the desk reads."""
    for word in _words():
        if looks_like(name, word):
            why = f"{name!r} cannot be a name: {word!r} means something else in a sheet of orders"
            raise UsageError(why, "desk_name_word", name=name, word=word)


def looks_like(name: str, other: str) -> bool:
    """Tell whether two names can be taken for each other: case, accents, blanks and dots are easily overlooked."""
    mine, its = list(_signs(name)), list(_signs(other))
    if len(mine) != len(its):
        return False
    return all(not one.isdisjoint(another) for one, another in zip(mine, its, strict=True))


@cache
def _words() -> tuple[str, ...]:
    """Return what names may not be, seats first."""
    seats = [str(seat) for game in find() for seat in named(game).meta.seats]
    words = [word for meanings in WORDS.values() for word in meanings]
    return tuple(dict.fromkeys([*seats, *words]))


def _signs(name: str) -> Iterator[frozenset[str]]:
    """Yield what each letter and digit of a name may be taken for."""
    plain = name
    for pair, letter in _PAIRS:
        plain = plain.replace(pair, letter)
    for sign in plain:
        for letter in _letters(sign) if sign.isalnum() else "":
            yield _TAKEN_FOR.get(letter) or frozenset({letter.lower()})


def _letters(sign: str) -> str:
    """Return a sign without accents, in Latin letters where it looks like one."""
    if sign.isascii():
        return sign
    folded = fold(sign)
    # Capitals: a small letter of another alphabet often has no likeness where its capital has one.
    return folded if folded.isascii() else folded.upper().translate(_FOREIGN)
