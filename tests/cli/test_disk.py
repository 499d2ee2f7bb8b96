"""A full disk and a folder that may not be written: one clear line, and nothing half done.

The disk is full by a limit on the size of files. For root to be bound by the rights of files, the commands run without
the capabilities that set them aside.
"""

import ctypes
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.hosting import done, process
from tests.desk.house import BLUE, GAME, PBEM, legal, opened, rows, signed_mail, surroundings
from tests.wording import DESK, text_of

_DROP = 24  # PR_CAPBSET_DROP of prctl(2)
_SET_RIGHTS_ASIDE = (1, 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH


def disk_with(size: int) -> Callable[[], None]:
    """Return what limits a process to files of a size."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def bound_by_rights() -> None:
    """Make this process, even root's, mind the rights of files once it runs another program."""
    if os.geteuid() == 0:
        for capability in _SET_RIGHTS_ASIDE:
            ctypes.CDLL(None).prctl(_DROP, capability, 0, 0, 0)


def refused(ran: "subprocess.CompletedProcess[bytes]", code: int) -> str:
    said = ran.stderr.decode()
    assert ran.returncode == code, said
    assert len(said.splitlines()) == 1, said
    assert said.startswith("pbem: ")
    return said


def order_of(desk: Path) -> bytes:
    with opened(desk) as opened_desk:
        return legal(opened_desk, BLUE)[0].encode()


class TestFullDisk:
    def test_an_order_is_refused_and_can_be_given_again(self, running: Path) -> None:
        text, before = order_of(running), rows(running)
        ran = process(running, "order", GAME, "Anna", text=text, preexec_fn=disk_with(8192))
        assert "pbem.db cannot be used: " in refused(ran, 3)
        assert rows(running) == before
        assert text_of(DESK, "desk_played", order=text.decode()) in done(running, "order", GAME, "Anna", text=text)
        assert "valid: " in done(running, "verify", GAME)

    def test_a_key_is_made_whole_or_not_at_all(self, running: Path, tmp_path: Path) -> None:
        assert "cannot write" in refused(process(running, "key", "new", tmp_path / "k", preexec_fn=disk_with(100)), 2)
        assert not list(tmp_path.glob("k*"))
        done(running, "key", "new", tmp_path / "k")

    def test_luck_is_kept_whole_or_not_at_all(self, running: Path, tmp_path: Path) -> None:
        done(running, "key", "new", tmp_path / "k")
        where = ("--to", "r", "--game", "g", "--seat", "blue", "--token", "t")
        sign = ("sign", "--key", tmp_path / "k", "--luck", *where)
        assert "cannot keep the luck" in refused(process(running, *sign, preexec_fn=disk_with(10)), 2)
        assert sorted(path.name for path in tmp_path.glob("k*")) == ["k", "k.pub"]

    def test_a_report_that_cannot_be_written_leaves_the_old_one(self, tmp_path: Path) -> None:
        (tmp_path / "x.html").write_text("the old one")
        write = f"from pbem.cli.session import write_text; write_text({str(tmp_path / 'x.html')!r}, 'new' * 1_000)"
        ran = subprocess.run(
            [sys.executable, "-B", "-c", write], capture_output=True, check=False, preexec_fn=disk_with(1_000)
        )
        assert b"cannot write" in ran.stderr
        assert [path.name for path in tmp_path.glob("*x.html*")] == ["x.html"]
        assert (tmp_path / "x.html").read_text() == "the old one"

    @pytest.mark.parametrize("command", [("log", GAME), ("report", GAME), ("game", "list")])
    def test_output_that_goes_nowhere_is_told(self, running: Path, command: tuple[str, ...]) -> None:
        with Path("/dev/full").open("wb") as full:
            words = [str(PBEM), "--desk", str(running), *command]
            ran = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, check=False, env=surroundings())
        assert "No space left on device" in refused(ran, 3)

    def test_a_mail_is_kept_by_the_server(self, running: Path) -> None:
        with opened(running) as desk:
            raw = signed_mail(desk, BLUE, legal(desk, BLUE)[0])
        before = rows(running)
        refused(process(running, "mail", "receive", text=raw, preexec_fn=disk_with(8192)), 75)
        assert rows(running) == before
        assert done(running, "mail", "receive", text=raw).startswith("played: ")

    @pytest.mark.parametrize("size", [0, 100, 20_000])
    def test_no_half_made_desk_is_left(self, tmp_path: Path, size: int) -> None:
        refused(process(tmp_path, "init", tmp_path / "new", preexec_fn=disk_with(size)), 3)
        assert not (tmp_path / "new").exists()
        done(tmp_path, "init", tmp_path / "new")

    def test_no_half_written_export_is_left(self, over: Path, tmp_path: Path) -> None:
        ran = process(over, "export", GAME, tmp_path / "x", preexec_fn=disk_with(40_000))
        assert "cannot write" in refused(ran, 2)
        assert list((tmp_path / "x").iterdir()) == []
        done(over, "export", GAME, tmp_path / "x")

    def test_letters_stay_due(self, fresh: Path) -> None:
        before = rows(fresh)
        ran = process(fresh, "mail", "send", preexec_fn=disk_with(100))
        refused(ran, 3)
        assert rows(fresh) == before
        assert list((fresh / "outbox" / "new").iterdir()) == []
        assert done(fresh, "mail", "send") == "2 letters sent\n"


