#!/usr/bin/env python3
"""Send mails to a desk that are made to cost it time, and hold each against an ordinary mail of the same run.

The desk takes every kind of signature and lets strangers enrol. A mail is slow if it takes more than LIMIT times the
CPU time of an ordinary one; what is slow twice fails the campaign, and is left in DIR.

  python -m tools.bombs bombs
"""

import argparse
import base64
import bz2
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from msgspec.structs import replace

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the keys are those of the tests

from pbem.desk.post.receiving import receive  # noqa: E402
from pbem.mail.block.block import MARKER, Block  # noqa: E402
from pbem.mail.letter.letter import LETTER_LIMIT  # noqa: E402
from pbem.mail.signed import sign_orders  # noqa: E402
from tests.mail import workshop  # noqa: E402
from tests.mail.players import MARTA_KEY, mail_around  # noqa: E402
from tools.fuzz_mail import SteadyDesk, Target  # noqa: E402

LIMIT = 50  # times an ordinary mail, which takes 2 ms: a tenth of a second
FULL = LETTER_LIMIT - 2_000  # bytes that a body may have
ORDINARY = 20  # mails, the median of which is the measure
PLAIN = ('Content-Type: text/plain; charset="utf-8"',)
HTML = ('Content-Type: text/html; charset="utf-8"',)
FLOWED = ('Content-Type: text/plain; charset="utf-8"; format=flowed',)
BASE64 = (*PLAIN, "Content-Transfer-Encoding: base64")
QUOTED = (*PLAIN, "Content-Transfer-Encoding: quoted-printable")


