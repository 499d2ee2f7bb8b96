"""The fuzzer of mails: it finds nothing in a sound desk, and notices what it is there to notice."""

from collections.abc import Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.desk.post.hearing import receiving as post
from pbem.desk.post.received import Received
from pbem.mail.evidence import Signed
from tools import fuzz_mail
from tools.fuzz_mail import Target, batch, campaign, judge, main


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    target = Target(tmp_path_factory.mktemp("fuzz") / "desk")
    yield target
    target.desk.close()


def test_mutants_have_no_effect_but_that_of_their_originals() -> None:
    tally = campaign(1, 400)
    assert [fault.why for fault in tally.faults if not fault.is_slowness] == []
    assert tally.verdicts.total() == 400
    assert tally.verdicts["played"] > 0
    assert tally.verdicts["ignored"] > 200


def test_there_are_good_mails_of_every_kind(tmp_path: Path) -> None:
    target = Target(tmp_path / "desk")
    with closing(target.desk):
        played = [judge(target, raw) for raw in target.mails]
    assert {why for _, why in played} == {""}
    assert {verdict for verdict, _ in played} <= {"played", "known", "refused"}
    assert len(target.blocks) == 8
    assert [verdict for verdict, _ in played].count("played") >= 4


def test_orders_that_nobody_signed_are_noticed(target: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    find = vars(post)["find_signed"]

    def forge(*args: Any, **kwargs: Any) -> Any:
        signed = find(*args, **kwargs)
        assert isinstance(signed, Signed)
        return replace(signed, block=replace(signed.block, orders=("resign",)))

    monkeypatch.setattr(post, "find_signed", forge)
    assert "orders that nobody signed" in judge(target, target.mails[0])[1]


def test_a_crash_is_a_failure_and_its_mail_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def crash(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(post, "receive", crash)
    assert main([str(tmp_path / "left"), "--mails", "3"]) == 1
    assert "crashed" in capsys.readouterr().out
    assert len(list((tmp_path / "left").iterdir())) > 3


def test_a_desk_that_takes_nothing_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post, "receive", lambda *_: Received("ignored", "not today"))
    tally = batch(tmp_path / "desk", Random(1), 0)
    assert [fault.why for fault in tally.faults if fault.why == "a good mail is ignored"]


def test_a_mail_that_is_slow_twice_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_mail, "LIMIT", 0.0)
    tally = batch(tmp_path / "desk", Random(1), 5)
    assert len(tally.slow) == len(tally.faults) == 5


def test_a_mail_that_is_slow_once_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = cycle([1.0, 0.0])
    monkeypatch.setattr(fuzz_mail, "timed", lambda target, raw: (*judge(target, raw), next(times)))
    assert batch(tmp_path / "desk", Random(1), 5).slow == ()
