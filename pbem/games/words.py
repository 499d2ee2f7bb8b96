"""Order words of a game: four languages at once, read without guessing and written back.

A game's `words.toml` holds sections of ids, each with phrases by language; the first phrase of a language is the one
written. Case, accents and punctuation are ignored when reading; only whole words count. Words that an order may hold or
leave out (articles, `please`) stand above the sections as `fillers`, for all languages together: they are dropped
everywhere, from phrases too, so no phrase may consist of them alone.

    fillers = ["the", "a", "la"]

    [cards.HARVEST]
    en = ["harvest", "grain harvest"]
    it = ["raccolta grano"]
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache

from pbem.games.game import LANGUAGES, Data, Saying
from pbem.phrases import Phrases

_TOKEN = re.compile(r"\d+|[^\W\d]+[^\W]*|[+*<>=]")
# An x in a word is no sign; what may stand between it and its number is what is ignored everywhere.
_TIMES = re.compile(r"(?:(?<![^\W\d])x|\u00d7)[^\w+*<>=]*(\d+)")
_COMPARED = 30  # letters of a word that are compared with others
_LIGATURES = str.maketrans({"ß": "ss", "œ": "oe", "æ": "ae"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


class _Marks(dict[int, int | None]):
    """What becomes of each letter when accents are dropped; looked up once for each, for texts may be long."""

    def __missing__(self, code: int) -> int | None:
        self[code] = None if unicodedata.combining(chr(code)) else code
        return self[code]


_MARKS = _Marks()


def fold(text: str) -> str:
    """Drop case and accents: what is left of a word when it is compared."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKD", text).lower().translate(_LIGATURES).translate(_MARKS)


@lru_cache(maxsize=4096)
def split(text: str) -> tuple[str, ...]:
    """Cut a text into folded words and numbers; `x2`, `3x2`, `x 2` and `*2` all give `*`, `2`."""
    spread = _TIMES.sub(r" * \1 ", fold(text))
    return tuple(_TOKEN.findall(spread))


Table = Mapping[str, Data]
Source = Table | Callable[[], Table]  # a function is asked when the first word is needed: a start costs nothing then


class Words:
    """The vocabulary of one game. A section is learned when it is first needed; of a given table all are at once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._read: dict[str, dict[tuple[str, ...], str]] = {}
        self._longest: dict[str, int] = {}
        self._said: dict[tuple[str, str, str], str] = {}
        if not callable(source):
            for section in source:
                if section != "fillers":
                    self._learn(section)

    @cached_property
    def _table(self) -> Table:
        return self._source() if callable(self._source) else self._source

    @cached_property
    def _fillers(self) -> frozenset[str]:
        fillers = self._table.get("fillers", ())
        return frozenset(word for filler in fillers for word in split(filler))

    def _section(self, section: str) -> dict[tuple[str, ...], str]:
        """Return what the phrases of a section mean."""
        known = self._read.get(section)
        return self._learn(section) if known is None else known

    def _learn(self, section: str) -> dict[tuple[str, ...], str]:
        known: dict[tuple[str, ...], str] = {}
        for name in self.ids(section):
            self._learn_id(known, section, name)
        self._longest[section] = max(map(len, known))
        self._read[section] = known
        return known

    def _learn_id(self, known: dict[tuple[str, ...], str], section: str, name: str) -> None:
        for language in LANGUAGES:
            for phrase in self._phrases(section, name, language):
                for spelling in {phrase, phrase.lower().translate(_UMLAUTS)}:
                    words = self.cut(spelling)
                    if not words:
                        raise ValueError(f"{phrase!r} has no word to read for {name} in {section}")
                    if known.setdefault(words, name) != name:
                        raise ValueError(f"{phrase!r} means both {known[words]} and {name} in {section}")

    def cut(self, text: str) -> tuple[str, ...]:
        """Cut a text into words, fillers dropped."""
        return tuple(word for word in split(text) if word not in self._fillers)

    def _phrases(self, section: str, name: str, language: str) -> list[str]:
        try:
            phrases: list[str] = self._table[section][name][language]
        except KeyError:
            raise KeyError(f"words.toml lacks {section}.{name} in {language}") from None
        return phrases

    def say(self, section: str, name: str, language: str) -> str:
        """Write an id in a language."""
        place = (section, name, language)
        said = self._said.get(place)
        if said is None:
            said = self._said[place] = self._phrases(section, name, language)[0]
        return said

    def has(self, section: str, name: str) -> bool:
        """Tell whether a section holds an id."""
        return name in self._table.get(section, ())

    def ids(self, section: str) -> tuple[str, ...]:
        """Return the ids of a section in table order."""
        if section not in self._table:
            raise KeyError(f"words.toml lacks the section {section}")
        return tuple(self._table[section])

    def match(self, section: str, words: tuple[str, ...], at: int = 0) -> tuple[str, int] | None:
        """Return the id of the longest phrase of a section that words begin with at a place, and its length."""
        known = self._section(section)
        for length in range(min(self._longest[section], len(words) - at), 0, -1):
            if name := known.get(words[at : at + length]):
                return name, length
        return None

    def near(self, section: str, word: str) -> tuple[str, ...]:
        """Return up to three phrases of a section that look like the word."""
        from difflib import get_close_matches

        known = {" ".join(words): None for words in self._section(section)}
        return tuple(get_close_matches(word[:_COMPARED], known, n=3, cutoff=0.5))


class Messages:
    """What a game tells, in four languages: `messages.toml` maps a key to a text per language with {places}.

    A place is filled with a number, a plain word, or an id written `section/ID` (translated); a list is joined.
    Every table must hold `expected` ({what}, {word}) and `surplus` ({word}); `what` is itself a key `what_<section>`.
    """

    def __init__(self, source: Source, words: Words) -> None:
        self._phrases = Phrases(source)
        self._words = words

    def __contains__(self, key: str) -> bool:
        return key in self._phrases.table

    def say(self, saying: Saying, language: str) -> str:
        """Tell a saying in a language; KeyError names the message, place or word that is not there."""
        text = self._text(saying.key, language)
        args = dict(saying.args)
        if saying.key == "expected":
            args["what"] = self._text(f"what_{args['what']}", language)
        filled = {name: self._fill(value, language) for name, value in args.items()}
        try:
            return text.format_map(filled)
        except KeyError as place:
            raise KeyError(f"nothing fills {{{place.args[0]}}} of {saying.key}") from None

    def _text(self, key: str, language: str) -> str:
        table = self._phrases.table
        if key not in table:
            raise KeyError(f"messages.toml lacks {key}")
        if language not in table[key]:
            raise KeyError(f"messages.toml lacks {key} in {language}")
        return table[key][language]

    def _fill(self, value: Data, language: str) -> str:
        if isinstance(value, list | tuple):
            return ", ".join(self._fill(item, language) for item in value) or "-"
        if isinstance(value, str) and "/" in value:
            section, name = value.split("/", 1)
            return self._words.say(section, name, language)
        return str(value)
