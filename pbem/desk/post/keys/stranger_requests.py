"""What a stranger signed: by which key, which the mail itself may bring, and what he asks for."""

import re
from itertools import islice

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.people.enrolled import checked
from pbem.desk.post.keys.challenges import Line
from pbem.desk.post.keys.key_orders import read_key_order
from pbem.desk.store.values import Member
from pbem.mail.block.block import DESK
from pbem.mail.evidence import Signed
from pbem.mail.keys import EnrolledKey, Keyring
from pbem.mail.kinds import OWN
from pbem.mail.letter.letter import Letter
from pbem.mail.safe import Unusable, UnusableError
from pbem.mail.signed import brought_key, find_signed, holds_nothing_else, is_signed_by_key, parse_key

_CLAIM = re.compile(r"\bkey\s+([a-z0-9@.-]{3,40})\s+([A-Za-z0-9+/=\s]{20,16000})")
_REQUEST = {"enrol": "enrol", "enroll": "enrol", "mail": "mail", "language": "language", "key": "key"}


class Request(Struct, frozen=True):
    """Who asks to be enrolled, as he calls himself, and the key that he asks it for."""

    asked: Member
    key: EnrolledKey


def find_stranger(desk: Desk, letter: Letter, waiting: Line, why: str) -> Signed | str:
    """Return what a stranger signed for this desk, by a key that waits or by the one the letter itself brings.

    If there is no such thing, say what is wrong instead; `why` is said of a mail that nobody signed.
    """
    if not is_signed_by_key(letter):
        return why
    claimed = _claimed(letter, desk.now())
    keys = Keyring([*(one.key for one in waiting.values()), *([claimed] if claimed else [])])
    signed = find_signed(letter, keys, now=desk.now(), accepts=OWN)
    if isinstance(signed, Unusable):
        return signed.why
    if signed.block.to != desk.settings.referee.name or signed.block.game != DESK:
        return "not for this desk to enrol"
    if not holds_nothing_else(letter, signed):
        return "a request that does not stand alone in its mail"
    return signed


def read_request(desk: Desk, letter: Letter, signed: Signed) -> Request:
    """Return what a stranger asks for; UsageError or UnusableError if it is nothing that can be given."""
    said = _statements(signed.block.orders)
    key = _named(said["key"], desk.now()) if "key" in said else brought_key(letter, now=desk.now())
    if key is None or key.key_id != signed.key_id:
        raise UsageError("the request names no key, or another one than it is signed by")
    # The address is the one that was signed: a mail may say anything about where it is from.
    return Request(checked(Member(said["enrol"], said["mail"], said.get("language", "en").lower())), key)


def _claimed(letter: Letter, now: int) -> EnrolledKey | None:
    """Return the key that a letter names or brings; believed only if the same letter turns out to be signed by it."""
    if brought := brought_key(letter, now=now):
        return brought
    for text in (*letter.plain, *letter.html):
        for found in islice(_CLAIM.finditer(text), 1):
            for words in (found[2], found[2].partition("\n")[0]):  # it ends with `;`, or with the line
                try:
                    return _named(f"{found[1]} {words}", now)
                except (UnusableError, UsageError):
                    continue
    return None


def _statements(orders: tuple[str, ...]) -> dict[str, str]:
    """Return what a request says; UsageError if it says anything else, or too little."""
    said: dict[str, str] = {}
    for order in orders:
        first, _, rest = order.partition(" ")
        name = _REQUEST.get(first.lower())
        if name is None or name in said or not rest:
            raise UsageError("a request says `enrol NAME`, `mail ADDRESS`, `language en` and `key ..`, each once")
        said[name] = rest
    if not said.keys() >= {"enrol", "mail"}:
        raise UsageError("a request says at least `enrol NAME`, `mail ADDRESS` and, unless it is S/MIME, `key ..`")
    return said


def _named(words: str, now: int) -> EnrolledKey:
    return parse_key(read_key_order(words.split()), now=now)
