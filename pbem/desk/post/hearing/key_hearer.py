"""Sheets about a key: the old one asks for the next, and signs once more with a token of ours."""

from msgspec.structs import replace

from pbem.desk.errors import RefusedError, UsageError
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.post.accounts import request_refusal
from pbem.desk.post.hearing.members import KNOWN, check_key_is_theirs
from pbem.desk.post.hearing.signed_sheet import Heard, Hearing, SignedSheet, UnheardError
from pbem.desk.post.keys.succession import hear_old_key, is_answered, is_key_change
from pbem.desk.post.received import Received
from pbem.desk.store.databases.engine import WHOLE, About
from pbem.desk.store.transaction import Transaction
from pbem.desk.wording.phrases import tell
from pbem.mail.block.block import DESK
from pbem.mail.kinds import PROVIDED
from pbem.referee.language.problem import Problem

_REFUSED = "a change of key that cannot be made; only its player is told why"


class KeyHearer:
    """Hears the old key; what a provider signs proves no key of one's own, and asks for none."""

    known = KNOWN

    def about(self, _look: Transaction, sheet: SignedSheet) -> About | None:
        """Return that a key is about everything its holder plays in."""
        return WHOLE if sheet.block.game == DESK and is_key_change(sheet.signed) else None

    def admit(self, hearing: Hearing) -> Courtesy:
        """Return what may come of it; UnheardError if it can change no key, or no answer is due."""
        sheet = hearing.sheet
        is_own_hand = sheet.is_person and sheet.signed.kind not in PROVIDED
        if not is_own_hand or not sheet.is_to(hearing.desk):
            raise UnheardError("not a change of key that is taken")
        check_key_is_theirs(hearing)
        # Whoever stole the key may use up the answers of every hour.
        # The answer with the token is not his.
        if not hearing.courtesy.may_answer and not _is_answer(hearing):
            raise UnheardError("too many mails within an hour", is_silence=True)
        return replace(hearing.courtesy, may_answer=True)

    def take(self, hearing: Hearing) -> str:
        """Do what the old key asks for; returns what happened. RefusedError if it cannot be."""
        desk, change, sheet = hearing.desk, hearing.change, hearing.sheet
        try:
            return hear_old_key(desk, change, sheet.signed, sheet.player, sheet.came)
        except UsageError as error:
            raise RefusedError((Problem(0, tell(error, sheet.player.language)),)) from error

    def answer(self, hearing: Hearing, taken: str | RefusedError) -> Heard:
        """Say what became of the sheet; a letter with a token is asked for already."""
        if isinstance(taken, RefusedError):
            request_refusal(hearing.desk, hearing.change, hearing.player, taken.problems)
            return Heard(Received("refused", _REFUSED))
        return Heard(Received("answered", taken), hearing.desk.remembered.clear)


def _is_answer(hearing: Hearing) -> bool:
    return is_answered(hearing.desk, hearing.change, hearing.sheet.signed, hearing.player)
