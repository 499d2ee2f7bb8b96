"""OpenPGP as a kind: over whole letters (PGP/MIME), or around a text inside one, clear or armored.

Nothing of it is published: a letter may greet, quote or sign off, and a signature may name its signer.
"""

import re
from collections.abc import Sequence
from itertools import islice

from pbem.mail.block.own import own_length
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
_END_SIGNATURE = rb"-----END PGP SIGNATURE-----[ \t]*$"
# Only where a line begins: a quoted message is somebody's older one. Inside a clearsigned text such lines are escaped.
_MESSAGES = re.compile(
    rb"^-----BEGIN PGP MESSAGE-----[ \t]*\n[^-]*-----END PGP MESSAGE-----"
    rb"|^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\n(?:(?!" + _END_SIGNATURE + rb")[^\n]*\n)*" + _END_SIGNATURE,
    re.MULTILINE,
)
_MESSAGE_LIMIT = 4


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
        """Take the messages in plain texts apart; one that is damaged does not hurt another."""
        claims: list[Claim] = []
        errors = [UnusableError("the OpenPGP text is quoted, attached or in HTML: send it as plain text of your own")]
        for body in letter.bodies:
            for found in islice(_MESSAGES.finditer(body), _MESSAGE_LIMIT):
                try:
                    covered = _read(found[0])
                except UnusableError as error:
                    errors.append(error)
                    continue
                is_quoted = found.start() >= own_length(body.decode("latin-1"))
                claims.append(
                    Claim(kind=_NAME, signature=covered.signature, texts=(covered.data,), is_quoted=is_quoted)
                )
        if not claims:
            raise errors[-1]
        return claims

    def holds_nothing_else(self, letter: Letter, signed: Signed, /) -> bool:
        """Say whether what was signed is a sheet alone and, if it stands in a text, alone there too."""
        if self.count(letter) and any(_MESSAGES.sub(b"", body).strip() for body in letter.bodies):
            return False
        return super().holds_nothing_else(letter, signed)

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


def _read(message: bytes) -> pgpwire.Covered:
    if message.startswith(pgpwire.BEGIN_CLEAR.encode()):
        return pgpwire.read_clearsigned(message)
    return pgpwire.read_message(pgpwire.dearmor(message, "MESSAGE"))


KIND: Kind = _Pgp()
