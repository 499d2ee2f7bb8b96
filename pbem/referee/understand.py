"""A sheet meets a game: every word is read, every line learns which decisions it answers. Nothing is guessed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import AnyGame, Unread
from pbem.games.words import fold
from pbem.referee.plan import Planned
from pbem.referee.sheet import WORDS, Alternative, Condition, Line, Problem, Sheet, capped
from pbem.referee.words import say

_LOOKED_AT = 2_000  # legal orders compared with what was written, at the most
_COMPARED = 80  # letters of it, at the most
_CLOSER = 40  # legal orders that are compared letter by letter
_ADVISED = 10  # problems of a sheet that name the nearest legal orders


class Reading(Struct, frozen=True):
    """Whose sheet is read, in front of what, and whether its numbers may be trusted."""

    game: Any
    view: Any
    language: str
    source: str
    is_asked: bool
    is_current: bool  # the sheet quotes the head the record has now


class _Misread(Struct, frozen=True):
    """Words of a line that are no order."""

    line: int
    text: str
    why: Unread


_Trouble = Problem | _Misread


def understand(reading: Reading, sheet: Sheet) -> tuple[tuple[tuple[Planned, ...], ...], tuple[Problem, ...]]:
    """Return the lines of each turn with what they answer, and all problems at once."""
    now, later = reading.game.ahead(reading.view)
    troubles: list[_Trouble] = []
    blocks = []
    for depth, block in enumerate(sheet.blocks):
        understood = []
        for line in block:
            kinds = now | later if line.always else later if depth else now
            planned = _understand_line(reading, line, kinds)
            understood.append(planned) if isinstance(planned, Planned) else troubles.extend(planned)
        blocks.append(tuple(understood))
    return tuple(blocks), capped([_tell(reading, at, trouble) for at, trouble in enumerate(troubles)], reading.language)


def _tell(reading: Reading, at: int, trouble: _Trouble) -> Problem:
    if isinstance(trouble, Problem):
        return trouble
    if at < _ADVISED:
        return unread(reading.game, reading.view, trouble.line, trouble.text, trouble.why, reading.language)
    said = reading.game.say(trouble.why.saying, reading.language)
    return Problem(trouble.line, f"{trouble.text!r}: {said}")


def _understand_line(reading: Reading, line: Line, possible: frozenset[str]) -> Planned | tuple[_Trouble, ...]:
    """Read a line's words; `possible` are the kinds of decision that may come up where it serves."""
    troubles: list[_Trouble] = []
    alternatives = []
    for alternative in line.alternatives:
        read = _understand_alternative(reading, line.number, alternative)
        alternatives.append(read) if isinstance(read, Alternative) else troubles.extend(read)
    if troubles:
        return tuple(troubles)
    found = (kinds_of(reading.game, reading.view, alternative.moves) for alternative in alternatives)
    kinds = frozenset[str]().union(*found)
    return _place(reading, Planned(replace(line, alternatives=tuple(alternatives)), kinds, reading.source), possible)


def _place(reading: Reading, planned: Planned, possible: frozenset[str]) -> Planned | tuple[Problem, ...]:
    """Refuse a line for a decision that cannot come up; one that takes anything is for all that can."""
    if planned.line.is_wait or planned.kinds & possible:
        return planned
    if possible and not planned.kinds:
        return replace(planned, kinds=possible)
    return (Problem(planned.line.number, _misplaced(reading, planned.kinds, possible)),)


def _misplaced(reading: Reading, kinds: frozenset[str], possible: frozenset[str]) -> str:
    game, language = reading.game, reading.language
    if not kinds:
        return say("nothing_comes_up", language)
    which = ", ".join(game.called(kind, language) for kind in sorted(possible)) or say("nothing", language)
    return say("cannot_come_up", language, kind=game.called(min(kinds), language), possible=which)


def kinds_of(game: AnyGame, view: Any, moves: tuple[str, ...]) -> frozenset[str]:
    """Return the kinds of decision a chain answers: that of its first move, where it begins, and that of its last."""
    ends = {text for text in (moves[0], moves[-1]) if not is_any(text)}
    return frozenset(game.kind(game.parse(view, text)) for text in ends)


def _understand_alternative(
    reading: Reading, number: int, alternative: Alternative
) -> Alternative | tuple[_Trouble, ...]:
    troubles = [trouble for part in alternative.conditions for trouble in _condition_troubles(reading, number, part)]
    moves: list[str] = []
    for text in alternative.moves:
        read = _number(reading, number, int(text)) if text.isdecimal() and len(text) < 6 else text
        if isinstance(read, Problem):
            troubles.append(read)
            continue
        moves.append(read)
        move = None if is_any(read) else reading.game.parse(reading.view, read)
        if isinstance(move, Unread):
            troubles.append(_Misread(number, read, move))
    return tuple(troubles) or replace(alternative, moves=tuple(moves))


def _number(reading: Reading, line: int, number: int) -> str | Problem:
    if not reading.is_current:
        return Problem(line, say("number_unseen", reading.language))
    if not reading.is_asked:
        return Problem(line, say("number_unasked", reading.language))
    move = next(islice(reading.game.moves(reading.view), number - 1, number), None) if number else None
    if move is None:
        return Problem(line, say("no_number", reading.language, number=number))
    text: str = reading.game.write(move, "en")
    return text


def _condition_troubles(reading: Reading, line: int, condition: Condition) -> Iterator[_Trouble]:
    game, view = reading.game, reading.view
    if condition.kind == "legal":
        move = game.parse(view, condition.words)
        if isinstance(move, Unread):
            yield _Misread(line, condition.words, move)
    elif condition.kind == "fact" and game.fact(fold(condition.words)) is None:
        known = [game.fact_called(name, reading.language) for name in sorted(game.facts(view))]
        nearest = ", ".join(_nearest(condition.words, known))
        yield Problem(line, say("no_fact", reading.language, fact=condition.words, nearest=nearest))


def unread(game: AnyGame, view: Any, line: int, text: str, why: Unread, language: str) -> Problem:
    """Say that words are no order, with the nearest legal orders; where nothing is asked, with similar words."""
    told = f"{text!r}: {game.say(why.saying, language)}"
    legal = nearest_orders(game, view, text, language)
    if not legal and why.nearest:
        told = say("near_words", language, why=told, nearest=", ".join(why.nearest))
    return Problem(line, told, legal)


def nearest_orders(game: AnyGame, view: Any, text: str, language: str) -> tuple[str, ...]:
    """Return the three legal orders that look most like a text."""
    return _nearest(text, [game.write(move, language) for move in islice(game.moves(view), _LOOKED_AT)])


def _nearest(text: str, choices: Sequence[str]) -> tuple[str, ...]:
    """Return the three choices most like a text; most are told apart by the letters they have in common."""
    from difflib import SequenceMatcher

    wanted = fold(text)[:_COMPARED]
    letters = Counter(wanted)
    matcher = SequenceMatcher(None, "", wanted, autojunk=False)

    def kinship(choice: str) -> float:
        plain = fold(choice)[:_COMPARED]
        return (letters & Counter(plain)).total() / (len(wanted) + len(plain))

    def likeness(choice: str) -> float:
        matcher.set_seq1(fold(choice)[:_COMPARED])
        return matcher.ratio()

    return tuple(nlargest(3, nlargest(_CLOSER, choices, key=kinship), key=likeness))


def is_any(text: str) -> bool:
    """Tell whether an order is the word that takes whatever is legal."""
    return fold(text) in WORDS["any"]
