"""What a player reads about orders that do not fit: why, and which orders are most like them.

The search for similar orders is the most expensive work that a bad sheet can cause. So only the
first problems get such advice, and the number of problems in an answer is limited.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from pbem.games.game import Refusal, Unread
from pbem.games.kit.order_words import fold
from pbem.referee.language.nearest import likeness, nearest, nearest_orders
from pbem.referee.language.phrases import say
from pbem.referee.language.problem import Problem
from pbem.referee.language.seat_rules import SeatRules
from pbem.referee.language.sheet import MAX_PROBLEMS, Condition
from pbem.referee.language.telling import tell_condition

_MISSPELT = 0.75  # how much a word alone must be like another to be meant for it
_ADVISED = 10  # problems of a sheet that name what comes nearest


class Flaw(Struct, frozen=True):
    """Words of a line that do not fit: `Unread` words are not an order, others are not legal."""

    line: int
    sight: SeatRules
    text: str
    why: Refusal | Unread
    kinds: frozenset[str] = frozenset()  # of decision that the line may be for; empty: any


class Unmet(Struct, frozen=True):
    """A condition that does not hold."""

    line: int
    sight: SeatRules
    condition: Condition

    @property
    def is_void(self) -> bool:
        """Whether it only keeps the place of a line whose problems are told already."""
        return not self.condition.words


class UnknownFact(Struct, frozen=True):
    """Words of a condition that name no fact."""

    line: int
    sight: SeatRules
    text: str


Trouble = Problem | Flaw | Unmet | UnknownFact


def tell(troubles: Sequence[Trouble], language: str) -> tuple[Problem, ...]:
    """Return what is wrong, in a language, up to the limit."""
    told = []
    troubles = [trouble for trouble in troubles if not (isinstance(trouble, Unmet) and trouble.is_void)]
    for at, trouble in enumerate(troubles[:MAX_PROBLEMS]):
        told.append(_tell(trouble, language, is_advised=at < _ADVISED))
    if len(troubles) > MAX_PROBLEMS:
        told.append(Problem(0, say("problems_untold", language)))
    return tuple(told)


def _tell(trouble: Trouble, language: str, *, is_advised: bool) -> Problem:
    if isinstance(trouble, Problem):
        return trouble
    if isinstance(trouble, UnknownFact):
        return _unknown_fact(trouble, language, is_advised=is_advised)
    if isinstance(trouble, Unmet):
        return Problem(trouble.line, _unmet(trouble, language))
    told = f"{trouble.text!r}: {_why(trouble.sight, trouble.why, language)}"
    if not is_advised:
        return Problem(trouble.line, told)
    near = trouble.sight.remember(
        ("near", trouble.text, trouble.kinds, language),
        lambda: nearest_orders(trouble.sight, trouble.text, trouble.why, trouble.kinds, language),
    )
    if not near and isinstance(trouble.why, Unread) and (similar := _similar(trouble.text, trouble.why)):
        # no order can be made of it: similar words are all there is to tell
        told = say("near_words", language, why=told, nearest=", ".join(similar))
    return Problem(trouble.line, told, near)


def _similar(text: str, why: Unread) -> tuple[str, ...]:
    """Return the words that are like those which were not read; a word that stands alone may well be a name."""
    if " " in text or why.kind:
        return why.nearest
    return tuple(word for word in why.nearest if likeness(word, text) >= _MISSPELT)


def _why(sight: SeatRules, why: Refusal | Unread, language: str) -> str:
    told: str = sight.game.say(why.saying, language)
    if isinstance(why, Refusal) and why.rule:
        return f"{told} ({why.rule})"
    return told


def _unmet(unmet: Unmet, language: str) -> str:
    """Tell that a condition does not hold, and what is the case instead."""
    sight, condition = unmet.sight, unmet.condition
    words = sight.remember(
        ("condition", condition, language), lambda: tell_condition(sight.game, sight.view, condition, language)
    )
    if condition.kind == "have":
        return say("unmet_have", language, words=words, dice=" ".join(map(str, sight.dice)) or say("nothing", language))
    if condition.kind == "fact":
        return say("unmet_fact", language, words=words, number=sight.number(condition.words) or 0)
    why = sight.why_not(condition.words)
    if why is None:
        return say("unmet_legal", language, words=words)
    return say("unmet_why", language, words=words, why=_why(sight, why, language))


def _unknown_fact(unknown: UnknownFact, language: str, *, is_advised: bool) -> Problem:
    near: tuple[str, ...] = ()
    if is_advised:
        sight = unknown.sight
        near = nearest(unknown.text, [sight.game.fact_called(name, language) for name in sorted(sight.facts)])
        near = near or tuple(_numbered(sight, unknown.text, language))
    if not near:
        return Problem(unknown.line, say("no_such_fact", language, fact=unknown.text))
    return Problem(unknown.line, say("no_fact", language, fact=unknown.text, nearest=", ".join(near)))


def _numbered(sight: SeatRules, text: str, language: str) -> Iterator[str]:
    """Yield the facts of which only the number was left out, such as the tokens on each favour."""
    for number in range(1, 7):
        name = sight.game.fact(fold(f"{text}{number}"))
        if name is not None:
            yield sight.game.fact_called(name, language)
