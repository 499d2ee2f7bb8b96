"""Reading an order from left to right: what the `parse` of every game needs."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import Saying, Unread
from pbem.games.kit.order_words import Words, alike

M = TypeVar("M")


class Lost(Exception):  # noqa: N818 - a mistake of a player, not of ours
    """An order cannot be read any further. It carries the `Unread`."""

    def __init__(self, unread: Unread) -> None:
        super().__init__(unread.saying.key)
        self.unread = unread


class Reader:
    """Reads one order, from left to right. Each method reads at the current place."""

    def __init__(self, words: Words, text: str) -> None:
        self._words = words
        self._all = words.cut(text)
        self._at = 0  # a place, not what is left: a long order is not copied for each of its words
        self.kind = ""  # of decision that the order answers, as soon as it is read

    @property
    def is_done(self) -> bool:
        """Whether all words are read."""
        return self._at >= len(self._all)

    @property
    def place(self) -> int:
        """How many words are read."""
        return self._at

    @property
    def left(self) -> tuple[str, ...]:
        """The words that are not read yet."""
        return self._all[self._at :]

    @property
    def _next(self) -> str | None:
        return None if self.is_done else self._all[self._at]

    def take(self, section: str) -> str | None:
        """Read words of a section and return their id; None (and nothing read) if there are none."""
        found = self._words.match(section, self._all, self._at)
        if found is None:
            return None
        self._at += found[1]
        return found[0]

    def take_id(self, section: str, name: str) -> bool:
        """Read the words of one id of a section; False, and nothing is read, if others are here."""
        found = self._words.match(section, self._all, self._at)
        if found is None or found[0] != name:
            return False
        self._at += found[1]
        return True

    def mark(self, sign: str) -> bool:
        """Read a sign or word, such as `+`; False, and nothing is read, if another is here."""
        if self._next != sign:
            return False
        self._at += 1
        return True

    def number(self) -> int | None:
        """Read a number of at most nine digits; None, and nothing is read, if there is none."""
        word = self._next
        if word is None or not word.isdecimal() or len(word) > 9:
            return None
        self._at += 1
        return int(word)

    def need(self, section: str) -> str:
        """Read words of a section and return their id; `Lost` if there are none here."""
        found = self.take(section)
        if found is None:
            raise Lost(self.unread(section))
        return found

    def need_number(self, what: str) -> int:
        """Read a number; `Lost` if there is none here.

        `what` is what the message expects: the game has a message `what_<what>`.
        """
        number = self.number()
        if number is None:
            raise Lost(self.expected(what))
        return number

    def unread(self, section: str, also: tuple[str, ...] = ()) -> Unread:
        """Return that words of a section were expected here, or one of the words `also`."""
        expected = self.expected(section)
        if self.is_done:
            return expected
        gap = Missing(self._words, section, self._all, self._at, also)
        return Unread(expected.saying, self.kind, gap)

    def expected(self, what: str) -> Unread:
        """Return that something was expected here: the game has a message `what_<what>`."""
        if self.is_done:
            return Unread(Saying("expected_end", {"what": what}), self.kind)
        return Unread(Saying("expected", {"what": what, "word": self._shown(4)}), self.kind)

    def unsettled(self, saying: Saying, choices: tuple[str, ...], since: int) -> Unread:
        """Return that the words since a place do not show which of some choices is meant."""
        return Unread(saying, self.kind, Unsettled(self._all, since, self._at, choices))

    def surplus(self) -> Unread:
        """Return that the words from here on are too much."""
        too_much = Saying("surplus", {"word": self._shown(6)})
        return Unread(too_much, self.kind, Surplus(self._all, self._at))

    def _shown(self, most: int) -> str:
        return " ".join(self._all[self._at : self._at + most]).replace(" * ", "x")


class Missing(Struct, frozen=True):
    """A gap where words of a section were expected; at the start of an order, a verb."""

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
    """A gap where several choices may be meant, of which one has to be written."""

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
    """A gap where the order should have ended."""

    words: tuple[str, ...]
    at: int

    def near(self) -> tuple[str, ...]:
        return ()

    def mended(self) -> tuple[str, ...]:
        before = self.words[: self.at]
        without_one = " ".join((*before, *self.words[self.at + 1 :]))
        return tuple(dict.fromkeys((without_one, " ".join(before))))


def read_whole(reader: Reader, read: Callable[[Reader], M]) -> M | Unread:
    """Return the move that `read` makes of a whole order, or what was not understood."""
    try:
        move = read(reader)
    except Lost as lost:
        return lost.unread if lost.unread.kind else replace(lost.unread, kind=reader.kind)
    return move if reader.is_done else reader.surplus()


def find_fact(words: Words, text: tuple[str, ...]) -> str | None:
    """Return the fact that all these words together mean, or None."""
    found = words.match("facts", text)
    if found and found[1] == len(text):
        return found[0]
    return None
