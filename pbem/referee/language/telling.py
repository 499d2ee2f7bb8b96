"""Telling orders back: a line of a sheet as it was understood, in the words of its reader's language."""

from collections.abc import Iterable
from typing import Any

from pbem.games.game import LANGUAGES, AnyGame, Unread
from pbem.games.kit.order_words import fold, split
from pbem.referee.language.plan import Planned
from pbem.referee.language.seat_rules import is_any
from pbem.referee.language.sheet import KEYWORDS, Alternative, Condition, OrderLine


def tell_move(game: AnyGame, view: Any, text: str, language: str) -> str:
    """Return the text of a move in a language.

    A text that means different moves at different times, such as `all the fours` or `the best
    place`, stays as it was written.
    """
    if is_any(text):
        return _word("any", language)
    move = game.parse(view, text)
    if isinstance(move, Unread):
        return text
    is_settled = any(split(text) == split(game.write(move, spoken)) for spoken in LANGUAGES)
    if not is_settled:
        return text
    return game.write(move, language)


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


def tell_line(game: AnyGame, view: Any, line: OrderLine, language: str) -> str:
    """Return a line in a language; its words are those that `understand` left in it."""
    if line.is_wait:
        return _word("wait", language)
    told = [" | ".join(_alternative(game, view, one, language) for one in line.alternatives)]
    if line.always:
        told.insert(0, _word("always", language))
    if line.otherwise != "wait":
        told += [_word("else", language), _word(line.otherwise, language)]
    return " ".join(told)


def _alternative(game: AnyGame, view: Any, alternative: Alternative, language: str) -> str:
    then = f" {_word('then', language)} "
    told = then.join(tell_move(game, view, text, language) for text in alternative.moves)
    if not alternative.conditions:
        return told
    also = f" {_word('and', language)} "
    tested = also.join(tell_condition(game, view, one, language) for one in alternative.conditions)
    return f"{told} {_word('if', language)} {tested}"


def tell_condition(game: AnyGame, view: Any, condition: Condition, language: str) -> str:
    """Return a condition in a language."""
    tested = _tested(game, view, condition, language)
    if condition.negated:
        return f"{_word('not', language)} {tested}"
    return tested


def _tested(game: AnyGame, view: Any, condition: Condition, language: str) -> str:
    if condition.kind == "legal":
        return f"{_word('legal', language)} {tell_move(game, view, condition.words, language)}"
    if condition.kind == "have":
        return f"{_word('have', language)} {condition.words}"
    fact = condition.words
    name = game.fact(fold(fact))
    if name is not None:
        fact = game.fact_called(name, language)
    return f"{fact} {condition.operator} {condition.number}"


def _word(key: str, language: str) -> str:
    return KEYWORDS[key].split()[LANGUAGES.index(language)]
