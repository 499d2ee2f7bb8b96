"""What is said in four languages: the one class behind every table of phrases in the house."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from pbem.sections import Sections

LANGUAGES = ("en", "it", "fr", "de")
Say = Callable[..., str]
Table = Mapping[str, Mapping[str, str]]
NARROW = "\u202f"  # a narrow space, at which no line is broken
_FRENCH = re.compile("(?<=«) | (?=[:;!?»])")
# small words that change before a vowel, each where it stands before a place; what fills that is not foreseen
_DE = re.compile(r"\b([Dd])e (?=\{(\w+)\})")
_A = re.compile(r"\b([Aa]) (?=\{(\w+)\})")
_VOWELS = frozenset("aeiouâàéèêëîïôûAEIOUÂÀÉÈÊËÎÏÔÛ")
_JOINTS = {"fr": (_DE, "'", _VOWELS), "it": (_A, "d ", frozenset("aàAÀ"))}


def spaced(text: str, language: str) -> str:
    """Return a text with the spaces that its language has: in tables, signs of French stand behind a plain one."""
    return _FRENCH.sub(NARROW, text) if language == "fr" else text


def colon(language: str) -> str:
    """Return a colon as it stands behind a word of a language."""
    return spaced(" :", language).removeprefix(" ")


def counted(number: int, one: str, many: str) -> str:
    """Return a number with the word that goes with it."""
    return f"{number} {one if number == 1 else many}"


@lru_cache(maxsize=4096)
def typeset(text: str, language: str) -> str:
    """Return the same for a text of a table, which is asked for again and again."""
    return spaced(text, language)


def joined(text: str, language: str, places: Mapping[str, object]) -> str:
    """Return a text whose small words fit what will fill the places behind them: `d'Anna` in French, `ad Anna`."""
    if language not in _JOINTS:
        return text
    pattern, joint, before = _JOINTS[language]

    def fitting(found: re.Match[str]) -> str:
        is_met = str(places.get(found[2], ""))[:1] in before
        return found[1] + joint if is_met else found[0]

    return pattern.sub(fitting, text)


class Phrases:
    """A table of texts with {places}, by key and language; every key must know every language.

    A function that gives the table is asked when the first phrase is said, and then not all of them are looked at.
    """

    def __init__(self, source: Table | Callable[[], Table]) -> None:
        self._source = source
        if callable(source):
            return
        for key, texts in source.items():
            if missing := set(LANGUAGES) - set(texts):
                raise ValueError(f"phrase {key!r} is missing in {sorted(missing)!r}")

    @property
    def table(self) -> Table:
        """The texts by key and language."""
        if callable(self._source):
            self._source = self._source()
        return self._source

    @classmethod
    def beside(cls, package: str) -> "Phrases":
        """Promise the table `messages.toml` that lies beside the code of a package."""
        return cls(lambda: Sections.beside(package))

    def say(self, key: str, language: str, /, **places: object) -> str:
        """Tell a phrase in a language; KeyError for one that does not exist or a place left empty."""
        return joined(typeset(self.table[key][language], language), language, places).format_map(places)

    def spoken(self, language: str) -> Say:
        """Return `say` with the language settled, as the templates use it."""

        def say(key: str, /, **places: object) -> str:
            return self.say(key, language, **places)

        return say
