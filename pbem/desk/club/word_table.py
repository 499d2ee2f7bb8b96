"""The words to the desk itself, of all words: how one is read, and which function answers it."""

from collections.abc import Mapping

from pbem.desk.club.asking import Act
from pbem.desk.wording.word_rows import ROWS, AtDesk, function_of
from pbem.games.kit.order_words import fold

WORDS: Mapping[str, AtDesk] = {row.key: row.at_desk for row in ROWS if row.at_desk}
_READ = {fold(text): row.key for row in ROWS if row.at_desk for text in row.spelled}


def act_of(key: str) -> Act:
    """Return the function that answers a word; KeyError if the desk does not know it."""
    act: Act = function_of(WORDS[key].answered_by)
    return act


def read_word(line: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the word that a line for the desk begins with, and what follows it; None if the desk does not know it."""
    first, *rest = line.split()
    key = _READ.get(fold(first))
    return None if key is None else (key, tuple(rest))
