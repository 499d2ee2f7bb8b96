"""Lines that were copied from a letter as it prints them: with number and effect, or for several orders at once."""

import re

from msgspec import Struct

from pbem.games.game import Unread
from pbem.referee.language.phrases import say
from pbem.referee.language.problem import Problem
from pbem.referee.language.seat_rules import SeatRules

_PRINTED = re.compile(r"(?:[0-9]{1,4}\s+)?(?P<order>[^:]+?)\s*(?::(?:\s.*)?)?")
_CHOICE = re.compile(r"\((?P<words>[^()]{1,400})\)|(?<![\w.])(?P<first>[0-9]{1,3})\.\.(?P<last>[0-9]{1,3})(?![\w.])")
_LISTED = 12  # numbers of a span that are told one by one


class _Choice(Struct, frozen=True):
    """A place where one of several words is to be written."""

    told: str
    first: str


def printed_line(sight: SeatRules, line: int, text: str, language: str) -> Problem | None:
    """Return what to write instead of a line that stands in the letter as it is, or None if it is no such line."""
    found = _PRINTED.fullmatch(text)
    if found is None:
        return None
    order = found["order"]
    read = sight.parse(order)
    if isinstance(read, Unread) and not read.kind:
        return None  # it does not even begin like an order
    if choices := [_choice(one) for one in _CHOICE.finditer(order)]:
        told = "; ".join(choice.told for choice in choices)
        return Problem(line, say("printed_choice", language, choices=told), _example(sight, order, language))
    if order == text or isinstance(read, Unread):
        return None
    return Problem(line, say("printed_order", language, order=order))


def _choice(found: re.Match[str]) -> _Choice:
    if found["words"]:
        words = [word.strip() for word in found["words"].split("|")]
        return _Choice(", ".join(words), words[0])
    first, last = int(found["first"]), int(found["last"])
    if last - first < _LISTED:
        return _Choice(", ".join(map(str, range(first, last + 1))), str(first))
    return _Choice(found[0], str(first))


def _example(sight: SeatRules, order: str, language: str) -> tuple[str, ...]:
    """Return the first order that a line stands for, if it is legal."""
    example = _CHOICE.sub(lambda one: _choice(one).first, order)
    move = sight.parse(example)
    if isinstance(move, Unread) or sight.why_not(example) is not None:
        return ()
    return (sight.game.write(move, language),)
