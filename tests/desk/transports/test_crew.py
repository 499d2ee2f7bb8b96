"""`pbem run --workers N`: several processes share the work, and one that dies is started again."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.transports.maildir import Maildir
from tests.desk.house import EVER, PBEM, furnished, opened, surroundings
from tests.desk.transports.account import Account
from tests.desk.transports.office import Office
from tests.desk.transports.test_run import Run, configure, is_sound, order, plan, running
from tests.servers.machine import until
from tests.servers.postgres import Postgres


@pytest.fixture
def folder(tmp_path: Path, server: Postgres | None) -> Path:
    """The folder of a desk where blue is asked, on every database; every letter of its past was sent."""
    desk = furnished("running", tmp_path / "desk", server)
    with opened(desk) as opened_desk, opened_desk.store.write() as change:
        for letter in change.letters.due(EVER):
            change.letters.note_sent(letter.id, 1)
    return desk


def children(pid: int) -> list[int]:
    """Return the processes that a process has started, and that still run."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
    except OSError:
        return []


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def unsent(desk: Desk) -> int:
    with desk.store.read() as look:
        return look.letters.unsent()[0]


@contextmanager
def crew(folder: Path, *, every: float = 0.1, count: int = 3) -> Iterator[tuple[Run, list[int]]]:
    """Run several workers for a while."""
    with running(folder, every=every, workers=count) as run:
        until(lambda: len(children(run.process.pid)) == count, "all workers")
        yield run, children(run.process.pid)


def drop_in(folder: Path, *mails: bytes) -> None:
    for number, raw in enumerate(mails):
        Maildir(folder / "inbox").deliver(f"{number:03}", "", raw)


def new(folder: Path, box: str) -> list[Path]:
    return list((folder / box / "new").iterdir())


def test_they_act_on_each_mail_once_and_answer_it_once(folder: Path) -> None:
    drop_in(folder, *(plan(folder, number) for number in range(12)))
    with crew(folder) as (run, _workers):
        run.wait_for("kept: ", 12)
        until(lambda: len(new(folder, "outbox")) == 12, "all answers")
    assert run.said.count("kept: ") == 12
    assert "known: " not in run.said
    assert re.search(r" worker [123]: mail from Bruno: kept: ", run.said)
    assert is_sound(folder)


def test_one_account_feeds_them_all(folder: Path, account: Account, office: Office) -> None:
    configure(folder, account=account, smtp=office.start().port)
    account.server.put(account.user, *(plan(folder, number) for number in range(12)))
    with crew(folder) as (run, _workers):
        run.wait_for("kept: ", 12)
        until(lambda: len(office.clerk.letters) == 12, "all answers")
    assert run.said.count("kept: ") == 12
    assert "known: " not in run.said
    assert len(account.done()) == 12
    assert len(office.clerk.letters) == 12
    assert is_sound(folder)


def test_one_that_is_killed_is_started_again(folder: Path) -> None:
    with crew(folder) as (run, workers):
        os.kill(workers[1], signal.SIGKILL)
        run.wait_for("worker 2 was killed by signal 9; it is started again in 1 s")
        until(lambda: len(children(run.process.pid)) == 3, "another worker")
        for worker in (workers[0], workers[2]):
            os.kill(worker, signal.SIGKILL)
        drop_in(folder, order(folder))
        run.wait_for("played: f1, blue: ")
        with opened(folder) as desk:
            until(lambda: unsent(desk) == 0, "all letters")
    assert is_sound(folder)


def test_one_that_cannot_begin_is_tried_again_with_longer_pauses(folder: Path) -> None:
    with crew(folder, count=2) as (run, workers):
        (folder / "pbem.toml").rename(folder / "away")
        os.kill(workers[0], signal.SIGKILL)
        run.wait_for("worker 1 ended with exit code ")
        run.wait_for("it is started again in 2 s")
        (folder / "away").rename(folder / "pbem.toml")
        until(lambda: len(children(run.process.pid)) == 2, "another worker")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_all_of_them_end(folder: Path, number: int) -> None:
    with crew(folder, every=600) as (run, workers):
        assert run.end(number) == 0
        assert not any(map(is_running, workers))
        assert "was killed" not in run.said


def test_they_do_not_outlive_the_one_that_started_them(folder: Path) -> None:
    process = subprocess.Popen(
        [str(PBEM), "--desk", str(folder), "run", "--every", "600", "--workers", "3"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=surroundings(),
    )
    until(lambda: len(children(process.pid)) == 3, "all workers")
    workers = children(process.pid)
    process.kill()
    process.wait()
    until(lambda: not any(map(is_running, workers)), "the end of all workers")
