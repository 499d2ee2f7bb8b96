"""A sheet meets a game: every word is read, every line learns which decisions it answers. Nothing is guessed."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import Unread
from pbem.games.words import fold
from pbem.referee.advice import Flaw, Trouble, UnknownFact, tell
from pbem.referee.phrases import say
from pbem.referee.plan import Planned
from pbem.referee.sheet import MAX_PROBLEMS, Alternative, Condition, Line, Problem, Sheet
from pbem.referee.sight import Sight, is_any

Understood = tuple[tuple[tuple[Planned, ...], ...], tuple[Problem, ...]]


class Reading(Struct, frozen=True, dict=True):  # dict: for what is made once
    """Whose sheet is read, in front of what, and whether its numbers may be trusted."""

    game: Any
    view: Any
    language: str
    source: str
    is_asked: bool
    is_current: bool  # the sheet quotes the head the record has now

    @cached_property
    def sight(self) -> Sight:
        """What the sheet's words are read by."""
        return Sight(self.game, self.view)


def understand(reading: Reading, sheet: Sheet) -> Understood:
    """Return the lines of each turn with what they answer, and all problems at once.

    Reading ends where there are more problems than are told.
    """
    troubles: list[Trouble] = []
    blocks: list[list[Planned]] = [[] for _ in sheet.blocks]
    for depth, found in _read(reading, sheet):
        if isinstance(found, Planned):
            blocks[depth].append(found)
            continue
        troubles.append(found)
        if len(troubles) > MAX_PROBLEMS:
            break
    return tuple(map(tuple, blocks)), tell(troubles, reading.language)


def _read(reading: Reading, sheet: Sheet) -> Iterator[tuple[int, Planned | Trouble]]:
    """Yield what becomes of each line, with the turn it serves."""
    now, later = reading.game.ahead(reading.view)
    possible = now
    for depth, block in enumerate(sheet.blocks):
        for line in block:
            kinds = now | later if line.always else possible
            for found in _read_line(reading, line, kinds):
                yield depth, found
        possible = later


def _read_line(reading: Reading, line: Line, possible: frozenset[str]) -> Iterator[Planned | Trouble]:
    """Yield all troubles of a line, or else what it answers of the kinds of decision that may come up where it serves.

    A line is read no further than somebody listens, for all its words may be wrong.
    """
    alternatives = []
    for alternative in line.alternatives:
        for found in _read_alternative(reading, line.number, alternative):
            if isinstance(found, Alternative):
                alternatives.append(found)
            else:
                yield found
    if len(alternatives) == len(line.alternatives):
        yield _place(reading, replace(line, alternatives=tuple(alternatives)), possible)


def _place(reading: Reading, line: Line, possible: frozenset[str]) -> Planned | Problem:
    """Refuse a line for a decision that cannot come up; one that takes anything is for all that can."""
    kinds: frozenset[str] = frozenset()
    for alternative in line.alternatives:
        kinds |= reading.sight.kinds_of(alternative.moves)
    if line.is_wait or kinds & possible:
        return Planned(line, kinds, reading.source)
    if possible and not kinds:
        return Planned(line, possible, reading.source)
    return Problem(line.number, _misplaced(reading, kinds, possible))


def _misplaced(reading: Reading, kinds: frozenset[str], possible: frozenset[str]) -> str:
    game, language = reading.game, reading.language
    if not kinds:
        return say("nothing_comes_up", language)
    which = ", ".join(game.called(kind, language) for kind in sorted(possible))
    which = which or say("nothing", language)
    return say("cannot_come_up", language, kind=game.called(min(kinds), language), possible=which)


def _read_alternative(reading: Reading, line: int, alternative: Alternative) -> Iterator[Alternative | Trouble]:
    """Yield all troubles of an alternative, or else the alternative with its numbers made orders."""
    is_whole = True
    for condition in alternative.conditions:
        if trouble := _condition_trouble(reading.sight, line, condition):
            is_whole = False
            yield trouble
    moves = []
    for text in alternative.moves:
        read = _read_move(reading, line, text)
        if isinstance(read, str):
            moves.append(read)
        else:
            is_whole = False
            yield read
    if is_whole:
        yield replace(alternative, moves=tuple(moves))


def _read_move(reading: Reading, line: int, text: str) -> str | Trouble:
    if text.isdecimal() and len(text) < 6:
        return _number(reading, line, int(text))
    if is_any(text):
        return text
    move = reading.sight.parse(text)
    if isinstance(move, Unread):
        return Flaw(line, reading.sight, text, move)
    return text


def _number(reading: Reading, line: int, number: int) -> str | Problem:
    if not reading.is_current:
        return Problem(line, say("number_unseen", reading.language))
    if not reading.is_asked:
        return Problem(line, say("number_unasked", reading.language))
    move = reading.sight.numbered(number)
    if move is None:
        return Problem(line, say("no_number", reading.language, number=number))
    text: str = reading.game.write(move, "en")
    return text


def _condition_trouble(sight: Sight, line: int, condition: Condition) -> Trouble | None:
    if condition.kind == "legal":
        move = sight.parse(condition.words)
        if isinstance(move, Unread):
            return Flaw(line, sight, condition.words, move)
    elif condition.kind == "fact" and sight.game.fact(fold(condition.words)) is None:
        return UnknownFact(line, sight, condition.words)
    return None
