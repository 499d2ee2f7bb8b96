"""The words and the messages of a game, in four languages.

A game's `words.toml` has sections of ids. Each id has phrases by language. All of them are read,
and the first one is written. Reading ignores case, accents and punctuation, and compares whole
words.

`fillers`, above the sections, are words without a meaning (articles, `please`), for all languages
together. They are dropped everywhere, also from phrases. So no phrase may consist of them alone.

    fillers = ["the", "a", "la"]

    [cards.HARVEST]
    en = ["harvest", "grain harvest"]
    it = ["raccolta grano"]
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from pbem.games.contract.game_values import NOBODY, Data, Names, Saying, Seat
from pbem.phrases import LANGUAGES, Phrases, joined, typeset

# A minus before a number is its sign. Between letters or numbers it is a hyphen, and is ignored.
_TOKEN = re.compile(r"(?<!\w)-\d+|\d+|[^\W\d]+[^\W]*|[+*<>=]")
# An x in a word is no sign; what may stand between it and its number is what is ignored everywhere.
_TIMES = re.compile(r"(?:(?<![^\W\d])x|\u00d7)[^\w+*<>=-]*(\d+)")
_COMPARED = 30  # letters of a word that are compared with others
_ALIKE = 0.6  # how much of two words must agree for one to be near the other
_LIGATURES = str.maketrans({"ß": "ss", "œ": "oe", "æ": "ae"})
_MINUS = str.maketrans("\u2212\u2013", "--")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


class _Marks(dict[int, int | None]):
    """Each letter without its accent (None for an accent alone), looked up once for each letter."""

    def __missing__(self, code: int) -> int | None:
        self[code] = None if unicodedata.combining(chr(code)) else code
        return self[code]


_MARKS = _Marks()


def fold(text: str) -> str:
    """Return a text without case and accents, as words are compared."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKD", text).lower().translate(_LIGATURES).translate(_MARKS)


@lru_cache(maxsize=4096)
def split(text: str) -> tuple[str, ...]:
    """Return the folded words and numbers of a text.

    `x2`, `3x2`, `x 2` and `*2` all give `*`, `2`. `-1` is one word.
    """
    spread = _TIMES.sub(r" * \1 ", fold(text).translate(_MINUS))
    return tuple(_TOKEN.findall(spread))


COMMON = Phrases.beside("pbem.games")
SOFT_HYPHEN = "\u00ad"  # says where a word may be cut on a drawing
_NONE: Mapping[str, str] = {}
SEATS = "seats"  # the section of words that people's names stand for
EXPECTED = frozenset({"expected", "expected_end"})
# places for numbers; a saying is about the first of them that it has
COUNTED = ("count", "amount", "fee", "lost", "cost", "n")

Table = Mapping[str, Data]
Source = Table | Callable[[], Table]  # a function is called when the first word is needed


