"""How a plan answers a decision: which line is tried, which alternative is played, where the referee stops and asks.

Where he stops must tell nothing of what a seat hides. At a private decision a line written ahead is therefore used only
if it cannot fail, and so is an `always` line; a sheet that answers what its seat knows already is tried, and refused
whole where a line fails.
"""

import operator
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.chance import ChanceRefused, NoChance
from pbem.games.game import AnyGame, Decision, Refusal, Unread
from pbem.games.words import fold
from pbem.referee.phrases import say
from pbem.referee.plan import Plan, Planned
from pbem.referee.sheet import Alternative, Condition, Line, Problem
from pbem.referee.understand import is_any, kinds_of, nearest_orders, unread

_EXPLAINED = 8  # alternatives of a line whose failure is explained, at the most
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
    """Nothing answers the decision: the seat must be asked. `problems` say why a line of its sheet did not fit."""

    decision: Decision
    problems: tuple[Problem, ...] = ()


class _Spot(Struct, frozen=True):
    """A decision as its seat sees it; `live` are the kinds that may still come up in this turn."""

    game: Any
    state: Any
    decision: Decision
    view: Any
    live: frozenset[str]


class _Flaw(Struct, frozen=True):
    """Why an alternative is not played: a condition does not hold, or an order in it is not legal there."""

    view: Any
    text: str
    why: Refusal | Unread | None = None


def answer(game: AnyGame, state: Any, decision: Decision, plan: Plan, *, language: str | None = None) -> Act | Stop:
    """Return what the plan, the rules' force or the rules' default plays at a decision; or that it stops here.

    Problems are explained in a language, or not at all.
    """
    if decision.ask and decision.forced is None and not plan.all_lines:
        return Stop(decision)
    view = game.view(state, decision.seat)
    spot = _Spot(game, state, decision, view, game.ahead(view)[0])
    if decision.forced is not None:
        return _forced(spot, plan)
    lines = _in_force(plan, spot.live)
    if lines is None:
        return Stop(decision)
    candidates = _candidates(spot, lines, plan)
    if decision.private and not plan.is_answer and _may_stop(spot, lines, candidates, plan):
        return Stop(decision)
    found = _first_fit(spot, lines, candidates, plan, language)
    return _covered(spot, candidates, plan, found) if decision.private and isinstance(found, Act) else found


def _first_fit(
    spot: _Spot, lines: Sequence[Planned], candidates: Sequence[Planned], plan: Plan, language: str | None
) -> Act | Stop:
    problems: list[Problem] = []
    for planned in candidates:
        fit = _fitting(spot, planned)
        if fit is not None:
            return _act(spot, plan, planned, fit)
        if not planned.line.always:
            problems += _problems(spot, planned, language)
        if not _is_let_go(spot, planned):
            # Who is never asked passes, unless he orders this just now: then he is told that it does not fit.
            is_wait = planned.line.otherwise == "wait" and (spot.decision.ask or plan.is_answer)
            return Stop(spot.decision, tuple(problems)) if is_wait else _passed(spot, plan, planned)
        plan = plan.without(planned)
        lines = [line for line in lines if line is not planned]
    last = _unanswered(spot, lines, plan)
    return replace(last, problems=tuple(problems)) if isinstance(last, Stop) and spot.decision.private else last


def _covered(spot: _Spot, candidates: Sequence[Planned], plan: Plan, act: Act) -> Act:
    """Let a private act tell nothing by what it leaves: whichever line fitted, the same lines of one sheet are used."""
    if not candidates:
        return act
    act = replace(act, cause="order", source=candidates[0].source)
    if spot.game.kind(act.move) in spot.decision.also:
        return act
    safe = next((at for at, planned in enumerate(candidates) if _cannot_fail(spot, planned)), len(candidates))
    tried = [id(planned) for planned in candidates[: safe + 1]]
    rest = [planned for planned in act.plan.lines if all(planned is not old for old in plan.lines)]
    left = [planned for planned in plan.lines if id(planned) not in tried]
    return replace(act, plan=replace(act.plan, lines=(*rest, *left)))


