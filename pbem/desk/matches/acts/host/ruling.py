"""A ruling inside its transaction: the game is settled first, and everybody is told."""

from collections.abc import Callable

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.matches.acts.settling import settled
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.letters.reply_policy import Telling
from pbem.desk.matches.state.freezing import check_not_frozen
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.referee.acts import rulings
from pbem.referee.acts.scribe import Scribe
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match
from pbem.report.notice import NOTHING

Rule = Callable[[Transaction, Scribe], Decided]


def rule_game(desk: Desk, game: str, rule: Rule, *, is_last: bool = False) -> Match:
    """Rule in a transaction, and tell everybody; DeskError if it cannot be done now.

    Of a frozen game only the last ruling is taken, which ends it.
    """
    with desk.store.write(game) as change:
        if not is_last:
            check_not_frozen(desk, change, game)
        match = settled(desk, change, game, desk.now())
        plans = read_plans(change, match)
        scribe = Scribe(match, plans, read_secrets(desk, change, game), desk.now())
        try:
            decided = rule(change, scribe)
        except rulings.RulingError as error:
            raise DeskError(str(error)) from None
        # A ruling concerns everybody; of one that is kept aside nobody else may know.
        told = dict.fromkeys(match.seats, NOTHING) if decided.entries else {}
        keep(desk, change, decided, before=match, plans=plans, telling=Telling(told))
    return desk.remember(decided.match)


def known_seat(match: Match, seat: str) -> Seat:
    """Return a seat of a match; UsageError if there is none of that name."""
    if seat not in match.seats:
        raise UsageError(f"{match.id} has no seat {seat!r}; its seats are {', '.join(match.seats)}")
    return Seat(seat)
