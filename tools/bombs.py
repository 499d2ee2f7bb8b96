#!/usr/bin/env python3
"""Send mails to a desk that are made to cost it time, and hold each against what a mail may take.

A mail may take 100 ms of CPU time on the reference machine. Machines differ, so each run first does a piece of work of
its own, the yardstick, that takes 10 ms there: a mail is slow if it takes more than ten yardsticks of the same run.
What is slow twice fails the campaign, and is left in DIR.

The desk takes every kind of signature, lets strangers enrol, of whom as many wait as may, and has games of every kind.
Each mail meets a copy of it: what was sent before must not make it known, stale or one too many.

  python -m tools.bombs bombs
"""

import argparse
import base64
import bz2
import re
import sys
import time
import unicodedata
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory
from typing import NamedTuple

from msgspec.structs import replace

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the keys are those of the tests

from pbem.desk.matches.acts.offers.opening import NewGame, new_game  # noqa: E402
from pbem.desk.matches.state.positions import current  # noqa: E402
from pbem.desk.matches.state.replies import reply_lines  # noqa: E402
from pbem.desk.post.hearing.receiving import receive  # noqa: E402
from pbem.desk.post.keys.challenges import MOST_WAITING, Waiting, keep  # noqa: E402
from pbem.games.found import find, named  # noqa: E402
from pbem.games.game import Seat  # noqa: E402
from pbem.mail.block.block import MARKER  # noqa: E402
from pbem.mail.block.typed import read_typed  # noqa: E402
from pbem.mail.keys import EnrolledKey  # noqa: E402
from pbem.mail.letter.letter import LETTER_LIMIT  # noqa: E402
from pbem.mail.signed import sign_orders  # noqa: E402
from pbem.record.log.entry import Head  # noqa: E402
from pbem.record.notes.receipts import Receipt  # noqa: E402
from tests.mail import workshop  # noqa: E402
from tests.mail.players import IVO_KEY, MARTA_KEY, NOW, mail_around  # noqa: E402
from tools.bomb_sheets import Table, sheet, sheets_of, standing, unread_sheets  # noqa: E402
from tools.fuzz_mail import SteadyDesk, Target  # noqa: E402

MAY_TAKE = 0.100  # seconds of CPU time, as docs/mail.md promises
YARDSTICK = 0.010  # seconds that `measure` takes on the reference: Python 3.11 on one core of an AMD EPYC of 2.6 GHz
LIMIT = MAY_TAKE / YARDSTICK
FULL = LETTER_LIMIT - 2_000  # bytes that a body may have
TIMES = 25  # the yardstick is taken; the best counts, for a busy machine is only ever slower
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
    "quotations in quotations": b"<blockquote>a<br>",
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


def collection(range_: "Range") -> Iterator[tuple[str, bytes]]:
    """Yield every bomb with its name, no larger than a mail may be."""
    for make in (texts, pgp, structures, provided, range_.notes, range_.sheets):
        for name, raw in make():
            yield name, raw[:LETTER_LIMIT]


def measure() -> str:
    """Do a fixed piece of the work that mails make: cut text, count words, fold letters, match, hash."""
    text = " ".join(f"Line{number} orders water {number}" for number in range(6_500))
    counts: dict[str, int] = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    folded = "".join(letter for letter in unicodedata.normalize("NFKD", text) if letter.isalnum())
    found = sum(len(match[0]) for match in re.finditer(r"[a-z]+[0-9]", text))
    return sha256(f"{folded} {found} {len(counts)}".encode()).hexdigest()


