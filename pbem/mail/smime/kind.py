"""S/MIME as a kind: over whole letters, detached or opaque, with a certificate that comes along.

Nothing of it is published: certificates say a name and an address.
"""

from pbem.mail.evidence import Claim, Signed, signed_as_typed
from pbem.mail.keys import EnrolledKey, Keys
from pbem.mail.kind import Kind
from pbem.mail.smime import certificate as x509key
from pbem.mail.smime import cms, smime

_NAME = "x509"
_DER_SEQUENCE = b"\x30"


class _Smime(Kind):
    name = _NAME
    signed_by = "S/MIME"
    library = cms.LIBRARY
    detached_types = frozenset({"application/pkcs7-signature", "application/x-pkcs7-signature"})
    opaque_types = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
    is_key_binary = True

    def is_key(self, raw: bytes, /) -> bool:
        """Say whether it is a certificate in PEM, or begins like one in DER."""
        return b"-----BEGIN CERTIFICATE" in raw or raw.startswith(_DER_SEQUENCE)

    def parse_key(self, raw: bytes, now: int, /) -> EnrolledKey:
        """Read one certificate."""
        return x509key.parse_certificate(raw, now=now)

    def brought_key(self, claim: Claim, now: int, /) -> EnrolledKey | None:
        """Give the key of the certificate that the signer sent along."""
        return x509key.parse_certificate(smime.certificate_of(claim.signature), now=now)

    def claim_whole(self, signature: bytes, signed: bytes | None, /) -> Claim:
        """Give the claim over the part beside the signature, or over what the signature carries; never over both."""
        if signed is None:
            return Claim(kind=_NAME, signature=signature, texts=(smime.content_of(signature),))
        return Claim(kind=_NAME, signature=smime.detached(signature), texts=(signed,))

    def settle(self, claim: Claim, keys: Keys, now: int, /) -> Signed:
        """Verify by the certificate that was enrolled; the one in the letter only names it."""
        key_id = smime.verify(claim.text, claim.signature, keys, now=now)
        return signed_as_typed(claim, key_id, claim.text)


KIND: Kind = _Smime()
