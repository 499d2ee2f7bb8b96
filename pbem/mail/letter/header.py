"""The header of a letter: the sender that it names, and whether a machine sent it.

Nothing here is evidence: only a signature is. The sender can only choose which of the enrolled
addresses gets the answer.
"""

import re
from typing import Literal

from msgspec import Struct

from pbem.mail.letter.address import parse_sender
from pbem.mail.letter.fields import Fields, read_fields
from pbem.mail.safe import UnusableError

HEADER_LIMIT = 32_768
LINE_LIMIT = 2_000
_LINES_LIMIT = 1_000
_BLANK_LINE = re.compile(rb"\n\n")
_LIST_FIELDS = frozenset({"list-id", "list-post", "list-unsubscribe", "list-help", "mailing-list"})
_ROBOT_FIELDS = frozenset({"x-autoreply", "x-autorespond"})

Origin = Literal["person", "robot", "list", "bounce"]


class Header(Struct, frozen=True):
    """What the header says. Answer only letters whose origin is `person`."""

    sender: str
    origin: Origin


def with_line_feeds(raw: bytes) -> bytes:
    """Give the letter with a line feed at each line end, whichever it came with."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def parse_header(raw: bytes) -> Header:
    """Read the header of a letter with line feeds; refuse one over the caps or without a single sender."""
    return header_of(read_fields(header_bytes(raw)))


def header_of(fields: Fields) -> Header:
    """Return what these fields claim; refuse a header without a single sender."""
    senders = fields.all("from")
    if len(senders) != 1:
        raise UnusableError("the letter does not name one sender")
    sender = parse_sender(senders[0])
    return Header(sender, _origin(fields, sender))


def header_bytes(raw: bytes) -> bytes:
    """Cut out the header of a letter with line feeds; refuse one over the caps."""
    end = _BLANK_LINE.search(raw)
    header = raw[: end.start() + 1] if end else raw
    if len(header) > HEADER_LIMIT:
        raise UnusableError(f"the letter's header is longer than {HEADER_LIMIT} bytes")
    if header.count(b"\n") > _LINES_LIMIT:
        raise UnusableError(f"the letter's header has more than {_LINES_LIMIT} lines")
    if any(len(line) > LINE_LIMIT for line in header.split(b"\n")):
        raise UnusableError(f"a line of the letter's header is longer than {LINE_LIMIT} bytes")
    return header


def _origin(fields: Fields, sender: str) -> Origin:
    if fields.first("return-path").strip() == "<>" or fields.kind() == "multipart/report":
        return "bounce"
    if sender.lower().startswith("mailer-daemon@"):
        return "bounce"
    precedence = fields.first("precedence").strip().lower()
    if precedence == "list" or fields.names & _LIST_FIELDS:
        return "list"
    is_robot = fields.main("auto-submitted") not in ("", "no") or precedence in ("bulk", "junk", "auto_reply")
    return "robot" if is_robot or fields.names & _ROBOT_FIELDS else "person"
