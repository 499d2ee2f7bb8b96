"""Backups, restoring and checking as commands."""

import os
import pty
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.hosting import done, no, pbem
from tests.desk.house import BLUE, GAME, PBEM, legal, opened, surroundings, tamper
from tests.wording import DESK, mentions, text_of


def test_a_desk_is_backed_up_lost_and_restored(running: Path, tmp_path: Path) -> None:
    assert "backup    none yet" in done(running, "status")
    assert "without the keys" in done(running, "backup", tmp_path / "b")
    assert "second" in done(running, "status").partition("backup ")[2].splitlines()[0]
    assert done(running, "backup", "--check", tmp_path / "b") == f"{tmp_path / 'b'} is whole\n"
    for path in running.glob("pbem.db*"):
        path.unlink()
    assert "the database" in no(3, running, "status")
    said = done(running, "restore", tmp_path / "b", running)
    assert said.splitlines()[:2] == [f"restored 1 game into {running}", f"frozen: {GAME}"]
    told = [line for line in done(running, "status").splitlines() if "frozen" in line]
    assert told == [
        "  frozen  f1: restored, waits to hear from blue, orange; `pbem game thaw f1` if nothing is missing"
    ]
    assert mentions(no(1, running, "order", GAME, "Anna", text="any"), DESK, "desk_frozen_restored", game=GAME)
    assert done(running, "game", "thaw", GAME).startswith(f"{GAME}: goes on from entry ")
    assert "frozen" not in done(running, "status")
    with opened(running) as desk:
        text = legal(desk, BLUE)[0]
    assert text_of(DESK, "desk_played", order=text) in done(running, "order", GAME, "Anna", text=text)
    assert done(running, "check") == "everything is whole\n"


def test_a_backup_is_checked_without_keys_as_far_as_that_goes(running: Path, tmp_path: Path) -> None:
    done(running, "backup", tmp_path / "b")
    assert "was not opened" in done(tmp_path, "backup", "--check", tmp_path / "b")
    done(running, "backup", tmp_path / "k", "--keys")
    assert done(tmp_path, "backup", "--check", tmp_path / "k") == f"{tmp_path / 'k'} is whole\n"


def test_a_damaged_backup_is_told(running: Path, tmp_path: Path) -> None:
    done(running, "backup", tmp_path / "b", "--keys")
    raw = bytearray((tmp_path / "b").read_bytes())
    raw[12 * 4096 : 13 * 4096] = bytes(4096)
    (tmp_path / "b").write_bytes(raw)
    result = pbem(running, "backup", "--check", tmp_path / "b")
    assert result.exit_code == 1
    assert "damaged: " in result.stdout
    assert "is damaged" in no(1, running, "restore", tmp_path / "b", tmp_path / "new")
    (tmp_path / "b").write_bytes(b"nothing")
    assert "no backup" in no(1, running, "backup", "--check", tmp_path / "b")


def test_a_backup_of_a_desk_that_is_damaged_inside_is_told(running: Path, tmp_path: Path) -> None:
    tamper(running, "UPDATE seat SET name = 'Mallory' WHERE seat = 'blue'")
    done(running, "backup", tmp_path / "b", "--keys")
    result = pbem(running, "backup", "--check", tmp_path / "b")
    assert result.exit_code == 1
    assert "damaged: seat: f1: " in result.stdout


def test_damage_is_named_with_an_exit_code_of_its_own(running: Path) -> None:
    tamper(running, "UPDATE letter SET locked = zeroblob(50) WHERE id = 3")
    result = pbem(running, "check")
    assert result.exit_code == 1
    assert result.stdout.startswith("damaged: letter: f1 ")
    assert result.stderr == "pbem: 1 thing is damaged: restore a backup, or see docs/disk.md\n"
    raw = bytearray((running / "pbem.db").read_bytes())
    raw[:4096] = bytes(4096)
    (running / "pbem.db").write_bytes(raw)
    assert "pbem.db" in no(3, running, "check")


def test_a_missing_mark_is_told_and_a_torn_one_named(running: Path) -> None:
    mark = running / "marks" / GAME
    mark.write_bytes(mark.read_bytes()[:40])
    assert pbem(running, "check").exit_code == 1
    mark.unlink()
    told, whole = done(running, "check").splitlines()
    assert told.startswith(f"no mark: {GAME}: ")
    assert whole == "everything is whole"


def test_rows_that_are_gone_are_missed_until_the_desk_is_rebuilt(running: Path) -> None:
    tamper(running, "DELETE FROM player WHERE name = 'Carla'")
    assert pbem(running, "check").stdout == "damaged: player: 3 rows are there, and 4 should be\n"
    said = pbem(running, "rebuild")
    assert said.exit_code == 1
    assert said.stdout.splitlines()[0] == "was different: player: 3 rows are there, and 4 should be"
    assert done(running, "check") == "everything is whole\n"


def test_checking_shows_progress_on_a_terminal(running: Path) -> None:
    leader, follower = pty.openpty()
    words = [str(PBEM), "--desk", str(running), "check"]
    ran = subprocess.run(words, stdout=subprocess.PIPE, stderr=follower, check=False, env=surroundings())
    os.close(follower)
    assert ran.returncode == 0
    assert b"0/1 games" in os.read(leader, 1_000)
    os.close(leader)


def test_a_backup_is_made_while_the_daemon_runs(running: Path, tmp_path: Path) -> None:
    words = [str(PBEM), "--desk", str(running), "run", "--every", "0.05"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings()) as daemon:
        assert daemon.stdout
        assert daemon.stdout.readline().startswith(b"running at")
        try:
            for number in range(3):
                done(running, "backup", tmp_path / f"b{number}", "--keys")
                time.sleep(0.1)
        finally:
            daemon.send_signal(signal.SIGTERM)
        assert daemon.wait() == 0
    for number in range(3):
        assert "is whole" in done(tmp_path, "backup", "--check", tmp_path / f"b{number}")


def test_all_games_are_exported_and_bring_a_desk_back(running: Path, tmp_path: Path) -> None:
    said = done(running, "export", "--all", tmp_path / "x")
    assert said == f"wrote 1 game to {tmp_path / 'x'}; publish nothing but {tmp_path / 'x'}/games\n"
    assert "valid: " in done(running, "verify", tmp_path / "x" / "games" / GAME)
    for path in running.glob("pbem.db*"):
        path.unlink()
    assert "restored 1 game" in done(running, "restore", tmp_path / "x", running)
    assert done(running, "check") == "everything is whole\n"
    (tmp_path / "x" / "sealed" / GAME).unlink()
    for path in running.glob("pbem.db*"):
        path.unlink()
    result = pbem(running, "restore", tmp_path / "x", running)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"lost: {GAME}: its secrets are lost")


@pytest.mark.parametrize("words", [(GAME,), ("--all", GAME, "x")])
def test_an_export_is_of_one_game_or_of_all(running: Path, words: tuple[str, ...]) -> None:
    assert "name a game and a folder" in no(2, running, "export", *words)


def test_the_status_tells_of_games_that_are_gone(running: Path) -> None:
    (running / "marks" / "g9").write_bytes((running / "marks" / GAME).read_bytes())
    assert "missing" not in done(running, "status")  # a mark under another name says nothing
    tamper(running, "DELETE FROM game")
    assert "missing f1" in done(running, "status")
