"""The parts of a mail, or of a signed piece of one: within caps that hold before anything is parsed.

Nothing that came in is ever written out again.
"""

import re
from binascii import a2b_base64, a2b_qp
from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from pbem.mail.letter.fields import Fields, read_fields, split_head
from pbem.mail.letter.header import LINE_LIMIT
from pbem.mail.letter.multipart import Pieces, cut_pieces, damaged
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
_IDENTITIES = frozenset({"7bit", "8bit", "binary"})
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
_PIECEMEAL = frozenset({"message/partial", "message/external-body"})
# A delivery report holds blocks of fields, which are not mails.
_NO_MAIL = "message/delivery-status"


class Part(Struct, frozen=True, dict=True):  # dict: for what is read once
    """One part, its content encoded as it came; `is_aside`: it belongs to an attached mail, with no orders to read."""

    fields: Fields
    content: bytes
    kind: str  # the content type in lower case
    depth: int
    is_aside: bool

    @property
    def is_attachment(self) -> bool:
        """Say whether the part is offered as a file."""
        return self.fields.main("content-disposition") == "attachment"

    @property
    def is_file(self) -> bool:
        """Say whether the part has the name of a file, or is offered as one."""
        has_name = self.fields.has_parameter
        return self.is_attachment or has_name("content-disposition", "filename") or has_name("content-type", "name")

    @property
    def is_container(self) -> bool:
        """Say whether the part holds others, or a mail."""
        return self.kind.startswith(("multipart/", "message/"))

    @property
    def encoding(self) -> str:
        """The transfer encoding that is said, in lower case."""
        return self.fields.first("content-transfer-encoding").strip().lower() or "7bit"

    @property
    def margins(self) -> tuple[bytes, ...]:
        """The texts before and behind the parts in it."""
        return self.pieces.margins

    @cached_property
    def pieces(self) -> Pieces:
        """What the part holds, cut but not read."""
        if self.kind.startswith("multipart/"):
            return cut_pieces(self.content, self.fields.parameter("content-type", "boundary"))
        holds_mail = self.kind.startswith("message/") and self.kind != _NO_MAIL
        return Pieces((self.content,) if holds_mail else (), (b"", b""))

    @cached_property
    def body(self) -> bytes:
        """Give the content with its transfer encoding undone; of what holds others, nothing."""
        content = b"" if self.is_container else _decoded(self.content, self.encoding)
        _check_lines(content)  # again: a line of an encoded text may hold fifty blank ones
        return content

    def text(self) -> str:
        """Give the text of a text/plain or text/html part: character set, HTML and format=flowed undone."""
        charset = self._said("charset") or "us-ascii"
        text = decode(self.body, charset).replace("\r\n", "\n").replace("\r", "\n")
        if self.kind == "text/html":
            return strip_tags(text)
        return unflow(text, del_space=self._said("delsp") == "yes") if self._said("format") == "flowed" else text

    def _said(self, name: str) -> str:
        return self.fields.parameter("content-type", name).lower()


def read_parts(lines: bytes) -> tuple[Part, ...]:
    """Read a mail with line feeds, the root first; refuse what is too deep, damaged, ambiguous or only a piece."""
    _check_caps(lines)
    return tuple(_walk(_part(lines, depth=1)))


def of_base64(content: bytes) -> bytes:
    """Undo base64 up to its end; signs that are none of it are left out, and so is one that is over."""
    signs = _NOT_BASE64.sub(b"", content.partition(b"=")[0])
    whole = signs[:-1] if len(signs) % 4 == 1 else signs
    return a2b_base64(whole + b"=" * (-len(whole) % 4))


def _part(lines: bytes, *, depth: int, default: str = "text/plain", is_aside: bool = False) -> Part:
    head, content = split_head(lines)
    fields = read_fields(head)
    return Part(fields, content, fields.kind(default), depth, is_aside)


def _decoded(content: bytes, encoding: str) -> bytes:
    if encoding in _IDENTITIES:
        return content
    if encoding == "quoted-printable":
        return a2b_qp(content)
    if encoding == "base64":
        return of_base64(content)
    raise UnusableError(f"the transfer encoding {clean(encoding, 40)!r} is not read here")


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


def _walk(root: Part) -> Iterator[Part]:
    waiting = [root]
    for _ in range(PART_LIMIT):
        part = waiting.pop()
        _check_part(part)
        yield part
        waiting.extend(reversed(_children(part)))
        if not waiting:
            return
    raise UnusableError(f"the letter has more than {PART_LIMIT} parts")


def _children(part: Part) -> list[Part]:
    held = part.pieces.parts
    if held and part.depth == DEPTH_LIMIT:
        raise UnusableError(f"the letter is nested deeper than {DEPTH_LIMIT} levels")
    is_aside = part.is_aside or part.kind.startswith("message/")
    default = "message/rfc822" if part.kind == "multipart/digest" else "text/plain"
    return [_part(piece, depth=part.depth + 1, default=default, is_aside=is_aside) for piece in held]


def _check_part(part: Part) -> None:
    twice = next((name for name in _ONCE if len(part.fields.all(name.lower())) > 1), None)
    if twice is not None:
        raise UnusableError(f"a part has {twice} twice")
    if part.kind in _PIECEMEAL:
        raise UnusableError("the letter is only a piece of a letter, send it whole")
    if part.kind.startswith("multipart/") and part.encoding not in _IDENTITIES:
        raise damaged()
