"""Canonical JSON: exactly one sequence of bytes for each value.

RFC 8785 restricted to ASCII keys and integers below 2^53 in size; no floats, at most 64 levels
deep.
"""

from typing import Any, NoReturn

from msgspec.json import Decoder, Encoder

INTEGER_LIMIT = 2**53
MAX_DEPTH = 64

# For this domain msgspec writes what RFC 8785 asks for: tests/record/test_canonical.py proves it on every escape.
encoder = Encoder(order="deterministic")


def encode(data: Any) -> bytes:
    """Return the canonical bytes of plain data; ValueError if it has none."""
    _check(data, MAX_DEPTH)
    return encoder.encode(data)


def decode(raw: bytes) -> Any:
    """Return the value of canonical bytes.

    ValueError if the bytes are not exactly what `encode` writes.
    """
    data = parse(raw)
    if encode(data) != raw:
        raise ValueError("not canonical: the value would be written with other bytes")
    return data


def parse(raw: bytes) -> Any:
    """Return the value of canonical bytes.

    ValueError if they are not JSON, or contain a float.
    """
    try:
        return _decoder.decode(raw)
    except RecursionError:
        raise ValueError(f"deeper than {MAX_DEPTH} levels") from None


def _refuse_float(literal: str) -> NoReturn:
    raise ValueError(f"{literal} is not an integer")


_decoder = Decoder(float_hook=_refuse_float)


def _check(data: Any, depth: int) -> None:
    kind = type(data)
    if kind is dict:
        _check_inside(data.values(), depth)
        for key in data:
            if type(key) is not str or not key.isascii():
                raise ValueError(f"key {key!r} is not ASCII text")
    elif kind is list or kind is tuple:
        _check_inside(data, depth)
    elif kind is int:
        if not -INTEGER_LIMIT < data < INTEGER_LIMIT:
            raise ValueError(f"integer {data} is not below 2^53")
    elif kind is not str and kind is not bool and data is not None:
        raise ValueError(f"{kind.__name__} {data!r} has no place in a record")


def _check_inside(values: Any, depth: int) -> None:
    if depth == 0:
        raise ValueError(f"deeper than {MAX_DEPTH} levels")
    for value in values:
        if type(value) is not str:
            _check(value, depth - 1)
