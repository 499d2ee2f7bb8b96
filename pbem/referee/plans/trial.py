"""Trying a plan without chance: what a sheet orders before the first roll, draw, reveal or other seat's decision."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.chance import ChanceRefused, NoChance
from pbem.games.game import Decision, Happening, Seat
from pbem.referee.language.plan import Plan, Planned
from pbem.referee.language.problem import Problem
from pbem.referee.match.match import Match
from pbem.referee.plans.answer import Act, Answered, Stop, answer

End = Literal["chance", "others", "asked", "parallel", "over"]


class Trial(Struct, frozen=True):
    """How far a plan gets: what it answers, the state this leads to, what would happen, and why it ends there."""

    answers: tuple[Answered, ...]
    state: Any
    happenings: tuple[Happening, ...]
    end: End

    @property
    def acts(self) -> tuple[Act, ...]:
        """The moves that would be played."""
        return tuple(one.found for one in self.answers if isinstance(one.found, Act))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the plan, as far as it can be known now."""
        if self.answers and isinstance(self.answers[-1].found, Stop):
            return self.answers[-1].found.problems
        return ()


def try_plan(match: Match, seat: Seat, plan: Plan, *, language: str, until_used: bool = True) -> Trial:
    """Play a seat's plan until something unknown is needed, or no line is left.

    The last move may need something unknown. If the turn of another seat begins after a move, or
    the game ends, hidden things may be revealed. So nothing is reported of that move.
    """
    game, state, decisions = match.game, match.state, match.waiting()
    answers: list[Answered] = []
    happenings: list[Happening] = []

    def ended(end: End) -> Trial:
        return Trial(tuple(answers), state, tuple(happenings), end)

    while True:
        mine = _of_seat(decisions, seat)
        if mine is None:
            return ended("others")
        plan, _ended = plan.in_turn(mine.turn)
        act = answer(game, state, mine, plan, language=language)
        if isinstance(act, Act) and len(decisions) == 1:
            act = replace(act, move=game.resolve(game.view(state, seat), act.move))  # as it will be recorded
        answers.append(Answered(plan, act))
        if isinstance(act, Stop):
            return ended("asked")
        if until_used and not act.plan.all_lines:
            return ended("asked")
        if len(decisions) > 1:
            return ended("parallel")
        try:
            step = game.play(state, seat, act.move, NoChance())
        except ChanceRefused:
            return ended("chance")
        decisions = game.waiting(step.state)
        if not decisions:
            return ended("over")
        # Secrecy: a turn may begin with cards laid open that were hidden. That belongs to it, not to the one before.
        following = _of_seat(decisions, seat)
        if following is None or following.turn != mine.turn:
            return ended("others")
        plan, state = act.plan, step.state
        happenings += [happening for happening in step.happenings if happening.is_known_to(seat)]


class Begun(Struct, frozen=True):
    """A plan at a decision: what ended with the turn before, and the trial of the lines that begin now, if any did."""

    plan: Plan
    ended: tuple[Planned, ...] = ()
    failed: tuple[Planned, ...] = ()  # lines that were dropped, because their trial failed
    trial: Trial | None = None


def begun(match: Match, decision: Decision, plan: Plan) -> Begun:
    """Move a plan on to the turn of a decision, and put lines that begin there on trial."""
    plan, ended = plan.in_turn(decision.turn)
    if not plan.lines or plan.started:
        return Begun(replace(plan, started=True), ended)
    language = plan.sources[plan.lines[0].source].language
    trial = try_plan(match, decision.seat, replace(plan, started=True), language=language)
    if trial.problems:
        return Begun(replace(plan.dropped(), started=True), ended, plan.lines, trial)
    return Begun(replace(plan, started=True), ended, trial=trial)


def _of_seat(decisions: Sequence[Decision], seat: Seat) -> Decision | None:
    return next((decision for decision in decisions if decision.seat == seat), None)
