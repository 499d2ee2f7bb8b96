"""Sheets of people who have no seat in a game and ask for one: in an offer, or the one that they lost by being late."""

from pbem.desk.matches.acts.offers.joining import join
from pbem.desk.matches.acts.offers.returning import give_back
from pbem.desk.matches.acts.offers.wishes import Wish
from pbem.desk.matches.acts.orders.answers import Played
from pbem.desk.matches.acts.settling import settled
from pbem.desk.post.hearing.games.taken import Taken
from pbem.desk.post.hearing.signed_sheet import Hearing
from pbem.desk.signed.evidence import keep_evidence
from pbem.desk.signed.word_tokens import renew_pass
from pbem.desk.wording.desk_words import read_words
from pbem.games.game import Seat
from pbem.report.notice import NOTHING


def take_newcomer(hearing: Hearing) -> Taken:
    """Give somebody the seat that he asks for; RefusedError if he cannot have it: then nothing is changed."""
    desk, change, sheet, player = hearing.desk, hearing.change, hearing.sheet, hearing.player
    _check(hearing)
    match = settled(desk, change, sheet.block.game, sheet.came)
    wish = Wish(player, sheet.source, sheet.block.seat, hearing.courtesy.may_confirm)
    if match.phase == "running" and not any(held.name == player.name for held in match.holders.values()):
        decided = give_back(desk, change, match, wish)
        seat = next(seat for seat, held in decided.match.holders.items() if held.name == player.name)
    else:
        joined = join(desk, change, match, wish)
        # The record says that this was signed: what was signed must be there to be shown.
        keep_evidence(desk, change, sheet.signed, player)
        seat, decided = joined.seat, joined.decided
    renew_pass(change, player.name)
    played = Played(Seat(seat), match, decided, NOTHING)
    return Taken(Seat(seat), decided.match, read_words(sheet.text), NOTHING, played)


def _check(hearing: Hearing) -> None:
    """Refuse a sheet that is not for this desk, of no game here, or without the pass of its signer."""
    sheet, block, look = hearing.sheet, hearing.sheet.block, hearing.change
    if not sheet.is_to(hearing.desk):
        referee = hearing.desk.settings.referee.name
        raise hearing.refusal("desk_other_referee", to=block.to, referee=referee)
    now = look.people.find(hearing.player.name)
    if now is None or now.key_id != sheet.signed.key_id:
        raise hearing.refusal("desk_other_key", game=block.game)
    if not hearing.is_passed:
        raise hearing.refusal("club_pass")
    if look.games.find(block.game) is None:
        raise hearing.refusal("club_no_game", game=block.game)
