"""Strangers who enrol by mail, where the host allows it: a self-signed request, a challenge, an answer by the same key.

Nothing a stranger writes is shown to anybody before the challenge came back, and little is asked of the desk.
"""

from enum import Enum
from hashlib import sha256
from hmac import compare_digest

from msgspec import json
from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.matches.letters.requests import request_slip
from pbem.desk.people.enrolled import enter
from pbem.desk.post.keys.challenges import Line, Waiting, keep, make_room, next_free, note_answer
from pbem.desk.post.keys.stranger_requests import read_request
from pbem.desk.signed.word_tokens import desk_lines
from pbem.desk.store.knowing import reached_at
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.desk.wording.desk_words import word
from pbem.desk.wording.phrases import tell
from pbem.mail.block.block import DESK
from pbem.mail.checking import identity as identity_of
from pbem.mail.evidence import Signed
from pbem.mail.letter.letter import Letter
from pbem.referee.language.problem import Problem
from pbem.report.notice import Slip


class Became(Enum):
    """What became of a stranger's mail, in words for the host."""

    CHALLENGED = "challenged"
    ENROLLED = "enrolled"
    TAKEN = "proved the address, but the name or the key is taken"


def is_proved(one: Waiting, signed: Signed) -> bool:
    """Tell whether somebody who waits has signed the token that his address got."""
    # Compared in constant time: how long it takes must not tell how much of a token was right.
    return compare_digest(one.token.encode(), signed.block.token.encode())


def challenge(desk: Desk, change: Transaction, letter: Letter, signed: Signed, waiting: Line) -> Became:
    """Ask whether a letter to the address that a stranger signed is read; UsageError if he cannot be enrolled now."""
    request = read_request(desk, letter, signed)
    asked, key = request.asked, request.key
    if change.people.known_by(reached_at(asked.address)):
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
    mail = identity_of(signed.key_id, signed.signed_bytes)
    one = Waiting(asked.name, asked.language, asked.address, key, token, desk.now(), request=mail)
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


def confirm(desk: Desk, change: Transaction, one: Waiting) -> Became:
    """Enrol somebody who has answered the challenge, unless the name or the key was taken meanwhile."""
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
