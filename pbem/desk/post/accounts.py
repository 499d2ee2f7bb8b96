"""What answers are counted on: a player's own account, or a small one for signed mail that is not meant for this desk.

Whoever gets hold of mails that a player signed for others, to a list or another referee, could else send them here
until the player gets no answer any more.
"""

import logging
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.matches.letters.reply_policy import Courtesy, by_mail
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.people.names import ELSEWHERE
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import say
from pbem.mail.kinds import KINDS, PROVIDED
from pbem.mail.safe import UnusableError
from pbem.referee.language.problem import Problem
from pbem.report.notice import Slip

log = logging.getLogger("pbem.post")

ANSWERS_AN_HOUR = 20  # to mails of one player that play nothing
HOUR = 3_600
_DAY = 24 * HOUR


class Account(Struct, frozen=True):
    """Whose answers are counted, and how many there are within so many seconds, which are called a span."""

    name: str
    most: int
    within: int
    span: str

    def has_room(self, desk: Desk, look: Transaction) -> bool:
        """Tell whether one more answer may be given just now."""
        return self._left(desk, look) > 0

    def _left(self, desk: Desk, look: Transaction) -> int:
        return self.most - look.mails.count_answers(self.name, desk.now() - self.within)

    def courtesy(self, desk: Desk, look: Transaction, *, is_person: bool, kind: str = "") -> Courtesy:
        """Settle what a player's mail may bring about; `kind` is that of a signature over a sheet that can be used."""
        is_own_hand = kind in KINDS and kind not in PROVIDED
        left = self._left(desk, look)
        settled = by_mail(is_person=is_person, has_room=left > 0, is_own_hand=is_own_hand)
        return replace(settled, is_last=self.most > 1 and left == 1)

    def log_silence(self, courtesy: Courtesy) -> None:
        """Say in the log that a mail gets no answer because there were so many; a machine gets none anyway."""
        if not courtesy.may_pass_on:
            log.warning("%s got %d answers within %s: silence", self.name, self.most, self.span)


def account_of(player: Member, *, is_ours: bool) -> Account:
    """Return the account that an answer to a player's mail is counted on; `is_ours`: it is meant for this desk."""
    if is_ours:
        return Account(player.name, ANSWERS_AN_HOUR, HOUR, "an hour")
    return Account(player.name + ELSEWHERE, 1, _DAY, "a day")


def last_of_hour(courtesy: Courtesy, language: str) -> tuple[Problem, ...]:
    """Warn with the last answer that a player gets within an hour: what he does not hear else looks like a fault."""
    if not courtesy.is_last:
        return ()
    return (Problem(0, say("desk_last_answer", language, most=ANSWERS_AN_HOUR)),)


def who_is_told(courtesy: Courtesy) -> str:
    """Say for the host who learns why something was refused: the reason may hang on what only its player knows."""
    return "only its player is told why" if courtesy.may_answer else "no answer is due, and nobody is told why"


def names_referee(desk: Desk, signed: bytes) -> bool:
    """Tell whether a signed text that cannot be used names this desk at all."""
    from pbem.mail.letter.entity import read_text

    name = desk.settings.referee.name
    if name.encode() in signed:
        return True
    try:
        return name in read_text(signed)
    except UnusableError:
        return False


def refusal_of(identity: str, why: str) -> str:
    """Name a refusal for no fault of the sheet: told once, and yet the sheet may be used when the reason is gone."""
    return sha256(f"{identity}\n{why}".encode()).hexdigest()


def request_refusal(desk: Desk, change: Transaction, player: Member, problems: tuple[Problem, ...]) -> None:
    """Ask for a letter that says what is wrong, and nothing of any game."""
    request_slip(desk, change, Slip(("slip_refused",), problems=problems), player=player)
