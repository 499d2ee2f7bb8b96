"""A sheet meets a game: every word is read, every line learns which decisions it answers. Nothing is guessed."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import Unread
from pbem.games.kit.order_words import fold
from pbem.referee.language.advice import Flaw, Trouble, UnknownFact, tell
from pbem.referee.language.copied_lines import printed_line
from pbem.referee.language.phrases import say
from pbem.referee.language.plan import Planned
from pbem.referee.language.problem import Problem
from pbem.referee.language.prose import ProseReader
from pbem.referee.language.seat_rules import SeatRules, is_any
from pbem.referee.language.sheet import MAX_PROBLEMS, Alternative, Broken, Condition, OrderLine, Sheet

_GUESSED = 10  # lines with a problem of which it is found out what they seem to be for
_NEVER = Alternative(("any",), (Condition("fact", ""),))  # there is no such fact, so it never holds
Understood = tuple[tuple[tuple[Planned, ...], ...], tuple[Problem, ...]]


class Reading(Struct, frozen=True, dict=True):  # dict: for what is made once
    """How a sheet is read: its game, view and language, and whether its numbers are right."""

    game: Any
    view: Any
    language: str
    source: str
    is_asked: bool
    is_current: bool  # the sheet quotes the head the record has now
    stale: int = 0  # the size of a record that it quotes and that has grown since
    is_new: bool = True  # nobody has taken it yet: what can never be legal is refused

    @cached_property
    def sight(self) -> SeatRules:
        """What the sheet's words are read by."""
        return SeatRules(self.game, self.view)

    @cached_property
    def guessed(self) -> list[str]:
        """The lines that were looked at to tell what they seem to be for."""
        return []

    @cached_property
    def prose(self) -> ProseReader:
        """What of the sheet is not meant for the referee."""
        return ProseReader(self.sight)


def understand(reading: Reading, sheet: Sheet) -> Understood:
    """Return the lines of each turn with what they answer, and all problems at once.

    A line with a problem is replaced by one that never fits, so that the lines around it can be
    tried as they are. Reading ends when there are more problems than are reported.
    """
    troubles: list[Trouble] = []
    blocks: list[list[Planned]] = [[] for _ in sheet.blocks]
    for turn, found in _read(reading, sheet):
        if isinstance(found, Planned):
            blocks[turn].append(found)
            continue
        troubles.append(found)
        if len(troubles) > MAX_PROBLEMS:
            break
    rest = [one for one in troubles if not (isinstance(one, Flaw) and reading.prose.is_signature(one))]
    told = (*tell(rest, reading.language), *reading.prose.tell(reading.language))
    return tuple(map(tuple, blocks)), told


def _read(reading: Reading, sheet: Sheet) -> Iterator[tuple[int, Planned | Trouble]]:
    """Yield what becomes of each line, with the turn it serves."""
    now, later = reading.game.ahead(reading.view)
    for turn, block in enumerate(sheet.blocks):
        possible = later if turn else now
        broken = [line for line in sheet.broken if line.turn == turn]
        lines: list[OrderLine | Broken] = [*block, *broken]
        for line in sorted(lines, key=lambda line: line.number):
            for found in _read_line(reading, line, possible, now | later):
                yield turn, found


def _read_line(
    reading: Reading, line: OrderLine | Broken, here: frozenset[str], ever: frozenset[str]
) -> Iterator[Planned | Trouble]:
    """Yield all troubles of a line, and what it answers of the kinds of decision that may come up where it serves."""
    if isinstance(line, Broken):
        if printed := printed_line(reading.sight, line.number, line.text, reading.language):
            yield printed
        elif not reading.prose.is_prose(line.number, line.text):
            yield from line.problems
        yield _blank(reading, line, here)
        return
    possible = ever if line.always else here
    alternatives = []
    is_sound = True
    for found in _read_alternatives(reading, line, possible):
        if isinstance(found, Alternative):
            alternatives.append(found)
            continue
        if is_sound and (printed := printed_line(reading.sight, line.number, line.text, reading.language)):
            yield printed
            break
        if is_sound and reading.prose.is_prose(line.number, line.text):
            return
        is_sound = False
        yield found
    if len(alternatives) == len(line.alternatives):
        yield _place(reading, replace(line, alternatives=tuple(alternatives)), possible)
    else:
        yield _blank(reading, line, possible)


