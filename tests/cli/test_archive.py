"""`pbem archive`, and looking at exports: what is said, and with which exit code."""

import html
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Callable
from contextlib import closing
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.desk.archive.adding import add_export
from pbem.desk.archive.shelf.shelf import SHELF, Shelf
from pbem.desk.desk import Desk
from pbem.games.found import named
from pbem.games.game import Data
from pbem.referee.language.phrases import RESIGNED, tell_reason
from tests.cli.hosting import done, no, pbem
from tests.desk.house import GAME, PBEM, ROOT, opened
from tests.wording import DESK, SITE, game_text, match_of, mentions, text_of

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
    with opened(kept) as desk:
        key = desk.public_key.hex()[:16]
    assert told.splitlines()[-1] == f"2 games: valid; the first 2 are those of the checkpoint; {SIGNED}, key {key}"
    assert mentions(html.unescape((tmp_path / "out" / "check.html").read_text()), SITE, "check_key", key=key)
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
    note = (signed / "site.checkpoint").read_text()
    for text in (
        "hello\n",
        note.replace("\n\n", "\njunk\n\n") + "junk\n",
        note.replace("=\n\n", "\n\n"),
        "\n".join(note),
    ):
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
    assert "line 1 of site.log" in no(1, kept, "archive", "list")


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
    assert game_text(named("fortuna"), "stage", "de", round=3) in german
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
    assert game_text(named("fortuna"), "label_road") in told.output
    assert done(over, "log", GAME) == before
    ended = pbem(over, "try", GAME, "--at", "40", text="quit\n")
    assert ended.exit_code == 0
    assert "recorded" not in ended.output


