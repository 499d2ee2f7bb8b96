"""How a plan answers a decision: which line is tried, which alternative is played, when it stops.

Where the referee stops to ask must not reveal what a seat hides. So at a private decision a line
that was written ahead, or an `always` line, is used only if it cannot fail. A sheet that answers
what its seat knows already is tried, and refused as a whole if a line fails.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.game import AnyGame, Decision
from pbem.referee.language.advice import Flaw, Unmet, tell
from pbem.referee.language.plan import Plan, Planned
from pbem.referee.language.problem import Problem
from pbem.referee.language.sheet import Alternative, OrderLine
from pbem.referee.match.match import Match
from pbem.referee.plans.candidates import candidates_of, in_force, is_let_go
from pbem.referee.plans.decision_point import Spot, cannot_fail, fit, is_between, spot_of


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


class Answered(Struct, frozen=True):
    """An answer, and the plan that gave it: whoever puts the same question in the same state need not work it out."""

    plan: Plan
    found: Act | Stop

    def to(self, decision: Decision, plan: Plan) -> Act | Stop | None:
        """Return the answer if it is to this question. Which entries say that sheets were used changes no answer."""
        if self.found.decision != decision or replace(self.plan, sources=plan.sources) != plan:
            return None
        if isinstance(self.found, Stop):
            return self.found
        return replace(self.found, plan=replace(self.found.plan, sources=plan.sources))


class _Choice(Struct, frozen=True):
    """What a plan has for a decision: the lines in force, and which of its lines are tried, in this order."""

    spot: Spot
    plan: Plan
    lines: tuple[Planned, ...]
    candidates: tuple[Planned, ...]
    language: str | None  # problems are explained in it, or not at all

    def let_go(self, planned: Planned) -> "_Choice":
        """Go on without a line."""
        lines = tuple(line for line in self.lines if line is not planned)
        return replace(self, plan=self.plan.without(planned), lines=lines)

    def stop(self, flaws: Sequence[Flaw | Unmet]) -> Stop:
        """Ask the seat, and tell it what did not fit."""
        if self.language is None:
            return Stop(self.spot.decision)
        return Stop(self.spot.decision, tell(flaws, self.language))


def answer(game: AnyGame, state: Any, decision: Decision, plan: Plan, *, language: str | None = None) -> Act | Stop:
    """Return what the plan, the rules' force or the rules' default plays at a decision; or that it stops here.

    Problems are explained in a language, or not at all.
    """
    if decision.ask and decision.forced is None and not plan.all_lines:
        return Stop(decision)
    spot = spot_of(game, state, decision)
    if decision.forced is not None:
        return _forced(spot, plan)
    lines = in_force(plan, spot.live)
    if lines is None:
        return Stop(decision)
    choice = _Choice(spot, plan, lines, candidates_of(spot, lines, plan), language)
    if not decision.private:
        return _first_fit(choice)
    return _in_private(choice)


def answer_now(match: Match, decision: Decision, plan: Plan) -> Act | Stop:
    """Return the answer to an open decision of a match. The same question gives the same answer."""
    known: Answered | None = match.answered.get(decision.seat)
    if known is not None and (found := known.to(decision, plan)):
        return found
    found = answer(match.game, match.state, decision, plan)
    match.answered[decision.seat] = Answered(plan, found)
    return found


# At a private decision everybody sees whether the referee stopped, which sheet an act is of and, in the end, which
# of its lines were used. Only the seat knows what it was offered, so nothing that shows may depend on that:
# - A line written ahead is not even tried where it depends on the hidden things whether it answers (`_may_stop`). The
#   referee then asks, whatever the seat holds. A seat that knew everything when it wrote (`is_answer`) tells nothing by
#   a line that fails: its sheet is refused whole, in a letter that nobody else gets.
# - Where the decision is answered for certain, it still depends on the hidden things which line does it. The lines up
#   to the first that cannot fail are therefore used up together, and the act is laid to the first (`_covered`).


def _in_private(choice: _Choice) -> Act | Stop:
    """Answer a private decision so that neither asking nor acting tells what the seat was offered."""
    if not choice.plan.is_answer and _may_stop(choice):
        return Stop(choice.spot.decision)
    found = _first_fit(choice)
    if isinstance(found, Stop):
        return found
    return _covered(choice, found)


def _may_stop(choice: _Choice) -> bool:
    """Tell whether it depends on the seat's hidden things if the candidates answer the decision."""
    spot = choice.spot
    for planned in choice.candidates:
        if cannot_fail(spot, planned):
            return False
        if not is_let_go(spot, planned):
            return spot.decision.ask
    rest = [planned for planned in choice.lines if planned not in choice.candidates]
    return isinstance(_unanswered(spot, rest, choice.plan), Stop)


