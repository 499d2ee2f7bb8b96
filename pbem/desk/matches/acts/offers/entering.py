"""Joining and leaving an offered game because the host enters it."""

from hashlib import sha256

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, RefusedError
from pbem.desk.matches.acts.offers.joining import Joined, join
from pbem.desk.matches.acts.offers.lapsing import lapsed
from pbem.desk.matches.acts.offers.wishes import Wish
from pbem.desk.matches.letters.decisions import keep
from pbem.desk.matches.letters.reply_policy import Telling
from pbem.desk.matches.seats.seating import give_up_place
from pbem.desk.matches.state.freezing import check_not_frozen
from pbem.desk.matches.state.holders import seat_of
from pbem.desk.matches.state.positions import current
from pbem.desk.people.enrolled import find_player
from pbem.desk.store.values import Member
from pbem.games.game import Seat
from pbem.referee.acts.submit import Refused, Submission
from pbem.referee.language.plan import Source
from pbem.referee.match.match import Match
from pbem.report.notice import NOTHING


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
        seat = seat_of(match, player)
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
