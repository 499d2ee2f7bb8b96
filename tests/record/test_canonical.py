"""Canonical JSON: one value, one sequence of bytes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.record.log.canonical import INTEGER_LIMIT, MAX_DEPTH, decode, encode

words = st.text(st.characters(exclude_categories=["Cs"]))
keys = st.text(st.characters(max_codepoint=127))
numbers = st.integers(1 - INTEGER_LIMIT, INTEGER_LIMIT - 1)
plain = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: st.lists(inner) | st.dictionaries(keys, inner),
    max_leaves=20,
)


def by_the_book(data: Any) -> bytes:
    """RFC 8785 by the standard library: for ASCII keys and integers it comes to this."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def nested(depth: int) -> Any:
    data: Any = 1
    for _ in range(depth):
        data = [data]
    return data


@given(plain)
def test_bytes_are_those_of_the_book(data: Any) -> None:
    assert encode(data) == by_the_book(data)


@given(plain)
def test_decode_is_the_inverse(data: Any) -> None:
    assert decode(encode(data)) == data


@pytest.mark.parametrize("start", range(0, 0x3000, 0x100))
def test_every_character_is_written_as_in_the_book(start: int) -> None:
    text = "".join(map(chr, range(start, start + 0x100)))
    assert encode(text) == by_the_book(text)


def test_escapes_are_the_short_ones() -> None:
    assert (
        encode('"\\\b\t\n\f\r\0\x1f\x7f/\u2028é') == b'"\\"\\\\\\b\\t\\n\\f\\r\\u0000\\u001f\x7f/\xe2\x80\xa8\xc3\xa9"'
    )


def test_keys_are_sorted_by_their_characters_not_by_their_escapes() -> None:
    assert encode({"b": 1, "a": 2, "\n": 3, "B": 4, "aa": 5, "": 6}) == b'{"":6,"\\n":3,"B":4,"a":2,"aa":5,"b":1}'


def test_tuples_are_lists() -> None:
    assert encode((1, (2,))) == b"[1,[2]]"


@pytest.mark.parametrize(
    "data",
    [
        1.0,
        float("nan"),
        INTEGER_LIMIT,
        -INTEGER_LIMIT,
        "\ud800",
        {"ä": 1},
        {1: 1},
        b"raw",
        {1, 2},
        {"a": [1.5]},
    ],
    ids=repr,
)
def test_what_has_no_place_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        encode(data)


def test_depth_is_limited() -> None:
    assert decode(encode(nested(MAX_DEPTH))) == nested(MAX_DEPTH)
    with pytest.raises(ValueError, match="levels"):
        encode(nested(MAX_DEPTH + 1))


@pytest.mark.parametrize(
    "raw",
    [
        b"", b" 1", b"1 ", b"1\n", b"1.0", b"1e2", b"1E2", b"-0", b"01", b"+1", b"9007199254740992", b"1" * 5000,
        b"NaN", b"\xef\xbb\xbf1", b'{"a":1,"a":1}', b'{"b":1,"a":1}', b'{"a": 1}', b'{"a":1,}', b'"\\u0041"',
        b'"\\/"', b'"\\u001F"',
        b'"\x01"', b'"\xff"', b'"\\ud800"', b'"\xed\xa0\x80"', b'{"\xc3\xa4":1}', b"[" * 100_000, b"[[1.5]]", b"1 1",
    ],
    ids=lambda raw: repr(raw[:20]),
)  # fmt: skip
def test_other_spellings_are_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode(raw)


@given(plain, st.data())
def test_no_other_bytes_give_the_same_value(data: Any, chosen: st.DataObject) -> None:
    raw = encode(data)
    place = chosen.draw(st.integers(0, len(raw)))
    other = raw[:place] + chosen.draw(st.binary(max_size=3)) + raw[place + chosen.draw(st.integers(0, 2)) :]
    try:
        value = decode(other)
    except ValueError:
        return
    assert encode(value) == other
    assert (other == raw) == (by_the_book(value) == by_the_book(data))
