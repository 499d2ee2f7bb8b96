"""Offers: games that wait for people to join, by mail or at the desk; one that does not start in time lapses."""

from hashlib import sha256

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, NotNowError, RefusedError, UsageError
from pbem.desk.heartbeat import check_clock
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.letters.reply_policy import Telling
from pbem.desk.matches.seats.seating import give_up_place, moment
from pbem.desk.matches.seats.watching import unwatch
from pbem.desk.matches.state.freezing import check_not_frozen, why_frozen
from pbem.desk.matches.state.holders import holder, takes_kind
from pbem.desk.matches.state.offered import OFFER, has_luck, is_offer
from pbem.desk.matches.state.positions import current, head_at
from pbem.desk.matches.state.secrets import read_secrets
from pbem.desk.people.enrolled import find_player
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member, Wanted
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat
from pbem.mail.kinds import KINDS, name_of
from pbem.record.log.pace import DAY
from pbem.record.log.record_words import ANY
from pbem.referee.acts.joining import Newcomer, read_join, take_place
from pbem.referee.acts.opening import free_seats
from pbem.referee.acts.scribe import Decided, Scribe
from pbem.referee.acts.submit import Refused, Submission
from pbem.referee.language.phrases import LAPSED
from pbem.referee.language.phrases import say as say_as_referee
from pbem.referee.language.plan import Source
from pbem.referee.language.sheet import Problem
from pbem.referee.match.match import Match
from pbem.report.notice import NOTHING, about

_FOR_LUCK = 7 * DAY  # when all have joined, at least so long for their luck


class Wish(Struct, frozen=True):
    """Who asks for a seat by which word; `above` is the seat that stands above it in what he signed."""

    player: Member
    source: Source
    above: str = ANY
    is_told: bool = True  # whether a letter answers him


class Joined(Struct, frozen=True):
    """What became of somebody's wish to join."""

    seat: Seat
    decided: Decided


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


def join(desk: Desk, change: Transaction, match: Match, wish: Wish) -> Joined:
    """Give somebody a seat of an offer inside a transaction; RefusedError says in his language why not."""
    player, source = wish.player, wish.source
    if why := why_frozen(desk, change, match.id, player.language):
        raise NotNowError((Problem(0, why),))
    if not takes_kind(match, player):
        kinds = ", ".join(kind for kind in match.terms.accepts if kind in KINDS)
        raise _refusal(say("desk_other_kind", player.language, kind=name_of(player.key_id), kinds=kinds))
    if match.phase == "seating" and not is_offer(change, match.id):
        raise _refusal(say_as_referee("join_gone", player.language, game=match.id))
    secrets = read_secrets(desk, change, match.id)
    scribe = Scribe(match, {}, secrets, moment(desk, match, source.came))
    newcomer = Newcomer(holder(player, match.id, secrets), read_join(source.text, wish.above), source)
    seat = take_place(scribe, newcomer, head_at(change, match.id), has_luck=has_luck(change, match))
    if isinstance(seat, Refused):
        raise RefusedError(seat.problems)
    decided = scribe.decided()
    _keep(desk, change, match, decided, wish, seat)
    return Joined(seat, decided)


def _keep(desk: Desk, change: Transaction, before: Match, decided: Decided, wish: Wish, seat: Seat) -> None:
    """Write down that somebody joined; he watches no longer, and a full game has time for its luck."""
    match = decided.match
    if match.phase == "seating" and not free_seats(match):
        lapses = int(change.secrets.find(match.id, OFFER) or 0)
        change.secrets.put(match.id, OFFER, str(max(lapses, match.at + _FOR_LUCK)).encode())
    unwatch(change, match.id, wish.player.name)
    told = {seat: about("understood", wish.source.text.strip())} if wish.is_told else {}
    keep(desk, change, decided, before=before, plans={}, telling=Telling(told))


def _refusal(why: str) -> RefusedError:
    return RefusedError((Problem(0, why),))


def join_here(desk: Desk, game: str, name: str, seat: str) -> Joined:
    """Give somebody a seat of an offer because the host enters it: the one that is named, or the first free one."""
    with desk.store.write((game, f"player {name}")) as change:
        match = lapsed(desk, change, current(desk, change, game), desk.now())
        player = find_player(change, name)
        joined = join(desk, change, match, Wish(player, _entered(desk, player, f"join {seat}".strip())))
    desk.remember(joined.decided.match)
    return joined


def withdraw_here(desk: Desk, game: str, name: str) -> Match:
    """Give back somebody's seat of an offer because the host enters it."""
    with desk.store.write(game) as change:
        match = lapsed(desk, change, current(desk, change, game), desk.now())
        player = find_player(change, name)
        check_not_frozen(desk, change, game)
        seat = next((seat for seat, held in match.holders.items() if held.name == player.name), None)
        if seat is None:
            raise UsageError(f"{player.name} does not play in {game}")
        if match.phase != "seating":
            raise DeskError(f"{game} is {match.phase}: `pbem game vacate` takes a seat from its holder")
        decided = give_up_place(desk, change, match, _leaving(desk, player, seat))
        if isinstance(decided, Refused):
            raise RefusedError(decided.problems)
        keep(desk, change, decided, before=match, plans={}, telling=Telling({seat: NOTHING}))
    return desk.remember(decided.match)


def _leaving(desk: Desk, player: Member, seat: Seat) -> Submission:
    source = _entered(desk, player, "withdraw")
    return Submission(seat, source.text, source.sign, source.digest, player.language, came=source.came)


def _entered(desk: Desk, player: Member, text: str) -> Source:
    """Return a word that the host enters for somebody."""
    return Source("desk", sha256(text.encode()).hexdigest(), text, language=player.language, came=desk.now())


def open_offers(desk: Desk, look: Transaction, most: int) -> list[Match]:
    """Return the offers that somebody can join, the newest first."""
    listed = look.games.newest(most, Wanted(phase="seating")).shown
    matches = [current(desk, look, standing.id) for standing in listed if is_offer(look, standing.id)]
    return [match for match in matches if free_seats(match)]