def _read_alternatives(reading: Reading, line: OrderLine, possible: frozenset[str]) -> Iterator[Alternative | Trouble]:
    """Yield what becomes of each alternative; a line is read no further than somebody listens."""
    for alternative in line.alternatives:
        yield from _read_alternative(reading, line.number, alternative, possible)


def _blank(reading: Reading, line: OrderLine | Broken, possible: frozenset[str]) -> Planned:
    """Return a line that never fits, for those kinds of decision that a line with a problem seems to be for."""
    kinds = _seeming(reading, line.text, possible)
    return Planned(OrderLine(line.number, line.text, (_NEVER,)), kinds, reading.source)


def _seeming(reading: Reading, text: str, possible: frozenset[str]) -> frozenset[str]:
    """Return the kinds of decision that words begin to answer, or would if a few letters were others.

    Looking for these is dear: where many lines are wrong, the others may be for anything.
    """
    sight = reading.sight
    found = sight.parse(text)
    if not isinstance(found, Unread) or found.kind:
        return frozenset({_kind(sight, found)})
    if len(reading.guessed) == _GUESSED:
        return possible
    reading.guessed.append(text)
    if not found.nearest:
        return frozenset()
    return frozenset(filter(None, (_kind(sight, sight.parse(mended)) for mended in found.mended)))


def _kind(sight: SeatRules, found: Any) -> str:
    if isinstance(found, Unread):
        return found.kind
    kind: str = sight.game.kind(found)
    return kind


def _place(reading: Reading, line: OrderLine, possible: frozenset[str]) -> Planned | Problem:
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


def _read_alternative(
    reading: Reading, line: int, alternative: Alternative, possible: frozenset[str]
) -> Iterator[Alternative | Trouble]:
    """Yield all troubles of an alternative, or else the alternative with its numbers made orders."""
    is_whole = True
    for condition in alternative.conditions:
        if trouble := _condition_trouble(reading, line, condition):
            is_whole = False
            yield trouble
    moves = []
    for text in alternative.moves:
        read = _read_move(reading, line, text, possible)
        if isinstance(read, str):
            moves.append(read)
        else:
            is_whole = False
            yield read
    if is_whole:
        yield replace(alternative, moves=tuple(moves))


def _read_move(reading: Reading, line: int, text: str, possible: frozenset[str]) -> str | Trouble:
    if text.isdecimal() and len(text) < 6:
        return _number(reading, line, int(text))
    if is_any(text):
        return text
    move = reading.sight.parse(text)
    if isinstance(move, Unread):
        return Flaw(line, reading.sight, text, move, possible)
    if reading.is_new and (never := reading.game.impossible(reading.view, move)):
        return Flaw(line, reading.sight, text, never, possible)
    return text


def _number(reading: Reading, line: int, number: int) -> str | Problem:
    if reading.stale:
        return Problem(line, say("number_stale", reading.language, size=reading.stale))
    if not reading.is_current:
        return Problem(line, say("number_unseen", reading.language))
    if not reading.is_asked:
        return Problem(line, say("number_unasked", reading.language))
    move = reading.sight.numbered(number)
    if move is None:
        return Problem(line, say("no_number", reading.language, number=number))
    text: str = reading.game.write(move, "en")
    return text


def _condition_trouble(reading: Reading, line: int, condition: Condition) -> Trouble | None:
    sight = reading.sight
    if condition.kind == "legal":
        move = sight.parse(condition.words)
        if isinstance(move, Unread):
            return Flaw(line, sight, condition.words, move)
    elif condition.kind == "have" and reading.is_new and not sight.has_dice:
        return Problem(line, say("have_no_dice", reading.language))
    elif condition.kind == "fact" and sight.game.fact(fold(condition.words)) is None:
        return UnknownFact(line, sight, condition.words)
    return None
