"""One entry of a record: made at a head, read at a head."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.json import Decoder

from pbem.record.errors import CannotCheckError, IntegrityError
from pbem.record.log import canonical
from pbem.record.log.kinds import DECODERS, FORMAT, Content

MAX_BYTES = 65_535
ZERO = bytes(32)
_FREE = frozenset({"table", "result"})  # fields that hold data of any form; of others their types say it all


class Head(Struct, frozen=True):
    """How long a chain is, and the hash of its last entry."""

    size: int
    hash: bytes

    empty: ClassVar["Head"]


Head.empty = Head(0, ZERO)


class Entry(Struct, frozen=True):
    """An entry as it stands in the record. The raw bytes are the truth; body and content are two ways to read them."""

    seq: int
    hash: bytes
    raw: bytes
    body: dict[str, Any]
    content: Content

    @property
    def head(self) -> Head:
        """The head of the chain that ends here."""
        return Head(self.seq + 1, self.hash)


def entry_hash(raw: bytes) -> bytes:
    """Return the hash that the next entry names: the leaf hash of RFC 6962."""
    return sha256(b"\0" + raw).digest()


def write(head: Head, body: Mapping[str, Any]) -> Entry:
    """Make the entry that follows `head`; ValueError if the body has not the fields of its kind."""
    encode = canonical.encoder.encode if _FREE.isdisjoint(body) else canonical.encode
    raw = encode({**body, "seq": head.size, "prev": head.hash.hex()})
    check_size(raw)
    plain = canonical.parse(raw)
    return Entry(head.size, entry_hash(raw), raw, plain, _content(plain, raw))


def read(head: Head, raw: bytes, *, game: str | None = None) -> Entry:
    """Read the entry that follows `head`; IntegrityError unless bytes, fields, seq, prev (and game) are right.

    CannotCheckError if it opens a record of a format that is not known here.
    """
    try:
        check_size(raw)
        body = canonical.decode(raw)
        content = _content(body, raw)
    except ValueError as error:
        raise IntegrityError(head.size, "bytes", str(error)) from None
    check_link(head, body, game=game)
    return Entry(head.size, entry_hash(raw), raw, body, content)


def check_link(head: Head, body: Mapping[str, Any], *, game: str | None) -> None:
    """Raise IntegrityError unless an entry follows a head, and is of that game."""
    if body["seq"] != head.size:
        raise IntegrityError(head.size, "chain", f"seq is {body['seq']} where {head.size} was expected")
    if body["prev"] != head.hash.hex():
        raise IntegrityError(head.size, "chain", "prev is not the hash of the entry before")
    if game is not None and body["game"] != game:
        raise IntegrityError(head.size, "chain", f"belongs to game {body['game']!r}, not {game!r}")


def check_size(raw: bytes) -> None:
    """Raise ValueError if a line, of the log or of a file beside it, is too long."""
    if len(raw) > MAX_BYTES:
        raise ValueError(f"{len(raw)} bytes, at most {MAX_BYTES} are allowed")


def _content(body: Any, raw: bytes) -> Content:
    """Return canonical bytes as an entry of their kind; ValueError if they are none."""
    check_format(body, first="open")
    content = _decoder(body).decode(raw)
    if why := content.fault():
        raise ValueError(why)
    return content


def check_format(body: Any, *, first: str) -> None:
    """Raise CannotCheckError if an entry of the kind that begins a record is of a format that is not known here."""
    if not isinstance(body, dict) or body.get("kind") != first:
        return
    number = body.get("format", 1)
    if type(number) is int and number != FORMAT:
        raise CannotCheckError(f"the record is of format {number}, this program knows format {FORMAT}")


def _decoder(body: Any) -> Decoder[Content]:
    kind = body.get("kind") if isinstance(body, dict) else None
    if not isinstance(kind, str) or kind not in DECODERS:
        raise ValueError(f"there is no kind {kind!r}")
    return DECODERS[kind]
