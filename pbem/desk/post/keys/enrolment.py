"""Strangers who enrol by mail, where the host allows it: a self-signed request, a challenge, an answer by the same key.

Nothing a stranger writes is shown to anybody before the challenge came back, and little is asked of the desk.
"""

import re
from enum import Enum
from hashlib import sha256
from hmac import compare_digest
from itertools import islice

from msgspec import Struct, json
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.people.enrolled import checked, enter
from pbem.desk.post.keys.challenges import Line, Waiting, keep, make_room, next_free, note_answer, still_waiting
from pbem.desk.post.keys.rekeying import read_key_order
from pbem.desk.signed.evidence import DESK
from pbem.desk.signed.word_tokens import desk_lines
from pbem.desk.store.knowing import reached_at
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.desk_words import word
from pbem.desk.wording.phrases import tell
from pbem.mail.checking import identity as identity_of
from pbem.mail.evidence import Signed
from pbem.mail.keys import EnrolledKey, Keyring
from pbem.mail.kinds import OWN
from pbem.mail.letter.letter import Letter
from pbem.mail.safe import Unusable, UnusableError, clean
from pbem.mail.signed import brought_key, find_signed, holds_nothing_else, is_signed_by_key, parse_key
from pbem.referee.language.sheet import Problem
from pbem.report.notice import Slip

_CLAIM = re.compile(r"\bkey\s+([a-z0-9@.-]{3,40})\s+([A-Za-z0-9+/=\s]{20,16000})")
_REQUEST = {"enrol": "enrol", "enroll": "enrol", "mail": "mail", "language": "language", "key": "key"}


class Became(Enum):
    """What became of a stranger's mail, in words for the host."""

    IGNORED = "ignored"
    CHALLENGED = "challenged"
    ENROLLED = "enrolled"
    TAKEN = "proved the address, but the name or the key is taken"


class Heard(Struct, frozen=True):
    """What became of a stranger's mail, and why, in words without a name or an address."""

    became: Became
    why: str

    @property
    def is_answered(self) -> bool:
        """Whether a letter goes back to the stranger's address."""
        return self.became is not Became.IGNORED


def hear(desk: Desk, letter: Letter, why: str) -> Heard:
    """Act on the mail of a stranger; `why` is what is wrong with it if it is no request at all."""
    if letter.header.origin != "person":
        return _ignored(f"not from a person but from a {letter.header.origin}")
    with desk.store.write() as change:
        waiting = still_waiting(change, desk.now())
        if not is_signed_by_key(letter):
            return _ignored(why)
        signed = _signed(desk, letter, waiting)
        if isinstance(signed, str):
            return _ignored(signed)
        identity = identity_of(signed.key_id, signed.signed_bytes)
        if change.is_known_mail(identity):
            return _ignored("this was acted on before")
        found = waiting.get(signed.key_id)
        # Compared in constant time: how long it takes must not tell how much of a token was right.
        is_proved = found is not None and compare_digest(found.token.encode(), signed.block.token.encode())
        try:
            if found and is_proved:
                became = _confirm(desk, change, found)
            else:
                became = _challenge(desk, change, letter, signed, waiting)
        except (UsageError, UnusableError) as error:
            if found:
                return _ignored("a wrong answer")
            return _ignored(f"a request that cannot be used: {clean(str(error))}")
        change.note_mail(identity, desk.now(), is_answered=True)
    return Heard(became, became.value)


def _ignored(why: str) -> Heard:
    return Heard(Became.IGNORED, why)


def _signed(desk: Desk, letter: Letter, waiting: Line) -> Signed | str:
    """Return what a stranger signed for this desk, by a key that waits or by the one the letter itself brings."""
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


def _challenge(desk: Desk, change: Transaction, letter: Letter, signed: Signed, waiting: Line) -> Became:
    said = _statements(signed.block.orders)
    key = _named(said["key"], desk.now()) if "key" in said else brought_key(letter, now=desk.now())
    if key is None or key.key_id != signed.key_id:
        raise UsageError("the request names no key, or another one than it is signed by")
    # The address is the one that was signed: a mail may say anything about where it is from.
    asked = checked(Member(said["enrol"], said["mail"], said.get("language", "en").lower()))
    if change.known_by(reached_at(asked.address)):
        raise UsageError("the address is enrolled already")
    recent = [one for one in waiting.values() if one.is_recent(desk.now())]
    if any(one.key.key_id == key.key_id for one in recent):
        raise UsageError("this key has asked within the hour")
    lately = [one for one in recent if _is_same(asked.address, one.address)]
    if any(one.is_answered for one in lately):
        raise UsageError("the address has answered a challenge within the hour")
    # An address gets one letter an hour, whoever asks in its name. All who asked share its token, which proves that
    # a letter was read there and nothing else: so nobody keeps another out by asking first.
    token = lately[0].token if lately else sha256(desk.entropy()).hexdigest()[:32]
    request = identity_of(signed.key_id, signed.signed_bytes)
    one = Waiting(asked.name, asked.language, asked.address, key, token, desk.now(), request=request)
    others = make_room(desk, change, waiting, one.domain)
    if not lately:
        one = _send_challenge(desk, change, one, next_free(others.values(), one.domain, desk.now()))
    keep(change, one)
    return Became.CHALLENGED


def _is_same(address: str, other: str) -> bool:
    return address.casefold() == other.casefold()


def _send_challenge(desk: Desk, change: Transaction, one: Waiting, due: int) -> Waiting:
    lines = (f"to: {desk.settings.referee.name};", f"game: {DESK};", "seat: new;", f"token: {one.token};", "confirm;")
    # Whatever the stranger wrote, his name too, stays out of it: the address may be somebody else's.
    reader = Member("", one.address, one.language)
    letter = request_slip(desk, change, Slip(("slip_challenge",), lines=lines), player=reader, after=due)
    return replace(one, due=due, letter=letter)


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


def _confirm(desk: Desk, change: Transaction, one: Waiting) -> Became:
    player = Member(one.name, one.address, one.language, one.key.key_id, json.encode(one.key))
    note_answer(change, one)
    try:
        enter(desk, change, player)
    except UsageError as error:
        problem = Problem(0, tell(error, one.language))
        request_slip(desk, change, Slip(("slip_refused",), problems=(problem,)), player=player)
        return Became.TAKEN
    places = {"name": player.name, "key": player.key_id}
    lines = (*desk_lines(desk, change, player.name), f"{word('help', player.language)};")
    request_slip(desk, change, Slip(("slip_welcome", "slip_welcome_help"), places, lines=lines), player=player)
    return Became.ENROLLED
