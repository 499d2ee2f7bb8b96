"""The parts of a mail, or of a signed piece of one: within caps that hold before anything is parsed.

Read with `email.policy.compat32` only; nothing that came in is ever written out again.
"""

import re
from collections.abc import Iterator
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from functools import cached_property

from msgspec import Struct

from pbem.mail.letter.header import LINE_LIMIT
from pbem.mail.letter.plaintext import decode, strip_tags, unflow
from pbem.mail.safe import UnusableError, clean

LINES_LIMIT = 8_000  # more than a mail of the greatest size has if its lines are half full
PART_LIMIT = 40
DEPTH_LIMIT = 6
# Structure that costs the parser time before the parts can be counted.
_DELIMITER_LIMIT = 1_000
_FIELD_LIMIT = 200
_CONTAINER_LIMIT = 20
_DELIMITER = re.compile(rb"^--", re.MULTILINE)
_FIELD = re.compile(rb"^content-[a-z-]{1,40}:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE)
_CONTAINER = re.compile(rb"boundary|message/", re.IGNORECASE)
_ONCE = ("Content-Type", "Content-Transfer-Encoding", "Content-Disposition")
_ENCODINGS = frozenset({"7bit", "8bit", "binary", "quoted-printable", "base64"})
_PIECEMEAL = frozenset({"message/partial", "message/external-body"})
# What the email package is known to raise on hostile input, besides our own refusals.
PARSER_FAULTS = (LookupError, ValueError, TypeError, AttributeError, AssertionError, RecursionError)


class Part(Struct, frozen=True, dict=True):  # dict: for the body, which is read once
    """One part; `is_aside` says that it stands in an attached mail, where no orders are taken."""

    message: Message
    kind: str  # the content type in lower case
    depth: int
    is_aside: bool

    @property
    def is_attachment(self) -> bool:
        """Say whether the part is offered as a file."""
        return self.message.get_content_disposition() == "attachment"

    @property
    def is_file(self) -> bool:
        """Say whether the part has the name of a file, or is offered as one."""
        return self.is_attachment or self.message.get_filename() is not None

    @cached_property
    def body(self) -> bytes:
        """Give the content with its transfer encoding undone."""
        encoding = str(self.message.get("Content-Transfer-Encoding", "7bit")).strip().lower()
        if encoding not in _ENCODINGS:
            raise UnusableError(f"the transfer encoding {clean(encoding, 40)!r} is not read here")
        try:
            payload = self.message.get_payload(decode=True)
        except PARSER_FAULTS:
            raise UnusableError("the letter is damaged and cannot be read") from None
        content = payload if isinstance(payload, bytes) else b""
        _check_lines(content)  # again: a line of an encoded text may hold fifty blank ones
        return content

    def text(self) -> str:
        """Give the text of a text/plain or text/html part: character set, HTML and format=flowed undone."""
        charset = self.message.get_content_charset("us-ascii")
        text = decode(self.body, charset).replace("\r\n", "\n").replace("\r", "\n")
        if self.kind == "text/html":
            return strip_tags(text)
        if str(self.message.get_param("format", "")).lower() != "flowed":
            return text
        return unflow(text, del_space=str(self.message.get_param("delsp", "")).lower() == "yes")


def read_parts(lines: bytes) -> tuple[Part, ...]:
    """Read a mail with line feeds, the root first; refuse what is too deep, damaged, ambiguous or only a piece."""
    _check_caps(lines)
    try:
        parts = tuple(_walk(BytesParser(policy=compat32).parsebytes(lines)))
        for part in parts:
            _check_part(part)
    except PARSER_FAULTS:
        raise UnusableError("the letter is damaged and cannot be read") from None
    return parts


def _check_caps(raw: bytes) -> None:
    if b"\0" in raw:
        raise UnusableError("the letter holds NUL bytes")
    fields = _FIELD.findall(raw)
    if len(fields) > _FIELD_LIMIT or len(_DELIMITER.findall(raw)) > _DELIMITER_LIMIT:
        raise UnusableError("the letter has too many parts")
    if sum(len(_CONTAINER.findall(field)) for field in fields) > _CONTAINER_LIMIT:
        raise UnusableError("the letter has too many parts within parts")
    if any(len(field) > LINE_LIMIT for field in fields):
        raise UnusableError(f"a header of a part is longer than {LINE_LIMIT} bytes")
    _check_lines(raw)


def _check_lines(raw: bytes) -> None:
    """Refuse what has too many lines, whatever ends them: nearly everything is done to each of them."""
    if max(raw.count(b"\n"), raw.count(b"\r")) > LINES_LIMIT:
        raise UnusableError(f"the letter has more than {LINES_LIMIT} lines")


def _walk(root: Message) -> Iterator[Part]:
    waiting = [Part(root, root.get_content_type(), 1, is_aside=False)]
    for _ in range(PART_LIMIT):
        part = waiting.pop()
        yield part
        waiting.extend(reversed(_children(part)))
        if not waiting:
            return
    raise UnusableError(f"the letter has more than {PART_LIMIT} parts")


def _children(part: Part) -> list[Part]:
    payload = part.message.get_payload()
    if not isinstance(payload, list):
        return []
    if part.depth == DEPTH_LIMIT:
        raise UnusableError(f"the letter is nested deeper than {DEPTH_LIMIT} levels")
    is_aside = part.is_aside or part.kind.startswith("message/")
    children = (child for child in payload if isinstance(child, Message))
    return [Part(child, child.get_content_type(), part.depth + 1, is_aside) for child in children]


def _check_part(part: Part) -> None:
    message = part.message
    if message.defects:
        raise UnusableError("the letter's parts are damaged")
    twice = next((name for name in _ONCE if len(message.get_all(name, [])) > 1), None)
    if twice is not None:
        raise UnusableError(f"a part has {twice} twice")
    if part.kind in _PIECEMEAL:
        raise UnusableError("the letter is only a piece of a letter, send it whole")
