"""Reading an order from left to right: the frame that every game's `parse` fills with its own words."""

from collections.abc import Callable
from typing import TypeVar

from pbem.games.game import Saying, Unread
from pbem.games.words import Words

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

    @property
    def is_done(self) -> bool:
        """Whether every word was read."""
        return self._at >= len(self._all)

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

    def unread(self, section: str) -> Unread:
        """Say that an id of a section was expected where the reader stands, and which ones are near."""
        word = self._next
        if word is None:
            return self.expected(section)
        return Unread(self.expected(section).saying, self._words.near(section, word))

    def expected(self, what: str) -> Unread:
        """Say that something was expected where the reader stands."""
        return Unread(Saying("expected", {"what": what, "word": self._shown(4)}))

    def surplus(self) -> Unread:
        """Say that words are left which belong to nothing."""
        return Unread(Saying("surplus", {"word": self._shown(6)}))

    def _shown(self, most: int) -> str:
        return " ".join(self._all[self._at : self._at + most])


def read_whole(reader: Reader, read: Callable[[Reader], M]) -> M | Unread:
    """Read a whole order: a move, or what was not understood, or the words that are left over."""
    try:
        move = read(reader)
    except Lost as lost:
        return lost.unread
    return move if reader.is_done else reader.surplus()


def find_fact(words: Words, text: tuple[str, ...]) -> str | None:
    """Return the fact that cut words mean, all of them."""
    found = words.match("facts", text)
    if found and found[1] == len(text):
        return found[0]
    return None