class TestReadOnly:
    @pytest.fixture
    def locked(self, running: Path) -> Iterator[Path]:
        """A desk that nobody may write."""
        paths = [running, *running.rglob("*")]
        rights = {path: path.stat().st_mode for path in paths}
        for path in reversed(paths):
            path.chmod(0o500 if path.is_dir() else 0o400)
        yield running
        for path in paths:
            path.chmod(rights[path])

    def test_root_is_bound_too_or_these_tests_would_say_nothing(self, locked: Path) -> None:
        write = f"open({str(locked / 'x')!r}, 'w')"
        ran = subprocess.run(
            [sys.executable, "-c", write],
            capture_output=True,
            check=False,
            preexec_fn=bound_by_rights,
        )
        assert b"PermissionError" in ran.stderr

    @pytest.mark.parametrize(
        "words",
        [("order", GAME, "Anna"), ("rebuild",), ("player", "add", "Eve"), ("game", "void", GAME, "--reason", "x")],
    )
    def test_a_desk_that_may_not_be_written_says_so(self, locked: Path, words: tuple[str, ...]) -> None:
        files = {path: path.read_bytes() for path in locked.rglob("*") if path.is_file()}
        said = refused(process(locked, *words, text=b"end", preexec_fn=bound_by_rights), 3)
        assert "pbem.db cannot be used: " in said
        assert "rights" in said
        assert {path: path.read_bytes() for path in locked.rglob("*") if path.is_file()} == files

    def test_a_folder_that_may_not_be_written_gets_no_desk_no_export_and_no_key(
        self, over: Path, tmp_path: Path
    ) -> None:
        closed = tmp_path / "closed"
        closed.mkdir(mode=0o500)
        said = refused(process(over, "init", closed / "new", preexec_fn=bound_by_rights), 3)
        assert "Permission denied" in said
        assert "Permission denied" in refused(process(over, "init", closed, preexec_fn=bound_by_rights), 3)
        said = refused(process(over, "export", GAME, closed / "x", preexec_fn=bound_by_rights), 2)
        assert "Permission denied" in said
        refused(process(over, "key", "new", closed / "k", preexec_fn=bound_by_rights), 2)
        refused(process(over, "report", GAME, "-o", closed / "r", preexec_fn=bound_by_rights), 2)
        refused(process(over, "backup", closed / "b", preexec_fn=bound_by_rights), 2)
        refused(process(over, "export", "--all", closed / "a", preexec_fn=bound_by_rights), 2)
        assert "Permission denied" in refused(process(over, "demo", closed / "d", preexec_fn=bound_by_rights), 3)
        assert list(closed.iterdir()) == []

    def test_a_folder_that_may_not_be_looked_into_is_wrong_usage(self, over: Path, tmp_path: Path) -> None:
        closed = tmp_path / "closed"
        closed.mkdir(mode=0)
        for words in (("verify", closed), ("report", GAME, "-o", closed / "r"), ("backup", closed / "b")):
            assert "Permission denied" in refused(process(over, *words, preexec_fn=bound_by_rights), 2)

    def test_a_desk_that_may_not_be_looked_into_says_so(self, running: Path) -> None:
        running.chmod(0)
        try:
            said = refused(process(running, "game", "list", preexec_fn=bound_by_rights), 3)
        finally:
            running.chmod(0o700)
        assert "Permission denied" in said
