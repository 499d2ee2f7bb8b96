"""A raw mail becomes a Letter: its head and its texts, within caps that hold before anything is parsed.

Read with `email.policy.compat32` only. A Letter is not evidence; `signed` decides what in it counts.
"""

import re
from collections.abc import Iterator
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32

from msgspec import Struct

from pbem.mail.head import LINE_LIMIT, Head, parse_head, with_line_feeds
from pbem.mail.plaintext import decode, strip_tags, unflow
from pbem.mail.safe import Refusal, Refused, clean

LETTER_LIMIT = 262_144
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
_PARSER_FAULTS = (LookupError, ValueError, TypeError, AttributeError, AssertionError, RecursionError)


class Letter(Struct, frozen=True):
    """The texts of a mail; `aside` are those in attached mails and around the parts, where no orders are taken."""

    head: Head
    plain: tuple[str, ...]
    html: tuple[str, ...]
    aside: tuple[str, ...]


class _Part(Struct, frozen=True):
    message: Message
    depth: int
    is_aside: bool


def read_letter(raw: bytes) -> Letter | Refused:
    """Read one mail; refuse what is too big, too deep, damaged, or in an encoding we do not read."""
    try:
        return _read(raw)
    except Refusal as refusal:
        return refusal.as_value()
    except _PARSER_FAULTS:
        return Refused("the letter is damaged and cannot be read")


def _read(raw: bytes) -> Letter:
    if len(raw) > LETTER_LIMIT:
        raise Refusal(f"the letter is larger than {LETTER_LIMIT // 1024} kB")
    lines = with_line_feeds(raw)
    head = parse_head(lines)
    _check_caps(lines)
    parts = list(_walk(BytesParser(policy=compat32).parsebytes(lines)))
    for part in parts:
        _check_part(part.message)
    return Letter(
        head=head,
        plain=_texts(parts, "text/plain", is_aside=False),
        html=_texts(parts, "text/html", is_aside=False),
        aside=_texts(parts, "text/plain", is_aside=True) + _texts(parts, "text/html", is_aside=True) + _margins(parts),
    )


def _check_caps(raw: bytes) -> None:
    if b"\0" in raw:
        raise Refusal("the letter holds NUL bytes")
    fields = _FIELD.findall(raw)
    if len(fields) > _FIELD_LIMIT or len(_DELIMITER.findall(raw)) > _DELIMITER_LIMIT:
        raise Refusal("the letter has too many parts")
    if sum(len(_CONTAINER.findall(field)) for field in fields) > _CONTAINER_LIMIT:
        raise Refusal("the letter has too many parts within parts")
    if any(len(field) > LINE_LIMIT for field in fields):
        raise Refusal(f"a header of a part is longer than {LINE_LIMIT} bytes")


def _walk(root: Message) -> Iterator[_Part]:
    waiting = [_Part(root, 1, is_aside=False)]
    for _ in range(PART_LIMIT):
        part = waiting.pop()
        yield part
        waiting.extend(reversed(_children(part)))
        if not waiting:
            return
    raise Refusal(f"the letter has more than {PART_LIMIT} parts")


def _children(part: _Part) -> list[_Part]:
    payload = part.message.get_payload()
    if not isinstance(payload, list):
        return []
    if part.depth == DEPTH_LIMIT:
        raise Refusal(f"the letter is nested deeper than {DEPTH_LIMIT} levels")
    is_aside = part.is_aside or part.message.get_content_maintype() == "message"
    return [_Part(child, part.depth + 1, is_aside) for child in payload if isinstance(child, Message)]


def _check_part(message: Message) -> None:
    if message.defects:
        raise Refusal("the letter's parts are damaged")
    twice = next((name for name in _ONCE if len(message.get_all(name, [])) > 1), None)
    if twice is not None:
        raise Refusal(f"a part has {twice} twice")
    if message.get_content_type() in _PIECEMEAL:
        raise Refusal("the letter is only a piece of a letter, send it whole")


def _texts(parts: list[_Part], kind: str, *, is_aside: bool) -> tuple[str, ...]:
    return tuple(
        _text(part.message)
        for part in parts
        if part.is_aside == is_aside and part.message.get_content_type() == kind and not part.message.is_multipart()
    )


def _text(message: Message) -> str:
    encoding = str(message.get("Content-Transfer-Encoding", "7bit")).strip().lower()
    if encoding not in _ENCODINGS:
        raise Refusal(f"the transfer encoding {clean(encoding, 40)!r} is not read here")
    payload = message.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    text = decode(raw, message.get_content_charset("us-ascii")).replace("\r\n", "\n").replace("\r", "\n")
    if message.get_content_type() == "text/html":
        return strip_tags(text)
    is_flowed = str(message.get_param("format", "")).lower() == "flowed"
    return unflow(text, del_space=str(message.get_param("delsp", "")).lower() == "yes") if is_flowed else text


def _margins(parts: list[_Part]) -> tuple[str, ...]:
    margins = (margin for part in parts for margin in (part.message.preamble, part.message.epilogue))
    return tuple(margin for margin in margins if margin)
