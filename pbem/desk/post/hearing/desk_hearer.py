"""Sheets for the desk itself: one word of somebody enrolled, answered with lines to go on with."""

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.club.asking import Answer, MemberWord
from pbem.desk.club.word_table import WORDS, act_of, read_word
from pbem.desk.errors import RefusedError
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.post.hearing.members import KNOWN, admit_word, desk_part
from pbem.desk.post.hearing.signed_sheet import Heard, Hearing, SignedSheet
from pbem.desk.post.received import Received
from pbem.desk.signed.evidence import keep_evidence
from pbem.desk.store.databases.engine import WHOLE, About
from pbem.desk.store.transaction import Transaction
from pbem.mail.block.block import DESK
from pbem.report.notice import Slip


class Answered(Struct, frozen=True):
    """A word to the desk that was acted on, and what its sayer is told."""

    key: str
    answer: Answer


class DeskHearer:
    """Hears one word to the desk."""

    known = KNOWN

    def about(self, _look: Transaction, sheet: SignedSheet) -> About | None:
        """Return what a word changes: its sayer's own things, and the game that it is about."""
        if sheet.block.game != DESK:
            return None
        found = _read(sheet)
        if found is not None and WORDS[found[0]].is_about_all:
            return WHOLE
        return (f"player {sheet.player.name}", *(found[1][:1] if found else ()))

    def admit(self, hearing: Hearing) -> Courtesy:
        """Return what a word may bring about; UnheardError if no answer is due."""
        return admit_word(hearing, "a word to the desk")

    def take(self, hearing: Hearing) -> Answered:
        """Do what a word says; RefusedError if that cannot be."""
        desk, change, sheet = hearing.desk, hearing.change, hearing.sheet
        found = _read(sheet)
        if found is None:
            raise hearing.refusal("club_unknown")
        key, rest = found
        word = WORDS[key]
        if len(rest) > word.most:
            raise hearing.refusal("club_too_much", word=key)
        if word.is_changing and not hearing.is_passed:
            raise hearing.refusal("club_pass")
        if word.is_about_all:  # it enters records, and must be there to be shown
            keep_evidence(desk, change, sheet.signed, sheet.player)
        source = replace(sheet.source, seen=None)  # what it quotes is of no game
        return Answered(key, act_of(key)(desk, change, MemberWord(sheet.player, rest, source)))

    def answer(self, hearing: Hearing, taken: Answered | RefusedError) -> Heard:
        """Answer by a slip, with lines for the next word."""
        if isinstance(taken, RefusedError):
            lines = desk_part(hearing)
            hearing.request_slip(Slip(("slip_refused",), problems=taken.problems, parts=(lines,)))
            return Heard(Received("refused", "a word to the desk; only its sender is told why"))
        parts = (*taken.answer, desk_part(hearing))
        hearing.request_slip(Slip((f"slip_club_{taken.key}",), parts=parts))
        return Heard(Received("answered", f"a word to the desk: {taken.key}"))


def _read(sheet: SignedSheet) -> tuple[str, tuple[str, ...]] | None:
    """Return the word that a sheet is, and what follows it; None if it is none, or several."""
    return read_word(sheet.text) if len(sheet.block.orders) == 1 else None
