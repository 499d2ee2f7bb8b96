"""What became of a sheet for a game."""

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.orders.answers import Played
from pbem.desk.matches.state.positions import position, replay
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import DeskRequest
from pbem.games.game import Seat
from pbem.referee.match.match import Match
from pbem.referee.plans.trial import Trial
from pbem.report.notice import Notices


class Taken(Struct, frozen=True):
    """What became of a sheet. Without `played` nothing was decided; `trial` is what a preview found."""

    seat: Seat
    match: Match
    asked: DeskRequest
    notices: Notices
    played: Played | None = None
    trial: Trial | None = None


def told_at(desk: Desk, look: Transaction, taken: Taken, language: str) -> tuple[str, ...]:
    """Tell what happened at the entry that was asked about, as its player may know it; nothing if none was."""
    at = taken.asked.history
    if at is None:
        return ()
    steps = replay(desk, look, position(desk, look, taken.match.id, at - 1), at + 1)
    heard = (news for step in steps for news in step.happenings if news.is_known_to(taken.seat))
    return tuple(taken.match.game.say(news.saying, language) for news in heard)
