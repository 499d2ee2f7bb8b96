"""Sheets of strangers who ask to be enrolled, or answer the challenge that their address got."""

from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import RefusedError, UsageError
from pbem.desk.matches.letters.reply_policy import Courtesy
from pbem.desk.post.hearing.hearing import hear
from pbem.desk.post.hearing.signed_sheet import Heard, Hearing, SignedSheet, UnheardError
from pbem.desk.post.keys.challenges import Line, still_waiting
from pbem.desk.post.keys.enrolment import Became, challenge, confirm, is_proved
from pbem.desk.post.keys.stranger_requests import find_stranger
from pbem.desk.post.received import Received
from pbem.desk.store.databases.engine import WHOLE, About
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.mail.letter.letter import Letter
from pbem.mail.safe import UnusableError, clean

NOBODY_YET = Member("")


class StrangerHearer:
    """Hears somebody whose key is not enrolled: the mail may bring it, and others wait as well."""

    known = Received("ignored", "this was acted on before")

    def __init__(self, letter: Letter, waiting: Line) -> None:
        self._letter = letter
        self._waiting = waiting

    def about(self, _look: Transaction, _sheet: SignedSheet) -> About | None:
        """Return that it may change whom everybody can be mistaken for."""
        return WHOLE

    def admit(self, hearing: Hearing) -> Courtesy:
        """Hear everybody: how many letters go to strangers is counted by their addresses."""
        return replace(hearing.courtesy, may_answer=True)

    def take(self, hearing: Hearing) -> Became:
        """Enrol whoever proves an address, challenge whoever asks; UnheardError if neither can be."""
        desk, change, signed = hearing.desk, hearing.change, hearing.sheet.signed
        found = self._waiting.get(signed.key_id)
        try:
            if found and is_proved(found, signed):
                return confirm(desk, change, found)
            return challenge(desk, change, self._letter, signed, self._waiting)
        except (UsageError, UnusableError) as error:
            if found:
                raise UnheardError("a wrong answer") from error
            raise UnheardError(f"a request that cannot be used: {clean(str(error))}") from error

    def answer(self, _hearing: Hearing, taken: Became | RefusedError) -> Heard:
        """Say what became of the request; its letter is asked for already."""
        if isinstance(taken, RefusedError):
            raise taken  # nothing that a stranger asks for is refused: it is left alone
        return Heard(Received("answered", taken.value))


def hear_stranger(desk: Desk, letter: Letter, why: str, came: int) -> Received:
    """Act on the mail of a stranger; `why` is what is wrong with it if it is no request at all."""
    if letter.header.origin != "person":
        return Received("ignored", f"not from a person but from a {letter.header.origin}")
    with desk.store.write() as change:
        waiting = still_waiting(change, desk.now())
        signed = find_stranger(desk, letter, waiting, why)
        if isinstance(signed, str):
            return Received("ignored", signed)
        sheet = SignedSheet(signed, NOBODY_YET, came, is_person=True)
        return hear(desk, change, sheet, StrangerHearer(letter, waiting)).received
