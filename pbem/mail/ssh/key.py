"""Public SSH keys: reading them, naming them by fingerprint, checking a raw signature. Nothing secret lives here."""

import base64
import binascii
import hashlib
from functools import lru_cache

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from msgspec import Struct

from pbem.mail.safe import UnusableError, clean
from pbem.mail.ssh.wire import Unpacker

ED25519 = "ssh-ed25519"
RSA = "ssh-rsa"
_CURVES: dict[str, tuple[ec.EllipticCurve, hashes.HashAlgorithm]] = {
    "ecdsa-sha2-nistp256": (ec.SECP256R1(), hashes.SHA256()),
    "ecdsa-sha2-nistp384": (ec.SECP384R1(), hashes.SHA384()),
    "ecdsa-sha2-nistp521": (ec.SECP521R1(), hashes.SHA512()),
}
_RSA_HASHES: dict[str, hashes.HashAlgorithm] = {"rsa-sha2-256": hashes.SHA256(), "rsa-sha2-512": hashes.SHA512()}
_RSA_BITS = range(2048, 8193)
_RSA_EXPONENTS = range(3, 2**32, 2)
_UNCOMPRESSED = b"\x04"
_P = 2**255 - 19
_EIGHT = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
_SMALL_ORDER = frozenset({0, 1, _P - 1, _EIGHT, _P - _EIGHT})  # heights of points for which anybody can sign
_BLOB_LIMIT = 2_048
_LINE_LIMIT = 4_096

_Usable = Ed25519PublicKey | EllipticCurvePublicKey | RSAPublicKey


class PublicKey(Struct, frozen=True):
    """A key of a kind we can check; `blob` is its SSH encoding."""

    kind: str
    blob: bytes

    @property
    def fingerprint(self) -> str:
        """Name the key as `ssh:SHA256:..`, the digest that `ssh-keygen -l` shows."""
        digest = base64.b64encode(hashlib.sha256(self.blob).digest())
        return "ssh:SHA256:" + digest.decode("ascii").rstrip("=")


def parse_line(line: str) -> PublicKey:
    """Read one line of a `.pub` file; refuse options, unknown kinds and weak keys."""
    words = line.split(maxsplit=2)
    if len(words) < 2 or len(line) > _LINE_LIMIT or len(line.splitlines()) > 1:
        raise UnusableError("a public key is one line such as 'ssh-ed25519 AAAA... name'")
    try:
        key = parse_blob(base64.b64decode(words[1], validate=True))
    except (binascii.Error, ValueError):
        raise UnusableError("the public key is not written in base64") from None
    if key.kind != words[0]:
        raise UnusableError(f"the public key calls itself {clean(words[0], 40)!r} but is a key of kind {key.kind!r}")
    return key


def write_line(key: PublicKey, comment: str = "") -> str:
    """Write the key as one line of a `.pub` file, without the line end."""
    return f"{key.kind} {base64.b64encode(key.blob).decode('ascii')} {clean(comment)}".rstrip()


def parse_blob(blob: bytes) -> PublicKey:
    """Read a key in SSH encoding; refuse one that could not check a signature."""
    if len(blob) > _BLOB_LIMIT:
        raise UnusableError("the public key is too long")
    key = PublicKey(Unpacker(blob).word(), blob)
    _usable(key)
    return key


def check(key: PublicKey, signature: bytes, data: bytes) -> bool:
    """Say whether `signature`, in SSH encoding, is this key's over `data`; refuse one that this kind never makes."""
    reader = Unpacker(signature)
    algorithm, raw = reader.word(), reader.string()
    reader.end()
    # Only RSA keys sign under other names than their own; an algorithm of another kind might check too little.
    usual = set(_RSA_HASHES) if key.kind == RSA else {key.kind}
    if algorithm not in usual:
        raise UnusableError(f"a key of kind {key.kind!r} may not sign by {clean(algorithm, 40)!r}")
    try:
        _verify(_usable(key), algorithm=algorithm, raw=raw, data=data)
    except (InvalidSignature, ValueError):
        return False
    return True


def _verify(usable: _Usable, *, algorithm: str, raw: bytes, data: bytes) -> None:
    match usable:
        case Ed25519PublicKey():
            usable.verify(raw, data)
        case EllipticCurvePublicKey():
            usable.verify(_der(raw), data, ec.ECDSA(_CURVES[algorithm][1]))
        case RSAPublicKey():
            usable.verify(raw, data, padding.PKCS1v15(), _RSA_HASHES[algorithm])


def _der(raw: bytes) -> bytes:
    reader = Unpacker(raw)
    pair = reader.integer(), reader.integer()
    reader.end()
    return encode_dss_signature(*pair)


@lru_cache(maxsize=256)  # players sign again and again
def _usable(key: PublicKey) -> _Usable:
    reader = Unpacker(key.blob)
    reader.word()
    try:
        usable = _build(key.kind, reader)
    except (ValueError, UnsupportedAlgorithm):
        raise UnusableError("the public key is not a valid key") from None
    reader.end()
    return usable


def _build(kind: str, reader: Unpacker) -> _Usable:
    if kind.startswith("sk-"):
        raise UnusableError("hardware (sk-) keys are not taken yet, use an ordinary ed25519 key")
    if kind == ED25519:
        return _build_ed25519(reader.string())
    if kind == RSA:
        return _build_rsa(exponent=reader.integer(), modulus=reader.integer())
    if kind in _CURVES:
        return _build_ecdsa(kind, curve=reader.word(), point=reader.string())
    raise UnusableError(f"keys of kind {clean(kind, 40)!r} are not taken, use ed25519, ecdsa or rsa")


def _build_ed25519(raw: bytes) -> Ed25519PublicKey:
    height = int.from_bytes(raw, "little") % 2**255
    if height >= _P or height in _SMALL_ORDER:
        raise UnusableError("the public key is no key: anybody can sign for it")
    return Ed25519PublicKey.from_public_bytes(raw)


def _build_ecdsa(kind: str, *, curve: str, point: bytes) -> EllipticCurvePublicKey:
    if kind != f"ecdsa-sha2-{curve}" or not point.startswith(_UNCOMPRESSED):
        raise UnusableError("the public key is not a valid ecdsa key")
    return EllipticCurvePublicKey.from_encoded_point(_CURVES[kind][0], point)


def _build_rsa(*, exponent: int, modulus: int) -> RSAPublicKey:
    if modulus.bit_length() not in _RSA_BITS or exponent not in _RSA_EXPONENTS:
        raise UnusableError("an rsa key must have 2048 to 8192 bits and a usual exponent")
    return rsa.RSAPublicNumbers(exponent, modulus).public_key()
