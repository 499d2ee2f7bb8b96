"""What the players of a campaign send: orders that play at once, and sheets that stay pending for a while."""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.games.game import Seat
from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block, Seen
from pbem.mail.compose import order_mail
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.signature import public_key
from pbem.referee.match.match import Match

SEATS = (Seat("blue"), Seat("orange"))
CLEAR = "clear"
# None of them can end unused: each is used, or another sheet of its seat takes its place.
PLANS = (
    ("always keep vestal | any",),
    ("always keep step | any",),
    ("always favour none | any",),
    ("always block none", "any"),
    ("any",),
    ("next", "any"),
    ("always keep step | any", "any", "next", "any"),
    (CLEAR,),
)


class Poured(NamedTuple):
    """A mail that was put into the inbox, and the sheet it brings."""

    name: str
    raw: bytes
    game: str
    seat: Seat
    size: int  # of the record when it was written
    digest: str  # of the signed bytes: a record and a plan know the sheet by it
    identity: str  # of the mail: the desk remembers it by that
    is_clear: bool


class Sender(NamedTuple):
    """Who holds a seat: somebody else in every game, for a person gets only so many answers an hour."""

    name: str
    address: str
    key: Ed25519PrivateKey


def sender(game: str, seat: Seat) -> Sender:
    """Return the holder of a seat; always the same one."""
    name = f"{game}-{seat}"
    key = Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest())
    return Sender(name, f"{name}@example.org", key)


def orders(match: Match, seat: Seat, random: Random) -> tuple[str, ...]:
    """Return what a seat sends now: if it is asked a legal order, at times with more for the next turn; or a plan."""
    if match.decision_of(seat) is None:
        return random.choice(PLANS)
    moves = match.game.moves(match.game.view(match.state, seat))
    now = match.game.write(random.choice(list(moves)), "en")
    return random.choice(((now,), (now,), (now, "next", "any"), random.choice(PLANS)))


def signed(name: str, lines: Sequence[str], sheet: tuple[str, ...], *, at: int) -> Poured:
    """Sign a sheet below the lines that a letter gives, and put it into a mail."""
    said = {key: value.strip(" ;") for key, _, value in (line.partition(":") for line in lines)}
    size, _, head = said["seen"].partition(" ")
    seat = Seat(said["seat"])
    block = Block(said["to"], said["game"], seat, said["token"], Seen(int(size), head), sheet)
    own, text = sender(block.game, seat), order_block.write(block)
    raw = order_mail(
        sender=own.address,
        to="referee@example.org",
        subject="orders",
        block_text=sign_orders(block, own.key),
        date=at,
        message_id=f"<{name}@example.org>",
    )
    identity = sha256(f"{public_key(own.key).fingerprint}\n".encode() + text).hexdigest()
    return Poured(name, raw, block.game, seat, int(size), sha256(text).hexdigest(), identity, sheet == (CLEAR,))
