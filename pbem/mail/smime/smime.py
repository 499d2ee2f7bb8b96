"""S/MIME signatures: which enrolled key signed some data. The certificate in the letter only names the key.

The key is pinned: trust comes from its enrolment, so no authority is asked and none can put another in its place.
"""

import hashlib
import hmac

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

from pbem.mail.keys import Keys
from pbem.mail.safe import UnusableError, clean
from pbem.mail.smime import certificate as x509key
from pbem.mail.smime import cms
from pbem.mail.smime.certificate import PublicKey

_CHANGED = "the signature does not fit the orders: they were changed after signing"
_HASHES: dict[str, hashes.HashAlgorithm] = {
    "sha256": hashes.SHA256(),
    "sha384": hashes.SHA384(),
    "sha512": hashes.SHA512(),
}
_SALT_LIMIT = 1_024


def content_of(signature: bytes) -> bytes:
    """Give what an opaque signature carries, unverified; refuse a detached one."""
    content = cms.read(signature).content
    if content is None:
        raise UnusableError("the S/MIME letter holds no text")
    return content


def detached(signature: bytes) -> bytes:
    """Give a detached signature back; refuse one that carries content beside the letter's."""
    if cms.read(signature).content is not None:
        raise UnusableError("the S/MIME signature carries content of its own beside the letter's")
    return signature


def certificate_of(signature: bytes) -> bytes:
    """Give the certificate that the signer sent along, as DER; nothing is verified."""
    return cms.read(signature).signer.certificate


def verify(data: bytes, signature: bytes, keys: Keys, *, now: int) -> str:
    """Give the id of the enrolled key that signed exactly the data, which an opaque signature must carry itself."""
    signed = cms.read(signature)
    if signed.content not in (None, data):
        raise UnusableError("the S/MIME signature carries other content than the letter")
    key_id = x509key.name_of(x509key.key_of(x509key.load_der(signed.signer.certificate)))
    enrolled = next((key for key in keys(key_id) if key.kind == "x509" and key.key_id == key_id), None)
    if enrolled is None:
        raise UnusableError(f"the key {key_id} is not enrolled here")
    certificate = x509key.load_der(enrolled.public)
    x509key.check_validity(certificate, now)
    key = x509key.key_of(certificate)
    if x509key.name_of(key) != key_id:
        raise UnusableError(f"the certificate kept for {key_id} is another one")
    check(key, signed.signer, data)
    return key_id


def check(key: PublicKey, signer: cms.SignerInfo, data: bytes) -> None:
    """Refuse unless the key made this signature over this data, by SHA-2."""
    if signer.hash_name not in _HASHES or signer.algorithm_hash not in (None, signer.hash_name):
        raise UnusableError(
            f"the S/MIME signature hashes by {clean(signer.hash_name, 40)!r}, use sha256, sha384 or sha512"
        )
    if not hmac.compare_digest(hashlib.new(signer.hash_name, data).digest(), signer.digest):
        raise UnusableError(_CHANGED)
    try:
        _verify(key, signer)
    except (InvalidSignature, ValueError, UnsupportedAlgorithm):
        raise UnusableError(_CHANGED) from None


def _verify(key: PublicKey, signer: cms.SignerInfo) -> None:
    algorithm = _HASHES[signer.hash_name]
    match key, signer.algorithm:
        case RSAPublicKey(), "rsassa_pkcs1v15":
            key.verify(signer.signature, signer.attributes, padding.PKCS1v15(), algorithm)
        case RSAPublicKey(), "rsassa_pss" if signer.salt_length is not None and 0 <= signer.salt_length <= _SALT_LIMIT:
            pss = padding.PSS(padding.MGF1(algorithm), signer.salt_length)
            key.verify(signer.signature, signer.attributes, pss, algorithm)
        case EllipticCurvePublicKey(), "ecdsa":
            key.verify(signer.signature, signer.attributes, ec.ECDSA(algorithm))
        case Ed25519PublicKey(), "ed25519":
            key.verify(signer.signature, signer.attributes)
        case _:
            raise UnusableError("the S/MIME signature is of a kind that its key never makes")
