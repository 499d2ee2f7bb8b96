"""Time at a desk: before anything is written to a game, what was due is settled; and games wake up by themselves."""

import logging

from pbem.desk.desk import Desk
from pbem.desk.heartbeat import check_clock, silences
from pbem.desk.matches.acts.offers.lapsing import lapsed
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.letters.reminding import remind
from pbem.desk.matches.seats.volunteers import volunteers_for
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.matches.times.bounces import outages_of
from pbem.desk.store.transaction import Transaction
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.settling import Outage, settle
from pbem.referee.match.match import Match

log = logging.getLogger("pbem.clock")


def settled(desk: Desk, change: Transaction, game: str, upto: int) -> Match:
    """Return a match in which everything has happened that was due before an instant.

    An offer that has lapsed by then is void. All mail that came before it must have been read. ClockError if nobody can
    tell what time it is.
    """
    match = current(desk, change, game)
    if match.phase == "seating":
        return lapsed(desk, change, match, upto)
    if match.clocks is None or match.phase != "running":
        return match
    check_clock(desk, change)
    if why_frozen(desk, change, game):
        return match
    plans = read_plans(change, match)
    scribe = Scribe(
        match, plans, read_secrets(desk, change, game), match.at, volunteers=volunteers_for(desk, change, match)
    )
    gaps = [Outage(one.begin, one.end) for one in silences(change, match.at)]
    decided = settle(scribe, upto, [*gaps, *outages_of(change, match, upto)])
    if decided.entries or decided.plans != plans:
        keep(desk, change, decided, before=match, plans=plans)
        _log(match, decided.match)
    return decided.match


def wake_up(desk: Desk, game: str, upto: int) -> None:
    """Do in a game what is due although nobody writes: settle it, and remind those who have not answered."""
    with desk.store.write(game) as change:
        match = settled(desk, change, game, upto)
        remind(desk, change, match, upto)
    desk.remember(match)


def _log(before: Match, after: Match) -> None:
    for size in range(before.head.size, after.head.size):
        log.debug("%s: entry %d", after.id, size)
