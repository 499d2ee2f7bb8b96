"""Mails that are made to cost time: what the desk does with them is counted, not timed."""

import sys
from collections.abc import Callable
from functools import partial as partial_of
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from pbem.desk.post.hearing.receiving import receive
from pbem.mail.dkim import dkimpy, dkimsig
from pbem.mail.letter.letter import Letter, read_letter
from pbem.mail.letter.parts import LINES_LIMIT
from pbem.mail.pgp.packets import read_packets
from pbem.mail.safe import Unusable, UnusableError
from tests.mail import workshop
from tools import bombs
from tools.bombs import Bombed, Range, campaign, collection, fill, packet, partial

# A mail may take 100 ms. Where Python runs the desk's own code it calls 3,500 functions a millisecond on the reference:
# an ordinary mail takes 1 ms and 3,700 calls. What takes long inside one call is not seen here but by `make bombs`.
MOST_CALLS = 100 * 3_500
ONCE = {"blank lines", "packets in pieces", "many signatures", "unknown facts", "plans that play on"}


@pytest.fixture(scope="module")
def range_(tmp_path_factory: pytest.TempPathFactory) -> Range:
    return Range(tmp_path_factory.mktemp("bombs"))


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


def calls_for(range_: Range, raw: bytes) -> int:
    with range_.furnished() as desk:
        return calls_of(partial_of(receive, desk, raw))


def test_an_ordinary_mail_is_a_hundredth_of_what_a_mail_may_take(range_: Range) -> None:
    assert MOST_CALLS / 200 < calls_for(range_, range_.make_ordinary(1)) < MOST_CALLS / 80


def test_no_sheet_lets_the_desk_do_too_much(range_: Range) -> None:
    counts = {name: calls_for(range_, raw) for name, raw in range_.sheets()}
    assert len(counts) > 40
    assert {name: count for name, count in counts.items() if count > MOST_CALLS} == {}


def test_nor_does_any_other_mail(range_: Range) -> None:
    sheets = dict(range_.sheets())
    others = {name: raw for name, raw in collection(range_) if name not in sheets}
    with range_.furnished() as desk:
        counts = {name: calls_of(partial_of(receive, desk, raw)) for name, raw in others.items()}
    assert len(counts) > 150
    assert all(any(piece in name for name in (*counts, *sheets)) for piece in ONCE)
    assert {name: count for name, count in counts.items() if count > MOST_CALLS} == {}


def test_bombs_are_no_duds(range_: Range) -> None:
    sheets = dict(range_.sheets())
    for name in ("alea: plans that play on", "fortuna: plans that play on", "praetor: plans that play on"):
        with range_.furnished() as desk:
            assert receive(desk, sheets[name]).verdict == "played"
            with desk.store.read() as look:
                assert len(look.records.raws(f"bombs-{name.partition(':')[0]}")) > 25
    for name, raw in sheets.items():
        with range_.furnished() as desk:
            assert receive(desk, raw).verdict in ("played", "refused", "answered"), name


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


def test_the_yardstick_is_always_the_same_work() -> None:
    assert bombs.measure() == bombs.measure()
    assert (bombs.MAY_TAKE, bombs.LIMIT) == (0.1, 10.0)


def test_a_campaign_that_is_slow_twice_fails_and_leaves_the_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lengths = iter([99.0, 1.0, 99.0, 99.0, 1.0])
    names = ["busy", "slow", "quick"]
    monkeypatch.setattr(bombs, "collection", lambda _range: [(name, fill(b"x", 10)) for name in names])
    monkeypatch.setattr(Range, "__init__", lambda made, folder: None)
    monkeypatch.setattr(Range, "yardstick", 0.01, raising=False)
    monkeypatch.setattr(Range, "length", lambda made, raw: next(lengths))
    assert bombs.main([str(tmp_path / "left")]) == 1
    assert [path.name for path in (tmp_path / "left").iterdir()] == ["slow.eml"]
    assert "slow twice: slow, 99.0 yardsticks; limit 10" in capsys.readouterr().out


def test_a_mail_that_was_slow_once_is_told_by_its_better_time(range_: Range, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = iter([99.0, 2.0])
    monkeypatch.setattr(bombs, "collection", lambda _range: [("busy", b"x")])
    monkeypatch.setattr(range_, "length", lambda raw: next(lengths))
    told: list[Bombed] = []
    assert campaign(range_, told.append) == []
    assert [bombed.length for bombed in told] == [2.0]
