"""One entry of an event's record: made at a head, read at a head. Bytes and hashes are those of a game's."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pbem.record.errors import IntegrityError
from pbem.record.events.law.kinds import DECODERS, Content
from pbem.record.log import canonical
from pbem.record.log.entry import Head, check_format, check_link, check_size, entry_hash

FIRST = "event"


class EventEntry(Struct, frozen=True):
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


def write(head: Head, body: Mapping[str, Any]) -> EventEntry:
    """Make the entry that follows `head`; ValueError if the body has not the fields of its kind."""
    raw = canonical.encode({**body, "seq": head.size, "prev": head.hash.hex()})
    check_size(raw)
    plain = canonical.parse(raw)
    return EventEntry(head.size, entry_hash(raw), raw, plain, _content(plain, raw))


def read(head: Head, raw: bytes, *, event: str | None = None) -> EventEntry:
    """Read the entry that follows `head`; IntegrityError unless bytes, fields, seq, prev (and the event) are right.

    CannotCheckError if it opens a record of a format that is not known here.
    """
    try:
        check_size(raw)
        body = canonical.decode(raw)
        content = _content(body, raw)
    except ValueError as error:
        raise IntegrityError(head.size, "bytes", str(error)) from None
    check_link(head, body, game=event)
    return EventEntry(head.size, entry_hash(raw), raw, body, content)


def is_event(raw: bytes) -> bool:
    """Tell whether a record that begins with this line says that it is an event's."""
    try:
        body = canonical.parse(raw)
    except ValueError:
        return False
    return isinstance(body, dict) and body.get("kind") == FIRST


def _content(body: Any, raw: bytes) -> Content:
    check_format(body, first=FIRST)
    kind = body.get("kind") if isinstance(body, dict) else None
    if not isinstance(kind, str) or kind not in DECODERS:
        raise ValueError(f"there is no kind {kind!r}")
    content = DECODERS[kind].decode(raw)
    if why := content.fault():
        raise ValueError(why)
    return content
