"""What answers are counted on: a player's own account, or a small one for signed mail that is not meant for this desk.

Whoever gets hold of mails that a player signed for others, to a list or another referee, could else send them here
until the player gets no answer any more.
"""

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.names import ELSEWHERE
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Player
from pbem.mail.letter.entity import read_text
from pbem.mail.letter.parts import PARSER_FAULTS
from pbem.mail.safe import UnusableError

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
