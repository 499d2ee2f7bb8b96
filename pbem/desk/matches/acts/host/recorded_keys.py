"""Keys that change while a game is played: each is written into its record."""

import logging

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.seats.seating import moment
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.matches.state.holders import holder
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.games.game import Seat
from pbem.referee.acts import rulings
from pbem.referee.acts.scribe import Scribe
from pbem.referee.language.plan import Source
from pbem.referee.match.match import Match

log = logging.getLogger("pbem.keys")


def record_key(  # noqa: PLR0913 - whose key, where, why and when
    desk: Desk, change: Transaction, match: Match, seat: Seat, player: Member, why: Source | str, *, at: int
) -> bool:
    """Write a person's key into the record of a game that is not over; tells whether that was to be done.

    `why` is the old key's own signed word, or else the reason of a ruling; `at` is when that came.
    """
    secrets = read_secrets(desk, change, match.id)
    held = holder(player, match.id, secrets)
    if match.phase not in ("seating", "running") or match.holders[seat].key == held.key:
        return False
    if why_frozen(desk, change, match.id):
        log.warning("%s is frozen: %s gets a new key there when it is not", match.id, seat)
        return False
    if match.has_chosen(seat):
        log.warning("%s is bound in %s: change its key once more when it has moved", seat, match.id)
        return False
    plans = read_plans(change, match)
    try:
        decided = rulings.rekey(Scribe(match, plans, secrets, moment(desk, match, at)), seat, held, why)
    except rulings.RulingError as error:
        raise DeskError(str(error)) from None
    keep(desk, change, decided, before=match, plans=plans)
    return True
