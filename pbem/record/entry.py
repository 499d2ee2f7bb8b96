"""One entry of a record: made at a head, read at a head."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.json import Decoder

from pbem.record import canonical
from pbem.record.errors import IntegrityError
from pbem.record.kinds import DECODERS, Content

MAX_BYTES = 65_535
ZERO = bytes(32)
_FREE = ("open", "close")  # kinds that hold data of any form; of the others the types of their fields say it all


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
    encode = canonical.encode if body.get("kind") in _FREE else canonical.encoder.encode
    raw = encode({**body, "seq": head.size, "prev": head.hash.hex()})
    _check_size(raw)
    plain = canonical.parse(raw)
    return Entry(head.size, entry_hash(raw), raw, plain, _content(plain, raw))


def read(head: Head, raw: bytes, *, game: str | None = None) -> Entry:
    """Read the entry that follows `head`; IntegrityError unless bytes, fields, seq, prev (and game) are right."""
    try:
        _check_size(raw)
        body = canonical.decode(raw)
        content = _content(body, raw)
    except ValueError as error:
        raise IntegrityError(head.size, "bytes", str(error)) from None
    if content.seq != head.size:
        raise IntegrityError(head.size, "chain", f"seq is {content.seq} where {head.size} was expected")
    if content.prev != head.hash.hex():
        raise IntegrityError(head.size, "chain", "prev is not the hash of the entry before")
    if game is not None and content.game != game:
        raise IntegrityError(head.size, "chain", f"belongs to game {content.game!r}, not {game!r}")
    return Entry(head.size, entry_hash(raw), raw, body, content)


def _check_size(raw: bytes) -> None:
    if len(raw) > MAX_BYTES:
        raise ValueError(f"{len(raw)} bytes, at most {MAX_BYTES} are allowed")


def _content(body: Any, raw: bytes) -> Content:
    """Return canonical bytes as an entry of their kind; ValueError if they are none."""
    content = _decoder(body).decode(raw)
    if why := content.fault():
        raise ValueError(why)
    return content


def _decoder(body: Any) -> Decoder[Content]:
    kind = body.get("kind") if isinstance(body, dict) else None
    if not isinstance(kind, str) or kind not in DECODERS:
        raise ValueError(f"there is no kind {kind!r}")
    return DECODERS[kind]
