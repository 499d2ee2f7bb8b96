"""X.509 certificates as keys: named by the digest of the public key, which a renewed certificate may keep."""

import hashlib
from datetime import UTC, datetime

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import ExtendedKeyUsageOID

from pbem.mail.keys import EnrolledKey
from pbem.mail.safe import UnusableError

PublicKey = RSAPublicKey | EllipticCurvePublicKey | Ed25519PublicKey

# What cryptography raises on certificates that others would read; a warning counts where warnings are errors.
_FAULTS = (
    *(ValueError, TypeError, UnsupportedAlgorithm, Warning),
    *(x509.InvalidVersion, x509.DuplicateExtension, x509.UnsupportedGeneralNameType),
)
_PEM = b"-----BEGIN CERTIFICATE-----"
_LIMIT = 16_384
_RSA_BITS = range(2048, 8193)
_RSA_EXPONENTS = range(3, 2**32, 2)
_CURVES = (ec.SECP256R1, ec.SECP384R1, ec.SECP521R1)
_PURPOSES = frozenset({ExtendedKeyUsageOID.EMAIL_PROTECTION, ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE})


def parse_certificate(raw: bytes, *, now: int) -> EnrolledKey:
    """Read one certificate, PEM or DER; refuse one not valid now, too weak, or not made for signing mail."""
    certificate = _load(raw)
    check_validity(certificate, now)
    _check_purpose(certificate)
    key_id = name_of(key_of(certificate))
    return EnrolledKey(key_id, "x509", certificate.public_bytes(Encoding.DER), (key_id,))


def load_der(raw: bytes) -> x509.Certificate:
    """Read a certificate in DER."""
    if len(raw) > _LIMIT:
        raise UnusableError("the certificate is too large")
    try:
        return x509.load_der_x509_certificate(raw)
    except _FAULTS:
        raise UnusableError("the certificate cannot be read") from None


def key_of(certificate: x509.Certificate) -> PublicKey:
    """Give the certificate's public key; refuse a weak one or one of a kind that is not taken."""
    try:
        key = certificate.public_key()
    except _FAULTS:
        raise UnusableError("the certificate's key cannot be read") from None
    if isinstance(key, RSAPublicKey):
        if key.key_size not in _RSA_BITS or key.public_numbers().e not in _RSA_EXPONENTS:
            raise UnusableError("an rsa key must have 2048 to 8192 bits and a usual exponent")
        return key
    if isinstance(key, EllipticCurvePublicKey) and isinstance(key.curve, _CURVES):
        return key
    if isinstance(key, Ed25519PublicKey):
        return key
    raise UnusableError("certificates are taken with rsa, nistp256, nistp384, nistp521 and ed25519 keys")


def name_of(key: PublicKey) -> str:
    """Name the key as `x509:` and the SHA-256 of its SubjectPublicKeyInfo."""
    return "x509:" + hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).hexdigest()


def check_validity(certificate: x509.Certificate, now: int) -> None:
    """Refuse a certificate that is not valid at that time."""
    moment = datetime.fromtimestamp(now, UTC)
    if not certificate.not_valid_before_utc <= moment <= certificate.not_valid_after_utc:
        raise UnusableError("the certificate has expired or is not valid yet")


def _load(raw: bytes) -> x509.Certificate:
    if _PEM not in raw:
        return load_der(raw)
    if raw.count(b"-----BEGIN") != 1 or len(raw) > 2 * _LIMIT:
        raise UnusableError("enrol one certificate alone, without others and without a private key")
    try:
        return x509.load_pem_x509_certificate(raw)
    except _FAULTS:
        raise UnusableError("the certificate cannot be read") from None


def _check_purpose(certificate: x509.Certificate) -> None:
    try:
        extensions = certificate.extensions
    except _FAULTS:
        raise UnusableError("the certificate's extensions cannot be read") from None
    for extension in extensions:
        value = extension.value
        if isinstance(value, x509.KeyUsage) and not (value.digital_signature or value.content_commitment):
            raise UnusableError("the certificate is not made for signing")
        if isinstance(value, x509.ExtendedKeyUsage) and not _PURPOSES & set(value):
            raise UnusableError("the certificate is not made for mail")
