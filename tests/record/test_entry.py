"""Entries: written at a head, read at a head."""

from hashlib import sha256
from typing import Any

import pytest

from pbem.record.errors import IntegrityError
from pbem.record.log.canonical import encode
from pbem.record.log.entry import MAX_BYTES, ZERO, Head, entry_hash, read, write

RULING = {"at": 1, "game": "g", "kind": "ruling", "act": "resume", "reason": "snow"}
HEAD = Head(3, entry_hash(b"entry 2"))


def test_hash_is_the_leaf_hash_of_a_merkle_tree() -> None:
    assert entry_hash(b"x") == sha256(b"\x00x").digest()


def test_the_empty_head() -> None:
    assert Head.empty == Head(0, ZERO) == Head(0, bytes(32))


def test_write_adds_place_and_link() -> None:
    entry = write(HEAD, RULING)
    assert entry.body == {**RULING, "seq": 3, "prev": HEAD.hash.hex()}
    assert entry.raw == encode(entry.body)
    assert entry.head == Head(4, entry_hash(entry.raw))
    assert entry.content.game == "g"


def test_read_gives_what_was_written() -> None:
    entry = write(HEAD, RULING)
    assert read(HEAD, entry.raw, game="g") == entry


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"act": "forgive"}, "forgive"),
        ({"mood": "mild"}, "mood"),
        ({"reason": None}, "null"),
        ({"at": -1}, ">= 0"),
        ({"at": 1.5}, "integer"),
        ({"to": 1}, "'to'"),
        ({"seat": "blue"}, "'seat'"),
        ({"reason": "x" * MAX_BYTES}, "at most 65535"),
        ({"kind": "wish"}, "wish"),
    ],
)
def test_write_refuses_a_wrong_shape(change: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        write(HEAD, RULING | change)


def test_the_largest_entry_is_allowed() -> None:
    size = len(write(HEAD, RULING | {"reason": ""}).raw)
    assert len(write(HEAD, RULING | {"reason": "x" * (MAX_BYTES - size)}).raw) == MAX_BYTES


@pytest.mark.parametrize(
    ("head", "game", "why"),
    [(Head(4, HEAD.hash), "g", "seq"), (Head(3, ZERO), "g", "prev"), (HEAD, "other", "game")],
)
def test_read_refuses_an_entry_at_the_wrong_place(head: Head, game: str, why: str) -> None:
    raw = write(HEAD, RULING).raw
    with pytest.raises(IntegrityError, match=why) as caught:
        read(head, raw, game=game)
    assert (caught.value.seq, caught.value.check) == (head.size, "chain")


def test_an_error_says_where_what_and_why() -> None:
    assert str(IntegrityError(4, "chain", "torn")) == "entry 4: chain: torn"
    assert str(IntegrityError(None, "note", "torn")) == "beside the log: note: torn"
