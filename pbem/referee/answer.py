"""How a plan answers a decision: which line is tried, which alternative is played, where the referee stops and asks."""

import operator
from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from pbem.games.chance import ChanceRefused, NoChance
from pbem.games.game import AnyGame, Decision, Seat, Unread
from pbem.games.words import fold
from pbem.referee.plan import Plan, Planned, rest_of
from pbem.referee.sheet import Alternative, Condition, Problem
from pbem.referee.understand import is_any, nearest_orders, unread

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}


class Act(Struct, frozen=True):
    """A move to be played, why, and the plan that is left. `source` is the sheet behind it, if one is."""

    decision: Decision
    move: Any
    cause: str  # "order", "forced", "default" or "ruling"
    plan: Plan
    source: str | None = None


class Stop(Struct, frozen=True):
    """Nothing answers the decision: the seat must be asked. `problems` say why its line did not fit."""

    decision: Decision
    problems: tuple[Problem, ...] = ()


def answer(
    game: AnyGame, state: Any, decision: Decision, plan: Plan, *, language: str = "en", was_asked: bool = False
) -> Act | Stop:
    """Return what the plan, the rules' force or the rules' default plays at a decision; or that it stops here.

    `was_asked`: the decision was put to the seat before it sent its sheet, so that even a private one is answered by
    any line. A line written ahead answers a private decision only if it cannot fail: where it stops must tell nothing.
    """
    if decision.forced is not None:
        return _forced(game, state, decision, plan)
    if plan.lines and plan.lines[0].line.is_wait:
        return Stop(decision)
    view = game.view(state, decision.seat)
    for planned in _candidates(game, view, decision, plan):
        if decision.private and not was_asked and not _always_fits(game, view, decision, planned):
            continue
        fit = _fitting(game, state, decision.seat, planned, language)
        if isinstance(fit, Alternative):
            return _act(game, view, decision, plan, planned, fit)
        if planned.line.otherwise == "pass":
            move = game.default(view) if decision.decline is None else decision.decline
            return Act(decision, move, "order", plan.without(planned), planned.source)
        if planned.line.otherwise == "wait" and not (planned.line.always and not planned.kinds & {decision.kind}):
            return Stop(decision, fit)
        plan = plan.without(planned)
    return _unanswered(game, view, decision, plan)


def _unanswered(game: AnyGame, view: Any, decision: Decision, plan: Plan) -> Act | Stop:
    """No line fits: decline what is optional if the sheet goes on; take the default if nobody is to be asked."""
    going_on = next((planned for planned in plan.lines if not planned.line.is_wait), None)
    if decision.decline is not None and going_on is not None:
        return Act(decision, decision.decline, "order", plan, going_on.source)
    if not decision.ask:
        return Act(decision, game.default(view), "default", plan)
    return Stop(decision)


def _forced(game: AnyGame, state: Any, decision: Decision, plan: Plan) -> Act:
    """Play the only legal move; a line that orders just that is used up by it."""
    for planned in plan.lines:
        if decision.kind in planned.kinds:
            fit = _fitting(game, state, decision.seat, planned, "en")
            if isinstance(fit, Alternative) and len(fit.moves) == 1:
                plan = plan.without(planned)
            break
    return Act(decision, decision.forced, "forced", plan)


def _act(game: AnyGame, view: Any, decision: Decision, plan: Plan, planned: Planned, alternative: Alternative) -> Act:
    text = alternative.moves[0]
    move = game.default(view) if is_any(text) else game.parse(view, text)
    return Act(decision, move, "order", plan.without(planned, rest_of(planned, alternative)), planned.source)


def _candidates(game: AnyGame, view: Any, decision: Decision, plan: Plan) -> list[Planned]:
    """Return the lines to try, in order: moves in between that come first, then the decision's own line, then `always`.

    A line of moves in between waits for the line below it, unless nothing above or below can come up any more.
    """
    own = next((at for at, planned in enumerate(plan.lines) if decision.kind in planned.kinds), None)
    live = game.ahead(view)[0]
    until = own if own is not None else _first_live(plan, decision, live)
    lines = [planned for planned in plan.lines[:until] if _is_between(planned, decision)]
    lines += [planned for planned in plan.always if _is_between(planned, decision)]
    lines += [plan.lines[own]] if own is not None else []
    lines += [planned for planned in plan.always if decision.kind in planned.kinds]
    return lines


def _first_live(plan: Plan, decision: Decision, live: frozenset[str]) -> int:
    """Return where the first line stands that a later decision of this turn may still use."""
    for at, planned in enumerate(plan.lines):
        if not planned.line.is_wait and not _is_between(planned, decision) and planned.kinds & live:
            return at
    return len(plan.lines)


def _is_between(planned: Planned, decision: Decision) -> bool:
    return bool(planned.kinds) and planned.kinds <= decision.also


def _always_fits(game: AnyGame, view: Any, decision: Decision, planned: Planned) -> bool:
    """Tell whether a line answers the decision whatever the seat's hidden things are."""
    last = planned.line.alternatives[-1]
    if last.is_any or planned.line.otherwise == "pass":
        return True
    declines = decision.decline is not None and game.parse(view, last.moves[-1]) == decision.decline
    return declines and not last.conditions and len(last.moves) == 1


def _fitting(
    game: AnyGame, state: Any, seat: Seat, planned: Planned, language: str
) -> Alternative | tuple[Problem, ...]:
    """Return the first alternative whose conditions hold and whose moves are legal, or why none is."""
    problems: list[Problem] = []
    for alternative in planned.line.alternatives:
        view = game.view(state, seat)
        failed = next((part for part in alternative.conditions if not _holds(game, view, part)), None)
        if failed is not None:
            problems.append(Problem(planned.line.number, f"the condition on {failed.words!r} does not hold"))
        elif problem := _illegal(game, state, seat, planned.line.number, alternative, language):
            problems.append(problem)
        else:
            return alternative
    return tuple(problems)


def _illegal(
    game: AnyGame, state: Any, seat: Seat, line: int, alternative: Alternative, language: str
) -> Problem | None:
    """Say why a chain of moves is not legal, as far as can be known before the next roll or draw."""
    for text in alternative.moves:
        view = game.view(state, seat)
        if is_any(text):
            return None
        move = game.parse(view, text)
        if isinstance(move, Unread):
            return unread(game, view, line, text, move, language)
        if refusal := game.check(view, move):
            said = f"{text!r}: {game.say(refusal.saying, language)}"
            why = f"{said} ({refusal.rule})" if refusal.rule else said
            return Problem(line, why, nearest_orders(game, view, text, language))
        if text is alternative.moves[-1]:
            return None
        try:
            state = game.play(state, seat, move, NoChance()).state
        except ChanceRefused:
            return None
    return None


def _holds(game: AnyGame, view: Any, condition: Condition) -> bool:
    return _test(game, view, condition) != condition.negated


def _test(game: AnyGame, view: Any, condition: Condition) -> bool:
    if condition.kind == "legal":
        move = game.parse(view, condition.words)
        return not isinstance(move, Unread) and game.check(view, move) is None
    facts = game.facts(view)
    if condition.kind == "have":
        wanted = Counter(condition.words.split())
        return all(facts.get(f"die{value}", 0) >= count for value, count in wanted.items())
    name = game.fact(fold(condition.words))
    return name is not None and _COMPARE[condition.operator](int(facts.get(name, 0)), condition.number)
