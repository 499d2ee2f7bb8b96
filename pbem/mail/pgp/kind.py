"""OpenPGP as a kind: over whole letters (PGP/MIME), or around a text inside one, clear or armored.

Nothing of it is published: a letter may greet, quote or sign off, and a signature may name its signer.
"""

import re
from collections.abc import Sequence

from pbem.mail.evidence import Claim, Signed, signed_as_typed
from pbem.mail.keys import EnrolledKey, Keys, Records
from pbem.mail.kind import Kind
from pbem.mail.letter.letter import Letter
from pbem.mail.pgp import openpgp, sequoia
from pbem.mail.pgp import packets as pgpwire
from pbem.mail.safe import UnusableError

_NAME = "pgp"
_PACKET_BIT = 0x80
_INLINE = re.compile(r"-----BEGIN PGP (?:SIGNED )?MESSAGE-----")
_INLINE_MESSAGE = re.compile(rb"^-----BEGIN PGP MESSAGE-----[ \t]*\n[^-]*-----END PGP MESSAGE-----", re.MULTILINE)
_INLINE_CLEAR = re.compile(rb"^" + pgpwire.BEGIN_CLEAR.encode() + rb"[ \t]*$", re.MULTILINE)


class _Pgp(Kind):
    name = _NAME
    signed_by = "OpenPGP"
    library = sequoia.LIBRARY
    detached_types = frozenset({"application/pgp-signature"})
    has_subkeys = True
    is_key_binary = True

    def is_key(self, raw: bytes, /) -> bool:
        """Say whether it is armor of OpenPGP, or begins like a packet."""
        return b"-----BEGIN PGP" in raw or bool(raw and raw[0] & _PACKET_BIT)

    def parse_key(self, raw: bytes, now: int, /) -> EnrolledKey:
        """Read one certificate."""
        return openpgp.parse_certificate(raw, now=now)

    def count(self, letter: Letter, /) -> int:
        """Count the messages in its texts."""
        plain, html, aside = map(_count, (letter.plain, letter.html, letter.aside))
        return max(plain, html) + aside  # a text and its HTML are two views of one thing

    def claims(self, letter: Letter, _records: Records, /) -> Sequence[Claim]:
        """Take the one message in a plain text apart."""
        for body in letter.bodies:
            covered = _covered(body)
            if covered is not None:
                return (Claim(kind=_NAME, signature=covered.signature, texts=(covered.data,)),)
        raise UnusableError("the OpenPGP text is quoted, attached or in HTML: send it as plain text of your own")

    def claim_whole(self, signature: bytes, signed: bytes | None, /) -> Claim:
        """Take the signature beside a signed part out of its armor."""
        if signed is None:
            return super().claim_whole(signature, signed)
        armor = signature.replace(b"\r\n", b"\n")
        packet = pgpwire.read_detached(pgpwire.dearmor(armor, "SIGNATURE"))
        return Claim(kind=_NAME, signature=packet, texts=(signed,))

    def settle(self, claim: Claim, keys: Keys, now: int, /) -> Signed:
        """Verify by an enrolled certificate; what was hashed is read, not what arrived."""
        verified = openpgp.verify(claim.text, claim.signature, keys, now=now)
        return signed_as_typed(claim, verified.key_id, verified.data)


def _count(texts: Sequence[str]) -> int:
    return sum(len(_INLINE.findall(text)) for text in texts)


def _covered(body: bytes) -> pgpwire.Covered | None:
    message = _INLINE_MESSAGE.search(body)
    if message is not None:
        return pgpwire.read_message(pgpwire.dearmor(message[0], "MESSAGE"))
    if _INLINE_CLEAR.search(body):
        return pgpwire.read_clearsigned(body)
    return None


KIND: Kind = _Pgp()
