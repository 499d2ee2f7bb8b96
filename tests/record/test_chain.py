"""The chain: nothing can be changed, added or left out unseen."""

import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.record.errors import IntegrityError
from pbem.record.folder import join, split, verify_folder
from pbem.record.log.chain import Chain, verify_chain
from pbem.record.log.entry import KINDS, Entry, Head, entry_hash, read_content, write
from tests.record import paced, sample

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
        if all(verdict not in ("FAILED", "CANNOT") for _, verdict, _ in verify_by_tool(files)):
            missed.append(line)
    assert missed == []


@given(st.integers(0, len(SHORT["log.jsonl"]) - 1), st.binary(max_size=4), st.integers(0, 4))
def test_both_verifiers_agree_on_any_damage(place: int, extra: bytes, gone: int) -> None:
    log = SHORT["log.jsonl"]
    files = SHORT | {"log.jsonl": log[:place] + extra + log[place + gone :]}
    report = verify_folder(files)
    assert report.ok == (files == SHORT)
    told = [(name, words) for name, verdict, words in verify_by_tool(files) if verdict in ("FAILED", "CANNOT")]
    assert bool(told) == (not report.ok)
    if report.first_bad and told[0][0] != report.first_bad.check:  # the tool looks at the whole chain before the rest
        assert told[0][0] == "chain"
        assert told[0][1].startswith(f"entry {(report.first_bad.seq or 0) + 1}:")


@pytest.mark.parametrize("name", ["openings.jsonl", "head.note", "result.json"])
def test_every_change_beside_the_log_is_caught(name: str) -> None:
    needed = {"log.jsonl": SHORT["log.jsonl"]}
    for raw in changes(SHORT[name]):
        files = needed | {name: raw}
        assert not verify_folder(files).ok, raw
        assert any(verdict == "FAILED" for _, verdict, _ in verify_by_tool(files)), raw


@pytest.mark.parametrize("moves", [0, 1, 300])
def test_a_chain_is_passed_whatever_its_length(moves: int) -> None:
    entries = long_game(moves)
    assert verify_chain(entry.raw for entry in entries) == entries[-1].head


def test_no_chain_is_an_empty_chain() -> None:
    assert verify_chain([]) == Head.empty


@pytest.mark.parametrize("place", [5, 50])
@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"step ', b'"stop '), (b'"spring-1"', b'"spring-2"'), (b"}", b""), (b'"seq":', b'"seq":1'), (b"{", b"[" * 9999)],
)
def test_a_long_chain_names_the_entry_that_breaks_it(place: int, old: bytes, new: bytes) -> None:
    raws = [entry.raw for entry in long_game(47)]
    raws[place] = raws[place].replace(old, new)
    with pytest.raises(IntegrityError) as caught:
        verify_chain([*raws, raws[-1]])
    assert caught.value.seq == place + (old == b'"step ')


@pytest.mark.parametrize("make", [sample.short, sample.taken_back, sample.void, sample.running])
def test_every_kind_is_passed(make: Callable[[], dict[str, bytes]]) -> None:
    lines = split(make()["log.jsonl"])
    head = Head(len(lines), entry_hash(lines[-1]))
    assert verify_chain(lines) == head


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_is_written_just_as_it_is_read(kind: str) -> None:
    folders = [sample.short(), sample.taken_back(), paced.leaves()]
    lines = [line for folder in folders for line in split(folder["log.jsonl"])]
    found = [line for line in lines if f'"kind":"{kind}"'.encode() in line]
    assert found
    for line in found:
        assert msgspec.json.encode(read_content(line), order="sorted") == line


def test_a_chain_read_entry_by_entry_knows_what_may_come() -> None:
    chain = Chain()
    for line in LINES:
        chain, _ = chain.read(line)
    at = sample.AT + 420
    seats = ("blue", "red")
    assert chain == Chain(Head(8, chain.head.hash), sample.GAME, at, is_started=True, is_over=True, seats=seats)
    more = write(chain.head, {"at": at, "game": sample.GAME, "kind": "ruling", "act": "resume", "reason": ""})
    with pytest.raises(IntegrityError, match="over"):
        chain.read(more.raw)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=20))
def test_any_texts_can_be_chained(reasons: list[str]) -> None:
    table = sample.Table()
    table.begin()
    for reason in reasons:
        table.rule("play", seat="red", reason=reason)
    assert verify_chain(entry.raw for entry in table.entries) == table.head
