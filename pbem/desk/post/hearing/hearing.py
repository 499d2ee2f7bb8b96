"""The hearing: what is signed is acted on once, and answered or refused, in the same steps for all.

A door, such as the mail room, finds out who signed what, and opens the transaction. A hearer knows
what a sheet of its kind may do. Only what every sheet has in common is here.
"""

from typing import Protocol, TypeVar

from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import NotNowError, RefusedError
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.post.accounts import Account, account_of, refusal_of
from pbem.desk.post.hearing.signed_sheet import Heard, Hearing, SignedSheet, UnheardError
from pbem.desk.post.received import Received
from pbem.desk.store.databases.engine import About
from pbem.desk.store.transaction import Transaction

Taken = TypeVar("Taken")
_REFUSED_AGAIN = "these signed orders were refused before, for the same reason"


class Hearer(Protocol[Taken]):
    """Who hears sheets of one kind: for a game, for the desk, for an event, or about a key."""

    @property
    def known(self) -> Received:
        """What becomes of a sheet that was acted on before."""

    def about(self, look: Transaction, sheet: SignedSheet) -> About | None:
        """Return what a sheet may change; None if it is not for this hearer."""

    def admit(self, hearing: Hearing) -> Courtesy:
        """Return what a sheet may bring about; UnheardError if it is not heard, nor answered."""

    def take(self, hearing: Hearing) -> Taken:
        """Act on a sheet; RefusedError if that cannot be.

        UnheardError if it asks for nothing that may be given.
        """

    def answer(self, hearing: Hearing, taken: Taken | RefusedError) -> Heard:
        """Ask for the letter back, if there may be one; returns what became of the sheet."""


def hear(desk: Desk, change: Transaction, sheet: SignedSheet, hearer: Hearer[Taken]) -> Heard:
    """Act on a sheet, remember it, and ask for the answers, once.

    When the change commits it has happened.
    """
    if change.mails.is_known(sheet.identity):
        return Heard(hearer.known)
    account = account_of(sheet.player, is_ours=sheet.is_to(desk))
    courtesy = account.courtesy(desk, change, is_person=sheet.is_person, kind=sheet.signed.kind)
    hearing = Hearing(desk, change, sheet, courtesy)
    try:
        hearing = replace(hearing, courtesy=hearer.admit(hearing))
        taken = hearer.take(hearing)
    except UnheardError as error:
        if error.is_silence:
            account.log_silence(courtesy)
        return Heard(Received("ignored", error.why))
    except RefusedError as error:
        if _is_refused_again(hearing, account, error):
            return Heard(Received("known", _REFUSED_AGAIN))
        return hearer.answer(hearing, error)
    heard = hearer.answer(hearing, taken)
    change.mails.note(sheet.identity, desk.now(), player=account.name, is_answered=heard.is_counted)
    return heard


def _is_refused_again(hearing: Hearing, account: Account, error: RefusedError) -> bool:
    """Tell whether a sheet was refused before for the same reason; if not, it is known from now on.

    A sheet that may not be answered is left unknown: it may come again.
    """
    desk, change, noted = hearing.desk, hearing.change, hearing.sheet.identity
    if isinstance(error, NotNowError):
        # It has done nothing, and may be used when it comes again.
        noted = refusal_of(noted, str(error))
    if change.mails.is_known(noted):
        return True
    if hearing.courtesy.may_answer:
        change.mails.note(noted, desk.now(), player=account.name, is_answered=True)
    else:
        account.log_silence(hearing.courtesy)
    return False
