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


def spaced(text: str, language: str) -> str:
    """Return a text with the spaces that its language has: in tables, signs of French stand behind a plain one."""
    return _FRENCH.sub(NARROW, text) if language == "fr" else text


def counted(number: int, one: str, many: str) -> str:
    """Return a number with the word that goes with it."""
    return f"{number} {one if number == 1 else many}"


@lru_cache(maxsize=4096)
def typeset(text: str, language: str) -> str:
    """Return the same for a text of a table, which is asked for again and again."""
    return spaced(text, language)


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
        return typeset(self.table[key][language], language).format_map(places)

    def spoken(self, language: str) -> Say:
        """Return `say` with the language settled, as the templates use it."""

        def say(key: str, /, **places: object) -> str:
            return self.say(key, language, **places)

        return say
