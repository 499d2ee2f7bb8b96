"""OpenPGP as a kind: over whole letters (PGP/MIME), or around a text inside one, clear or armored.

Nothing of it is published: a letter may greet, quote or sign off, and a signature may name its signer.
"""

import re
from collections.abc import Iterator, Sequence
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
# Only where a line begins: a quoted message is somebody's older one. Inside a clearsigned text such lines are escaped.
_BEGIN = re.compile(rb"^-----BEGIN PGP (SIGNED )?MESSAGE-----[ \t]*\n", re.MULTILINE)
_ARMOR = re.compile(rb"[^-]*-----END PGP MESSAGE-----")
_END_SIGNATURE = re.compile(rb"^-----END PGP SIGNATURE-----[ \t]*$", re.MULTILINE)
_MESSAGE_LIMIT = 4


class _Pgp(Kind):
    name = _NAME
    signed_by = "OpenPGP"
    library = sequoia.LIBRARY
    detached_types = frozenset({"application/pgp-signature"})
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
            for start, end in islice(_find_messages(body), _MESSAGE_LIMIT):
                try:
                    covered = _read(body[start:end])
                except UnusableError as error:
                    errors.append(error)
                    continue
                is_quoted = start >= own_length(body.decode("latin-1"))
                claims.append(
                    Claim(kind=_NAME, signature=covered.signature, texts=(covered.data,), is_quoted=is_quoted)
                )
        if not claims:
            raise errors[-1]
        return claims

    def holds_nothing_else(self, letter: Letter, signed: Signed, /) -> bool:
        """Say whether what was signed is a sheet alone and, if it stands in a text, alone there too."""
        if self.count(letter) and any(map(_holds_more, letter.bodies)):
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


def _find_messages(body: bytes) -> Iterator[tuple[int, int]]:
    """Find where messages begin and end, in one pass: a thousand may begin and none end."""
    end, has_signature = 0, True
    for begin in _BEGIN.finditer(body):
        if begin.start() < end:
            continue  # inside the one before
        if not begin[1]:
            found = _ARMOR.match(body, begin.end())
        elif has_signature:
            found = _END_SIGNATURE.search(body, begin.end())
            has_signature = found is not None
        else:
            found = None
        if found:
            end = found.end()
            yield begin.start(), end


def _holds_more(body: bytes) -> bool:
    """Say whether a text holds anything besides messages."""
    after = 0
    for start, end in _find_messages(body):
        if body[after:start].strip():
            return True
        after = end
    return bool(body[after:].strip())


def _read(message: bytes) -> pgpwire.Covered:
    if message.startswith(pgpwire.BEGIN_CLEAR.encode()):
        return pgpwire.read_clearsigned(message)
    return pgpwire.read_message(pgpwire.dearmor(message, "MESSAGE"))


KIND: Kind = _Pgp()
