"""The chain: nothing can be changed, added or left out unseen."""

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.record.chain import BATCH, Chain, verify_chain
from pbem.record.entry import Entry, Head, write
from pbem.record.errors import IntegrityError
from pbem.record.folder import join, split, verify_folder
from tests.record import sample

verify_by_tool: Any = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "verify.py"))["verify"]

SHORT = sample.short()
LINES = split(SHORT["log.jsonl"])


def changes(line: bytes) -> Iterator[bytes]:
    """Yield the line with one byte changed, inserted or deleted, at every place."""
    for i in range(len(line)):
        yield from (line[:i] + bytes([line[i] ^ bit]) + line[i + 1 :] for bit in (1, 0x20, 0x80))
        yield line[:i] + line[i + 1 :]
    for i in range(len(line) + 1):
        yield from (line[:i] + extra + line[i:] for extra in (b"0", b" ", b"\n"))


def long_game(moves: int) -> list[Entry]:
    """Return a game with many moves, so that batches are filled."""
    table = sample.Table()
    table.begin()
    order = table.order("blue", "all")
    for number in range(moves):
        table.move("blue", order.seq, text=f"step {number}")
    return table.entries


@pytest.mark.parametrize("number", range(len(LINES)))
def test_every_change_of_one_byte_is_caught(number: int) -> None:
    missed = [
        line
        for line in changes(LINES[number])
        if verify_folder(SHORT | {"log.jsonl": join([*LINES[:number], line, *LINES[number + 1 :]])}).ok
    ]
    assert missed == []


@pytest.mark.parametrize("number", range(len(LINES)))
def test_every_change_of_one_byte_is_caught_by_the_tool(number: int) -> None:
    missed = []
    for line in changes(LINES[number]):
        files = SHORT | {"log.jsonl": join([*LINES[:number], line, *LINES[number + 1 :]])}
        if all(verdict != "FAILED" for _, verdict, _ in verify_by_tool(files)):
            missed.append(line)
    assert missed == []


@given(st.integers(0, len(SHORT["log.jsonl"]) - 1), st.binary(max_size=4), st.integers(0, 4))
def test_both_verifiers_agree_on_any_damage(place: int, extra: bytes, gone: int) -> None:
    log = SHORT["log.jsonl"]
    files = SHORT | {"log.jsonl": log[:place] + extra + log[place + gone :]}
    report = verify_folder(files)
    assert report.ok == (files == SHORT)
    told = [name for name, verdict, _ in verify_by_tool(files) if verdict == "FAILED"]
    assert bool(told) == (not report.ok)
    if report.first_bad:
        assert told[0] == report.first_bad.check


@pytest.mark.parametrize("name", ["openings.jsonl", "head.note", "result.json"])
def test_every_change_beside_the_log_is_caught(name: str) -> None:
    needed = {"log.jsonl": SHORT["log.jsonl"]}
    for raw in changes(SHORT[name]):
        files = needed | {name: raw}
        assert not verify_folder(files).ok, raw
        assert any(verdict == "FAILED" for _, verdict, _ in verify_by_tool(files)), raw


@pytest.mark.parametrize("moves", [0, 1, BATCH - 5, BATCH, 3 * BATCH + 1])
def test_a_chain_is_passed_whatever_its_length(moves: int) -> None:
    entries = long_game(moves)
    assert verify_chain(entry.raw for entry in entries) == entries[-1].head


def test_no_chain_is_an_empty_chain() -> None:
    assert verify_chain([]) == Head.empty


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"step ', b'"stop '),
        (b'"seq":', b'"seq": '),
        (b'"seat":"blue"', b'"seat":1'),
        (b'"spring-1"', b'"spring-2"'),
        (b"}", b"}\n"),
        (b'"chance":[]', b'"chance":[1.0]'),
        (b'"text"', b'"test"'),
    ],
)
@pytest.mark.parametrize("place", [5, BATCH + 7, 2 * BATCH, 3 * BATCH + 5])
def test_a_long_chain_names_the_entry_that_breaks_it(place: int, old: bytes, new: bytes) -> None:
    raws = [entry.raw for entry in long_game(3 * BATCH + 2)]
    raws[place] = raws[place].replace(old, new)
    with pytest.raises(IntegrityError) as caught:
        verify_chain([*raws, raws[-1]])
    assert caught.value.seq == place + (old == b'"step ')


def test_entries_that_only_look_like_as_many_are_refused() -> None:
    raws = [entry.raw for entry in long_game(2 * BATCH)]
    joined = [*raws[:-2], raws[-2] + b"\n" + raws[-1], b""]
    with pytest.raises(IntegrityError):
        verify_chain(joined)


def test_an_entry_too_long_is_refused_in_a_batch() -> None:
    raws = [entry.raw for entry in long_game(2 * BATCH)]
    raws[BATCH + 3] = raws[BATCH + 3].replace(b"step", b"x" * 65_535)
    with pytest.raises(IntegrityError, match="65535") as caught:
        verify_chain(raws)
    assert caught.value.seq == BATCH + 3


def test_a_chain_read_entry_by_entry_knows_what_may_come() -> None:
    chain = Chain()
    for line in LINES:
        chain, _ = chain.read(line)
    assert chain == Chain(Head(8, chain.head.hash), sample.GAME, is_started=True, is_closed=True)
    more = write(chain.head, {"at": 0, "game": sample.GAME, "kind": "ruling", "act": "extend", "reason": ""})
    with pytest.raises(IntegrityError, match="closed"):
        chain.read(more.raw)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=20))
def test_any_texts_can_be_chained(reasons: list[str]) -> None:
    table = sample.Table()
    table.begin()
    for reason in reasons:
        table.write("ruling", act="extend", reason=reason)
    assert verify_chain(entry.raw for entry in table.entries) == table.head