def fill(piece: bytes, size: int = FULL) -> bytes:
    """Repeat a piece."""
    return piece * (size // len(piece))


PIECES: Mapping[str, bytes] = {
    "blank lines": b"\n",
    "carriage returns": b"\r",
    "lines of one letter": b"x\n",
    "quoted lines": b">\n",
    "quote marks": b">",
    "dashes": b"-",
    "long dashes": "\u2014".encode(),
    "dashes in lines": b"-----\n",
    "dashes and blanks": b"--   ",
    "markers": MARKER.encode() + b"\n",
    "half markers": b"--BEGIN PBEM ",
    "ends of orders": b"-----END PBEM ORDERS-----\n",
    "clearsigned": b"-----BEGIN PGP SIGNED MESSAGE-----\n",
    "messages": b"-----BEGIN PGP MESSAGE-----\n",
    "signatures": b"-----BEGIN SSH SIGNATURE-----\n",
    "heads": b"pbem/head/1 referee.example.org/f1\n",
    "keys": b"key ssh-ed25519 AAAA",
    "statements": b"to: x;\n",
    "semicolons": b";",
    "announcements": b"On 1, x wrote:\n> a\n",
    "underscores": b"_",
    "accents": "\u0301".encode(),
    "invisible letters": "\u200b".encode(),
    "white space": b"\t \x0b",
    "words behind blanks": b" " * 980 + b"x\n",
    "tags": b"<b>",
    "line breaks": b"<br>",
    "open tags": b"<",
    "comments": b"<!--",
    "entities": b"&notaword",
    "numbers of letters": b"&#38;",
}


def texts() -> Iterator[tuple[str, bytes]]:
    """Yield mails full of one piece, under several labels."""
    for name, piece in PIECES.items():
        body = fill(piece)
        yield f"{name}, plain", workshop.mail(body, *PLAIN)
        yield f"{name}, HTML", workshop.mail(body, *HTML)
        yield f"{name}, flowed", workshop.mail(body, *FLOWED)
        yield f"{name}, quoted", workshop.mail(body, *QUOTED)
        yield f"{name}, base64", workshop.mail(base64.encodebytes(fill(piece, 190_000)), *BASE64)


def packet(tag: int, body: bytes) -> bytes:
    """Return an OpenPGP packet."""
    return bytes([0xC0 | tag, 0xFF]) + len(body).to_bytes(4, "big") + body


def partial(pieces: int) -> bytes:
    """Return a packet in many pieces of one byte."""
    return bytes([0xC0 | 11]) + b"\xe0x" * pieces + b"\0"


def pgp() -> Iterator[tuple[str, bytes]]:
    """Yield mails with OpenPGP data that are made of little, or of much that looks like little."""
    zeros = bytes(50_000_000)
    data = {
        "packets in pieces": partial(990) * 19 + packet(11, bytes(140_000)),
        "pieces without end": partial(90_000),
        "small packets": packet(2, b"") * 19 + packet(11, bytes(150_000)),
        "deflated zeros": packet(8, b"\2" + zlib.compress(zeros)),
        "bzipped zeros": packet(8, b"\3" + bz2.compress(zeros)),
    }
    for name, raw in data.items():
        yield name, workshop.inline(workshop.in_armor(raw, "MESSAGE"))
    blank = b"-----BEGIN PGP SIGNATURE-----\n%b-----END PGP SIGNATURE-----\n"
    clear = b"-----BEGIN PGP SIGNED MESSAGE-----\n\n%b" + blank % b"\naaaa\n"
    yield "clearsigned blank lines", workshop.inline(clear % fill(b"\n"))
    protocol = "application/pgp-signature"
    entity = b"Content-Type: text/plain\n\n"
    yield "blank armor", workshop.multipart_signed(entity, workshop.pgp_part(blank % fill(b"\n")), protocol)
    signed = workshop.multipart_signed(entity + fill(b"\n"), workshop.pgp_part(blank % b"\naaaa\n"), protocol)
    yield "signed blank lines", signed


def structures() -> Iterator[tuple[str, bytes]]:
    """Yield mails whose headers and parts are the bomb."""
    parts = "Content-Type: multipart/mixed; boundary=b"
    inner = [
        b"--%b\nContent-Type: multipart/mixed; boundary=%b\n\n" % (b"b" * at, b"b" * (at + 1)) for at in range(1, 6)
    ]
    yield "parts", workshop.mail(b"--b\n\n" * 900 + b"--b--\n", parts)
    yield "parts in parts", workshop.mail(b"".join(inner) + fill(b"x\n", FULL - 1_000), parts)
    yield "blank part", workshop.mail(b"--b\n\n" + fill(b"\n") + b"--b--\n", parts)
    yield "attached mail", workshop.mail(b"From: a@b.c\n\n" + fill(b"\n"), "Content-Type: message/rfc822")
    yield "header fields", workshop.mail(b"", *["X: y"] * 6_000)
    yield "folded field", workshop.mail(b"", "Subject: a\n" + " b\n" * 10_000 + "X: y")
    yield "nested lengths", workshop.opaque(fill(b"\x30\x80", 180_000))


def provided() -> Iterator[tuple[str, bytes]]:
    """Yield mails for which a provider's signatures are looked at."""
    blanks = workshop.webmail((" " * 900 + "x\n") * 270)
    yield "blanks within lines", workshop.dkim_signed(blanks)
    yield "blank lines below", workshop.dkim_signed(workshop.webmail("\n" * 120_000 + "x"))
    plain = workshop.webmail("hello")
    yield "many signatures", b"DKIM-Signature: v=1; d=example.net\r\n" * 900 + plain
    yield "many own signatures", workshop.dkim_signed(plain)[: -len(plain)] * 60 + plain


SHEETS: Mapping[str, str] = {
    "unknown facts": "|".join(f"any if qw{number}>=1" for number in range(450)),
    "unknown orders": "|".join(f"bild markett{number}" for number in range(490)),
    "long words": "|".join(f"qw{number}" + "abcdefgh" * 14 for number in range(120)),
    "lines of nonsense": "\n".join(f"plaz harvext watr{number}" for number in range(190)),
    "numbers": "|".join(str(number) for number in range(1, 490)),
    "a chain": " then ".join(["any"] * 490),
    "standing orders": "always " + "|".join(["reserve none if money>=99"] * 49) + "|any",
    "messages": "\n".join(f"tell ivo: {'x' * 60}" for _ in range(190)),
    "desk words": "\n".join(["status", "board", "plan"] * 60),
    "a preview": "preview\n" + "\n".join(["any"] * 190),
    "press to nobody": "\n".join(f"tell nobody{number}: x" for number in range(190)),
}


def sheets(block: Block) -> Iterator[tuple[str, bytes]]:
    """Yield sheets that a player has signed."""
    for name, text in SHEETS.items():
        orders = tuple(text.split("\n"))
        yield f"sheet: {name}", mail_around(sign_orders(replace(block, orders=orders), MARTA_KEY))


def collection(block: Block) -> Iterator[tuple[str, bytes]]:
    """Yield every bomb with its name, no larger than a mail may be."""
    for make in (texts, pgp, structures, provided, lambda: sheets(block)):
        for name, raw in make():
            yield name, raw[:LETTER_LIMIT]


class Bombed(NamedTuple):
    """A mail, and how many times as long as an ordinary one it took, at best."""

    name: str
    raw: bytes
    ratio: float


class Range:
    """A desk that mails are sent to, with its measure."""

    def __init__(self, folder: Path) -> None:
        self._target = Target(folder)
        self.desk: SteadyDesk = self._target.desk
        settings = self.desk.settings
        self.desk.settings = replace(settings, mail=replace(settings.mail, enrol=True))
        self.block = next(block for block in self._target.blocks if block.game == "game-ssh")
        if (verdict := receive(self.desk, self.make_ordinary(ORDINARY)).verdict) != "played":
            raise AssertionError(f"an ordinary mail was {verdict}")
        self.ordinary = sorted(self.seconds(self.make_ordinary(number)) for number in range(ORDINARY))[ORDINARY // 2]

    def make_ordinary(self, number: int) -> bytes:
        """Return a sheet that is taken, each time another one."""
        orders = (*self.block.orders, f"always keep step | any if money >= {number}")
        return mail_around(sign_orders(replace(self.block, orders=orders), MARTA_KEY))

    def seconds(self, raw: bytes) -> float:
        """Let the desk deal with a mail; returns the CPU time that this took."""
        began = time.process_time()
        receive(self.desk, raw)
        return time.process_time() - began


def campaign(range_: Range, tell: Callable[[Bombed], None] = lambda _bombed: None) -> list[Bombed]:
    """Send the whole collection; returns what was slow twice."""
    slow = []
    for name, raw in collection(range_.block):
        ratio = range_.seconds(raw) / range_.ordinary
        if ratio > LIMIT:
            ratio = min(ratio, range_.seconds(raw) / range_.ordinary)  # a busy machine may be slow once
        bombed = Bombed(name, raw, ratio)
        tell(bombed)
        if ratio > LIMIT:
            slow.append(bombed)
    return slow


def main(arguments: list[str] | None = None) -> int:
    """Run a campaign; returns 1 if a mail was slow twice."""
    parser = argparse.ArgumentParser(description="Send mails to a desk that are made to cost it time.")
    parser.add_argument("folder", type=Path, help="where mails are left that were slow twice")
    folder: Path = parser.parse_args(arguments).folder
    with TemporaryDirectory() as home:
        range_ = Range(Path(home) / "desk")
        print(f"an ordinary mail takes 1 ({range_.ordinary * 1000:.1f} ms of CPU time here)")
        slow = campaign(range_, lambda bombed: print(f"{bombed.ratio:8.1f}  {bombed.name}"))
        range_.desk.close()
    for bombed in slow:
        folder.mkdir(exist_ok=True)
        (folder / f"{bombed.name.replace(' ', '-')}.eml").write_bytes(bombed.raw)
        print(f"slow twice: {bombed.name}, {bombed.ratio:.0f} times an ordinary mail; limit {LIMIT}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
