"""A sheet meets a game: every word is read, every line learns which decisions it answers. Nothing is guessed."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from heapq import nlargest
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import AnyGame, Unread
from pbem.games.words import fold
from pbem.referee.plan import Planned
from pbem.referee.sheet import WORDS, Alternative, Condition, Line, Problem, Sheet

_LOOKED_AT = 2_000  # legal orders compared with what was written, at the most


class Reading(Struct, frozen=True):
    """Whose sheet is read, in front of what, and whether its numbers may be trusted."""

    game: Any
    view: Any
    language: str
    source: str
    is_asked: bool
    is_current: bool  # the sheet quotes the head the record has now


def understand(reading: Reading, sheet: Sheet) -> tuple[tuple[tuple[Planned, ...], ...], tuple[Problem, ...]]:
    """Return the lines of each turn with what they answer, and all problems at once."""
    now, later = reading.game.ahead(reading.view)
    problems: list[Problem] = []
    blocks = []
    for depth, block in enumerate(sheet.blocks):
        understood = []
        for line in block:
            planned = _understand_line(reading, line)
            if isinstance(planned, Planned):
                planned = _place(planned, now if depth == 0 and not line.always else now | later)
            understood.append(planned) if isinstance(planned, Planned) else problems.extend(planned)
        blocks.append(tuple(understood))
    return tuple(blocks), tuple(problems)


def _place(planned: Planned, kinds: frozenset[str]) -> Planned | tuple[Problem, ...]:
    if planned.line.is_wait or planned.kinds & kinds:
        return planned
    if not planned.kinds:
        return replace(planned, kinds=kinds)
    kind = min(planned.kinds)
    text = f"`{kind}` cannot come up for you in this turn"
    hint = tuple(sorted(kinds))
    return (Problem(planned.line.number, f"{text}; what can: {', '.join(hint) or 'nothing'}"),)


def _understand_line(reading: Reading, line: Line) -> Planned | tuple[Problem, ...]:
    problems: list[Problem] = []
    kinds: set[str] = set()
    alternatives = []
    for alternative in line.alternatives:
        read = _understand_alternative(reading, line.number, alternative)
        if isinstance(read, tuple):
            problems.extend(read)
            continue
        alternatives.append(read)
        if not is_any(read.moves[-1]):
            kinds.add(reading.game.kind(reading.game.parse(reading.view, read.moves[-1])))
    return tuple(problems) or Planned(replace(line, alternatives=tuple(alternatives)), frozenset(kinds), reading.source)


def _understand_alternative(
    reading: Reading, number: int, alternative: Alternative
) -> Alternative | tuple[Problem, ...]:
    problems = [problem for part in alternative.conditions for problem in _condition_problems(reading, number, part)]
    moves: list[str] = []
    for text in alternative.moves:
        read = _number(reading, number, int(text)) if text.isdecimal() and len(text) < 6 else text
        if isinstance(read, Problem):
            problems.append(read)
            continue
        moves.append(read)
        if is_any(read):
            continue
        move = reading.game.parse(reading.view, read)
        if isinstance(move, Unread):
            problems.append(unread(reading.game, reading.view, number, text, move, reading.language))
    return tuple(problems) or replace(alternative, moves=tuple(moves))


def _number(reading: Reading, line: int, number: int) -> str | Problem:
    if not reading.is_current:
        return Problem(line, "an order by number needs the `seen` line of the report that numbers it")
    if not reading.is_asked:
        return Problem(line, "an order by number needs a question, and nothing is asked of you")
    move = next(islice(reading.game.moves(reading.view), number - 1, number), None) if number else None
    if move is None:
        return Problem(line, f"there is no order number {number} in the report")
    text: str = reading.game.write(move, "en")
    return text


def _condition_problems(reading: Reading, line: int, condition: Condition) -> Iterator[Problem]:
    game, view = reading.game, reading.view
    if condition.kind == "legal":
        move = game.parse(view, condition.words)
        if isinstance(move, Unread):
            yield unread(game, view, line, condition.words, move, reading.language)
    elif condition.kind == "fact" and game.fact(fold(condition.words)) is None:
        known = sorted(game.facts(view))
        yield Problem(line, f"there is no fact {condition.words!r}", tuple(_nearest(condition.words, iter(known))))


def unread(game: AnyGame, view: Any, line: int, text: str, why: Unread, language: str) -> Problem:
    """Say that words are no order, with the nearest legal orders, or else the nearest words."""
    legal = nearest_orders(game, view, text, language)
    return Problem(line, f"{text!r}: {game.say(why.saying, language)}", legal or why.nearest)


def nearest_orders(game: AnyGame, view: Any, text: str, language: str) -> tuple[str, ...]:
    """Return the three legal orders that look most like a text."""
    orders = (game.write(move, language) for move in islice(game.moves(view), _LOOKED_AT))
    return tuple(_nearest(text, orders))


def _nearest(text: str, choices: Iterator[str]) -> list[str]:
    matcher = SequenceMatcher(None, "", fold(text), autojunk=False)

    def likeness(choice: str) -> float:
        matcher.set_seq1(fold(choice))
        return matcher.ratio()

    return nlargest(3, choices, key=likeness)


def is_any(text: str) -> bool:
    """Tell whether an order is the word that takes whatever is legal."""
    return fold(text) in WORDS["any"]
