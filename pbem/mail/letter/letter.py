"""A raw mail becomes a Letter: its header and its texts.

A Letter is not evidence. `signed` decides which parts of it count.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from pbem.mail.letter.fields import MBOX_LINE
from pbem.mail.letter.header import Header, header_bytes, header_of, with_line_feeds
from pbem.mail.letter.parts import Part, of_base64, read_parts
from pbem.mail.safe import LETTER_LIMIT, Unusable, UnusableError

# How a file begins that was signed, or that is a signature: `ssh-keygen` makes `turn.txt.sig` of `turn.txt`.
_SIGNED_FILE = re.compile(rb"\s{0,80}-----BEGIN (?:PBEM ORDERS|SSH SIGNATURE)-----")
_FILE_LIMIT = 65_536
_IN_BASE64 = re.compile(rb"^Content-Transfer-Encoding:\s*base64\b", re.IGNORECASE | re.MULTILINE)


class Letter(Struct, frozen=True):
    """The texts of a mail, and its own bytes from which signed pieces are cut.

    `aside` are the texts in attached mails and around the parts, where no orders are taken;
    `bodies` are the bytes behind `plain`; `attached` are files of other types that hold a block or
    its signature; `kinds` are the content types of all parts, the whole letter's first; `lines` is
    the mail with line feeds, without the line that an mbox begins it with.
    """

    header: Header
    plain: tuple[str, ...]
    html: tuple[str, ...]
    aside: tuple[str, ...]
    bodies: tuple[bytes, ...]
    attached: tuple[str, ...]
    kinds: tuple[str, ...]
    lines: bytes

    @property
    def texts(self) -> tuple[str, ...]:
        """All texts, wherever they are in the letter."""
        return self.plain + self.html + self.aside


def read_letter(raw: bytes) -> Letter | Unusable:
    """Read one mail; refuse what is too big, too deep, damaged, or in an encoding we do not read."""
    try:
        return _read(raw)
    except UnusableError as error:
        return error.value


def glimpse(lines: bytes) -> str:
    """Return what is visible in the body of a letter that is not read. It is not evidence.

    In most encodings the letters of ASCII are themselves, with or without zero bytes around them.
    """
    header, _, body = lines[:LETTER_LIMIT].partition(b"\n\n")
    if _IN_BASE64.search(header):
        body = with_line_feeds(of_base64(body).replace(b"\0", b""))
    return body.decode("latin-1")


def _read(raw: bytes) -> Letter:
    if len(raw) > LETTER_LIMIT:
        raise UnusableError(f"the letter is larger than {LETTER_LIMIT // 1024} kB")
    lines = MBOX_LINE.sub(b"", with_line_feeds(raw), count=1)
    header_bytes(lines)
    parts = read_parts(lines)
    plain = _of_kind(parts, "text/plain", is_aside=False)
    aside = _of_kind(parts, "text/plain", is_aside=True) + _of_kind(parts, "text/html", is_aside=True)
    return Letter(
        header=header_of(parts[0].fields),
        plain=tuple(part.text() for part in plain),
        html=tuple(part.text() for part in _of_kind(parts, "text/html", is_aside=False)),
        aside=tuple(part.text() for part in aside) + _margins(parts),
        bodies=tuple(with_line_feeds(part.body) for part in plain),
        attached=tuple(_attached(parts)),
        kinds=tuple(part.kind for part in parts),
        lines=lines,
    )


def _of_kind(parts: tuple[Part, ...], kind: str, *, is_aside: bool) -> list[Part]:
    return [part for part in parts if part.is_aside == is_aside and part.kind == kind and not part.is_container]


def _attached(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        if part.is_aside or part.kind.startswith("text/") or part.is_container:
            continue
        if part.is_file and len(part.body) <= _FILE_LIMIT and _SIGNED_FILE.match(part.body):
            yield with_line_feeds(part.body).decode("utf-8", "replace")


def _margins(parts: tuple[Part, ...]) -> tuple[str, ...]:
    return tuple(margin.decode("utf-8", "replace") for part in parts for margin in part.margins if margin)
