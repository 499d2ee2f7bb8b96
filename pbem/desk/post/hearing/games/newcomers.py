"""Sheets of people who have no seat in a game and ask for one: in an offer, or the one that they lost by being late."""

from pbem.desk.desk import Desk
from pbem.desk.errors import RefusedError
from pbem.desk.matches.acts.acting import Played
from pbem.desk.matches.acts.offers import Wish, join
from pbem.desk.matches.acts.returning import give_back
from pbem.desk.matches.acts.settling import settled
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.post.hearing.games.handed_in import Taken
from pbem.desk.post.hearing.signed_sheet import SignedSheet
from pbem.desk.signed.evidence import keep_evidence
from pbem.desk.signed.word_tokens import has_pass, renew_pass
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.desk_words import read_words
from pbem.desk.wording.phrases import say
from pbem.games.game import Seat
from pbem.referee.language.sheet import Problem
from pbem.report.notice import NOTHING


def take_newcomer(desk: Desk, change: Transaction, sheet: SignedSheet, courtesy: Courtesy) -> Taken:
    """Give somebody the seat that he asks for; RefusedError if he cannot have it, and then nothing is changed."""
    block, player = sheet.block, sheet.player
    _check(desk, change, sheet)
    match = settled(desk, change, block.game, sheet.came)
    wish = Wish(player, sheet.source, block.seat, courtesy.may_confirm)
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


def _check(desk: Desk, look: Transaction, sheet: SignedSheet) -> None:
    """Refuse a sheet that is not for this desk, of no game here, or without the pass of its signer."""
    block, player, language = sheet.block, sheet.player, sheet.player.language
    if not sheet.is_to(desk):
        raise _refusal(say("desk_other_referee", language, to=block.to, referee=desk.settings.referee.name))
    now = look.people.find(player.name)
    if now is None or now.key_id != sheet.signed.key_id:
        raise _refusal(say("desk_other_key", language, game=block.game))
    if not has_pass(desk, look, player.name, block.token):
        raise _refusal(say("club_pass", language))
    if look.games.find(block.game) is None:
        raise _refusal(say("club_no_game", language, game=block.game))


def _refusal(why: str) -> RefusedError:
    return RefusedError((Problem(0, why),))
