"""Mails of players: signed below the lines that a letter of the desk gives; and those lines, read from the letter."""

import re
from collections.abc import Sequence
from hashlib import sha256

from msgspec import Struct

from pbem.mail.block.block import Block, Seen
from pbem.mail.compose import order_mail
from pbem.mail.signed import sign_orders
from tools.club.people import Person

REFEREE, ADDRESS, HOST = "club.example.org", "referee@example.org", "host@example.org"
_BLOCK = re.compile(rb"^    to: \S+;\n(?:    .*\n)*", re.MULTILINE)
_TO = re.compile(rb"^To: [^<]*<([^>]+)>", re.MULTILINE)
_THREAD = re.compile(rb"^In-Reply-To: <(.+)\.([^.@]+)@", re.MULTILINE)
_ID = re.compile(rb"^Message-ID: *\n? *<([^>]+)>", re.MULTILINE)


class Lines(Struct, frozen=True):
    """How a signed answer begins, and which orders a letter proposes with it."""

    game: str
    seat: str
    token: str
    seen: Seen | None = None
    orders: tuple[str, ...] = ()


class Letter(Struct, frozen=True):
    """A letter that a player got: about a seat of a game, or about none, with the lines that he can sign."""

    to: str
    id: str
    game: str
    seat: str
    blocks: tuple[Lines, ...]
    digest: bytes  # of what it says


def read_letter(raw: bytes) -> Letter:
    """Read what the desk wrote, as far as a player needs it."""
    whole = raw.replace(b"\r\n", b"\n")
    header, _, rest = whole.partition(b"\n\n")
    text = rest.partition(b"Content-Type: text/html")[0].partition(b"\n\n")[2].rpartition(b"\n--=_")[0]
    to, thread, name = _TO.search(header), _THREAD.search(header), _ID.search(header)
    if to is None or name is None or not text:
        raise ValueError(f"a letter without reader, id or text: {header!r}")
    game, seat = (part.decode() for part in thread.groups()) if thread else ("", "")
    blocks = tuple(_lines(found.decode()) for found in _BLOCK.findall(text))
    return Letter(to[1].decode(), name[1].decode(), game, seat, blocks, sha256(text).digest())


def _lines(block: str) -> Lines:
    statements = [" ".join(one.split()) for one in block.split(";") if one.strip()]
    said = dict(one.split(": ", 1) for one in statements if ": " in one)
    orders = tuple(one for one in statements if ": " not in one)
    return Lines(said["game"], said["seat"], said["token"], _seen(said.get("seen", "")), orders)


def _seen(said: str) -> Seen | None:
    size, _, head = said.partition(" ")
    return Seen(int(size), head) if size else None


def write_mail(person: Person, lines: Lines, orders: Sequence[str], *, number: int, at: int) -> bytes:
    """Sign orders below the lines of a letter."""
    block = Block(REFEREE, lines.game, lines.seat, lines.token, lines.seen, tuple(orders), number)
    return order_mail(
        sender=person.address,
        to=ADDRESS,
        subject="orders",
        block_text=sign_orders(block, person.key),
        date=at,
        message_id=f"<{number}.{person.address}>",
    )
