"""Sheets for the desk itself: one word of somebody who is enrolled, answered by a slip with lines to go on with."""

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.club.asking import Answer, MemberWord, Word
from pbem.desk.club.word_table import WORDS, read_word
from pbem.desk.desk import Desk
from pbem.desk.errors import RefusedError
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.post.hearing.members import KNOWN, admit_word, desk_part
from pbem.desk.post.hearing.signed_sheet import Heard, SignedSheet
from pbem.desk.post.received import Received
from pbem.desk.signed.evidence import DESK, keep_evidence
from pbem.desk.signed.word_tokens import has_pass
from pbem.desk.store.databases.engine import WHOLE, About
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.phrases import say
from pbem.referee.language.sheet import Problem
from pbem.report.notice import Slip


class Answered(Struct, frozen=True):
    """A word to the desk that was acted on, and what its sayer is told."""

    key: str
    answer: Answer


class DeskHearer:
    """Hears one word to the desk."""

    known = KNOWN

    def about(self, _look: Transaction, sheet: SignedSheet) -> About | None:
        """Return what a word changes, if anything: somebody's own things, and the games that it is about."""
        if sheet.block.game != DESK:
            return None
        found = _read(sheet)
        if found is not None and WORDS[found[0]].is_about_all:
            return WHOLE
        return (f"player {sheet.player.name}", *(found[1][:1] if found else ()))

    def admit(self, desk: Desk, change: Transaction, sheet: SignedSheet, courtesy: Courtesy) -> Courtesy:
        """Return what a word may bring about; UnheardError if no answer is due."""
        return admit_word(desk, change, sheet, courtesy, what="a word to the desk")

    def take(self, desk: Desk, change: Transaction, sheet: SignedSheet, _courtesy: Courtesy) -> Answered:
        """Do what a word says; RefusedError if that cannot be."""
        language = sheet.player.language
        found = _read(sheet)
        if found is None:
            raise RefusedError((Problem(0, say("club_unknown", language)),))
        key, rest = found
        word: Word = WORDS[key]
        if len(rest) > word.most:
            raise RefusedError((Problem(0, say("club_too_much", language, word=key)),))
        if word.is_changing and not has_pass(desk, change, sheet.player.name, sheet.block.token):
            raise RefusedError((Problem(0, say("club_pass", language)),))
        if word.is_about_all:  # it enters records, and must be there to be shown
            keep_evidence(desk, change, sheet.signed, sheet.player)
        source = replace(sheet.source, seen=None)  # what it quotes is of no game
        return Answered(key, word.act(desk, change, MemberWord(sheet.player, rest, source)))

    def answer(
        self,
        desk: Desk,
        change: Transaction,
        sheet: SignedSheet,
        taken: Answered | RefusedError,
        _courtesy: Courtesy,
    ) -> Heard:
        """Answer by a slip, with lines for the next word."""
        player = sheet.player
        if isinstance(taken, RefusedError):
            slip = Slip(("slip_refused",), problems=taken.problems, parts=(desk_part(desk, change, player),))
            request_slip(desk, change, slip, player=player)
            return Heard(Received("refused", "a word to the desk; only its sender is told why"))
        slip = Slip((f"slip_club_{taken.key}",), parts=(*taken.answer, desk_part(desk, change, player)))
        request_slip(desk, change, slip, player=player)
        return Heard(Received("answered", f"a word to the desk: {taken.key}"))


def _read(sheet: SignedSheet) -> tuple[str, tuple[str, ...]] | None:
    """Return the word that a sheet is, and what follows it; None if it is none, or more than one."""
    return read_word(sheet.text) if len(sheet.block.orders) == 1 else None
