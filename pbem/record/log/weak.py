"""Weak Ed25519 keys: points of small order, for which anybody can make a valid signature."""

_P = 2**255 - 19
_EIGHT = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
_SMALL = frozenset({0, 1, _P - 1, _EIGHT, _P - _EIGHT})  # the heights of all eight such points


def is_weak_key(key: bytes) -> bool:
    """Return whether 32 bytes are a point of small order, or the second spelling of a point."""
    height = int.from_bytes(key, "little") % 2**255
    return height >= _P or height in _SMALL
