"""The hearing: whatever is signed is acted on once, and answered or refused, in the same steps for all of it.

A door, such as the mail room, finds out who signed what, and opens the transaction. A hearer knows what a sheet of its
kind may do. Only what every sheet has in common is here.
"""

from typing import Protocol, TypeVar

from pbem.desk.desk import Desk
from pbem.desk.errors import NotNowError, RefusedError
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.post.accounts import Account, account_of, refusal_of
from pbem.desk.post.hearing.signed_sheet import Heard, SignedSheet, UnheardError
from pbem.desk.post.received import Received
from pbem.desk.store.databases.engine import About
from pbem.desk.store.transaction import Transaction

Taken = TypeVar("Taken")


class Hearer(Protocol[Taken]):
    """Who hears sheets of one kind: those for a game, for the desk, for an event, or about a key."""

    @property
    def known(self) -> Received:
        """What becomes of a sheet that was acted on before."""

    def about(self, look: Transaction, sheet: SignedSheet) -> About | None:
        """Return what a sheet may change; None if it is not for this hearer."""

    def admit(self, desk: Desk, change: Transaction, sheet: SignedSheet, courtesy: Courtesy) -> Courtesy:
        """Return what a sheet may bring about; UnheardError if it is not to be heard at all, nor answered."""

    def take(self, desk: Desk, change: Transaction, sheet: SignedSheet, courtesy: Courtesy) -> Taken:
        """Act on a sheet; RefusedError if that cannot be, UnheardError if it asks for nothing that may be given."""

    def answer(
        self,
        desk: Desk,
        change: Transaction,
        sheet: SignedSheet,
        taken: Taken | RefusedError,
        courtesy: Courtesy,
    ) -> Heard:
        """Ask for the letter back, if there may be one; returns what became of the sheet."""


def hear(desk: Desk, change: Transaction, sheet: SignedSheet, hearer: Hearer[Taken]) -> Heard:
    """Act on a sheet, remember it, and ask for the answers. When the change commits it has happened."""
    if change.mails.is_known(sheet.identity):
        return Heard(hearer.known)
    account = account_of(sheet.player, is_ours=sheet.is_to(desk))
    courtesy = account.courtesy(desk, change, is_person=sheet.is_person, kind=sheet.signed.kind)
    try:
        admitted = hearer.admit(desk, change, sheet, courtesy)
    except UnheardError as error:
        return _leave(account, courtesy, error)
    try:
        taken = hearer.take(desk, change, sheet, admitted)
    except UnheardError as error:
        return _leave(account, courtesy, error)
    except RefusedError as error:
        if _is_refused_again(desk, change, sheet, account, admitted, error):
            return Heard(Received("known", "these signed orders were refused before, for the same reason"))
        return hearer.answer(desk, change, sheet, error, admitted)
    heard = hearer.answer(desk, change, sheet, taken, admitted)
    change.mails.note(sheet.identity, desk.now(), player=account.name, is_answered=heard.is_counted)
    return heard


def _leave(account: Account, courtesy: Courtesy, error: UnheardError) -> Heard:
    """Leave a sheet alone, as if it had not come: it may come again."""
    if error.is_silence:
        account.log_silence(courtesy)
    return Heard(Received("ignored", error.why))


def _is_refused_again(
    desk: Desk, change: Transaction, sheet: SignedSheet, account: Account, courtesy: Courtesy, error: RefusedError
) -> bool:
    """Tell whether a sheet was refused before for the same reason; if not, remember it if it may be answered."""
    # What is refused for no fault of its own has done nothing, and may be used when it comes again.
    noted = refusal_of(sheet.identity, str(error)) if isinstance(error, NotNowError) else sheet.identity
    if change.mails.is_known(noted):
        return True
    if courtesy.may_answer:
        change.mails.note(noted, desk.now(), player=account.name, is_answered=True)
    else:
        account.log_silence(courtesy)
    return False
