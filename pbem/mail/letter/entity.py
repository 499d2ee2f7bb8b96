"""Signed pieces of a letter: cutting them from the raw bytes before verification, reading their text after it.

What a signed piece means depends on its bytes alone, never on the envelope it came in: bytes that begin with MIME
headers naming a Content-Type are a MIME entity, any others are plain UTF-8 text.
"""

import re

from msgspec import Struct

from pbem.mail.letter.fields import Fields, read_fields, split_head
from pbem.mail.letter.header import with_line_feeds
from pbem.mail.letter.multipart import between, find_delimiters
from pbem.mail.letter.parts import Part, read_parts
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
    head, body = split_head(lines)
    root = read_fields(head)
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
    plain = [part for part in parts if part.kind == "text/plain" and not part.is_aside and not part.is_attachment]
    texts = [part.text() for part in plain]
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


def _parameter(root: Fields, name: str) -> str:
    values = root.parameters("content-type", name)
    if len(values) != 1:
        raise UnusableError(f"the letter's Content-Type must name one {name!r}")
    return values[0]


def _two_parts(body: bytes, boundary: str) -> tuple[bytes, bytes]:
    if not _BOUNDARY.fullmatch(boundary):
        raise UnusableError("the letter's boundary is not a usual one")
    # Every line that begins like a delimiter must be one, or another reader might cut elsewhere.
    found = find_delimiters(body, boundary, rb"([^\n]*)")
    if [delimiter[1].rstrip(b" \t") for delimiter in found] != [b"", b"", b"--"]:
        raise UnusableError("a signed letter must have two parts, the signed one and its signature")
    first, second, last = found
    return between(body, first, second), between(body, second, last)
