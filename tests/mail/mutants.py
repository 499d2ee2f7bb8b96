"""Mutated mails of every kind of signature. `python -m tests.mail.mutants SEED COUNT` is a long campaign.

A mutant is refused, or it orders exactly what its player signed. Anything else, an exception or a long wait is a
fault, and the mail that shows it is kept.
"""

import base64
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from msgspec import Struct, structs

from pbem.mail.block.block import Block
from pbem.mail.checking import check_evidence, publishable
from pbem.mail.evidence import Signed
from pbem.mail.keys import Keyring, Keys
from pbem.mail.safe import Unusable, clean
from tests.mail.players import BLOCK, NOW, TEXT, mail_around, ring
from tests.mail.workshop import (
    DKIM_KEY,
    OTHER,
    PLAIN,
    TYPED,
    armored,
    clearsigned,
    dkim_signed,
    inline,
    pgp_key,
    pgp_mime,
    smime,
    smime_opaque,
    webmail,
    weigh,
    x509_key,
)

SLOW = 5.0
MIXED = 'Content-Type: multipart/mixed; boundary="in"\n\n--in\n{}\n--in\nContent-Type: text/html\n\n<b>x</b>\n--in--\n'
SNIPPETS = [
    *(
        b"\r\n",
        b"\n",
        b"\r",
        b"\n\n",
        b";",
        b">",
        b"\n> ",
        b" ",
        b"\t",
        b"\0",
        b"=",
        b"=\n",
        b"=3B",
        b"#",
        b"--",
        b"-- \n",
    ),
    *(
        b"\xc2\xa0",
        b"\xcd\xbe",
        b"\xe2\x80\xae",
        b"\xff",
        b"\x1b[2J",
        b"resign;",
        b"\nresign\n",
        b"game: other\n",
        b"- ",
    ),
    *(b"--=_b1\n", b"--=_b1--\n", b"--=_b1x\n", b"--in\n", b"--in--\n", b"\n-----BEGIN PBEM ORDERS-----\n"),
    b"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n",
    b"-----BEGIN PGP SIGNATURE-----\n",
    b"-----END PGP SIGNATURE-----\n",
    b"-----BEGIN PGP MESSAGE-----\n\n",
    b"-----BEGIN SSH SIGNATURE-----\n",
    b"Content-Type: text/html\n",
    b"Content-Type: text/plain; charset=iso-8859-2; format=flowed\n",
    b'Content-Type: multipart/signed; boundary="=_b1"; protocol="application/pgp-signature"\n\n--=_b1\n',
    b"Content-Type: application/pkcs7-mime\n",
    b"Content-Type: message/rfc822\n\n",
    b"Content-Transfer-Encoding: base64\n",
    b"Content-Transfer-Encoding: quoted-printable\n",
    b"DKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=mail; l=5; h=from; bh=AAAA; b=AAAA\n",
    b"From: ivo@example.net\n",
    b"boundary=in",
    b"l=10;",
    b"charset*0*=utf-7''x",
    b"\x30\x80",
    b"\x24\x80\x04\x01x\0\0",
]
_ENCODED = re.compile(rb"(?:^[A-Za-z0-9+/]{40,76}={0,2}\n)+(?:^[A-Za-z0-9+/=]{1,76}\n)?", re.MULTILINE)


class Fault(Struct, frozen=True):
    """A mail that was not handled as it must be, and how."""

    raw: bytes
    why: str


class Tally(Struct, frozen=True):
    """What a campaign saw."""

    tried: int
    taken: int
    slowest: float
    faults: tuple[Fault, ...]


def seeds() -> list[bytes]:
    """Give good mails of every kind, and others by the same players."""
    entities = [PLAIN + TYPED, MIXED.format(PLAIN + TYPED), PLAIN + OTHER]
    return [
        mail_around(TEXT),
        *(make(entity) for make in (pgp_mime, smime, smime_opaque) for entity in entities),
        smime_opaque(PLAIN + TYPED, "-stream", signers=("ivo",)),
        inline(clearsigned()),
        inline(clearsigned(OTHER)),
        inline(armored()),
        inline(armored(OTHER, "ivo")),
        dkim_signed(webmail()).replace(b"\r\n", b"\n"),
        dkim_signed(webmail(), form=("simple", "simple")).replace(b"\r\n", b"\n"),
    ]


def keys() -> Keys:
    own = Keyring([pgp_key(), pgp_key("ivo"), x509_key(), x509_key("ivo"), DKIM_KEY])
    return lambda name: [*own(name), *ring()(name)]


def mutants(raw: bytes, random: Random) -> Iterator[bytes]:
    """Give mutants of a mail without end."""
    changes: list[Callable[[bytes, Random], bytes]] = [_insert, _insert, _cut, _flip, _double, _swap_lines, _inside]
    while True:
        mutant = raw
        for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
            mutant = random.choice(changes)(mutant, random)
        yield mutant


