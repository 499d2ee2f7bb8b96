"""Reading an order from left to right: the frame that every game's `parse` fills with its own words."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import Saying, Unread
from pbem.games.kit.order_words import Words, alike

M = TypeVar("M")


class Lost(Exception):  # noqa: N818 - carries a player's mistake out of the reading, it is no error of ours
    """Raised where an order cannot be read on."""

    def __init__(self, unread: Unread) -> None:
        super().__init__(unread.saying.key)
        self.unread = unread


class Reader:
    """Reads one order from left to right."""

    def __init__(self, words: Words, text: str) -> None:
        self._words = words
        self._all = words.cut(text)
        self._at = 0  # a place, not what is left: a long order is not copied for each of its words
        self.kind = ""  # of decision that the order answers, as soon as it is read

    @property
    def is_done(self) -> bool:
        """Whether every word was read."""
        return self._at >= len(self._all)

    @property
    def place(self) -> int:
        """How many words were read."""
        return self._at

    @property
    def left(self) -> tuple[str, ...]:
        """The words not read yet."""
        return self._all[self._at :]

    @property
    def _next(self) -> str | None:
        return None if self.is_done else self._all[self._at]

    def take(self, section: str) -> str | None:
        """Read an id of a section, or nothing."""
        found = self._words.match(section, self._all, self._at)
        if found is None:
            return None
        self._at += found[1]
        return found[0]

    def take_id(self, section: str, name: str) -> bool:
        """Read one particular id of a section, or nothing."""
        found = self._words.match(section, self._all, self._at)
        if found is None or found[0] != name:
            return False
        self._at += found[1]
        return True

    def mark(self, sign: str) -> bool:
        """Read a sign or a bare word such as `+` or `*`, or nothing."""
        if self._next != sign:
            return False
        self._at += 1
        return True

    def number(self) -> int | None:
        """Read a number of at most nine digits, or nothing."""
        word = self._next
        if word is None or not word.isdecimal() or len(word) > 9:
            return None
        self._at += 1
        return int(word)

    def need(self, section: str) -> str:
        """Read an id of a section; `Lost` if there is none here."""
        found = self.take(section)
        if found is None:
            raise Lost(self.unread(section))
        return found

    def need_number(self, what: str) -> int:
        """Read a number; `Lost` if there is none here. `what` names what was expected (a message `what_...`)."""
        number = self.number()
        if number is None:
            raise Lost(self.expected(what))
        return number

    def unread(self, section: str, also: tuple[str, ...] = ()) -> Unread:
        """Say that an id of a section (or one of some words `also` read there) was expected where the reader stands."""
        expected = self.expected(section)
        if self.is_done:
            return expected
        return Unread(expected.saying, self.kind, Missing(self._words, section, self._all, self._at, also))

    def expected(self, what: str) -> Unread:
        """Say that something was expected where the reader stands."""
        if self.is_done:
            return Unread(Saying("expected_end", {"what": what}), self.kind)
        return Unread(Saying("expected", {"what": what, "word": self._shown(4)}), self.kind)

    def unsettled(self, saying: Saying, choices: tuple[str, ...], since: int) -> Unread:
        """Say that the words read since a place (or none) do not tell which of some choices is meant."""
        return Unread(saying, self.kind, Unsettled(self._all, since, self._at, choices))

    def surplus(self) -> Unread:
        """Say that words are left which belong to nothing."""
        return Unread(Saying("surplus", {"word": self._shown(6)}), self.kind, Surplus(self._all, self._at))

    def _shown(self, most: int) -> str:
        return " ".join(self._all[self._at : self._at + most]).replace(" * ", "x")


class Missing(Struct, frozen=True):
    """A gap where an id of a section would have been read; before the first word of all it is a verb."""

    vocabulary: Words
    section: str
    words: tuple[str, ...]
    at: int
    also: tuple[str, ...]

    def near(self) -> tuple[str, ...]:
        rest = self.words[self.at :]
        named = alike(rest, self.also)
        return (*named, *self.vocabulary.near(self.section, rest))[:3]

    def mended(self) -> tuple[str, ...]:
        near = tuple(self._with(phrase) for phrase in self.near())
        if self.at:
            return (*near, " ".join(self.words[: self.at]))
        if near:
            return near
        whole = " ".join(self.words)
        return tuple(f"{self._verb(name)} {whole}" for name in self.vocabulary.ids(self.section))

    def _verb(self, name: str) -> str:
        return self.vocabulary.say(self.section, name, "en")

    def _with(self, phrase: str) -> str:
        """Return the order with a phrase in the place of as many words."""
        taken = phrase.count(" ") + 1
        return " ".join((*self.words[: self.at], phrase, *self.words[self.at + taken :]))


class Unsettled(Struct, frozen=True):
    """A gap where several choices may be meant."""

    words: tuple[str, ...]
    since: int
    at: int
    choices: tuple[str, ...]

    def near(self) -> tuple[str, ...]:
        return self.choices

    def mended(self) -> tuple[str, ...]:
        before, after = self.words[: self.since], self.words[self.at :]
        return tuple(" ".join((*before, choice, *after)) for choice in self.choices)


class Surplus(Struct, frozen=True):
    """A gap where nothing more would have been read."""

    words: tuple[str, ...]
    at: int

    def near(self) -> tuple[str, ...]:
        return ()

    def mended(self) -> tuple[str, ...]:
        before = self.words[: self.at]
        return tuple(dict.fromkeys((" ".join((*before, *self.words[self.at + 1 :])), " ".join(before))))


def read_whole(reader: Reader, read: Callable[[Reader], M]) -> M | Unread:
    """Read a whole order: a move, or what was not understood, or the words that are left over."""
    try:
        move = read(reader)
    except Lost as lost:
        return lost.unread if lost.unread.kind else replace(lost.unread, kind=reader.kind)
    return move if reader.is_done else reader.surplus()


def find_fact(words: Words, text: tuple[str, ...]) -> str | None:
    """Return the fact that cut words mean, all of them."""
    found = words.match("facts", text)
    if found and found[1] == len(text):
        return found[0]
    return None
