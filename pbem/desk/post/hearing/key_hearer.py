"""Sheets about a key: the old key asks for the one that comes after it, and signs once more with a token of ours."""

from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import RefusedError, UsageError
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.post.accounts import request_refusal
from pbem.desk.post.hearing.members import KNOWN, check_key_is_theirs
from pbem.desk.post.hearing.signed_sheet import Heard, SignedSheet, UnheardError
from pbem.desk.post.keys.succession import hear_old_key, is_answered, is_key_change
from pbem.desk.post.received import Received
from pbem.desk.signed.evidence import DESK
from pbem.desk.store.databases.engine import WHOLE, About
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.phrases import tell
from pbem.mail.kinds import PROVIDED
from pbem.referee.language.sheet import Problem


class KeyHearer:
    """Hears the old key; what a provider signs proves no key of a person's own, and cannot ask for another."""

    known = KNOWN

    def about(self, _look: Transaction, sheet: SignedSheet) -> About | None:
        """Return that a key is about everything its holder plays in."""
        return WHOLE if sheet.block.game == DESK and is_key_change(sheet.signed) else None

    def admit(self, desk: Desk, change: Transaction, sheet: SignedSheet, courtesy: Courtesy) -> Courtesy:
        """Return what a sheet may bring about; UnheardError if it can change no key, or no answer is due."""
        if not sheet.is_to(desk) or sheet.signed.kind in PROVIDED or not sheet.is_person:
            raise UnheardError("not a change of key that is taken")
        check_key_is_theirs(change, sheet)
        # Whoever stole the key may use up the answers of every hour; the answer with the token is not his.
        if not courtesy.may_answer and not is_answered(desk, change, sheet.signed, sheet.player):
            raise UnheardError("too many mails within an hour", is_silence=True)
        return replace(courtesy, may_answer=True)

    def take(self, desk: Desk, change: Transaction, sheet: SignedSheet, _courtesy: Courtesy) -> str:
        """Do what the old key asks for; returns what happened. RefusedError if it cannot be used."""
        try:
            return hear_old_key(desk, change, sheet.signed, sheet.player, sheet.came)
        except UsageError as error:
            raise RefusedError((Problem(0, tell(error, sheet.player.language)),)) from error

    def answer(
        self,
        desk: Desk,
        change: Transaction,
        sheet: SignedSheet,
        taken: str | RefusedError,
        _courtesy: Courtesy,
    ) -> Heard:
        """Say what became of the sheet; the letter with the token is asked for already, for its address alone."""
        if isinstance(taken, RefusedError):
            request_refusal(desk, change, sheet.player, taken.problems)
            return Heard(Received("refused", "a change of key that cannot be made; only its player is told why"))
        return Heard(Received("answered", taken), desk.remembered.clear)
