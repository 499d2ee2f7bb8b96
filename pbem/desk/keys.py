"""The desk's own keys: the referee's signing key, and the key that everything secret is encrypted with."""

import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from pbem.desk.errors import BrokenDeskError

REFEREE_KEY = "referee.key"
DESK_KEY = "desk.key"
_NONCE = 12
_OTHERS = 0o077


class Vault:
    """Encrypts what must not be read at rest; each secret is bound to its game and use."""

    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(key)

    def lock(self, game: str, use: str, secret: bytes) -> bytes:
        """Return the secret encrypted."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + self._cipher.encrypt(nonce, secret, _bound(game, use))

    def unlock(self, game: str, use: str, locked: bytes) -> bytes:
        """Return the secret; BrokenDeskError if it was not locked for this game and use with this desk's key."""
        try:
            return self._cipher.decrypt(locked[:_NONCE], locked[_NONCE:], _bound(game, use))
        except InvalidTag:
            why = f"a secret of {game} cannot be decrypted: {DESK_KEY} is not the key of this desk"
            raise BrokenDeskError(why) from None


def _bound(game: str, use: str) -> bytes:
    return f"pbem/desk/1\n{game}\n{use}".encode()


def make_keys(folder: Path) -> None:
    """Make both keys, readable by the owner alone."""
    for name in (REFEREE_KEY, DESK_KEY):
        write_private(folder / name, secrets.token_hex(32).encode() + b"\n")


def write_private(path: Path, content: bytes) -> None:
    """Write a new file durably, for its owner's eyes alone; OSError if it exists or cannot be written whole."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink()
        raise


def read_key(folder: Path, name: str) -> bytes:
    """Return one of the desk's keys."""
    path = folder / name
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
        is_open = bool(path.stat().st_mode & _OTHERS)
    except OSError as error:
        raise BrokenDeskError(f"cannot read {path}: {error.strerror}; restore it from a backup") from None
    except ValueError:
        key, is_open = b"", False
    if len(key) != 32:
        raise BrokenDeskError(f"{path} does not hold 32 bytes in hex; restore it from a backup")
    if is_open:
        raise BrokenDeskError(f"{path} may be read by others: `chmod 600 {path}`")
    return key


def public_key(private: bytes) -> bytes:
    """Return the public half of the referee's key."""
    return Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()
