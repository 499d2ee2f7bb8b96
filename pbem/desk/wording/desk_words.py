"""Desk words among the lines of a sheet for a game: read in four languages, and taken out of it."""

import re

from msgspec import Struct

from pbem.desk.wording.phrases import say
from pbem.desk.wording.word_rows import ROWS
from pbem.games.game import LANGUAGES
from pbem.games.kit.order_words import fold
from pbem.mail.block.statements import IN_MESSAGE, LINE_END, pieces, statements, without_comment
from pbem.referee.language.problem import Problem

WORDS: dict[str, tuple[str, ...]] = {row.key: row.spelled for row in ROWS}  # by language
_READ = {key: frozenset(map(fold, words)) for key, words in WORDS.items()}
LONGEST_PRESS = 1_000
_ALONE = tuple(row.key for row in ROWS if row.in_game and row.in_game.form == "alone")
_HISTORY = re.compile(r"(\S+)(?:\s+([0-9]{1,9}))?")
_TELL = re.compile(r"(\S+)\s+([^:]{1,60}?)\s*:\s*(.+)")


class Press(Struct, frozen=True):
    """A message to another player, or to all: the line it stands on, whom it is for, what it says."""

    line: int
    to: str
    text: str

    @property
    def is_for_all(self) -> bool:
        """Whether everybody else in the game is meant."""
        return fold(self.to) in _READ["all"]


class DeskRequest(Struct, frozen=True):
    """A sheet taken apart: what is asked of the desk, messages, and the sheet without them, its lines where they were.

    `clear` and `resign` stay in the sheet: they are decided as orders are.
    """

    words: frozenset[str]
    history: int | None
    press: tuple[Press, ...]
    sheet: str
    problems: tuple[Problem, ...]

    @property
    def has_orders(self) -> bool:
        """Whether anything is left for the referee to decide; if nothing was asked either, that the sheet is empty."""
        is_asking = self.words or self.press or self.history is not None or self.problems
        return not is_asking or any(True for _ in statements(self.sheet))

    @property
    def is_preview(self) -> bool:
        """Whether the orders are only to be tried."""
        return "preview" in self.words

    @property
    def is_for_play(self) -> bool:
        """Whether there are orders to be acted on, not only words to be answered."""
        return self.has_orders and not self.is_preview


def word(key: str, language: str) -> str:
    """Return a desk word in a language."""
    return WORDS[key][LANGUAGES.index(language)]


def read_words(text: str, language: str = "en", *, is_preview: bool = False) -> DeskRequest:
    """Take a sheet apart; whatever is no desk word stays in it. Problems are told in a language.

    With `is_preview` it is only to be tried, even if it does not say so itself.
    """
    reading = _Reading(language)
    if is_preview:
        reading.words.add("preview")
    lines = [reading.read(number, line) for number, line in enumerate(LINE_END.split(text), 1)]
    return DeskRequest(
        frozenset(reading.words), reading.history, tuple(reading.press), "\n".join(lines), tuple(reading.problems)
    )


class _Reading:
    def __init__(self, language: str) -> None:
        self._language = language
        self.words: set[str] = set()
        self.history: int | None = None
        self.press: list[Press] = []
        self.problems: list[Problem] = []
        self._has_orders = False

    def read(self, number: int, line: str) -> str:
        """Read a line and return what is left of it."""
        found = list(pieces(line))
        kept = [piece for piece in found if not self._is_desk_word(number, without_comment(piece))]
        return line if len(kept) == len(found) else ";".join(kept)

    def _complain(self, number: int, key: str, **places: object) -> None:
        self.problems.append(Problem(number, say(key, self._language, **places)))

    def _is_desk_word(self, number: int, words: str) -> bool:
        if not words:
            return False
        folded = fold(words)
        asked = next((key for key in _ALONE if folded in _READ[key]), None)
        if asked:
            if asked == "preview" and self._has_orders:
                self._complain(number, "desk_preview_first", word=words)
            self.words.add(asked)
        elif not self._is_history(number, folded) and not self._is_press(number, words):
            self._has_orders = True
            return False
        return True

    def _is_history(self, number: int, folded: str) -> bool:
        found = _HISTORY.fullmatch(folded)
        if found is None or found[1] not in _READ["history"]:
            return False
        if found[2] is None or self.history is not None:
            self._complain(number, "desk_one_entry", word=found[1])
        else:
            self.history = int(found[2])
        return True

    def _is_press(self, number: int, words: str) -> bool:
        found = _TELL.fullmatch(words)
        if found is None or fold(found[1]) not in _READ["tell"]:
            return False
        if len(found[3]) > LONGEST_PRESS:
            self._complain(number, "desk_long_message", most=LONGEST_PRESS)
        self.press.append(Press(number, found[2], found[3].replace(IN_MESSAGE, ";")))
        return True