class Words:
    """The vocabulary of one game.

    A section is prepared when it is first needed; those of a table that is given, at once.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._read: dict[str, dict[tuple[str, ...], str]] = {}
        self._longest: dict[str, int] = {}
        self._written: dict[str, tuple[str, ...]] = {}
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
                        both = f"both {known[words]} and {name}"
                        raise ValueError(f"{phrase!r} means {both} in {section}")

    def cut(self, text: str) -> tuple[str, ...]:
        """Return the folded words of a text without fillers."""
        return tuple(word for word in split(text) if word not in self._fillers)

    def _phrases(self, section: str, name: str, language: str) -> list[str]:
        try:
            phrases: list[str] = self._table[section][name][language]
        except KeyError:
            raise KeyError(f"words.toml lacks {section}.{name} in {language}") from None
        return phrases

    def phrases(self, section: str, name: str, language: str) -> tuple[str, ...]:
        """Return all phrases of an id in a language; KeyError if there are none."""
        return tuple(self._phrases(section, name, language))

    def say(self, section: str, name: str, language: str) -> str:
        """Return the first phrase of an id in a language; KeyError if there is none."""
        place = (section, name, language)
        said = self._said.get(place)
        if said is None:
            said = self._said[place] = self._phrases(section, name, language)[0]
        return said

    def has(self, section: str, name: str) -> bool:
        """Return whether a section has an id."""
        return name in self._table.get(section, ())

    def ids(self, section: str) -> tuple[str, ...]:
        """Return the ids of a section in the order of the file; KeyError without the section."""
        if section not in self._table:
            raise KeyError(f"words.toml lacks the section {section}")
        return tuple(self._table[section])

    def match(self, section: str, words: tuple[str, ...], at: int = 0) -> tuple[str, int] | None:
        """Return the id of the longest phrase of a section that is at a place, and its length.

        None if no phrase is there.
        """
        known = self._section(section)
        for length in range(min(self._longest[section], len(words) - at), 0, -1):
            if name := known.get(words[at : at + length]):
                return name, length
        return None

    def near(self, section: str, words: tuple[str, ...], at: int = 0) -> tuple[str, ...]:
        """Return up to three phrases of a section that resemble the words there, the best first."""
        if section not in self._written:
            self._written[section] = tuple(" ".join(phrase) for phrase in self._section(section))
        return alike(words[at : at + self._longest[section]], self._written[section])

    def knows(self, word: str) -> bool:
        """Return whether a folded word is in any phrase, or is a filler."""
        return word in self._known_words

    @cached_property
    def _known_words(self) -> frozenset[str]:
        sections = (self._section(section) for section in self._table if section != "fillers")
        phrases = (phrase for section in sections for phrase in section)
        return self._fillers.union(*phrases)


class _Shape(NamedTuple):
    """What a phrase looks like at a glance."""

    phrase: str
    words: int
    length: int
    letters: int  # a bit for each that it has


@lru_cache(maxsize=256)
def _shapes(phrases: tuple[str, ...]) -> tuple[_Shape, ...]:
    return tuple(sorted(map(_shape, phrases), key=lambda shape: shape.words))


def _shape(phrase: str) -> _Shape:
    return _Shape(phrase, phrase.count(" ") + 1, len(phrase), _letters(phrase.lower()))


def _letters(text: str) -> int:
    bits = 0
    for letter in text:
        bits |= 1 << (ord(letter) & 63)
    return bits


def alike(words: tuple[str, ...], phrases: tuple[str, ...]) -> tuple[str, ...]:
    """Return up to three phrases that resemble the first words, the best first.

    Each phrase is compared with as many words as it has.
    """
    from difflib import SequenceMatcher

    found: dict[str, float] = {}
    matcher = SequenceMatcher(None, autojunk=False)
    count, length, letters = 0, 0, 0
    for shape in _shapes(phrases):
        if shape.words != count:
            start = " ".join(words[: shape.words])[:_COMPARED]
            count, length, letters = shape.words, len(start), _letters(start)
            matcher.set_seq2(start)
        # most differ enough in their length and their letters; the exact comparison is slow
        if abs(shape.length - length) > (1 - _ALIKE) * (shape.length + length):
            continue
        common, either = shape.letters & letters, shape.letters | letters
        if common.bit_count() < _ALIKE * either.bit_count() - 1:
            continue
        matcher.set_seq1(shape.phrase.lower())
        likeness = matcher.ratio()
        if likeness >= _ALIKE:
            found[shape.phrase] = likeness
    return tuple(sorted(found, key=lambda phrase: (-found[phrase], phrase))[:3])


class Messages:
    """The messages of a game: `messages.toml` has a text with {places} for each key and language.

    * The value of a place is a number, a plain word, or an id `section/ID`, which is translated.
      The items of a list are joined.
    * Things of a section in `shown` have display names: messages `<prefix>_<ID>`. Other things are
      called by the words that orders have for them.
    * `pbem/games/messages.toml` has the messages that all games share. {what} in it is a message
      `what_<section>` of the game.
    """

    def __init__(self, source: Source, words: Words, shown: Mapping[str, str] = _NONE) -> None:
        self._phrases = Phrases(source)
        self._words = words
        self._shown = shown
        self._said: dict[tuple[str, str], str] = {}  # what has no places

    def __contains__(self, key: str) -> bool:
        return key in COMMON.table or key in self._phrases.table

    def say(self, saying: Saying, language: str, names: Names = NOBODY) -> str:
        """Return a saying in a language; KeyError names the message, value or word that is missing.

        If the saying counts one thing, the message `<key>_one` is used if there is one.
        """
        if saying.args:
            return self._filled(saying, language, names)
        said = self._said.get((saying.key, language))
        if said is None:
            said = self._said[saying.key, language] = self._filled(saying, language, names)
        return said

    def _filled(self, saying: Saying, language: str, names: Names) -> str:
        alone = f"{saying.key}_one"
        key = alone if _counts_one(saying) and alone in self else saying.key
        text = self._text(key, language)
        args = dict(saying.args)
        if saying.key in EXPECTED:
            args["what"] = self._text(f"what_{args['what']}", language)
        filled = {name: self._fill(value, language, names) for name, value in args.items()}
        try:
            return joined(text, language, filled).format_map(filled)
        except KeyError as place:
            raise KeyError(f"nothing fills {{{place.args[0]}}} of {saying.key}") from None

    def _text(self, key: str, language: str) -> str:
        table = COMMON.table if key in COMMON.table else self._phrases.table
        if key not in table:
            raise KeyError(f"messages.toml lacks {key}")
        if language not in table[key]:
            raise KeyError(f"messages.toml lacks {key} in {language}")
        return typeset(table[key][language], language)

    def _fill(self, value: Data, language: str, names: Names) -> str:
        if isinstance(value, list | tuple):
            return ", ".join(self._fill(item, language, names) for item in value) or "-"
        if isinstance(value, str) and "/" in value:
            section, name = value.split("/", 1)
            if section == SEATS and names.get(Seat(name)):
                return names[Seat(name)]
            return self.name(section, name, language)
        return str(value)

    def name(self, section: str, name: str, language: str) -> str:
        """Return what a thing is called: its display name, or else its words in orders."""
        prefix = self._shown.get(section)
        if prefix is None:
            return self._words.say(section, name, language)
        return self._text(f"{prefix}_{name}", language).replace(SOFT_HYPHEN, "")


def _counts_one(saying: Saying) -> bool:
    """Tell whether the number that a saying is about is one."""
    counted = (saying.args[place] for place in COUNTED if place in saying.args)
    return next(counted, None) == 1


def capital(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
