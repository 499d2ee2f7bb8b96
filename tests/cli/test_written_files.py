"""`pbem report -o FILE`: what is there already stays what it is, whatever it is; a no is one line."""

import os
import threading
from pathlib import Path

import pytest

from tests.cli.hosting import done, no
from tests.desk.house import GAME

REPORT = ("report", GAME, "--text", "-o")


@pytest.mark.parametrize("target", [".", "/", "", "/dev/null/x", "nowhere/x"])
def test_what_is_no_file_is_told_in_a_line(
    fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    said = no(2, fresh, *REPORT, target)
    assert len([line for line in said.splitlines() if line.startswith(("pbem: ", "Error: "))]) == 1
    assert list(Path().iterdir()) == []


def test_a_link_stays_a_link(fresh: Path, tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    done(fresh, *REPORT, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert GAME in (tmp_path / "real").read_text()


def test_a_file_keeps_its_rights(fresh: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").touch(mode=0o600)
    done(fresh, *REPORT, tmp_path / "mine")
    assert (tmp_path / "mine").stat().st_mode & 0o7777 == 0o600
    assert GAME in (tmp_path / "mine").read_text()


def test_a_pipe_is_written_into(fresh: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_text()), daemon=True)
    reader.start()
    done(fresh, *REPORT, tmp_path / "pipe")
    assert (tmp_path / "pipe").is_fifo()
    reader.join(10)
    assert GAME in read[0]
