"""Signed pieces of a letter: cutting them from the raw bytes before verification, reading their text after it.

What a signed piece means depends on its bytes alone, never on the envelope it came in: bytes that begin with MIME
headers naming a Content-Type are a MIME entity, any others are plain UTF-8 text.
"""

import re
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32

from msgspec import Struct

from pbem.mail.letter.header import with_line_feeds
from pbem.mail.letter.parts import PARSER_FAULTS, Part, read_parts
from pbem.mail.phrases import unusable
from pbem.mail.safe import UnusableError

_BOUNDARY = re.compile(r"[A-Za-z0-9'()+_,./:=? -]{0,69}[A-Za-z0-9'()+_,./:=?-]")
_HEADERS = re.compile(rb"(?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+(?=\n|\Z)")
_CONTENT_TYPE = re.compile(rb"^content-type:", re.IGNORECASE | re.MULTILINE)


class Halves(Struct, frozen=True):
    """A multipart/signed mail: the exact bytes that were signed, with CRLF, and the signature part."""

    signed: bytes
    signature: bytes
    protocol: str


def cut_halves(lines: bytes) -> Halves:
    """Cut a multipart/signed mail; refuse any but two parts, and a boundary that can be read in two ways."""
    head, body = _split(lines)
    root = BytesHeaderParser(policy=compat32).parsebytes(head)
    protocol = _parameter(root, "protocol").lower()
    signed, signature = _two_parts(body, _parameter(root, "boundary"))
    part = read_parts(signature)[0]
    if part.kind != protocol:
        raise UnusableError("the letter's second part is not the signature that its header announces")
    return Halves(with_carriage_returns(signed), part.body, protocol)


def with_carriage_returns(lines: bytes) -> bytes:
    """Give bytes that have line feeds with the line ends that signatures are made over."""
    return lines.replace(b"\n", b"\r\n")


def _is_entity(signed: bytes) -> bool:
    """Say whether signed bytes are a MIME entity rather than plain text."""
    headers = _HEADERS.match(with_line_feeds(signed))
    return headers is not None and _CONTENT_TYPE.search(headers[0]) is not None


def read_text(signed: bytes) -> str:
    """Give the text of bytes that were verified; refuse an entity without exactly one text/plain part."""
    if not _is_entity(signed):
        return _utf8(signed)
    return entity_text(signed)


def entity_text(signed: bytes) -> str:
    """Give the one text/plain part of a verified MIME entity, its encodings undone."""
    return _only_text(read_parts(with_line_feeds(signed)))


def _only_text(parts: tuple[Part, ...]) -> str:
    try:
        plain = [part for part in parts if part.kind == "text/plain" and not part.is_aside and not part.is_attachment]
        texts = [part.text() for part in plain]
    except PARSER_FAULTS:
        raise unusable("text_damaged") from None
    if len(texts) != 1:
        raise unusable("text_count", count=len(texts))
    return texts[0]


def _utf8(signed: bytes) -> str:
    if b"\0" in signed:
        raise unusable("text_damaged")
    try:
        return with_line_feeds(signed).decode("utf-8")
    except UnicodeDecodeError:
        raise unusable("text_not_utf8") from None


def _split(lines: bytes) -> tuple[bytes, bytes]:
    head, _, body = lines.partition(b"\n\n")
    return head + b"\n", body


def _parameter(message: Message, name: str) -> str:
    try:
        values = [value for key, value in message.get_params([]) if key.lower() == name]
    except PARSER_FAULTS:
        values = []
    if len(values) != 1 or not isinstance(values[0], str):
        raise UnusableError(f"the letter's Content-Type must name one {name!r}")
    return values[0]


def _two_parts(body: bytes, boundary: str) -> tuple[bytes, bytes]:
    if not _BOUNDARY.fullmatch(boundary):
        raise UnusableError("the letter's boundary is not a usual one")
    mark = re.escape(b"--" + boundary.encode("ascii"))
    # Every line that begins like a delimiter must be one, or another reader might cut elsewhere.
    found = list(re.finditer(rb"^" + mark + rb"([^\n]*)(?:\n|\Z)", body, re.MULTILINE))
    if [delimiter[1].rstrip(b" \t") for delimiter in found] != [b"", b"", b"--"]:
        raise UnusableError("a signed letter must have two parts, the signed one and its signature")
    first, second, last = found
    return _between(body, first, second), _between(body, second, last)


def _between(body: bytes, one: re.Match[bytes], other: re.Match[bytes]) -> bytes:
    if other.start() - 1 < one.end():
        raise UnusableError("the letter's parts are damaged")
    return body[one.end() : other.start() - 1]  # the line end before a delimiter belongs to the delimiter
