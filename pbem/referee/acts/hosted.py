"""Hosted seats choose first: what they and the others may order meanwhile.

Their players can read what the desk keeps secret. In a parallel decision such a seat is therefore bound, by a sealed
order in the record, before anybody else is asked; and what others planned ahead, which a host may have read, is not
used there.
"""

from pbem.games.game import Seat
from pbem.referee.language.phrases import say
from pbem.referee.language.plan import Plan
from pbem.referee.match.match import Match
from pbem.referee.plans.answer import Act, Stop, answer_now


def answer_in_turn(match: Match, seat: Seat, plan: Plan) -> Act | Stop | None:
    """Return what a plan answers to its seat's decision, as far as it may be used now; None if nothing is asked."""
    decision = match.decision_of(seat)
    if decision is None:
        return None
    return usable(match, answer_now(match, decision, plan))


def usable(match: Match, found: Act | Stop) -> Act | Stop:
    """Return an answer if its sheet may give it here; else that the seat must be asked."""
    hosting, seat = match.hosting, found.decision.seat
    if isinstance(found, Stop) or found.source is None or hosting is None or seat not in hosting.choosing:
        return found
    source = found.plan.sources[found.source]
    if seat in hosting.hosted:
        is_usable = source.order == hosting.chosen.get(seat)  # unbound: a sheet that no entry tells of yet
    else:
        is_usable = source.size > hosting.since and not hosting.first
    return found if is_usable else Stop(found.decision)


def why_not_now(match: Match, seat: Seat, seen: int | None, language: str) -> str | None:
    """Say why no sheet of a seat is taken now, or one that quotes a head of this size (None: nobody asks); or None."""
    hosting = match.hosting
    if hosting is None or seat not in hosting.choosing:
        return None
    if seat in hosting.hosted:
        return say("hosted_chosen", language) if seat in hosting.chosen else None
    if hosting.first:
        return say("hosted_first", language, seats=_called(match, hosting.first, language))
    if seen is not None and seen <= hosting.since:
        return say("hosted_since", language, seats=_called(match, frozenset(hosting.chosen), language))
    return None


def _called(match: Match, seats: frozenset[str], language: str) -> str:
    return ", ".join(match.game.called(seat, language) for seat in match.seats if seat in seats)