def _forced(spot: _Spot, plan: Plan) -> Act:
    """Play the only legal move; a line that orders just that is used by it."""
    own = next((planned for planned in plan.lines if spot.decision.kind in planned.kinds), None)
    fit = _fitting(spot, own) if own else None
    if own and fit and _first_move(spot, fit) == spot.decision.forced:
        plan = plan.without(own, _rest(spot, own, fit))
    return _made(spot, spot.decision.forced, "forced", plan)


def _act(spot: _Spot, plan: Plan, planned: Planned, alternative: Alternative) -> Act:
    if planned.line.always and _is_between(planned, spot.decision):
        plan = replace(plan, rested=(*plan.rested, planned))
    left = plan.without(planned, _rest(spot, planned, alternative))
    return _made(spot, _first_move(spot, alternative), "order", left, planned.source)


def _passed(spot: _Spot, plan: Plan, planned: Planned) -> Act:
    decline = spot.decision.decline
    move = spot.game.default(spot.view) if decline is None else decline
    return _made(spot, move, "order", plan.without(planned), planned.source)


def _unanswered(spot: _Spot, lines: Sequence[Planned], plan: Plan) -> Act | Stop:
    """No line fits: decline what is optional if the sheet goes on; take the default if nobody is to be asked."""
    decision = spot.decision
    going_on = next((planned for planned in lines if planned.kinds & spot.live), None)
    if decision.decline is not None and going_on is not None:
        return _made(spot, decision.decline, "order", plan, going_on.source)
    if not decision.ask:
        return _made(spot, spot.game.default(spot.view), "default", plan)
    return Stop(decision)


def _made(spot: _Spot, move: Any, cause: str, plan: Plan, source: str | None = None) -> Act:
    """Return an act. Unless it comes in between, the decision is over, and `always` lines are ready for the next."""
    is_over = spot.game.kind(move) not in spot.decision.also
    return Act(spot.decision, move, cause, replace(plan, rested=()) if is_over else plan, source)


def _first_move(spot: _Spot, alternative: Alternative) -> Any:
    text = alternative.moves[0]
    return spot.game.default(spot.view) if is_any(text) else spot.game.parse(spot.view, text)


def _rest(spot: _Spot, planned: Planned, alternative: Alternative) -> Planned | None:
    """Return what a chain still orders after its first move."""
    moves = alternative.moves[1:]
    if not moves:
        return None
    line = Line(planned.line.number, " then ".join(moves), (Alternative(moves),))
    return Planned(line, kinds_of(spot.game, spot.view, moves) or spot.live, planned.source)


def _in_force(plan: Plan, live: frozenset[str]) -> tuple[Planned, ...] | None:
    """Return the lines above a bare `wait`; None if it is reached because nothing above it can come up any more."""
    above = tuple(takewhile(lambda planned: not planned.line.is_wait, plan.lines))
    is_reached = len(above) < len(plan.lines) and not any(planned.kinds & live for planned in above)
    return None if is_reached else above


def _candidates(spot: _Spot, lines: Sequence[Planned], plan: Plan) -> list[Planned]:
    """Return the lines to try, in order: moves in between that come first, then the decision's own line, then `always`.

    A line of moves in between waits for the line above it, unless that cannot come up any more.
    """
    decision = spot.decision
    own = next((at for at, planned in enumerate(lines) if decision.kind in planned.kinds), None)
    until = own if own is not None else _first_live(spot, lines)
    always = [planned for planned in plan.always if _is_ready(spot, planned, plan)]
    found = [planned for planned in lines[:until] if _is_between(planned, decision)]
    found += [planned for planned in always if _is_between(planned, decision)]
    found += _own(decision, lines[own:]) if own is not None else []
    return found + [planned for planned in always if decision.kind in planned.kinds]


def _own(decision: Decision, lines: Sequence[Planned]) -> list[Planned]:
    """Return the decision's own line; one that may be skipped is followed by what stands below it.

    Whether a private line was skipped must not be seen by a move in between.
    """
    found = []
    for planned in lines:
        is_own = decision.kind in planned.kinds
        if is_own or (_is_between(planned, decision) and not decision.private):
            found.append(planned)
        if is_own and planned.line.otherwise != "skip":
            break
    return found


