"""The desk's own key files: the referee's signing key, and the key that everything secret is encrypted with."""

import os
from pathlib import Path

from pbem.desk.disk.writing import NEW_PRIVATE, write_file
from pbem.desk.errors import BrokenDeskError

REFEREE_KEY = "referee.key"
DESK_KEY = "desk.key"
_OTHERS = 0o077


def make_keys(folder: Path) -> None:
    """Make both keys, readable by the owner alone."""
    from secrets import token_hex

    for name in (REFEREE_KEY, DESK_KEY):
        write_file(folder / name, token_hex(32).encode() + b"\n", NEW_PRIVATE)


def read_keys(folder: Path) -> dict[str, bytes]:
    """Return both keys of a desk, by the names of their files."""
    return {name: _read_key(folder, name) for name in (REFEREE_KEY, DESK_KEY)}


def _read_key(folder: Path, name: str) -> bytes:
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


def read_password(path: Path) -> str:
    """Return what stands in a file that must be its owner's alone."""
    try:
        with path.open(encoding="utf-8") as file:
            if os.fstat(file.fileno()).st_mode & _OTHERS:
                raise BrokenDeskError(f"{path} can be read by others: chmod 600 it")
            return file.read().rstrip("\n")
    except UnicodeDecodeError:
        raise BrokenDeskError(f"{path} is no text") from None
    except OSError as error:
        raise BrokenDeskError(f"cannot read {path}: {error.strerror}") from None


def public_key(private: bytes) -> bytes:
    """Return the public half of the referee's key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()