def _first_fit(choice: _Choice) -> Act | Stop:
    """Play the first candidate that fits, or what the first that does not is to be replaced by."""
    spot = choice.spot
    flaws: list[Flaw | Unmet] = []
    for planned in choice.candidates:
        found = fit(spot, planned)
        if isinstance(found, Alternative):
            return _act(spot, choice.plan, planned, found)
        if not planned.line.always:
            flaws += found
        if not is_let_go(spot, planned):
            # Who is never asked passes, unless he orders this just now: then he is told that it does not fit.
            can_wait = spot.decision.ask or choice.plan.is_answer
            if planned.line.otherwise == "wait" and can_wait:
                return choice.stop(flaws)
            return _passed(spot, choice.plan, planned)
        choice = choice.let_go(planned)
    last = _unanswered(spot, choice.lines, choice.plan)
    if isinstance(last, Stop) and spot.decision.private:
        return choice.stop(flaws)
    return last


def _covered(choice: _Choice, act: Act) -> Act:
    """Let a private act tell nothing by what it leaves: whichever line fitted, the same lines of one sheet are used."""
    if not choice.candidates:
        return act
    act = replace(act, cause="order", source=choice.candidates[0].source)
    if choice.spot.game.kind(act.move) in choice.spot.decision.also:
        return act
    used = {id(planned) for planned in _until_safe(choice)}
    before = {id(planned) for planned in choice.plan.lines}
    rest = [planned for planned in act.plan.lines if id(planned) not in before]
    left = [planned for planned in choice.plan.lines if id(planned) not in used]
    return replace(act, plan=replace(act.plan, lines=(*rest, *left)))


def _until_safe(choice: _Choice) -> tuple[Planned, ...]:
    """Return the candidates up to the first that cannot fail: one of them is played, and which is the seat's secret."""
    for at, planned in enumerate(choice.candidates, 1):
        if cannot_fail(choice.spot, planned):
            return choice.candidates[:at]
    return choice.candidates


def _forced(spot: Spot, plan: Plan) -> Act:
    """Play the only legal move; a line that orders just that is used by it."""
    own = next((planned for planned in plan.lines if spot.decision.kind in planned.kinds), None)
    if own is not None:
        found = fit(spot, own)
        if isinstance(found, Alternative) and spot.first_move(found) == spot.decision.forced:
            plan = plan.without(own, _rest(spot, own, found))
    return _made(spot, spot.decision.forced, "forced", plan)


def _act(spot: Spot, plan: Plan, planned: Planned, alternative: Alternative) -> Act:
    if planned.line.always and is_between(planned, spot.decision):
        plan = replace(plan, rested=(*plan.rested, planned))
    left = plan.without(planned, _rest(spot, planned, alternative))
    return _made(spot, spot.first_move(alternative), "order", left, planned.source)


def _passed(spot: Spot, plan: Plan, planned: Planned) -> Act:
    move = spot.decision.decline
    if move is None:
        move = spot.default
    return _made(spot, move, "order", plan.without(planned), planned.source)


def _unanswered(spot: Spot, lines: Sequence[Planned], plan: Plan) -> Act | Stop:
    """No line fits: decline what is optional if the sheet goes on; take the default if nobody is to be asked."""
    decision = spot.decision
    going_on = next((planned for planned in lines if planned.kinds & spot.live), None)
    if decision.decline is not None and going_on is not None:
        return _made(spot, decision.decline, "order", plan, going_on.source)
    if not decision.ask:
        return _made(spot, spot.default, "default", plan)
    return Stop(decision)


def _made(spot: Spot, move: Any, cause: str, plan: Plan, source: str | None = None) -> Act:
    """Return an act. Unless it comes in between, the decision is over, and `always` lines are ready for the next."""
    if spot.game.kind(move) not in spot.decision.also:
        plan = replace(plan, rested=())
    return Act(spot.decision, move, cause, plan, source)


def _rest(spot: Spot, planned: Planned, alternative: Alternative) -> Planned | None:
    """Return what a chain still orders after its first move."""
    moves = alternative.moves[1:]
    if not moves:
        return None
    line = OrderLine(planned.line.number, " then ".join(moves), (Alternative(moves),))
    return Planned(line, spot.sight.kinds_of(moves) or spot.live, planned.source)
