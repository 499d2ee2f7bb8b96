"""What a match keeps for its seats: the plans that wait, and whether a choice is kept until all have chosen."""

from msgspec import convert, json

from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.referee.acts.hosted import answer_in_turn
from pbem.referee.language.plan import Plan
from pbem.referee.match.match import Match
from pbem.referee.plans.answer import Act


def read_plans(look: Transaction, match: Match) -> dict[Seat, Plan]:
    """Return every seat's plan."""
    return plans_of(look, match.id)


def plans_of(look: Transaction, game: str) -> dict[Seat, Plan]:
    """Return every seat's plan in a game."""
    stored = look.secrets.under(game, "plan/")
    return {Seat(seat): convert(json.decode(raw), Plan) for seat, raw in stored.items()}


def is_decided(match: Match, seat: Seat, plan: Plan) -> bool:
    """Tell whether what is asked of a seat was decided for it, by the clock or a ruling, and waits for others."""
    decision = match.decision_of(seat)
    return plan.aside is not None and decision is not None and plan.aside.turn == decision.turn


def is_kept(match: Match, seat: Seat, plan: Plan) -> bool:
    """Tell whether a seat has made the choice that is asked of it, which only waits: for others, or for its time."""
    if is_decided(match, seat, plan):
        return True
    if plan.held:
        return True
    if len(match.waiting()) == 1:
        return False
    return match.has_chosen(seat) or isinstance(answer_in_turn(match, seat, plan), Act)
