"""Which lines of a plan may answer a decision, in which order, and after which of them the next one is tried."""

from collections.abc import Sequence
from itertools import takewhile

from pbem.games.game import Decision
from pbem.referee.language.plan import Plan, Planned
from pbem.referee.plans.decision_point import Spot, cannot_fail, is_between


def in_force(plan: Plan, live: frozenset[str]) -> tuple[Planned, ...] | None:
    """Return the lines above a bare `wait`; None if it is reached because nothing above it can come up any more."""
    above = tuple(takewhile(lambda planned: not planned.line.is_wait, plan.lines))
    has_wait = len(above) < len(plan.lines)
    if has_wait and not any(planned.kinds & live for planned in above):
        return None
    return above


def candidates_of(spot: Spot, lines: Sequence[Planned], plan: Plan) -> tuple[Planned, ...]:
    """Return the lines to try, in order: moves in between that come first, then the decision's own line, then `always`.

    A line of moves in between waits for the line above it, unless that cannot come up any more.
    """
    decision = spot.decision
    always = [planned for planned in plan.always if _is_ready(spot, planned, plan)]
    first, own = _parted(spot, lines)
    found = [planned for planned in (*first, *always) if is_between(planned, decision)]
    found += _own(decision, own)
    found += [planned for planned in always if decision.kind in planned.kinds]
    return tuple(found)


def _parted(spot: Spot, lines: Sequence[Planned]) -> tuple[Sequence[Planned], Sequence[Planned]]:
    """Part the lines before the decision's own, or else before the first that a later decision may still use.

    Without a line of its own the second part is empty.
    """
    for at, planned in enumerate(lines):
        if spot.decision.kind in planned.kinds:
            return lines[:at], lines[at:]
    for at, planned in enumerate(lines):
        if not is_between(planned, spot.decision) and planned.kinds & spot.live:
            return lines[:at], ()
    return lines, ()


def _own(decision: Decision, lines: Sequence[Planned]) -> list[Planned]:
    """Return the decision's own line; one that may be skipped is followed by what stands below it.

    Whether a private line was skipped must not be seen by a move in between.
    """
    found = []
    for planned in lines:
        is_own = decision.kind in planned.kinds
        if is_own or (is_between(planned, decision) and not decision.private):
            found.append(planned)
        if is_own and planned.line.otherwise != "skip":
            break
    return found


def _is_ready(spot: Spot, planned: Planned, plan: Plan) -> bool:
    """Tell whether an `always` line may be tried: in between once at a decision, where it is private if it is safe."""
    if is_between(planned, spot.decision):
        return planned not in plan.rested
    return not spot.decision.private or cannot_fail(spot, planned)


def is_let_go(spot: Spot, planned: Planned) -> bool:
    """Return whether the referee tries the next line if this one does not fit."""
    if is_between(planned, spot.decision):
        return planned.line.always or planned.line.otherwise != "wait" or not spot.decision.ask
    return planned.line.otherwise == "skip"