def _first_live(spot: _Spot, lines: Sequence[Planned]) -> int:
    """Return where the first line stands that a later decision of this turn may still use."""
    for at, planned in enumerate(lines):
        if not _is_between(planned, spot.decision) and planned.kinds & spot.live:
            return at
    return len(lines)


def _is_ready(spot: _Spot, planned: Planned, plan: Plan) -> bool:
    """Tell whether an `always` line may be tried: in between once at a decision, where it is private if it is safe."""
    if _is_between(planned, spot.decision):
        return planned not in plan.rested
    return not spot.decision.private or _cannot_fail(spot, planned)


def _is_between(planned: Planned, decision: Decision) -> bool:
    return bool(planned.kinds) and planned.kinds <= decision.also


def _is_let_go(spot: _Spot, planned: Planned) -> bool:
    """Tell whether the referee goes on to the next line where this one does not fit."""
    if _is_between(planned, spot.decision):
        return planned.line.always or planned.line.otherwise != "wait" or not spot.decision.ask
    return planned.line.otherwise == "skip"


def _may_stop(spot: _Spot, lines: Sequence[Planned], candidates: Sequence[Planned], plan: Plan) -> bool:
    """Tell whether it depends on the seat's hidden things if the candidates answer the decision."""
    for planned in candidates:
        if _cannot_fail(spot, planned):
            return False
        if not _is_let_go(spot, planned):
            return spot.decision.ask
    rest = [planned for planned in lines if planned not in candidates]
    return isinstance(_unanswered(spot, rest, plan), Stop)


def _cannot_fail(spot: _Spot, planned: Planned) -> bool:
    """Tell whether a line answers the decision whatever the seat's hidden things are."""
    last, decline = planned.line.alternatives[-1], spot.decision.decline
    if last.is_any or (planned.line.otherwise == "pass" and not _is_between(planned, spot.decision)):
        return True
    is_plain = decline is not None and not last.conditions and len(last.moves) == 1
    return is_plain and bool(spot.game.parse(spot.view, last.moves[0]) == decline)


def _fitting(spot: _Spot, planned: Planned) -> Alternative | None:
    """Return the first alternative whose conditions hold and whose moves are legal."""
    return next((one for one in planned.line.alternatives if _flaw(spot, one) is None), None)


def _flaw(spot: _Spot, alternative: Alternative) -> _Flaw | None:
    """Say why an alternative is not to be played, as far as can be known before the next roll, draw or other seat."""
    game, state, view, seat = spot.game, spot.state, spot.view, spot.decision.seat
    for condition in alternative.conditions:
        if _test(game, view, condition) == condition.negated:
            return _Flaw(view, condition.words)
    for left, text in zip(reversed(range(len(alternative.moves))), alternative.moves, strict=True):
        if is_any(text):
            return None
        move = game.parse(view, text)
        why = move if isinstance(move, Unread) else game.check(view, move)
        if why is not None or not left:
            return _Flaw(view, text, why) if why else None
        try:
            state = game.play(state, seat, move, NoChance()).state
        except ChanceRefused:
            return None
        if all(decision.seat != seat for decision in game.waiting(state)):
            return None
        view = game.view(state, seat)
    return None


def _problems(spot: _Spot, planned: Planned, language: str | None) -> list[Problem]:
    if language is None:
        return []
    flaws = (_flaw(spot, alternative) for alternative in planned.line.alternatives[:_EXPLAINED])
    return [_explain(spot.game, planned.line.number, flaw, language) for flaw in flaws if flaw]


def _explain(game: AnyGame, line: int, flaw: _Flaw, language: str) -> Problem:
    if flaw.why is None:
        return Problem(line, say("condition_fails", language, words=flaw.text))
    if isinstance(flaw.why, Unread):
        return unread(game, flaw.view, line, flaw.text, flaw.why, language)
    said = f"{flaw.text!r}: {game.say(flaw.why.saying, language)}"
    why = f"{said} ({flaw.why.rule})" if flaw.why.rule else said
    return Problem(line, why, nearest_orders(game, flaw.view, flaw.text, language))


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
