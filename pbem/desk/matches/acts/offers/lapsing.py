"""An offer that does not start in time lapses: its game is void."""

from pbem.desk.desk import Desk
from pbem.desk.heartbeat import check_clock
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.matches.state.offered import OFFER
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.store.transaction import Transaction
from pbem.referee.acts.scribe import Scribe
from pbem.referee.language.phrases import LAPSED
from pbem.referee.match.match import Match


def lapsed(desk: Desk, change: Transaction, match: Match, upto: int) -> Match:
    """Return a match that has not started; a void one if it was offered, and the offer lapsed before an instant."""
    kept = change.secrets.find(match.id, OFFER)
    if kept is None or int(kept) >= upto or why_frozen(desk, change, match.id):
        return match
    check_clock(desk, change)
    scribe = Scribe(match, {}, read_secrets(desk, change, match.id), int(kept))
    scribe.void(LAPSED)
    decided = scribe.decided()
    keep(desk, change, decided, before=match, plans={})
    return decided.match
