"""Checks on all processors come to what they come to one after the other."""

import json
import os
from collections.abc import Iterator
from multiprocessing import parent_process
from pathlib import Path

import pytest

from pbem.desk import parallel
from pbem.desk.desk import Desk
from pbem.desk.matches.acts.host.rulings import rule_void
from pbem.desk.parallel import PAYS, checked
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.records.checks.game_verdict import verify_files, verify_game
from pbem.desk.records.checks.verdicts import Verified
from pbem.desk.records.folders.exporting import export
from pbem.desk.records.folders.files import EVIDENCE
from pbem.record.errors import IntegrityError
from tests.desk.house import BLUE, GAME, ORANGE, furnished, legal, match_of, opened, signed_mail

SIGNED = 24


def play_signed(desk: Desk) -> None:
    """Play on by signed mails."""
    for number in range(SIGNED):
        seat = next(seat for seat in (BLUE, ORANGE) if match_of(desk).decision_of(seat))
        assert receive(desk, signed_mail(desk, seat, legal(desk, seat)[0], number=number)).verdict == "played"


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """An export that shows signed orders."""
    with opened(furnished("running", tmp_path / "desk")) as desk:
        play_signed(desk)
        rule_void(desk, GAME, "enough")
        return export(desk, GAME, tmp_path / "export")


@pytest.fixture
def spread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two processes share the work out, however little there is."""
    monkeypatch.setattr(parallel, "PAYS", 1)
    monkeypatch.setattr(parallel, "_TOGETHER", 7)
    monkeypatch.setattr(parallel, "_processors", lambda: 2)


def whose(_job: int) -> int:
    return os.getpid()


def double(job: int) -> int:
    return 2 * job


def small(job: int) -> int:
    if job >= 30:
        raise IntegrityError(job, "evidence", "too large")
    return job


def only_here(job: int) -> int:
    if parent_process() is not None:
        os._exit(1)  # as one that is killed
    return job


def up_to(count: int) -> Iterator[int]:
    yield from range(count)
    raise IntegrityError(count, "seals", "no more")


def results(jobs: Iterator[int]) -> tuple[list[int], str]:
    """What comes, and the error at its end."""
    found: list[int] = []
    try:
        for one in checked(small, jobs):
            found.append(one)  # noqa: PERF402 - up to an error
    except IntegrityError as error:
        return found, str(error)
    return found, ""


class TestWork:
    @pytest.mark.usefixtures("spread")
    def test_is_done_by_others_and_comes_in_order(self) -> None:
        assert list(checked(double, range(100))) == [2 * number for number in range(100)]
        assert os.getpid() not in set(checked(whose, range(100)))

    def test_that_is_little_is_done_here(self) -> None:
        assert PAYS > 1_000
        assert set(checked(whose, range(1_000))) == {os.getpid()}

    @pytest.mark.usefixtures("spread")
    def test_that_has_one_processor_only_is_done_here(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(parallel, "_processors", lambda: 1)
        assert set(checked(whose, range(100))) == {os.getpid()}

    @pytest.mark.usefixtures("spread")
    def test_is_done_here_where_others_die(self) -> None:
        assert list(checked(only_here, range(50))) == list(range(50))

    @pytest.mark.parametrize("count", [10, 30, 31, 60])
    def test_ends_at_the_first_error_wherever_it_is(self, count: int, request: pytest.FixtureRequest) -> None:
        alone = results(up_to(count))
        request.getfixturevalue("spread")
        assert results(up_to(count)) == alone
        assert alone[0] == list(range(min(count, 30)))


def both(verify: object, request: pytest.FixtureRequest) -> tuple[Verified, Verified]:
    """Verify in one process, then in several."""
    assert callable(verify)
    alone = verify()
    request.getfixturevalue("spread")
    return alone, verify()


def write_over(export: Path, at: int, old: str, new: str) -> int:
    """Write something else into a line of evidence; returns the entry that it is for."""
    lines = (export / EVIDENCE).read_text().splitlines(keepends=True)
    assert old in lines[at]
    lines[at] = lines[at].replace(old, new, 1)
    (export / EVIDENCE).write_text("".join(lines))
    return int(json.loads(lines[at])["seq"])


class TestVerdicts:
    def test_a_good_export(self, exported: Path, request: pytest.FixtureRequest) -> None:
        alone, spread = both(lambda: verify_files(exported), request)
        assert alone.ok
        assert alone.orders
        assert alone.orders["checked"] == SIGNED
        assert spread == alone

    @pytest.mark.parametrize("places", [(17, 4), (4,), (23, 0), (23,)])
    def test_signatures_that_do_not_hold(
        self, exported: Path, places: tuple[int, ...], request: pytest.FixtureRequest
    ) -> None:
        seqs = [write_over(exported, at, "U1NIU0lHAAAA", "U1NIU0lHAAAB") for at in places]
        alone, spread = both(lambda: verify_files(exported), request)
        assert alone.first_bad
        assert (alone.first_bad["check"], alone.first_bad["seq"]) == ("evidence", min(seqs))
        assert spread == alone

    @pytest.mark.parametrize(("seal", "signature"), [(3, 20), (20, 3)])
    def test_a_seal_that_does_not_open_beside_a_signature_that_does_not_hold(
        self, exported: Path, seal: int, signature: int, request: pytest.FixtureRequest
    ) -> None:
        seqs = [
            write_over(exported, seal, r"\"sheet\":\"", r"\"sheet\":\"another "),
            write_over(exported, signature, "U1NIU0lHAAAA", "U1NIU0lHAAAB"),
        ]
        alone, spread = both(lambda: verify_files(exported), request)
        assert alone.first_bad
        assert (alone.first_bad["check"], alone.first_bad["seq"]) == ("evidence", min(seqs))
        assert spread == alone

    def test_a_game_at_a_desk(self, running: Desk, request: pytest.FixtureRequest) -> None:
        play_signed(running)
        alone, spread = both(lambda: verify_game(running, GAME), request)
        assert alone.ok
        assert alone.orders
        assert alone.orders["checked"] == SIGNED
        assert spread == alone
