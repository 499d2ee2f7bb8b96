"""`pbem archive`, and looking at exports: what is said, and with which exit code."""

import json
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.cli.hosting import done, no, pbem
from tests.desk.house import GAME, PBEM, ROOT

PUBLISHED = ROOT / "archive"


@pytest.fixture
def kept(over: Path) -> Path:
    """A desk whose archive holds its own game and another's."""
    done(over, "archive", "add", GAME, PUBLISHED / "praetor-two")
    return over


def test_games_are_added_listed_built_and_verified(kept: Path, tmp_path: Path) -> None:
    assert "2 games, 2 signed for by referee.example.org/archive" in done(kept, "archive", "list")
    built = done(kept, "archive", "build", tmp_path / "out")
    assert "2 games: 0 replays made" in built  # they were made when the games were added
    assert f"open {tmp_path / 'out' / 'index.html'}" in built
    assert "0 files written" in done(kept, "archive", "build", tmp_path / "out")
    told = done(kept, "archive", "verify", "--checkpoint", tmp_path / "out" / "site.checkpoint")
    assert "the first 2 games are those of the checkpoint" in told
    assert told.splitlines()[-1] == "2 games, 2 signed for: valid"
    assert "valid" in done(kept, "verify", tmp_path / "out" / "games" / GAME)


def test_a_game_dropped_since_a_checkpoint_is_noticed(kept: Path, tmp_path: Path) -> None:
    checkpoint = tmp_path / "kept.txt"
    checkpoint.write_bytes((kept / "archive" / "site.checkpoint").read_bytes())
    log = kept / "archive" / "site.log"
    log.write_text("".join(log.read_text().splitlines(keepends=True)[1:]))
    told = pbem(kept, "archive", "verify", "--checkpoint", checkpoint)
    assert told.exit_code == 1
    assert "some were dropped" in told.output
    assert "NOT VALID" in told.output


def test_a_bad_export_is_refused_with_its_first_bad_entry(over: Path) -> None:
    told = no(1, over, "archive", "add", ROOT / "tests" / "vectors" / "reject" / "changed")
    assert "is not valid: entry " in told
    assert "nothing was added" in told
    assert not (over / "archive").exists()


def test_a_running_game_is_not_added(running: Path) -> None:
    assert "is not over" in no(1, running, "archive", "add", GAME)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("archive", "add", "f9"), "there is no game 'f9'"),
        (("archive", "add", "./nowhere"), "there is no game './nowhere'"),
        (("archive", "build", "out"), "there are no games"),
        (("archive", "verify"), "there are no games"),
        (("archive", "serve", "out"), "holds no site"),
        (("archive", "verify", "--checkpoint", "nowhere"), "cannot read nowhere"),
        (("position", str(PUBLISHED / "alea-two"), "--at", "9999"), "has no entry 9999"),
        (("position", str(PUBLISHED / "alea-two"), "--at", "1"), "had not started"),
        (("log", str(PUBLISHED / "alea-two"), "--at", "9999"), "has no entry 9999"),
        (("log", str(PUBLISHED / "alea-two"), "--seat", "pink"), "has no seat 'pink'"),
        (("try", str(PUBLISHED / "alea-two"), "--at", "0"), "was not being played"),
        (("try", str(PUBLISHED / "alea-two"), "--at", "30", "--bots", "clever"), "there is no bot 'clever'"),
    ],
)
def test_what_makes_no_sense_is_said_in_a_line(over: Path, words: tuple[str, ...], why: str) -> None:
    assert why in no(2, over, *words)


def test_a_running_game_is_not_tried(running: Path) -> None:
    assert "is not over" in no(2, running, "try", GAME, "--at", "20")


def test_exports_are_looked_at_without_a_desk(tmp_path: Path) -> None:
    export = PUBLISHED / "fortuna-two"
    told = json.loads(done(tmp_path, "position", export, "--at", "60", "--seat", "blue", "--json"))
    assert (told["game"], told["seq"]) == ("fortuna-two", 60)
    assert done(tmp_path, "log", export, "--at", "60").startswith("   60  ")
    assert all(" blue" in line for line in done(tmp_path, "log", export, "--seat", "blue").splitlines())
    german = done(tmp_path, "report", export, "--at", "60", "--seat", "Anna", "--lang", "de", "--text")
    assert "Runde" in german
    done(tmp_path, "position", export, "--at", "60", "--png", tmp_path / "board.png")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


def test_an_export_shows_the_positions_that_its_desk_shows(over: Path, tmp_path: Path) -> None:
    done(over, "export", GAME, tmp_path / "export")
    for at in ("10", "40", "80"):
        for seat in ((), ("--seat", "blue"), ("--seat", "orange")):
            here = done(over, "position", GAME, "--at", at, *seat, "--json")
            assert done(tmp_path, "position", tmp_path / "export", "--at", at, *seat, "--json") == here


def test_a_forged_export_shows_nothing(tmp_path: Path) -> None:
    forged = ROOT / "tests" / "vectors" / "reject" / "changed"
    assert "is not valid: entry" in no(1, tmp_path, "position", forged, "--at", "9")


def test_what_might_have_been_is_played_and_not_recorded(over: Path) -> None:
    before = done(over, "log", GAME)
    told = pbem(over, "try", GAME, "--at", "40", "--seat", "blue", text="\n".join(["nonsense", "board", *["1"] * 400]))
    assert told.exit_code == 0
    assert "nothing of this was recorded" in told.output
    assert "road" in told.output
    assert done(over, "log", GAME) == before
    ended = pbem(over, "try", GAME, "--at", "40", text="quit\n")
    assert ended.exit_code == 0
    assert "recorded" not in ended.output


def test_a_site_is_served_on_this_machine(kept: Path, tmp_path: Path) -> None:
    done(kept, "archive", "build", tmp_path / "out")
    command = [str(PBEM), "archive", "serve", str(tmp_path / "out"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            address = running.stdout.readline().strip()
            assert address.startswith("http://127.0.0.1:")
            with urllib.request.urlopen(address, timeout=20) as answer:
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert b"pbem archive" in answer.read()
        finally:
            running.terminate()


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (93, "! blue is vacant now: resigned by its holder"),
        (92, "! Entry 92: orders of"),
        (20, "* Anna: Sawmill SA2 with level 3: +3 wood"),
    ],
)
def test_a_report_on_an_export_tells_what_happened_at_that_entry(tmp_path: Path, entry: int, told: str) -> None:
    report = done(tmp_path, "report", PUBLISHED / "praetor-substitute", "--at", entry, "--text")
    assert f"\n{told}" in report.partition("What happened\n")[2]


def test_an_empty_checkpoint_proves_nothing(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n")
    result = pbem(kept, "archive", "verify", "--checkpoint", tmp_path / "empty")
    assert result.exit_code == 2
    assert "is empty: it is no checkpoint" in result.stderr
