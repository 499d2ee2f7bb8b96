"""Mails that are made to cost time: what the desk does with them is counted, not timed."""

import sys
from collections.abc import Callable, Iterator
from functools import partial as partial_of
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from pbem.desk.post.receiving import receive
from pbem.mail.dkim import dkimpy, dkimsig
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.letter.parts import LINES_LIMIT
from pbem.mail.pgp.packets import read_packets
from pbem.mail.safe import Unusable, UnusableError
from tests.mail import workshop
from tools import bombs
from tools.bombs import Bombed, Range, campaign, collection, fill, packet, partial

MOST_CALLS = 100  # times as many as for an ordinary mail
ONCE = {"blank lines", "packets in pieces", "many signatures", "unknown facts"}


@pytest.fixture(scope="module")
def range_(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Range]:
    made = Range(tmp_path_factory.mktemp("bombs") / "desk")
    yield made
    made.desk.close()


def calls_of(work: Callable[[], object]) -> int:
    """Count the functions that are called, ours and Python's own."""
    count = 0

    def note(_frame: FrameType, event: str, _what: Any) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_no_mail_lets_the_desk_do_much_more_than_an_ordinary_one(range_: Range) -> None:
    ordinary = calls_of(lambda: receive(range_.desk, range_.make_ordinary(99)))
    assert ordinary > 500
    counts = {name: calls_of(partial_of(receive, range_.desk, raw)) for name, raw in collection(range_.block)}
    assert len(counts) > 150
    assert all(any(piece in name for name in counts) for piece in ONCE)
    assert {name: count // ordinary for name, count in counts.items() if count > MOST_CALLS * ordinary} == {}


def refused(raw: bytes) -> str:
    read = read_letter(raw)
    assert isinstance(read, Unusable)
    return read.why


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_are_counted_before_they_are_parsed(end: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = workshop.mail(end * LINES_LIMIT, *bombs.PLAIN)
    why = f"the letter has more than {LINES_LIMIT} lines"
    monkeypatch.setattr("email.feedparser.FeedParser.feed", None)
    assert refused(raw) == why
    monkeypatch.undo()
    assert isinstance(read_letter(raw.replace(end * LINES_LIMIT, end * (LINES_LIMIT - 20))), Letter)


def test_lines_that_an_encoding_hides_are_counted_too() -> None:
    raw = dict(bombs.texts())["blank lines, base64"]
    assert raw.count(b"\n") < LINES_LIMIT
    assert refused(raw) == f"the letter has more than {LINES_LIMIT} lines"


class Copied(bytes):
    """Bytes that know how many of them were copied."""

    total = 0

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        if isinstance(found, int):
            return found
        Copied.total += len(found)
        return Copied(found)


@pytest.mark.parametrize("packets", [1, 2, 4])
def test_packets_in_pieces_are_copied_once(packets: int) -> None:
    raw = partial(240) * packets + packet(11, bytes(100_000))
    Copied.total = 0
    found = read_packets(Copied(raw))
    assert [len(one.body) for one in found] == [240] * packets + [100_000]
    assert Copied.total <= len(raw)


def test_pieces_are_counted_over_all_packets() -> None:
    with pytest.raises(UnusableError, match="too many pieces"):
        read_packets(partial(600) * 2)


@pytest.mark.parametrize("number", [20, 40, 900])
def test_of_many_signatures_of_a_provider_few_are_looked_at(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[bytes] = []
    read_tags = dkimpy.read_tags

    def look(value: bytes) -> dict[str, str]:
        looked.append(value)
        return read_tags(value)

    monkeypatch.setattr(dkimpy, "read_tags", look)
    plain = workshop.webmail("hello").replace(b"\r\n", b"\n")
    with pytest.raises(UnusableError):
        dkimsig.find_claims(b"DKIM-Signature: v=1; d=example.net\n" * number + plain, workshop.records)
    assert len(looked) <= 13


def test_blanks_that_stand_together_are_too_much_work() -> None:
    why = "a letter signed by DKIM alone may not be made of blanks"
    assert workshop.turned_down(dict(bombs.provided())["blanks within lines"], lambda _name: ()) == why
    board = workshop.dkim_signed(workshop.webmail((" " * 70 + "x\n") * 200 + workshop.TYPED))
    assert workshop.turned_down(board, lambda _name: ()) == "the sender's address is not enrolled for DKIM here"


def test_a_campaign_that_is_slow_twice_fails_and_leaves_the_mail(
    range_: Range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter([99.0, 1.0, 99.0, 99.0, 1.0])
    names = ["busy", "slow", "quick"]
    monkeypatch.setattr(bombs, "collection", lambda _block: [(name, fill(b"x", 10)) for name in names])
    monkeypatch.setattr(Range, "__init__", lambda made, folder: None)
    monkeypatch.setattr(Range, "seconds", lambda made, raw: next(times))
    for name, value in (("ordinary", 1.0), ("block", None), ("desk", range_.desk)):
        monkeypatch.setattr(Range, name, value, raising=False)
    monkeypatch.setattr(range_.desk, "close", lambda: None)
    assert bombs.main([str(tmp_path / "left")]) == 1
    assert [path.name for path in (tmp_path / "left").iterdir()] == ["slow.eml"]
    assert "slow twice: slow, 99 times an ordinary mail" in capsys.readouterr().out


def test_a_mail_that_was_slow_once_is_told_by_its_better_time(range_: Range, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([99.0, 2.0])
    monkeypatch.setattr(bombs, "collection", lambda _block: [("busy", b"x")])
    monkeypatch.setattr(range_, "seconds", lambda raw: next(times))
    monkeypatch.setattr(range_, "ordinary", 1.0)
    told: list[Bombed] = []
    assert campaign(range_, told.append) == []
    assert [bombed.ratio for bombed in told] == [2.0]
