"""A key names the one that comes after it: by mail, with a token that only the enrolled address gets, and by both keys.

The old key asks; a fresh token goes to the enrolled address; the lines with the token come back twice, signed by the
old key and signed by the new one. So a stolen key alone changes nothing, nor does a mailbox alone, nor anything that
somebody was made to sign together with his own words.
"""

from hashlib import sha256
from hmac import compare_digest

from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.people.enrolled import enrolled, with_key
from pbem.desk.post.keys.key_changes import (
    WORD,
    Succession,
    forget_change,
    is_for_desk,
    keep_change,
    keep_request,
    under_way,
)
from pbem.desk.post.keys.key_orders import read_key_order
from pbem.desk.post.keys.rekeying import rekey
from pbem.desk.signed.evidence import keep_evidence
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.phrases import say, tell
from pbem.mail.evidence import Signed
from pbem.mail.keys import Keyring
from pbem.mail.kinds import OWN, PROVIDED
from pbem.mail.letter.letter import Letter
from pbem.mail.safe import Unusable
from pbem.mail.signed import find_signed, holds_nothing_else
from pbem.referee.language.plan import Source
from pbem.referee.language.problem import Problem
from pbem.report.notice import Slip


def is_key_change(signed: Signed) -> bool:
    """Tell whether a sheet for the desk is about a key."""
    return any(order.split()[0].lower() == WORD for order in signed.block.orders)


def hear_old_key(desk: Desk, change: Transaction, signed: Signed, player: Member, came: int) -> str:
    """Act on what the old key signed for the desk; returns what happened. UsageError if it cannot be used."""
    for one in under_way(desk, change, player.name):
        if _is_answer(one, signed):
            # Records quote it as the reason for the new key, so it must be there to be shown.
            keep_evidence(desk, change, signed, player)
            return _go_on(desk, change, replace(one, word=signed, came=came), came)
    key = enrolled(with_key(desk, player, _new_key(signed.block.orders)))
    # Whether somebody has that key already is looked at when its holder has signed: nobody can ask around for keys.
    asked = keep_request(desk, change, Succession(player.name, signed.key_id, key, "", desk.now()))
    slip = Slip(("slip_succession", "slip_not_you"), lines=asked.lines(desk.settings.referee.name))
    request_slip(desk, change, slip, player=player)
    return "asked for a new key"


def is_answered(desk: Desk, change: Transaction, signed: Signed, player: Member) -> bool:
    """Tell whether the old key answers a letter with a token: then it is no stranger to the enrolled address."""
    return any(_is_answer(one, signed) for one in under_way(desk, change, player.name))


def hear_new_key(desk: Desk, letter: Letter, came: int) -> str | None:
    """Act on a mail that a key signed which shall be enrolled; None if it is of no such key, or no answer."""
    with desk.store.write() as change:
        waiting = under_way(desk, change)
        keys = Keyring(one.key for one in waiting)
        signed = find_signed(letter, keys, now=desk.now(), accepts=OWN)
        if isinstance(signed, Unusable) or not holds_nothing_else(letter, signed):
            return None
        if not is_for_desk(signed, desk.settings.referee.name):
            return None
        for one in waiting:
            if one.key.key_id == signed.key_id and not one.is_proved and _is_answer(one, signed):
                return _go_on(desk, change, replace(one, is_proved=True), came)
    return None


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
        keep_change(change, one)
        request_slip(desk, change, Slip(("slip_half_key",)), player=player)
        return "one of the two signatures for a new key"
    forget_change(change, one)
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
    if len(orders) != 1 or words[0].lower() != WORD:
        keys = "`newkey ssh-ed25519 AAAA..`, `newkey pgp BASE64` or `newkey x509 BASE64`"
        raise UsageError(f"a block for the desk holds one line: {keys}, the key unbroken", "desk_one_line")
    if words[1:] and words[1].lower().startswith(PROVIDED):
        raise UsageError("an address is not a key: your host enters it", "desk_no_address")
    return read_key_order(words[1:])
