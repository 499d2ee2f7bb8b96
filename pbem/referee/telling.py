"""Telling orders back: a line of a sheet as it was understood, in the words of its reader's language."""

from collections.abc import Iterable
from typing import Any

from pbem.games.game import LANGUAGES, AnyGame, Unread
from pbem.games.words import fold, split
from pbem.referee.plan import Planned
from pbem.referee.sheet import KEYWORDS, Alternative, Condition, Line
from pbem.referee.sight import is_any


def tell_move(game: AnyGame, view: Any, text: str, language: str) -> str:
    """Return a move's text in a language; as it stands if it leaves something open that the view would settle now.

    A move that is written as it was read means the same at any time; `all the fours` or `the best place` do not.
    """
    if is_any(text):
        return _word("any", language)
    move = game.parse(view, text)
    if isinstance(move, Unread):
        return text
    is_settled = any(split(text) == split(game.write(move, spoken)) for spoken in LANGUAGES)
    return game.write(move, language) if is_settled else text


def tell_plan(game: AnyGame, view: Any, turns: Iterable[Iterable[Planned]], language: str) -> tuple[str, ...]:
    """Return understood lines in a language, the word `next` before those of each later turn."""
    told: list[str] = []
    between: list[str] = []  # a turn without lines is told if another one follows
    for turn in turns:
        lines = [tell_line(game, view, planned.line, language) for planned in turn]
        if lines:
            told += between + lines
            between = []
        between.append(_word("next", language))
    return tuple(told)


def tell_line(game: AnyGame, view: Any, line: Line, language: str) -> str:
    """Return a line in a language; its words are those that `understand` left in it."""
    if line.is_wait:
        return _word("wait", language)
    told = " | ".join(_alternative(game, view, one, language) for one in line.alternatives)
    always = f"{_word('always', language)} " if line.always else ""
    otherwise = "" if line.otherwise == "wait" else f" {_word('else', language)} {_word(line.otherwise, language)}"
    return f"{always}{told}{otherwise}"


def _alternative(game: AnyGame, view: Any, alternative: Alternative, language: str) -> str:
    moves = [tell_move(game, view, text, language) for text in alternative.moves]
    told = f" {_word('then', language)} ".join(moves)
    if not alternative.conditions:
        return told
    tested = f" {_word('and', language)} ".join(_condition(game, view, one, language) for one in alternative.conditions)
    return f"{told} {_word('if', language)} {tested}"


def _condition(game: AnyGame, view: Any, condition: Condition, language: str) -> str:
    negated = f"{_word('not', language)} " if condition.negated else ""
    if condition.kind == "legal":
        return f"{negated}{_word('legal', language)} {tell_move(game, view, condition.words, language)}"
    if condition.kind == "have":
        return f"{negated}{_word('have', language)} {condition.words}"
    name = game.fact(fold(condition.words))
    fact = condition.words if name is None else game.fact_called(name, language)
    return f"{negated}{fact} {condition.operator} {condition.number}"


def _word(key: str, language: str) -> str:
    words = KEYWORDS[key].split()
    at = LANGUAGES.index(language)
    return words[at] if at < len(words) else words[0]