def seconds_of(work: Callable[[], object]) -> float:
    """Return the CPU time that a piece of work takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


class Bombed(NamedTuple):
    """A mail, and how many yardsticks it took, at best."""

    name: str
    raw: bytes
    length: float


class Range:
    """A desk that mails are sent to, with its yardstick."""

    def __init__(self, folder: Path) -> None:
        self._home = folder
        target = Target(folder / "target")
        self.block = next(block for block in target.blocks if block.game == "game-ssh")
        with target.desk.store.write() as change:
            for number in range(MOST_WAITING):
                keep(change, _stranger(number))
        self.tables = [_open_table(target.desk, key) for key in find()]
        target.desk.close()
        self.yardstick = min(seconds_of(measure) for _ in range(TIMES))

    @contextmanager
    def furnished(self) -> Iterator[SteadyDesk]:
        """Open a copy of the desk for a while, to which one ordinary mail came."""
        folder = Path(copytree(self._home / "target", self._home / "copy"))
        desk = SteadyDesk(folder)
        desk.settings = replace(desk.settings, mail=replace(desk.settings.mail, enrol=True))
        try:
            if (verdict := receive(desk, self.make_ordinary(99)).verdict) != "played":
                raise AssertionError(f"an ordinary mail was {verdict}")
            yield desk
        finally:
            desk.close()
            rmtree(folder)

    def make_ordinary(self, number: int) -> bytes:
        """Return a sheet that is taken, each time another one."""
        orders = (*self.block.orders, f"always keep step | any if money >= {number}")
        return mail_around(sign_orders(replace(self.block, orders=orders), MARTA_KEY))

    def notes(self) -> Iterator[tuple[str, bytes]]:
        """Yield mails full of what the referee himself has signed, and of what looks so."""
        with self.furnished() as desk:
            made = [_heads_and_receipts(desk, number) for number in range(500)]
        ours = "".join(made)[:FULL]
        yield "notes that are lacking here", workshop.mail(ours.encode(), *PLAIN)
        yield "notes of nobody", workshop.mail(ours.replace("game-ssh", "game-pgp").encode(), *PLAIN)

    def sheets(self) -> Iterator[tuple[str, bytes]]:
        """Yield sheets that a player has signed."""
        yield from unread_sheets(self.block)
        for table in self.tables:
            yield from sheets_of(table)
            yield f"{table.match.terms.rules.key}: plans that play on", sheet(table.block, standing(table))

    def length(self, raw: bytes) -> float:
        """Let the desk deal with a mail; returns how many yardsticks this took."""
        with self.furnished() as desk:
            return seconds_of(lambda: receive(desk, raw)) / self.yardstick


def _heads_and_receipts(desk: SteadyDesk, number: int) -> str:
    digest = sha256(b"%d" % number)
    head = desk.note("game-ssh", Head(number + 1, digest.digest()))
    return head + "\n" + desk.receipt(Receipt("game-ssh", "blue", number, NOW, digest.hexdigest())) + "\n"


def _stranger(number: int) -> Waiting:
    """Return one of those who wait, with a key as large as may be asked for."""
    key_id = f"pgp:{number:040x}"
    key = EnrolledKey(key_id, "pgp", bytes(12_000), (key_id,))
    return Waiting("Eve", "en", f"eve@flood{number}.example", key, f"{number:032x}", NOW, due=NOW)


def _open_table(desk: SteadyDesk, key: str) -> Table:
    """Open a game in which Marta is asked, and Ivo has standing orders."""
    seats = [str(seat) for seat in named(key).meta.seats[:2]]
    new_game(desk, NewGame(key, {seats[0]: "ssh", seats[1]: "ivo"}, f"bombs-{key}"))
    table = _table_of(desk, key, seats[0])
    ivo = _table_of(desk, key, seats[1]).block
    planned = sign_orders(replace(ivo, orders=(standing(table),)), IVO_KEY)
    if (verdict := receive(desk, mail_around(planned)).verdict) != "played":
        raise AssertionError(f"the plan of Ivo was {verdict}")
    return _table_of(desk, key, seats[0])


def _table_of(desk: SteadyDesk, key: str, seat: str) -> Table:
    with desk.store.read() as look:
        match = current(desk, look, f"bombs-{key}")
        lines = reply_lines(look, match, Seat(seat))
    return Table(match, read_typed("\n".join([*lines, "any;"])))


def campaign(range_: Range, tell: Callable[[Bombed], None] = lambda _bombed: None) -> list[Bombed]:
    """Send the whole collection; returns what was slow twice."""
    slow = []
    for name, raw in collection(range_):
        length = range_.length(raw)
        if length > LIMIT:
            length = min(length, range_.length(raw))  # a busy machine may be slow once
        bombed = Bombed(name, raw, length)
        tell(bombed)
        if length > LIMIT:
            slow.append(bombed)
    return slow


def main(arguments: list[str] | None = None) -> int:
    """Run a campaign; returns 1 if a mail was slow twice."""
    parser = argparse.ArgumentParser(description="Send mails to a desk that are made to cost it time.")
    parser.add_argument("folder", type=Path, help="where mails are left that were slow twice")
    folder: Path = parser.parse_args(arguments).folder
    with TemporaryDirectory() as home:
        range_ = Range(Path(home))
        here, there = range_.yardstick * 1000, YARDSTICK * 1000
        print(f"the yardstick takes {here:.1f} ms of CPU time here and {there:.0f} ms on the reference;")
        print(f"a mail may take {LIMIT:.0f} yardsticks: {LIMIT * here:.0f} ms here, {MAY_TAKE * 1000:.0f} ms there")
        slow = campaign(range_, lambda bombed: print(f"{bombed.length:8.2f}  {bombed.name}"))
    for bombed in slow:
        folder.mkdir(exist_ok=True)
        (folder / f"{bombed.name.replace(' ', '-')}.eml").write_bytes(bombed.raw)
        print(f"slow twice: {bombed.name}, {bombed.length:.1f} yardsticks; limit {LIMIT:.0f}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
