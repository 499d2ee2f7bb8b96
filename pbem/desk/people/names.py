"""Which names a desk takes: none that is read as another word, seems to speak for the desk, or looks like another's.

Names are of one alphabet, Latin, Greek or Cyrillic, in the letters that living languages write with accents or without,
or in the scripts of China, Japan and Korea, which look like none of these: many of the thousands of other letters do.
"""

import unicodedata
from functools import cache
from itertools import product

from pbem.desk.confusables import STROKES, looks_like
from pbem.desk.errors import UsageError
from pbem.desk.wording.desk_words import WORDS
from pbem.games.found import find, named
from pbem.referee.language.sheet import KEYWORDS

ELSEWHERE = "/elsewhere"  # behind a name, which holds no stroke itself: what he signed for others

# Without their accents.
_LATIN = frozenset("abcdefghijklmnopqrstuvwxyzßæœ").union(STROKES)
_GREEK = frozenset("αβγδεζηθικλμνξοπρσςτυφχψω")
_CYRILLIC = frozenset("абвгдежзиклмнопрстуфхцчшщъыьэюяєіїјљњћђџѕґ")
_ALPHABETS = (_LATIN, _GREEK, _CYRILLIC)
_EASTERN = ("CJK UNIFIED IDEOGRAPH", "IDEOGRAPHIC ITERATION MARK", "HIRAGANA", "KATAKANA", "HANGUL")
_BESIDES = frozenset("0123456789 .'-")

_SHORT = 2  # letters of words such as `e` or `ai`, which are names as well and never stand alone in a sheet
_NOTHING = "none nessuno nessuna nulla aucun aucune keiner keine nichts"

# By these a desk speaks of itself: whoever was called so could seem to speak for it.
_OURSELVES = (
    "host, referee, umpire, desk, pbem, arbitro, banco, arbitre, bureau, Schiedsrichter, Spielleiter, Gastgeber"
)
_BEFORE = (
    ", the, your, our, my, this, a, il, lo, la, l, un, il tuo, il vostro, il nostro, il mio, questo, le, ton, votre,"
    " notre, mon, ce, une, der, die, das, dein, euer, unser, mein, dieser, ein"
)


def check_name(name: str, referee: str) -> None:
    """Raise UsageError if a name looks like a word of the desk, its host or the referee, or is in strange letters."""
    check_letters(name)
    for word in _words():
        if looks_like(name, word):
            why = f"{name!r} cannot be a name: {word!r} means something else in a sheet of orders"
            raise UsageError(why, "desk_name_word", name=name, word=word)
    for title in (referee, *_titles()):
        if looks_like(name, title):
            why = f"{name!r} cannot be a name: somebody could take what it says for words of the referee"
            raise UsageError(why, "desk_name_ours", name=name)


def check_letters(name: str) -> None:
    """Raise UsageError if a name holds letters of two alphabets, or such as no language of theirs is written in."""
    bare = unicodedata.normalize("NFD", name).lower()
    letters = frozenset(letter for letter in bare if not unicodedata.combining(letter)) - _BESIDES
    is_composed = unicodedata.normalize("NFKC", name) == name
    is_of_one = any(letters <= alphabet for alphabet in _ALPHABETS) or all(map(_is_eastern, letters))
    if not is_composed or not is_of_one:
        why = f"{name!r} cannot be a name: write it in letters of one alphabet, such as Latin, Greek or Cyrillic"
        raise UsageError(why, "desk_name_letters", name=name)


def _is_eastern(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(_EASTERN)


@cache
def _words() -> tuple[str, ...]:
    """Return what names may not be, seats first."""
    seats = [str(seat) for game in find() for seat in named(game).meta.seats]
    words = [word for meanings in WORDS.values() for word in meanings]
    ordering = [word for meanings in KEYWORDS.values() for word in meanings.split() if len(word) > _SHORT]
    return tuple(dict.fromkeys([*seats, *words, *ordering, *_NOTHING.split()]))


@cache
def _titles() -> tuple[str, ...]:
    """Return what a desk, its host and the referee are called."""
    return tuple(f"{before} {word}" for before, word in product(_BEFORE.split(","), _OURSELVES.split(",")))
