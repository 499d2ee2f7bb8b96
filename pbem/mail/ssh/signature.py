"""SSH signatures over a text (OpenSSH's PROTOCOL.sshsig), in the namespace `pbem`: read, verify, make.

`ssh-keygen -Y sign -n pbem -f KEY FILE` makes what `verify` takes, and `ssh-keygen -Y verify` takes what `sign` makes.
"""

import base64
import binascii
import hashlib
import re

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_ssh_private_key
from msgspec import Struct

from pbem.mail.safe import UnusableError, clean
from pbem.mail.ssh import wire
from pbem.mail.ssh.key import ED25519, PublicKey, check, parse_blob

NAMESPACE = "pbem"
BEGIN = "-----BEGIN SSH SIGNATURE-----"
END = "-----END SSH SIGNATURE-----"
_MAGIC = b"SSHSIG"
_VERSION = 1
_HASHES = frozenset({"sha256", "sha512"})
_OWN_HASH = "sha512"
_ARMOR = re.compile(rf"\s*{BEGIN}([A-Za-z0-9+/=\s]*){END}\s*")
_ARMOR_LIMIT = 8_192
_ARMOR_COLUMNS = 70


class Signature(Struct, frozen=True):
    """A signature in our namespace by a key of a kind we take; whether it fits a text is asked of `is_over`."""

    key: PublicKey
    hash_name: str
    raw: bytes

    def is_over(self, text: bytes) -> bool:
        """Say whether exactly these bytes were signed."""
        return check(self.key, self.raw, _preimage(self.hash_name, text))


def parse(armor: str) -> Signature:
    """Read one armored signature; refuse another namespace, another structure, or a single byte too many."""
    found = None
    if len(armor) <= _ARMOR_LIMIT:  # before anything looks at it
        found = _ARMOR.fullmatch(armor)
    if found is None:
        raise UnusableError("the signature is not an SSH signature in armor")
    reader = wire.Unpacker(_decode("".join(found[1].split())))
    if reader.take(len(_MAGIC)) != _MAGIC or reader.number() != _VERSION:
        raise UnusableError("the signature is not an SSH signature of version 1")
    key, namespace, reserved = parse_blob(reader.string()), reader.string(), reader.string()
    hash_name, raw = reader.word(), reader.string()
    reader.end()
    _expect(namespace, reserved, hash_name)
    return Signature(key, hash_name, raw)


def write(signature: Signature) -> str:
    """Write the signature in armor, as `ssh-keygen` lays it out."""
    fields = [signature.key.blob, NAMESPACE.encode(), b"", signature.hash_name.encode(), signature.raw]
    blob = _MAGIC + wire.number(_VERSION) + b"".join(map(wire.string, fields))
    text = base64.b64encode(blob).decode("ascii")
    lines = (text[at : at + _ARMOR_COLUMNS] for at in range(0, len(text), _ARMOR_COLUMNS))
    return "\n".join([BEGIN, *lines, END, ""])


def sign(text: bytes, key: Ed25519PrivateKey) -> Signature:
    """Sign exactly these bytes."""
    raw = key.sign(_preimage(_OWN_HASH, text))
    return Signature(public_key(key), _OWN_HASH, wire.string(ED25519.encode()) + wire.string(raw))


def load_private_key(file: bytes, password: bytes | None = None) -> Ed25519PrivateKey:
    """Read an OpenSSH private key file; refuse any other kind than ed25519, and a wrong password."""
    try:
        key = load_ssh_private_key(file, password)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise UnusableError("the private key cannot be read: not an OpenSSH key file, or a wrong password") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise UnusableError("orders are signed here by ed25519 keys only; use ssh-keygen -Y sign -n pbem for others")
    return key


def public_key(key: Ed25519PrivateKey) -> PublicKey:
    """Give the public half."""
    raw = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return PublicKey(ED25519, wire.string(ED25519.encode()) + wire.string(raw))


def _expect(namespace: bytes, reserved: bytes, hash_name: str) -> None:
    if namespace != NAMESPACE.encode():
        shown = clean(namespace.decode("utf-8", "replace"), 40)
        raise UnusableError(f"the signature was made for {shown!r}, sign with -n {NAMESPACE}")
    if reserved:
        raise UnusableError("the signature fills a reserved field")
    if hash_name not in _HASHES:
        raise UnusableError(f"the signature hashes by {clean(hash_name, 40)!r}, use sha512 or sha256")


def _preimage(hash_name: str, text: bytes) -> bytes:
    digest = hashlib.new(hash_name, text).digest()
    return _MAGIC + b"".join(map(wire.string, [NAMESPACE.encode(), b"", hash_name.encode(), digest]))


def _decode(body: str) -> bytes:
    try:
        blob = base64.b64decode(body, validate=True)
    except (binascii.Error, ValueError):
        raise UnusableError("the signature is not written in base64") from None
    if base64.b64encode(blob).decode("ascii") != body:
        raise UnusableError("the signature is not written in canonical base64")
    return blob
