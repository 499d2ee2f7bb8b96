"""What a player is told of orders that do not fit: why, and which legal orders come nearest.

Looking for what comes nearest is the dearest work a bad sheet can cause. Only its first problems get such advice, and
no more problems are told than somebody can be expected to read.
"""

from collections import Counter
from collections.abc import Sequence
from heapq import nlargest

from msgspec import Struct

from pbem.games.game import Refusal, Unread
from pbem.games.words import fold
from pbem.referee.phrases import say
from pbem.referee.sheet import MAX_PROBLEMS, Problem
from pbem.referee.sight import Sight

_COMPARED = 80  # letters of what was written, at the most
_CLOSER = 40  # legal orders that are compared letter by letter
_ADVISED = 10  # problems of a sheet that name what comes nearest


class Flaw(Struct, frozen=True):
    """Words of a line that do not fit.

    `why` is None for a condition that does not hold; `Unread` words are no order, others are not legal.
    """

    line: int
    sight: Sight
    text: str
    why: Refusal | Unread | None = None


class UnknownFact(Struct, frozen=True):
    """Words of a condition that name no fact."""

    line: int
    sight: Sight
    text: str


Trouble = Problem | Flaw | UnknownFact


def tell(troubles: Sequence[Trouble], language: str) -> tuple[Problem, ...]:
    """Tell what is wrong in a language, up to the limit."""
    told = []
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
    if trouble.why is None:
        return Problem(trouble.line, say("condition_fails", language, words=trouble.text))
    told = f"{trouble.text!r}: {trouble.sight.game.say(trouble.why.saying, language)}"
    if isinstance(trouble.why, Refusal) and trouble.why.rule:
        told = f"{told} ({trouble.why.rule})"
    if not is_advised:
        return Problem(trouble.line, told)
    legal = nearest(trouble.text, trouble.sight.orders(language))
    if isinstance(trouble.why, Unread) and trouble.why.nearest and not legal:
        # Where nothing is asked there are no legal orders: similar words are all there is to tell.
        told = say("near_words", language, why=told, nearest=", ".join(trouble.why.nearest))
    return Problem(trouble.line, told, legal)


def _unknown_fact(unknown: UnknownFact, language: str, *, is_advised: bool) -> Problem:
    if not is_advised:
        return Problem(unknown.line, say("no_such_fact", language, fact=unknown.text))
    sight = unknown.sight
    known = [sight.game.fact_called(name, language) for name in sorted(sight.facts)]
    near = ", ".join(nearest(unknown.text, known))
    return Problem(unknown.line, say("no_fact", language, fact=unknown.text, nearest=near))


def nearest(text: str, choices: Sequence[str]) -> tuple[str, ...]:
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

    closer = nlargest(_CLOSER, choices, key=kinship)
    return tuple(nlargest(3, closer, key=likeness))