def splices(mails: list[bytes], random: Random) -> Iterator[bytes]:
    """Give mails whose lines come from two good ones, without end."""
    while True:
        one, two = (random.choice(mails).splitlines(keepends=True) for _ in range(2))
        yield b"".join(one[: random.randrange(len(one))] + two[random.randrange(len(two)) :])


def campaign(seed: int, count: int) -> Tally:
    """Try so many mutants and splices of all seeds; the same seed tries the same changes."""
    random, mails, ring_of_all = Random(seed), seeds(), keys()
    streams = [*(mutants(mail, random) for mail in mails), splices(mails, random)]
    faults: list[Fault] = []
    taken, slowest = 0, 0.0
    for number in range(count):
        raw = next(streams[number % len(streams)])
        started = time.perf_counter()
        verdict = _verdict(raw, ring_of_all)
        elapsed = time.perf_counter() - started
        why = verdict if isinstance(verdict, str) else unsound(verdict, ring_of_all)
        if why or elapsed > SLOW:
            faults.append(Fault(raw, why or f"took {elapsed:.1f} s"))
        taken += isinstance(verdict, Signed)
        slowest = max(slowest, elapsed)
    return Tally(count, taken, slowest, tuple(faults))


def unsound(verdict: Signed | Unusable, ring_of_all: Keys) -> str:
    """Say what is wrong with a verdict on a mutant of our seeds, if anything is."""
    if isinstance(verdict, Unusable):
        return "" if verdict.why == clean(verdict.why, 240) else "the refusal is not clean"
    if verdict.block not in (BLOCK, _other()):
        return f"orders that nobody signed: {verdict.block}"
    if check_evidence(verdict.evidence(), ring_of_all, now=NOW) != verdict:
        return "the evidence does not hold"
    return "an address is published" if b"@" in (publishable(verdict) or b"") else ""


def _other() -> Block:
    return structs.replace(BLOCK, orders=("resign", *BLOCK.orders[1:]))


def _verdict(raw: bytes, ring_of_all: Keys) -> Signed | Unusable | str:
    try:
        return weigh(raw, ring_of_all)
    except Exception as fault:  # noqa: BLE001  # any exception is the fault that is looked for
        return repr(fault)


def _insert(raw: bytes, random: Random) -> bytes:
    place = random.randrange(len(raw) + 1)
    snippet = random.choice(SNIPPETS) if random.random() < 0.7 else random.randbytes(random.randrange(1, 5))
    if snippet.endswith(b"\n") and random.random() < 0.7:
        place = raw.rfind(b"\n", 0, place) + 1
    return raw[:place] + snippet + raw[place + random.choice((0, 0, 1, 10)) :]


def _cut(raw: bytes, random: Random) -> bytes:
    place = random.randrange(len(raw) + 1)
    return raw[:place] + raw[place + random.choice((1, 2, 20, 200)) :]


def _flip(raw: bytes, random: Random) -> bytes:
    if not raw:
        return raw
    place = random.randrange(len(raw))
    return raw[:place] + bytes([raw[place] ^ 1 << random.randrange(8)]) + raw[place + 1 :]


def _double(raw: bytes, random: Random) -> bytes:
    start = raw.rfind(b"\n", 0, random.randrange(len(raw) + 1)) + 1
    end = raw.find(b"\n", start + random.choice((0, 100, 1_000))) + 1 or len(raw)
    return raw[:end] + raw[start:end] + raw[end:]


def _swap_lines(raw: bytes, random: Random) -> bytes:
    lines = raw.splitlines(keepends=True)
    if len(lines) > 1:
        one, two = random.randrange(len(lines)), random.randrange(len(lines))
        lines[one], lines[two] = lines[two], lines[one]
    return b"".join(lines)


def _inside(raw: bytes, random: Random) -> bytes:
    """Change bytes inside a base64 body: packets, DER, encoded text."""
    found = list(_ENCODED.finditer(raw))
    if not found:
        return _flip(raw, random)
    body = random.choice(found)
    try:
        inner = base64.b64decode(body[0])
    except ValueError:
        return raw
    changed = random.choice((_flip, _flip, _insert, _cut))(inner, random)
    return raw[: body.start()] + base64.encodebytes(changed) + raw[body.end() :]


def main() -> None:
    seed, count = (int(word) for word in sys.argv[1:3])
    tally = campaign(seed, count)
    for number, fault in enumerate(tally.faults):
        Path(f"mutant-{seed}-{number}.eml").write_bytes(fault.raw)
        print(f"mutant-{seed}-{number}.eml: {fault.why}")
    print(f"{tally.tried} tried, {tally.taken} taken, slowest {tally.slowest:.2f} s, {len(tally.faults)} faults")
    sys.exit(bool(tally.faults))


if __name__ == "__main__":
    main()
