"""Changes of keys that are under way, as the desk keeps them until both keys have signed."""

from hashlib import sha256

from msgspec import Struct, json
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.post.accounts import ANSWERS_AN_HOUR
from pbem.desk.store.transaction import Transaction
from pbem.mail.block.block import DESK
from pbem.mail.evidence import Signed
from pbem.mail.keys import EnrolledKey

_WEEK = 7 * 24 * 3_600
WORD = "newkey"
# Of one person. More than are asked for in an hour: whoever stole a key cannot crowd out a request of its owner before
# the owner's answer came, which no other request crowds out.
MOST_OPEN = 2 * ANSWERS_AN_HOUR


class Succession(Struct, frozen=True):
    """A change of key that is under way: of whom, from which key to which, and which of the two has signed."""

    player: str
    old: str
    key: EnrolledKey
    token: str
    at: int
    word: Signed | None = None  # of the old key
    is_proved: bool = False  # by the new key
    came: int = 0  # when the old key's word reached the referee

    @property
    def line(self) -> str:
        """The order that both keys sign."""
        return f"{WORD} {self.key.key_id}"

    def lines(self, referee: str) -> tuple[str, ...]:
        """Return the lines that both keys sign, for the desk of a referee."""
        return (f"to: {referee};", f"game: {DESK};", "seat: key;", f"token: {self.token};", f"{self.line};")


_successions = json.Decoder(Succession)


def is_for_desk(signed: Signed, referee: str) -> bool:
    """Tell whether what was signed is for the desk of a referee."""
    return signed.block.to == referee and signed.block.game == DESK


def is_new_key_awaited(look: Transaction) -> bool:
    """Tell whether any change of key is under way, so that a mail may be signed by a key that nobody has yet."""
    return bool(look.secrets.under("", "newkey/"))


def under_way(desk: Desk, change: Transaction, name: str = "") -> list[Succession]:
    """Return the changes of key that are under way, of one person or of all, the oldest first; forget what is over."""
    found = []
    for use, raw in change.secrets.under("", f"newkey/{name}/" if name else "newkey/").items():
        one = _successions.decode(raw)
        player = change.people.find(one.player)
        if one.at < desk.now() - _WEEK or player is None or player.key_id != one.old:
            change.secrets.put("", f"newkey/{name}/{use}" if name else f"newkey/{use}", None)
        else:
            found.append(one)
    return sorted(found, key=lambda one: one.at)


def keep_request(desk: Desk, change: Transaction, asked: Succession) -> Succession:
    """Keep a request beside those that are open; one for the same key goes on with its token and what was signed.

    Whoever stole the old key may ask too: no token that went out may end by that.
    """
    before = under_way(desk, change, asked.player)
    for one in before:
        if one.key.key_id == asked.key.key_id:
            again = replace(one, at=asked.at)
            keep_change(change, again)
            return again
    unanswered = [one for one in before if one.word is None and not one.is_proved]
    for one in unanswered[: max(0, len(before) + 1 - MOST_OPEN)]:
        forget_change(change, one)
    fresh = replace(asked, token=sha256(desk.entropy()).hexdigest()[:32])
    keep_change(change, fresh)
    return fresh


def keep_change(change: Transaction, one: Succession) -> None:
    """Keep a change of key as it is now."""
    change.secrets.put("", _use(one), json.encode(one))


def forget_change(change: Transaction, one: Succession) -> None:
    """Forget a change of key: it was made, or gave way to later ones."""
    change.secrets.put("", _use(one), None)


def _use(one: Succession) -> str:
    return f"newkey/{one.player}/{one.key.key_id}"
