"""`pbem archive`, and looking at exports: what is said, and with which exit code."""

import html
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.desk.archive.adding import add_export
from pbem.desk.archive.shelf import SHELF, Shelf
from pbem.desk.desk import Desk
from tests.cli.hosting import done, no, pbem
from tests.desk.house import GAME, PBEM, ROOT

PUBLISHED = ROOT / "archive"
SIGNED = "the first 2 signed for by referee.example.org/archive"


@pytest.fixture
def kept(over: Path) -> Path:
    """A desk whose archive holds its own game and another's."""
    done(over, "archive", "add", GAME, PUBLISHED / "praetor-two")
    return over


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with two games, whose log is signed."""
    place = tmp_path_factory.mktemp("signed")
    desk = Desk.create(place / "desk", name="referee.example.org", address="referee@example.org")
    shelf = Shelf(place / "desk" / SHELF)
    try:
        for game in ("fortuna-two", "praetor-two"):
            add_export(shelf, PUBLISHED / game, desk)
    finally:
        desk.close()
    return shelf.folder


def test_games_are_added_listed_built_and_verified(kept: Path, tmp_path: Path) -> None:
    assert "2 games; the first 2 signed for by referee.example.org/archive" in done(kept, "archive", "list")
    built = done(kept, "archive", "build", tmp_path / "out")
    assert "2 games: 0 replays made" in built  # they were made when the games were added
    assert f"open {tmp_path / 'out' / 'index.html'}" in built
    assert "0 files written" in done(kept, "archive", "build", tmp_path / "out")
    told = done(kept, "archive", "verify", "--checkpoint", tmp_path / "out" / "site.checkpoint")
    assert told.splitlines()[-1] == f"2 games: valid; the first 2 are those of the checkpoint; {SIGNED}"
    assert "valid" in done(kept, "verify", tmp_path / "out" / "games" / GAME)
    check_as_written(tmp_path / "out")
    assert "not of this site: kept.txt\n" in done(kept, "archive", "build", tmp_path / "out")


def check_as_written(site: Path) -> None:
    """Do what the page about checking says, with the checkpoint as a reader copies it from there."""
    notes = [html.unescape(text) for text in re.findall(r"<pre>([^<]*)</pre>", (site / "check.html").read_text())]
    checkpoint = next(text for text in notes if text.startswith("referee.example.org/archive\n"))
    (site / "kept.txt").write_text(checkpoint.rstrip().replace("\n", "\r\n"))  # as some clipboards have it
    commands = [line.split() for text in notes for line in text.splitlines() if line.startswith("pbem ")]
    assert [words[1] for words in commands] == ["verify", "archive"]
    for _, *words in commands:
        ran = subprocess.run([PBEM, *words], cwd=site, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1].startswith("2 games: valid; the first 2 are those of the checkpoint; ")


def crlf(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


def junk(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"junk\n")


def empty_folder(path: Path) -> None:
    shutil.rmtree(path)


@pytest.mark.parametrize(
    ("name", "change", "last", "why"),
    [
        ("praetor-two", empty_folder, "NOT VALID: 1 of 2 games", "praetor-two: NOT VALID: was dropped"),
        ("site.log", crlf, "NOT VALID: the log", "line 1 of site.log is not a head and a game"),
        ("site.checkpoint", crlf, "NOT VALID: the log", "a checkpoint is an origin, a size and a root"),
        ("site.checkpoint", junk, "NOT VALID: the log", "lines of signatures alone"),
        ("site.checkpoint", Path.unlink, "NOT VALID: the log", "what was signed is gone"),
        (
            "site.key",
            Path.unlink,
            "NOT VALID: the log, the log against the checkpoint",
            "there is a site.checkpoint and no site.key",
        ),
        ("site.key", junk, "NOT VALID: the log, the log against the checkpoint", "not the key of a log"),
    ],
)
def test_the_last_word_on_an_archive_is_true(
    signed: Path, tmp_path: Path, name: str, change: Callable[[Path], object], last: str, why: str
) -> None:
    shutil.copytree(signed, tmp_path / "archive")
    change(tmp_path / "archive" / name)
    told = pbem(tmp_path, "archive", "verify", "--checkpoint", signed / "site.checkpoint")
    assert told.exit_code == 1
    assert why in told.output
    assert told.output.splitlines()[-1] == last
    assert "are those of the checkpoint" not in told.output


def test_what_nobody_signed_is_not_said_to_be_whole(tmp_path: Path) -> None:
    told = pbem(tmp_path, "archive", "add", PUBLISHED / "praetor-two")
    assert told.exit_code == 0
    assert "nobody signed the log" in told.stderr
    last = done(tmp_path, "archive", "verify").splitlines()[-1]
    assert last.startswith("1 game: each valid by itself; nobody signed the log")
    other = pbem(tmp_path, "archive", "verify", "--checkpoint", PUBLISHED / "site.checkpoint")
    assert other.exit_code == 1
    assert "the log and the checkpoint: DO NOT AGREE: there is no site.key" in other.output
    assert other.output.splitlines()[-1] == "NOT VALID: the log against the checkpoint"


def test_a_game_that_was_dropped_from_the_log_alone_is_noticed(signed: Path, tmp_path: Path) -> None:
    shutil.copytree(signed, tmp_path / "archive")
    for name in ("site.checkpoint", "site.log"):
        (tmp_path / "archive" / name).unlink()
    (tmp_path / "archive" / "site.log").write_text((signed / "site.log").read_text().splitlines(keepends=True)[0])
    told = pbem(tmp_path, "archive", "verify")
    assert told.exit_code == 1
    assert "praetor-two was dropped from it: its proof holds" in told.output
    assert "praetor-two: not in the log, not verified" in told.output


def test_what_is_no_checkpoint_says_nothing_of_the_archive(signed: Path, tmp_path: Path) -> None:
    for text in ("hello\n", (signed / "site.checkpoint").read_text() + "junk\n"):
        (tmp_path / "kept.txt").write_text(text)
        told = pbem(tmp_path, "archive", "verify", signed, "--checkpoint", tmp_path / "kept.txt")
        assert told.exit_code == 2
        assert "kept.txt is no checkpoint" in told.stderr
        assert "NOT VALID" not in told.output


def test_a_checkpoint_is_read_only_from_a_plain_file_or_standard_input(signed: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for source in (tmp_path / "pipe", tmp_path):
        assert "it is no plain file" in no(2, tmp_path, "archive", "verify", signed, "--checkpoint", source)
    note = (signed / "site.checkpoint").read_text()
    told = pbem(tmp_path, "archive", "verify", signed, "--checkpoint", "-", text=note)
    assert (told.exit_code, "are those of the checkpoint" in told.output) == (0, True)


def test_a_damaged_log_is_said_in_a_line(kept: Path, tmp_path: Path) -> None:
    (kept / "archive" / "site.log").write_bytes(b"\xff\n")
    assert "line 1 of site.log is not a head and a game; nothing was written" in no(
        1, kept, "archive", "build", tmp_path / "out"
    )
    assert not (tmp_path / "out").exists()
    assert "line 1 of site.log" in no(3, kept, "archive", "list")


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


def test_an_export_carries_the_proof_and_players_are_told_once(over: Path, tmp_path: Path) -> None:
    assert "2 letters with the checkpoint" in done(over, "archive", "add", GAME)
    assert "letter" not in done(over, "archive", "add", GAME)
    done(over, "export", GAME, tmp_path / "export")
    assert (tmp_path / "export" / "archive.tlog-proof").is_file()
    assert "checkpoint ok" in done(tmp_path, "verify", tmp_path / "export")


def test_an_event_is_added_and_listed_with_its_games(over: Path) -> None:
    event = ROOT / "tests" / "vectors" / "events" / "accept" / "short"
    assert "spring: 12 entries, 2 games, valid; added; line 3 of the log" in done(over, "archive", "add", event)
    assert "2 games and 1 event; the first 3 signed for by" in done(over, "archive", "list")
    assert "2 games and 1 event: valid" in done(over, "archive", "verify")
    told = no(1, over, "archive", "add", ROOT / "tests" / "vectors" / "events" / "reject" / "exchanged")
    assert "is not valid: entry " in told
    assert "nothing was added" in told


def test_the_package_is_a_program_too(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pbem", "archive", "list"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, "0 games; nobody signed the log\n")
