"""Other keys for people who are enrolled: entered by the host, or signed by the old key. Records say so at once."""

import base64
import binascii
import logging

from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.matches.opening import takes_kind
from pbem.desk.matches.positions import current
from pbem.desk.matches.requests import request_slip
from pbem.desk.matches.rulings import record_key
from pbem.desk.people import check_key_is_free, find_player, with_key
from pbem.desk.store.store import Player, Transaction
from pbem.games.game import Seat
from pbem.mail.kinds import KINDS, kind_named
from pbem.report.slip import Slip

log = logging.getLogger("pbem.keys")


def change_key(desk: Desk, name: str, raw: bytes, reason: str) -> Player:
    """Let a person sign by another key from now on, or (empty) by none; every running game records it."""
    with desk.store.write() as change:
        player = rekey(desk, change, find_player(change, name), raw, reason)
    desk.remembered.clear()
    return player


def rekey(desk: Desk, change: Transaction, player: Player, raw: bytes, reason: str) -> Player:
    """Change a key inside a transaction, and write a notice to the enrolled address."""
    renewed = with_key(desk, player, raw) if raw else replace(player, key_id="", key=b"")
    check_key_is_free(change, renewed)
    change.add_player(renewed)
    matches = [(current(desk, change, game), Seat(seat)) for game, seat in change.seats_of(player.name)]
    games = [match.id for match, seat in matches if record_key(desk, change, match, seat, renewed)]
    closed = [match.id for match, _seat in matches if match.id in games and not takes_kind(match, renewed)]
    told = ("slip_key",) if renewed.key_id else ("slip_no_key",)
    more = (
        *(("slip_games" if renewed.key_id else "slip_games_no_key",) if games else ()),
        *(("slip_closed",) if closed else ()),
    )
    places = {"key": renewed.key_id, "games": ", ".join(games), "closed": ", ".join(closed), "reason": reason}
    request_slip(desk, change, Slip((*told, *more, "slip_reason", "slip_not_you"), places), player=renewed)
    if closed:
        log.warning("%s takes no orders signed by the new key of %s", ", ".join(closed), renewed.name)
    return renewed


def read_key_order(words: list[str]) -> bytes:
    """Return the public key in `ssh-ed25519 AAAA..`, `pgp BASE64` or `x509 BASE64`; blanks in it do not count."""
    if len(words) < 2:
        raise UsageError("write the public key after the word, such as `newkey ssh-ed25519 AAAA..`", "desk_which_key")
    kind, text = words[0].lower(), "".join(words[1:])
    if kind not in KINDS or not kind_named(kind).is_key_binary:
        return f"{words[0]} {words[1]}".encode()
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise UsageError("the key is not written in base64", "desk_no_base64") from None
