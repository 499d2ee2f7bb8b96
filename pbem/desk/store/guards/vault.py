"""The vault: what must not be read at rest is encrypted, each secret bound to its game and use."""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING

from pbem.desk.errors import BrokenDeskError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

_NONCE = 12
_DIGEST = 16  # bytes


class Vault:
    """Encrypts what must not be read at rest; each secret is bound to its game and use."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @cached_property
    def _cipher(self) -> ChaCha20Poly1305:
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        return ChaCha20Poly1305(self._key)

    def lock(self, game: str, use: str, secret: bytes) -> bytes:
        """Return the secret encrypted."""
        from secrets import token_bytes

        nonce = token_bytes(_NONCE)
        return nonce + self._cipher.encrypt(nonce, secret, _bound(game, use))

    def unlock(self, game: str, use: str, locked: bytes) -> bytes:
        """Return the secret; BrokenDeskError if it was not locked for this game and use with this desk's key."""
        from cryptography.exceptions import InvalidTag

        try:
            return self._cipher.decrypt(locked[:_NONCE], locked[_NONCE:], _bound(game, use))
        except (InvalidTag, TypeError, ValueError):  # changed; or cut off, or not even bytes
            why = f"a secret of {game} cannot be decrypted: desk.key is not the key of this desk"
            raise BrokenDeskError(why) from None

    def name(self, *facts: str | int) -> str:
        """Return a name for some facts, always the same: it tells them apart, and nothing of them without the key."""
        import hmac

        key = hmac.digest(self._key, b"pbem/desk/names/1", "sha256")
        return hmac.digest(key, "\n".join(map(str, facts)).encode(), "sha256").hex()[:32]

    def digest(self, raw: bytes) -> bytes:
        """Return a digest of some bytes, which nobody can foretell without the key."""
        digesting = self._digesting.copy()
        digesting.update(raw)
        return digesting.digest()

    @cached_property
    def _digesting(self) -> blake2b:
        """What every digest begins with: the key is worked in once."""
        import hmac

        key = hmac.digest(self._key, b"pbem/desk/digests/1", "sha256")
        return blake2b(key=key, digest_size=_DIGEST)


def _bound(game: str, use: str) -> bytes:
    return f"pbem/desk/1\n{game}\n{use}".encode()
