"""Sheets for the desk itself: one word of somebody who is enrolled, answered by a slip with lines to go on with."""

from hashlib import sha256

from msgspec import Struct

from pbem.desk.club.asking import Answer, MemberWord, Word
from pbem.desk.club.word_table import WORDS, read_word
from pbem.desk.desk import Desk
from pbem.desk.errors import RefusedError
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.post.accounts import account_of
from pbem.desk.post.received import Received
from pbem.desk.signed.evidence import keep_evidence
from pbem.desk.signed.word_tokens import desk_lines, has_pass
from pbem.desk.store.databases.engine import WHOLE, About
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import say
from pbem.mail.checking import identity as identity_of
from pbem.mail.evidence import Signed
from pbem.referee.language.plan import Source
from pbem.referee.language.sheet import Problem
from pbem.report.notice import Part, Slip


class DeskSheet(Struct, frozen=True):
    """A sheet for the desk that an enrolled key has signed: by whom, and how and when it reached the referee."""

    signed: Signed
    player: Member
    came: int
    is_person: bool

    @property
    def text(self) -> str:
        """What it says."""
        return "\n".join(self.signed.block.orders)


def hear_words(desk: Desk, sheet: DeskSheet) -> Received:
    """Act on a sheet for the desk, once."""
    signed, player = sheet.signed, sheet.player
    if signed.block.to != desk.settings.referee.name:
        return Received("ignored", "a word that is not for this desk")
    identity = identity_of(signed.key_id, signed.signed_bytes)
    found = read_word(sheet.text) if len(signed.block.orders) == 1 else None
    with desk.store.write(_about(sheet, found)) as change:
        if change.is_known_mail(identity):
            return Received("known", "this was acted on before")
        # The signature was checked before this transaction began, and whoever lost the key may have been quicker.
        if not any(holder.name == player.name for holder in change.holders(signed.key_id)):
            return Received("ignored", "the key was taken away meanwhile")
        is_passed = has_pass(desk, change, player.name, signed.block.token)
        account = account_of(player, is_ours=True)
        courtesy = account.courtesy(desk, change, is_person=sheet.is_person, kind=signed.kind)
        # With a pass somebody answers a letter of ours, each time another one: that is no flood, and no machine.
        if not courtesy.may_answer and not (is_passed and courtesy.may_confirm):
            account.log_silence(courtesy)
            return Received("ignored", "a word to the desk, and no answer is due")
        change.note_mail(identity, desk.now(), player=player.name, is_answered=True)
        try:
            key, answer = _act(desk, change, sheet, found, is_passed=is_passed)
        except RefusedError as error:
            slip = Slip(("slip_refused",), problems=error.problems, parts=(desk_part(desk, change, player),))
            request_slip(desk, change, slip, player=player)
            return Received("refused", "a word to the desk; only its sender is told why")
        slip = Slip((f"slip_club_{key}",), parts=(*answer, desk_part(desk, change, player)))
        request_slip(desk, change, slip, player=player)
    return Received("answered", f"a word to the desk: {key}")


def _about(sheet: DeskSheet, found: tuple[str, tuple[str, ...]] | None) -> About:
    """Return what a word changes, if anything: somebody's own things, and the games that it is about."""
    if found is not None and WORDS[found[0]].is_about_all:
        return WHOLE
    return (f"player {sheet.player.name}", *(found[1][:1] if found else ()))


def _act(
    desk: Desk, change: Transaction, sheet: DeskSheet, found: tuple[str, tuple[str, ...]] | None, *, is_passed: bool
) -> tuple[str, Answer]:
    """Do what a word says; RefusedError if that cannot be."""
    language = sheet.player.language
    if found is None:
        raise RefusedError((Problem(0, say("club_unknown", language)),))
    key, rest = found
    word: Word = WORDS[key]
    if len(rest) > word.most:
        raise RefusedError((Problem(0, say("club_too_much", language, word=key)),))
    if word.is_changing and not is_passed:
        raise RefusedError((Problem(0, say("club_pass", language)),))
    if word.is_about_all:  # it enters records, and must be there to be shown
        keep_evidence(desk, change, sheet.signed, sheet.player)
    return key, word.act(desk, change, MemberWord(sheet.player, rest, _source(sheet)))


def _source(sheet: DeskSheet) -> Source:
    digest = sha256(sheet.signed.signed_bytes).hexdigest()
    return Source(sheet.signed.kind, digest, sheet.text, language=sheet.player.language, came=sheet.came)


def desk_part(desk: Desk, look: Transaction, player: Member) -> Part:
    """Return how the next word to the desk begins."""
    return Part((say("club_lines", player.language),), desk_lines(desk, look, player.name))
