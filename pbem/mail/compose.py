"""Letters out: values to bytes, the same bytes for the same values.

Lines end with CRLF, the form for the wire. Bodies are UTF-8 in quoted-printable, no line is over 76
characters, and no value can smuggle in a header.
"""

import base64
import binascii
import hashlib
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Literal

from msgspec import Struct

from pbem.characters import is_hidden
from pbem.mail.letter.address import is_address, is_message_id
from pbem.mail.safe import UnusableError, clean

_COLUMNS = 76
_WORD_BYTES = 39  # the longest header name and an encoded word of 39 bytes fit on one line
_REFERENCE_LIMIT = 20


class Mailbox(Struct, frozen=True):
    """An address with the name shown beside it, if any."""

    address: str
    name: str = ""


class Image(Struct, frozen=True):
    """A PNG that the HTML of a letter shows, under the name that it has there (`cid:`)."""

    cid: str
    png: bytes


class Outgoing(Struct, frozen=True, kw_only=True):
    """One letter from the referee, with the same content as text and as HTML.

    `list_id` is the name of the game, unique among all games. `leave` is a `mailto:` link by which
    the reader stops such letters.
    """

    sender: Mailbox
    to: Mailbox
    subject: str
    message_id: str
    date: int
    text: str
    html: str
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    auto_submitted: Literal["auto-generated", "auto-replied"] = "auto-generated"
    images: tuple[Image, ...] = ()
    list_id: str = ""
    leave: str = ""


def compose(letter: Outgoing) -> bytes:
    """Return the bytes of a letter.

    It is refused if there are control characters in headers, or invalid addresses or message ids.
    """
    name = hashlib.sha256(letter.message_id.encode("utf-8", "replace")).hexdigest()
    boundary, inner = f"=_{name[:32]}", f"=_{name[32:]}"
    headers = [
        *_envelope(sender=letter.sender, to=letter.to, subject=letter.subject, date=letter.date),
        *_threading(letter),
        *_list(letter),
        f"Auto-Submitted: {letter.auto_submitted}",
        "MIME-Version: 1.0",
    ]
    body = _multipart("alternative", boundary, _part("text/plain", letter.text), _shown(letter, inner))
    return _lines(*headers) + body.encode("ascii")


def _shown(letter: Outgoing, boundary: str) -> str:
    """Return the HTML, together with the pictures that it shows if there are any."""
    html = _part("text/html", letter.html)
    if not letter.images:
        return html
    return _multipart("related", boundary, html, *map(_image, letter.images)).removesuffix("\r\n")


def _multipart(kind: str, boundary: str, *parts: str) -> str:
    body = "".join(f"--{boundary}\r\n{part}\r\n" for part in parts)
    return f'Content-Type: multipart/{kind};\r\n boundary="{boundary}"\r\n\r\n{body}--{boundary}--\r\n'


def _image(image: Image) -> str:
    coded = base64.b64encode(image.png).decode("ascii")
    rows = "\r\n".join(coded[start : start + _COLUMNS] for start in range(0, len(coded), _COLUMNS))
    headers = (
        "Content-Type: image/png",
        "Content-Transfer-Encoding: base64",
        _message_id("Content-ID", f"<{image.cid}>"),
        'Content-Disposition: inline; filename="board.png"',
    )
    return "".join(f"{header}\r\n" for header in headers) + f"\r\n{rows}"


def _list(letter: Outgoing) -> list[str]:
    """Return the headers by which mail programs sort letters, and offer to stop them."""
    lines = []
    if letter.list_id:
        lines.append(f"List-Id: <{_plain(letter.list_id)}>")
    if letter.leave:
        address = _plain(f"<{letter.leave}>")
        rows = (address[start : start + _COLUMNS - 2] for start in range(0, len(address), _COLUMNS - 2))
        lines.append("List-Unsubscribe:\r\n " + "\r\n ".join(rows))  # blanks in it mean nothing (RFC 2369)
    return lines


def _plain(text: str) -> str:
    if not text.isascii() or not text.isprintable() or " " in text:
        raise UnusableError(f"{clean(text)!r} cannot stand in a header")
    return text


def order_mail(*, sender: str, to: str, subject: str, block_text: str, date: int, message_id: str) -> bytes:
    """Write a player's mail around a signed block; refuse as `compose` does."""
    headers = _envelope(sender=Mailbox(sender), to=Mailbox(to), subject=subject, date=date)
    return _lines(*headers, _message_id("Message-ID", message_id), "MIME-Version: 1.0") + _part(
        "text/plain", block_text
    ).encode("ascii")


def _envelope(*, sender: Mailbox, to: Mailbox, subject: str, date: int) -> list[str]:
    return [
        f"From: {_mailbox(sender)}",
        f"To: {_mailbox(to)}",
        f"Subject: {_words(subject, room=_COLUMNS - len('Subject: '))}",
        f"Date: {format_datetime(datetime.fromtimestamp(date, UTC))}",
    ]


def _threading(letter: Outgoing) -> list[str]:
    lines = [_message_id("Message-ID", letter.message_id)]
    if letter.in_reply_to:
        lines.append(_message_id("In-Reply-To", letter.in_reply_to))
    if letter.references:
        lines.append(_message_id("References", *letter.references[-_REFERENCE_LIMIT:]))
    return lines


def _message_id(name: str, *ids: str) -> str:
    wrong = next((text for text in ids if not is_message_id(text)), None)
    if wrong is not None:
        raise UnusableError(f"{clean(wrong)!r} is no message id")
    return f"{name}: " + "\r\n ".join(ids)


def _mailbox(mailbox: Mailbox) -> str:
    if not is_address(mailbox.address):
        raise UnusableError(f"{clean(mailbox.address)!r} is no mail address")
    if not mailbox.name:
        return mailbox.address
    plain = mailbox.name.replace(" ", "").isalnum() and mailbox.name.isascii()
    name = _words(mailbox.name, room=_COLUMNS // 2 if plain else 0)
    return f"{name}\r\n <{mailbox.address}>"


def _words(text: str, *, room: int) -> str:
    if any(map(is_hidden, text)):
        raise UnusableError(f"the header text {clean(text)!r} holds control characters")
    if text.isascii() and len(text) <= room and "=?" not in text and text == " ".join(text.split()):
        return text
    return "\r\n ".join(f"=?utf-8?B?{base64.b64encode(chunk).decode('ascii')}?=" for chunk in _chunks(text))


def _chunks(text: str) -> list[bytes]:
    chunks = [b""]
    for character in text:
        encoded = character.encode("utf-8")
        if len(chunks[-1]) + len(encoded) > _WORD_BYTES:
            chunks.append(b"")
        chunks[-1] += encoded
    return chunks


def _part(kind: str, text: str) -> str:
    plain = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace")
    body = binascii.b2a_qp(plain, istext=True).decode("ascii").replace("\n", "\r\n")
    return f'Content-Type: {kind}; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n{body}'


def _lines(*lines: str) -> bytes:
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")
