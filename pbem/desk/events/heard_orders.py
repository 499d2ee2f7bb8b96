"""Who sits where in a game, and whether he was heard: nobody is replaced as a no-show who has ordered something."""

from collections.abc import Mapping

from pbem.desk.errors import DeskError, UsageError
from pbem.desk.records.folders.entries import entries_of
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.record.events.checks.games import Facts, facts_of
from pbem.record.log.chain import Log
from pbem.referee.language.plan import Plan
from pbem.referee.match.match import Match


def seat_of(match: Match, player: str) -> Seat:
    """Return the seat that somebody holds; UsageError if he holds none."""
    seat = next((seat for seat, held in match.holders.items() if held.name == player), None)
    if seat is None:
        raise UsageError(f"{player} does not play in {match.id}")
    return seat


def has_played(facts: Facts, seat: Seat, name: str) -> bool:
    """Tell whether the record of a game has an order of somebody for a seat."""
    return name in facts.played[facts.terms.seats.index(seat)]


def has_waiting(plan: Plan) -> bool:
    """Tell whether a seat has ordered something that is not used yet: its sheet has a receipt."""
    return bool(plan.all_lines or plan.held or (plan.aside and plan.aside.source))


def check_unheard(look: Transaction, match: Match, plans: Mapping[Seat, Plan], seat: Seat, player: str) -> None:
    """Refuse to replace somebody in a game in which he has ordered something, whether it was played or waits."""
    instead = f"`pbem game substitute {match.id} {seat} NAME` gives the seat away in the game alone"
    if has_waiting(plans.get(seat, Plan())):
        raise DeskError(f"an order of {player} waits in {match.id}, so that is no no-show: {instead}")
    facts = facts_of(Log(tuple(entries_of(look, match.id))))
    if facts and has_played(facts, seat, player):
        raise DeskError(f"{player} has ordered something in {match.id} before: {instead}")
