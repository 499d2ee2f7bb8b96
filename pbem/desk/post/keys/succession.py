"""A key names the one that comes after it: by mail, with a token that only the enrolled address gets, and by both keys.

The old key asks; a fresh token goes to the enrolled address; the lines with the token come back twice, signed by the
old key and signed by the new one. So a stolen key alone changes nothing, nor does a mailbox alone, nor anything that
somebody was made to sign together with his own words.
"""

from hashlib import sha256
from hmac import compare_digest

from msgspec import Struct, json
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.people.enrolled import enrolled, with_key
from pbem.desk.post.accounts import ANSWERS_AN_HOUR
from pbem.desk.post.keys.key_orders import read_key_order
from pbem.desk.post.keys.rekeying import rekey
from pbem.desk.signed.evidence import DESK, keep_evidence
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import say, tell
from pbem.mail.evidence import Signed
from pbem.mail.keys import EnrolledKey, Keyring
from pbem.mail.kinds import OWN, PROVIDED
from pbem.mail.letter.letter import Letter
from pbem.mail.safe import Unusable
from pbem.mail.signed import find_signed, holds_nothing_else
from pbem.referee.language.plan import Source
from pbem.referee.language.sheet import Problem
from pbem.report.notice import Slip

_WEEK = 7 * 24 * 3_600
_WORD = "newkey"
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
        return f"{_WORD} {self.key.key_id}"


_successions = json.Decoder(Succession)


def is_key_change(signed: Signed) -> bool:
    """Tell whether a sheet for the desk is about a key."""
    return any(order.split()[0].lower() == _WORD for order in signed.block.orders)


def hear_old_key(desk: Desk, change: Transaction, signed: Signed, player: Member, came: int) -> str:
    """Act on what the old key signed for the desk; returns what happened. UsageError if it cannot be used."""
    for one in _under_way(desk, change, player.name):
        if _is_answer(one, signed):
            # Records quote it as the reason for the new key, so it must be there to be shown.
            keep_evidence(desk, change, signed, player)
            return _go_on(desk, change, replace(one, word=signed, came=came), came)
    key = enrolled(with_key(desk, player, _new_key(signed.block.orders)))
    # Whether somebody has that key already is looked at when its holder has signed: nobody can ask around for keys.
    asked = _asked(desk, change, Succession(player.name, signed.key_id, key, "", desk.now()))
    lines = (f"to: {desk.settings.referee.name};", f"game: {DESK};", "seat: key;", f"token: {asked.token};")
    request_slip(
        desk, change, Slip(("slip_succession", "slip_not_you"), lines=(*lines, f"{asked.line};")), player=player
    )
    return "asked for a new key"


def is_answered(desk: Desk, change: Transaction, signed: Signed, player: Member) -> bool:
    """Tell whether the old key answers a letter with a token: then it is no stranger to the enrolled address."""
    return any(_is_answer(one, signed) for one in _under_way(desk, change, player.name))


def is_new_key_awaited(look: Transaction) -> bool:
    """Tell whether any change of key is under way, so that a mail may be signed by a key that nobody has yet."""
    return bool(look.secrets.under("", "newkey/"))


def hear_new_key(desk: Desk, letter: Letter, came: int) -> str | None:
    """Act on a mail that a key signed which shall be enrolled; None if it is of no such key, or no answer."""
    with desk.store.write() as change:
        waiting = _under_way(desk, change)
        keys = Keyring(one.key for one in waiting)
        signed = find_signed(letter, keys, now=desk.now(), accepts=OWN)
        if isinstance(signed, Unusable) or not holds_nothing_else(letter, signed):
            return None
        if signed.block.to != desk.settings.referee.name or signed.block.game != DESK:
            return None
        for one in waiting:
            if one.key.key_id == signed.key_id and not one.is_proved and _is_answer(one, signed):
                return _go_on(desk, change, replace(one, is_proved=True), came)
    return None


def _under_way(desk: Desk, change: Transaction, name: str = "") -> list[Succession]:
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


def _asked(desk: Desk, change: Transaction, asked: Succession) -> Succession:
    """Keep a request beside those that are open; one for the same key goes on with its token and what was signed.

    Whoever stole the old key may ask too: no token that went out may end by that.
    """
    before = _under_way(desk, change, asked.player)
    for one in before:
        if one.key.key_id == asked.key.key_id:
            again = replace(one, at=asked.at)
            _keep(change, again)
            return again
    unanswered = [one for one in before if one.word is None and not one.is_proved]
    for one in unanswered[: max(0, len(before) + 1 - MOST_OPEN)]:
        _forget(change, one)
    fresh = replace(asked, token=sha256(desk.entropy()).hexdigest()[:32])
    _keep(change, fresh)
    return fresh


def _keep(change: Transaction, one: Succession) -> None:
    change.secrets.put("", _use(one), json.encode(one))


def _forget(change: Transaction, one: Succession) -> None:
    change.secrets.put("", _use(one), None)


def _use(one: Succession) -> str:
    return f"newkey/{one.player}/{one.key.key_id}"


def _is_answer(one: Succession, signed: Signed) -> bool:
    # Compared in constant time: how long it takes must not tell how much of a token was right.
    has_token = compare_digest(one.token.encode(), signed.block.token.encode())
    return has_token and signed.block.orders == (one.line,)


def _go_on(desk: Desk, change: Transaction, one: Succession, at: int) -> str:
    """Change the key when both have signed, as of the later one; until then wait for the other."""
    player = change.people.find(one.player)
    if player is None:
        raise UsageError(f"there is no player {one.player!r} any more")
    if one.word is None or not one.is_proved:
        _keep(change, one)
        request_slip(desk, change, Slip(("slip_half_key",)), player=player)
        return "one of the two signatures for a new key"
    _forget(change, one)
    try:
        _succeed(desk, change, player, one, at)
    except UsageError as error:
        problem = Problem(0, tell(error, player.language))
        request_slip(desk, change, Slip(("slip_refused",), problems=(problem,)), player=player)
        return "a change of key that cannot be made; only its player is told why"
    return "a new key"


def _succeed(desk: Desk, change: Transaction, player: Member, one: Succession, at: int) -> None:
    """Write the change down; the old key's own word is the reason for it in every record."""
    word = one.word
    if word is None:
        raise ValueError("the old key has not signed")
    source = Source(
        sign=word.kind,
        digest=sha256(word.signed_bytes).hexdigest(),
        text="\n".join(word.block.orders),
        language=player.language,
        came=one.came,
    )
    rekey(desk, change, player, one.key.public, say("slip_old_key", player.language), at=at, word=source)


def _new_key(orders: tuple[str, ...]) -> bytes:
    words = orders[0].split()
    if len(orders) != 1 or words[0].lower() != _WORD:
        keys = "`newkey ssh-ed25519 AAAA..`, `newkey pgp BASE64` or `newkey x509 BASE64`"
        raise UsageError(f"a block for the desk holds one line: {keys}, the key unbroken", "desk_one_line")
    if words[1:] and words[1].lower().startswith(PROVIDED):
        raise UsageError("an address is not a key: your host enters it", "desk_no_address")
    return read_key_order(words[1:])
