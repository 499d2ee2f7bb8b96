"""A decision and a line that may answer it: do its conditions hold, are its orders legal, can it fail at all?"""

import operator
from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from pbem.games.chance import ChanceRefused, NoChance
from pbem.games.game import AnyGame, Decision
from pbem.referee.language.advice import Flaw, Unmet
from pbem.referee.language.plan import Planned
from pbem.referee.language.seat_rules import SeatRules, is_any
from pbem.referee.language.sheet import Alternative, Condition

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


class Spot(Struct, frozen=True):
    """A decision as its seat sees it; `live` are the kinds that may still come up in this turn."""

    game: Any
    state: Any
    decision: Decision
    sight: SeatRules
    live: frozenset[str]

    @property
    def default(self) -> Any:
        """The move the rules would play here."""
        return self.game.default(self.sight.view)

    def first_move(self, alternative: Alternative) -> Any:
        """Return the move an alternative begins with."""
        text = alternative.moves[0]
        if is_any(text):
            return self.default
        return self.sight.parse(text)


def spot_of(game: AnyGame, state: Any, decision: Decision) -> Spot:
    """Return a decision as its seat sees it."""
    view = game.view(state, decision.seat)
    live, _later = game.ahead(view)
    return Spot(game, state, decision, SeatRules(game, view), live)


def is_between(planned: Planned, decision: Decision) -> bool:
    """Return whether a line has only moves that may come before the answer to a decision."""
    return bool(planned.kinds) and planned.kinds <= decision.also


def cannot_fail(spot: Spot, planned: Planned) -> bool:
    """Return whether a line answers the decision whatever the seat's hidden things are."""
    last = planned.line.alternatives[-1]
    if last.is_any:
        return True
    if planned.line.otherwise == "pass" and not is_between(planned, spot.decision):
        return True
    decline = spot.decision.decline
    if decline is None or last.conditions or len(last.moves) > 1:
        return False
    return bool(spot.sight.parse(last.moves[0]) == decline)


def fit(spot: Spot, planned: Planned) -> Alternative | tuple[Flaw | Unmet, ...]:
    """Return the first alternative that can be played, or what is wrong with the first one."""
    flaws: list[Flaw | Unmet] = []
    for alternative in planned.line.alternatives:
        flaw = _flaw(spot, planned.line.number, alternative)
        if flaw is None:
            return alternative
        if len(flaws) < _EXPLAINED:
            flaws.append(flaw)
    return tuple(flaws)


def _flaw(spot: Spot, line: int, alternative: Alternative) -> Flaw | Unmet | None:
    """Say why an alternative is not to be played, as far as can be known before the next roll, draw or other seat."""
    for condition in alternative.conditions:
        if _holds(spot.sight, condition) == condition.negated:
            return Unmet(line, spot.sight, condition)
    state, sight, seat = spot.state, spot.sight, spot.decision.seat
    last = len(alternative.moves) - 1
    for at, text in enumerate(alternative.moves):
        if is_any(text):
            return None
        why = sight.why_not(text)
        if why is not None:
            return Flaw(line, sight, text, why)
        if at == last:
            return None
        try:
            state = spot.game.play(state, seat, sight.parse(text), NoChance()).state
        except ChanceRefused:
            return None
        if all(decision.seat != seat for decision in spot.game.waiting(state)):
            return None
        sight = SeatRules(spot.game, spot.game.view(state, seat))
    return None


def _holds(sight: SeatRules, condition: Condition) -> bool:
    """Tell whether a condition holds, apart from its `not`."""
    if condition.kind == "legal":
        return sight.why_not(condition.words) is None
    if condition.kind == "have":
        wanted = Counter(condition.words.split())
        return all(sight.facts.get(f"die{value}", 0) >= count for value, count in wanted.items())
    number = sight.number(condition.words)
    return number is not None and _COMPARE[condition.operator](number, condition.number)
