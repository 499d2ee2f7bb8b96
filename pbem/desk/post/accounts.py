"""What answers are counted on: a player's own account, or a small one for signed mail that is not meant for this desk.

Whoever gets hold of mails that a player signed for others, to a list or another referee, could else send them here
until the player gets no answer any more.
"""

import logging
from hashlib import sha256

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.matches.courtesy import Courtesy, by_mail
from pbem.desk.matches.requests import request_slip
from pbem.desk.names import ELSEWHERE
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Player
from pbem.mail.kinds import KINDS, PROVIDED
from pbem.mail.letter.entity import read_text
from pbem.mail.letter.parts import PARSER_FAULTS
from pbem.mail.safe import UnusableError
from pbem.referee.sheet import Problem
from pbem.report.slip import Slip

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
        return look.answers(self.name, desk.now() - self.within) < self.most

    def courtesy(self, desk: Desk, look: Transaction, *, is_person: bool, kind: str = "") -> Courtesy:
        """Settle what a player's mail may bring about; `kind` is that of a signature over a sheet that can be used."""
        is_own_hand = kind in KINDS and kind not in PROVIDED
        return by_mail(is_person=is_person, has_room=self.has_room(desk, look), is_own_hand=is_own_hand)

    def log_silence(self, courtesy: Courtesy) -> None:
        """Say in the log that a mail gets no answer because there were so many; a machine gets none anyway."""
        if not courtesy.may_pass_on:
            log.warning("%s got %d answers within %s: silence", self.name, self.most, self.span)


def account_of(player: Player, *, is_ours: bool) -> Account:
    """Return the account that an answer to a player's mail is counted on; `is_ours`: it is meant for this desk."""
    if is_ours:
        return Account(player.name, ANSWERS_AN_HOUR, HOUR, "an hour")
    return Account(player.name + ELSEWHERE, 1, _DAY, "a day")


def names_referee(desk: Desk, signed: bytes) -> bool:
    """Tell whether a signed text that cannot be used names this desk at all."""
    name = desk.settings.referee.name
    if name.encode() in signed:
        return True
    try:
        return name in read_text(signed)
    except (UnusableError, *PARSER_FAULTS):
        return False


def refusal_of(identity: str, why: str) -> str:
    """Name a refusal for no fault of the sheet: told once, and yet the sheet may be used when the reason is gone."""
    return sha256(f"{identity}\n{why}".encode()).hexdigest()


def request_refusal(desk: Desk, change: Transaction, player: Player, problems: tuple[Problem, ...]) -> None:
    """Ask for a letter that says what is wrong, and nothing of any game."""
    request_slip(desk, change, Slip(("slip_refused",), problems=problems), player=player)