def asked(port: int, path: str, host: str = "127.0.0.1") -> int:
    """Return with what code a server of this machine answers."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as line:
        line.putrequest("GET", path, skip_host=True)
        line.putheader("Host", host)
        line.endheaders()
        return line.getresponse().status


def test_the_folder_of_an_event_is_listed_and_has_no_position(tmp_path: Path) -> None:
    event = PUBLISHED.parent / "tests" / "vectors" / "events" / "accept" / "cancelled"
    listed = done(tmp_path, "log", event).splitlines()
    assert len(listed) == len((event / "log.jsonl").read_bytes().splitlines())
    assert " event " in listed[0]
    assert done(tmp_path, "log", event, "--at", "1").splitlines() == [listed[1]]
    assert "seats are those of its games" in pbem(tmp_path, "log", event, "--seat", "red").stderr
    assert pbem(tmp_path, "log", event, "--at", "999").exit_code == 2
    for command in ("position", "report", "try"):
        told = pbem(tmp_path, command, event, "--at", "1")
        assert told.exit_code == 2, command
        assert "is the record of an event" in told.stderr


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
                assert text_of(SITE, "brand").encode() in answer.read()
            port = urllib.parse.urlsplit(address).port
            assert port
            (tmp_path / "out" / "linked.html").symlink_to("/etc/passwd")
            for path in ("/linked.html", "/.built.json", "/index.html%00", "/%2e%2e/desk/pbem.toml", "/games/"):
                assert asked(port, path) == 404, path
            assert asked(port, "/index.html") == asked(port, "/", "localhost:1") == 200
            assert asked(port, "/index.html", "evil.example") == 404
            again = pbem(tmp_path, "archive", "serve", tmp_path / "out", "--port", str(port))
            assert again.exit_code == 2
            assert again.stderr == f"pbem: cannot listen on port {port}: Address already in use; --port names another\n"
        finally:
            running.terminate()


SAWMILL: dict[str, Data] = {"name": "types/sawmill", "tile": "SA2", "level": 3, "gain": "3 wood"}


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (93, f"! {match_of(DESK, 'ruling_vacate', seat='blue', reason=tell_reason(RESIGNED, 'en'))}"),
        (92, f"! {match_of(DESK, 'entry_order', number=92)}"),
        (20, rf"\* Anna: {re.escape(game_text(named('praetor'), 'brief_produced', **SAWMILL))}"),
    ],
)
def test_a_report_on_an_export_tells_what_happened_at_that_entry(tmp_path: Path, entry: int, told: str) -> None:
    report = done(tmp_path, "report", PUBLISHED / "praetor-substitute", "--at", entry, "--text")
    assert re.search(rf"\n{told}", report.partition(f"{text_of(DESK, 'happened')}\n")[2])


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


def test_a_lost_archive_is_said_to_be_lost_and_how_it_comes_back(kept: Path, tmp_path: Path) -> None:
    archive, site = kept / "archive", tmp_path / "out"
    done(kept, "archive", "build", site)
    shutil.rmtree(archive)
    lost = "site.log is gone or empty, and this desk signed for 2 lines of it\npbem: put it back with "
    for words in (("add", PUBLISHED / "alea-two"), ("build", tmp_path / "new"), ("verify",), ("list",)):
        told = no(1, kept, "archive", *words)
        assert lost in told
        assert "`pbem archive add --anew` begins another log" in told
    archive.mkdir(exist_ok=True)  # as docs/archive.md says
    subprocess.run(f"cp {site}/site.* {archive}/ && cp -r {site}/games/*/ {archive}/", shell=True, check=True)
    assert done(kept, "archive", "verify").splitlines()[-1].startswith("2 games: valid; ")
    assert "is there: a log goes on" in no(2, kept, "archive", "add", "--anew", GAME)
    (archive / "site.log").write_text("")
    assert lost in no(1, kept, "archive", "verify")
    shutil.rmtree(archive)
    anew = pbem(kept, "archive", "add", "--anew", PUBLISHED / "praetor-two")
    assert anew.exit_code == 0
    assert "no checkpoint that anybody kept so far agrees with it" in anew.stderr
    assert "1 game: valid; " in done(kept, "archive", "verify")
    assert "no log of this archive was ever signed here" in no(2, tmp_path, "archive", "add", "--anew", GAME)


def test_a_letter_that_was_kept_is_a_checkpoint_however_it_was_saved(over: Path, tmp_path: Path) -> None:
    done(over, "archive", "add", GAME)
    done(over, "mail", "send")
    letter = max((over / "outbox" / "new").iterdir())
    mail = message_from_bytes(letter.read_bytes())
    plain, page = (
        next(part.get_payload(decode=True) for part in mail.walk() if part.get_content_type() == kind)
        for kind in ("text/plain", "text/html")
    )
    assert isinstance(plain, bytes)
    assert isinstance(page, bytes)
    namesake = (PUBLISHED / "site.checkpoint").read_bytes()
    (tmp_path / "namesake").write_bytes(namesake)
    other = pbem(over, "archive", "verify", "--checkpoint", tmp_path / "namesake")
    assert "DO NOT AGREE: not signed by referee.example.org/archive with the key of this log" in other.output
    unix = plain.replace(b"\r\n", b"\n")
    forms = {
        "mail": letter.read_bytes(),
        "text": unix,
        "crlf": unix.replace(b"\n", b"\r\n"),
        "quoted": b"Look: this is what I got\n\n" + b"".join(b"> > " + line + b"\n" for line in unix.split(b"\n")),
        "page": page,
        "two": unix + namesake.replace(b"referee.example.org", b"other.example"),  # of a log that is not meant
    }
    for name, content in forms.items():
        (tmp_path / name).write_bytes(content)
        told = done(over, "archive", "verify", "--checkpoint", tmp_path / name).splitlines()[-1]
        assert told.startswith("1 game: valid; the first 1 "), name
    log = over / "archive" / "site.log"
    log.write_text(f"{'ab' * 32} {GAME}\n")
    for name in forms:
        other = pbem(over, "archive", "verify", "--checkpoint", tmp_path / name)
        assert other.exit_code == 1
        assert "the log and the checkpoint: DO NOT AGREE" in other.output


def test_a_site_in_the_name_of_this_desk_by_another_key_is_not_its_own(kept: Path, tmp_path: Path) -> None:
    done(kept, "archive", "build", tmp_path / "site")
    evil = Desk.create(tmp_path / "evil", name="referee.example.org", address="referee@example.org")
    try:
        shelf = Shelf(tmp_path / "evil" / SHELF)
        add_export(shelf, PUBLISHED / "praetor-two", evil)
        foreign = evil.public_key.hex()[:16]
    finally:
        evil.close()
    unseen = "; records and log alone: pages and zip files are not looked at"
    mine = done(kept, "archive", "verify", tmp_path / "site").splitlines()[-1]
    assert mine.endswith(f", this desk's{unseen}")
    assert f"key {foreign}" not in mine
    theirs = done(kept, "archive", "verify", shelf.folder).splitlines()[-1]
    assert theirs.endswith(f"/archive, key {foreign}, which is not this desk's key{unseen}")
    nobodys = done(tmp_path, "archive", "verify", shelf.folder).splitlines()[-1]
    assert nobodys.endswith(f"/archive, key {foreign}{unseen}")


def test_lists_tell_what_is_not_as_it_was_signed_and_say_no(kept: Path, tmp_path: Path) -> None:
    archive = kept / "archive"
    log = (archive / "site.log").read_text()
    shutil.copytree(PUBLISHED / "alea-two", archive / "alea-two")
    for words in (("list",), ("build", tmp_path / "out")):
        told = pbem(kept, "archive", *words)
        assert told.exit_code == 0
        assert f"alea-two lies in {archive} and is not in the log" in told.stderr
    shutil.rmtree(archive / "alea-two")
    (archive / "praetor-two").rename(tmp_path / "praetor-two")
    told = pbem(kept, "archive", "list")
    assert told.exit_code == 1
    assert "  praetor-two  its folder is gone\n" in told.stdout
    (tmp_path / "praetor-two").rename(archive / "praetor-two")
    first = log.splitlines(keepends=True)[0]
    for wrong, why in (
        (first, "the log has 1 line, and 2 lines were signed for: some were dropped"),
        (
            first.replace(first[:8], "00000000") + log[len(first) :],
            "is not the first 2 lines of the log: it was rewritten",
        ),
        (log * 2, "names a game or an event twice"),
    ):
        (archive / "site.log").write_text(wrong)
        told = pbem(kept, "archive", "list")
        assert (told.exit_code, why in told.output) == (1, True), told.output


def test_games_and_events_that_are_not_valid_are_counted_each_by_themselves(over: Path) -> None:
    done(over, "archive", "add", ROOT / "tests" / "vectors" / "events" / "accept" / "short")
    for path in (over / "archive").rglob("head.note"):
        path.write_text("nothing of the kind\n")
    told = pbem(over, "archive", "verify")
    assert told.exit_code == 1
    assert told.output.splitlines()[-1] == "NOT VALID: 2 of 2 games, 1 of 1 event"
