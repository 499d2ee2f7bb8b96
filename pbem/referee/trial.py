"""Trying a plan without chance: what a sheet orders before the first roll, draw, reveal or other seat's decision."""

from typing import Any, Literal

from msgspec import Struct

from pbem.games.chance import ChanceRefused, NoChance
from pbem.games.game import AnyGame, Happening, Seat
from pbem.referee.answer import Act, Stop, answer
from pbem.referee.plan import Plan
from pbem.referee.sheet import Problem

End = Literal["chance", "others", "asked", "parallel", "over"]


class Trial(Struct, frozen=True):
    """How far a plan gets: the acts, the state they lead to, what would happen, and why it ends there."""

    acts: tuple[Act, ...]
    state: Any
    happenings: tuple[Happening, ...]
    end: End
    problems: tuple[Problem, ...] = ()


def find_problems(game: AnyGame, state: Any, seat: Seat, plan: Plan, *, language: str) -> tuple[Problem, ...]:
    """Return what is wrong with a seat's plan, as far as can be known now."""
    return try_plan(game, state, seat, plan, language=language, until_used=True).problems


def try_plan(game: AnyGame, state: Any, seat: Seat, plan: Plan, *, language: str, until_used: bool = False) -> Trial:
    """Play a seat's plan as far as nothing unknown is touched, or until no line is left. The last act may touch it.

    The end of a game may lay open what was hidden, so that of the move before it nothing is told.
    """
    acts: list[Act] = []
    happenings: list[Happening] = []
    decisions = game.waiting(state)
    while True:
        mine = next((decision for decision in decisions if decision.seat == seat), None)
        if mine is None:
            return Trial(tuple(acts), state, tuple(happenings), "others")
        plan, _ended = plan.in_turn(mine.turn)
        act = answer(game, state, mine, plan, language=language)
        if isinstance(act, Stop):
            return Trial(tuple(acts), state, tuple(happenings), "asked", act.problems)
        acts.append(act)
        if until_used and not act.plan.all_lines:
            return Trial(tuple(acts), state, tuple(happenings), "asked")
        if len(decisions) > 1:
            return Trial(tuple(acts), state, tuple(happenings), "parallel")
        try:
            step = game.play(state, seat, act.move, NoChance())
        except ChanceRefused:
            return Trial(tuple(acts), state, tuple(happenings), "chance")
        decisions = game.waiting(step.state)
        if not decisions:
            return Trial(tuple(acts), state, tuple(happenings), "over")
        plan, state = act.plan, step.state
        happenings += [happening for happening in step.happenings if happening.is_known_to(seat)]
