"""Courses that a seat may have taken: plans that a record allows, and what is left of them after a move.

Played as the referee plays. Where a plan does not lead to a move, something of it may have been dropped meanwhile by a
word or a sheet that no entry tells of.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import Decision
from pbem.referee.language.plan import Plan
from pbem.referee.match.match import Match
from pbem.referee.plans.answer import Act, answer
from pbem.referee.plans.trial import begun

Adopt = Callable[[Plan], Plan | None]

NOTHING = Plan()
MOST_WAYS = 64  # plans that one seat may have had, as far as the record tells
_MOST_TRIED = 256  # of what may be left of them where something was dropped


class TooManyError(Exception):
    """There are more ways than can be tried.

    Trying only some of them could find faults that are not there.
    """


class MoveMade(Struct, frozen=True):
    """One move of a seat: where it was decided, what was played there and why."""

    at: int  # the size of the record when it was decided
    match: Match  # as everybody saw it who had to decide
    played: Match  # as it was when it was this one's turn to be played
    decision: Decision
    move: Any
    cause: int | str


def laid_under(plan: Plan, older: Plan) -> Plan:
    """Return a plan whose lines are an older sheet's, and whose `always` lines have replaced those of that sheet."""
    kinds_now = frozenset(kind for planned in plan.always for kind in planned.kinds)
    kept = tuple(old for planned in older.always if (old := planned.outlives(kinds_now)))
    sources = {**plan.sources, **older.sources}
    return replace(older, always=(*kept, *plan.always), sources=sources, rested=plan.rested, is_answer=False)


def surprised(ways: Iterable[Plan]) -> Iterator[Plan]:
    """Yield plans whose seats do not know everything any more."""
    for plan in ways:
        yield replace(plan, is_answer=False) if plan.is_answer else plan


def turned(plan: Plan, asked: MoveMade) -> Plan:
    """Return a plan at a decision that an unknown sheet answered."""
    moved, _ended = plan.in_turn(asked.decision.turn)
    if asked.match.game.kind(asked.move) in asked.decision.also:
        return moved  # it came in between: what was used at this decision is not used there again
    return replace(moved, rested=())


def unlike(plans: Iterable[Plan]) -> tuple[Plan, ...]:
    """Return the plans that differ; TooManyError if they are more than are followed."""
    found: list[Plan] = []
    for plan in map(_told_apart, plans):
        if plan not in found:
            found.append(plan)
        if len(found) > MOST_WAYS:
            raise TooManyError
    return tuple(found)


def _told_apart(plan: Plan) -> Plan:
    """Return a plan without what makes no difference any more: sheets that are used up, and their turn."""
    return plan.tidied() if plan.all_lines else Plan(is_answer=plan.is_answer)


def stepped(ways: tuple[Plan, ...], asked: MoveMade, own: str = "") -> tuple[Plan, ...]:
    """Return what is left of plans that lead to a move; where none does, something of them may have been dropped.

    Nothing of the sheet `own`, which is used later, was.
    """
    found = [left for plan in ways if (left := step(plan, asked)) is not None]
    if found:
        return unlike(found)
    return unlike(left for plan in ways for left in stepped_with_less(dropped(plan, own), asked))


def stepped_with_less(plans: Iterable[Plan], asked: MoveMade, adopted: Adopt = lambda less: less) -> Iterator[Plan]:
    """Yield what is left of the parts of a plan that lead to a move, of the largest alone.

    What else is gone is found to be gone when that shows. A sheet may be `adopted` since.
    """
    leading: list[Plan] = []
    for number, less in enumerate(plans):
        if number == _MOST_TRIED:
            raise TooManyError
        if any(_is_part(less, more) for more in leading):
            continue
        taken = adopted(less)
        left = None if taken is None else step(taken, asked)
        if left is not None:
            leading.append(less)
            yield left


def _is_part(less: Plan, more: Plan) -> bool:
    return set(less.lines) <= set(more.lines) and set(less.always) <= set(more.always)


def dropped(plan: Plan, own: str = "") -> Iterator[Plan]:
    """Yield what a plan may have become by words or sheets that nobody shows, the most first.

    `always` lines go by kind, or all with a `clear`, perhaps before the other lines came; or those
    lines go too. But nothing of one sheet is gone.
    """
    free = [planned for planned in plan.always if planned.source != own]
    bare = replace(plan, lines=(), later=(), rested=())
    for rest in (plan, bare):
        for size in range(len(free), -1, -1):
            for kept in combinations(free, size):
                always = tuple(planned for planned in plan.always if planned.source == own or planned in kept)
                yield replace(rest, always=always)
    yield NOTHING


def step(plan: Plan, asked: MoveMade) -> Plan | None:
    """Return what is left of a plan by which a move was played for the reason given, or None if it was not."""
    match, decision = asked.match, asked.decision
    if decision.seat in match.vacant and asked.cause == "default":
        return NOTHING
    plan = begun(match, decision, plan).plan
    found = answer(match.game, match.state, decision, plan)
    if asked.cause in ("late", "ruling"):
        return _silent(plan, found)
    if not isinstance(found, Act) or _cause(found) != asked.cause:
        return None
    view = match.game.view(asked.played.state, decision.seat)
    if match.game.resolve(view, found.move) != asked.move:
        return None
    return found.plan


def _silent(plan: Plan, found: Any) -> Plan | None:
    """Return what is left where the referee ruled, or time was up: that counts only where nothing answers."""
    if isinstance(found, Act) and found.source is not None:
        return None
    return replace(plan, is_answer=False, rested=())


def _cause(act: Act) -> int | str:
    """Return the entry of the order behind an act, or why it was played without one."""
    if act.source is None:
        return act.cause
    return int(act.source.partition("/")[0])
