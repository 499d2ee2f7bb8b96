"""Joining a game that waits for people, whoever asks: by mail or at the desk."""

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import RefusedError
from pbem.desk.matches.acts.offers.wishes import Wish
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.letters.reply_policy import Telling
from pbem.desk.matches.seats.seating import moment
from pbem.desk.matches.seats.watching import unwatch
from pbem.desk.matches.state.freezing import refuse_frozen
from pbem.desk.matches.state.holders import holder, other_kinds
from pbem.desk.matches.state.offered import await_luck, has_luck, is_offer
from pbem.desk.matches.state.positions import head_at
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.store.transaction import Transaction
from pbem.games.game import Seat
from pbem.referee.acts.joining import Newcomer, take_place
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.submit import Refused
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Match
from pbem.report.notice import about


class Joined(Struct, frozen=True):
    """What became of somebody's wish to join."""

    seat: Seat
    decided: Decided


def join(desk: Desk, change: Transaction, match: Match, wish: Wish) -> Joined:
    """Give somebody a seat of an offer inside a transaction; RefusedError says in his language why not."""
    player, source = wish.player, wish.source
    refuse_frozen(desk, change, match.id, player.language)
    if kinds := other_kinds(match, player):
        raise wish.refused("desk_other_kind", **kinds)
    if match.phase == "seating" and not is_offer(change, match.id):
        raise wish.gone(match.id)
    secrets = read_secrets(desk, change, match.id)
    scribe = Scribe(match, {}, secrets, moment(desk, match, source.came))
    newcomer = Newcomer(holder(player, match.id, secrets), wish.asked, source)
    seat = take_place(scribe, newcomer, head_at(change, match.id), has_luck=has_luck(change, match))
    if isinstance(seat, Refused):
        raise RefusedError(seat.problems)
    decided = scribe.decided()
    _keep(desk, change, match, decided, wish, seat)
    return Joined(seat, decided)


def _keep(desk: Desk, change: Transaction, before: Match, decided: Decided, wish: Wish, seat: Seat) -> None:
    """Write down that somebody joined; he watches no longer, and a full game has time for its luck."""
    match = decided.match
    await_luck(change, match)
    unwatch(change, match.id, wish.player.name)
    told = {seat: about("understood", wish.source.text.strip())} if wish.is_told else {}
    keep(desk, change, decided, before=before, plans={}, telling=Telling(told))
