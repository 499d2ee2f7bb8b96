"""Keys for which anybody can sign are no keys."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pbem.mail.safe import UnusableError
from pbem.mail.ssh import wire
from pbem.mail.ssh.key import parse_blob
from pbem.record.log.weak import is_weak_key
from tests.record.sample import secret
from tests.vectors.make import weak_keys

WEAK = {name: bytes.fromhex(key) for name, key in weak_keys().items()}


@pytest.mark.parametrize("key", WEAK.values(), ids=WEAK)
def test_a_weak_key_is_neither_a_referee_s_nor_a_player_s(key: bytes) -> None:
    assert is_weak_key(key)
    with pytest.raises(UnusableError, match="anybody can sign"):
        parse_blob(wire.string(b"ssh-ed25519") + wire.string(key))


def test_anybody_can_sign_for_one() -> None:
    base = bytes.fromhex("58" + "66" * 31) + (1).to_bytes(32, "little")
    Ed25519PublicKey.from_public_bytes(WEAK["one"]).verify(base, b"whatever it is")


@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_other_keys_are_keys(name: str) -> None:
    key = Ed25519PrivateKey.from_private_bytes(secret(name)).public_key().public_bytes_raw()
    assert not is_weak_key(key)
    assert parse_blob(wire.string(b"ssh-ed25519") + wire.string(key)).kind == "ssh-ed25519"
