"""Games are added once they were verified; what is not valid, or not what it says it is, leaves no trace."""

import json
import os
import shutil
from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path

import pytest

from pbem.desk.archive.adding import Came, add_export, add_game
from pbem.desk.archive.shelf.ledger import Ledger, held_against
from pbem.desk.archive.shelf.remembering import forget, remembered
from pbem.desk.archive.shelf.shelf import (
    CHECKPOINT,
    KEY,
    MOST_BYTES,
    PROOF,
    SITE_LOG,
    NotCheckedError,
    NotShownError,
    Shelf,
)
from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.events.records.event_adding import check_event_name
from pbem.record.errors import IntegrityError
from pbem.record.notes.checkpoints import check_proof, read_key, read_proof
from tests.desk.archive.forging import PUBLISHED, ROOT, Files, ended_at, entries, published, put, with_names, written

REJECTED = sorted(path for path in (ROOT / "tests" / "vectors" / "reject").iterdir() if (path / "log.jsonl").exists())


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "archive")


def contents(shelf: Shelf) -> list[str]:
    return sorted(path.name for path in shelf.folder.glob("*")) if shelf.folder.exists() else []


def test_a_valid_game_is_added_byte_by_byte(shelf: Shelf) -> None:
    added = add_export(shelf, PUBLISHED / "fortuna-two")
    assert (added.game, added.is_new, added.place) == ("fortuna-two", True, 1)
    assert shelf.files("fortuna-two") == published("fortuna-two")
    assert Ledger(shelf).games == ("fortuna-two",)
    assert Ledger(shelf).head("fortuna-two") == bytes.fromhex(added.verified.head)


@pytest.mark.parametrize(("at", "is_shown"), [(253_402_300_799, True), (253_402_300_800, False), (2**53 - 1, False)])
def test_a_game_that_ended_when_no_calendar_shows_it_is_refused(
    shelf: Shelf, tmp_path: Path, at: int, *, is_shown: bool
) -> None:
    source = put(tmp_path / "late", ended_at(published("fortuna-two"), at))
    if is_shown:
        assert add_export(shelf, source).is_new
        return
    with pytest.raises(NotShownError, match=r"entry \d+: it holds a time that no calendar shows; nothing was added"):
        add_export(shelf, source)
    assert contents(shelf) == []


def test_the_same_game_is_there_once(shelf: Shelf) -> None:
    add_export(shelf, PUBLISHED / "fortuna-two")
    again = add_export(shelf, PUBLISHED / "fortuna-two")
    assert (again.is_new, again.place) == (False, 1)
    assert Ledger(shelf).games == ("fortuna-two",)


def test_a_renamed_folder_is_the_game_that_its_record_names(shelf: Shelf, tmp_path: Path) -> None:
    assert add_export(shelf, put(tmp_path / "other name", published("alea-two"))).game == "alea-two"


def test_another_record_of_the_same_game_is_refused(shelf: Shelf, tmp_path: Path) -> None:
    add_export(shelf, PUBLISHED / "fortuna-two")
    other = put(tmp_path / "other", with_names(published("fortuna-two"), {"blue": "Otto"}))
    before = contents(shelf)
    with pytest.raises(NotShownError, match="another record of fortuna-two"):
        add_export(shelf, other)
    assert contents(shelf) == before
    assert shelf.files("fortuna-two") == published("fortuna-two")


def test_a_fuller_copy_of_the_same_record_takes_the_place_of_a_poorer_one(shelf: Shelf, tmp_path: Path) -> None:
    full = published("fortuna-joint")
    shown = full["evidence.jsonl"].splitlines(keepends=True)
    bare = {name: content for name, content in full.items() if name != "evidence.jsonl"}
    half = {**bare, "evidence.jsonl": b"".join(shown[:20])}
    copies = {name: put(tmp_path / name, files) for name, files in {"full": full, "bare": bare, "half": half}.items()}
    came = [add_export(shelf, copies[name]).came for name in ("bare", "half", "full", "full", "half", "bare")]
    assert came == [Came.NEW, Came.FULLER, Came.FULLER, Came.SAME, Came.POORER, Came.POORER]
    assert shelf.files("fortuna-joint") == full
    assert Ledger(shelf).games == ("fortuna-joint",)


def change_a_move(files: Files) -> None:
    log = entries(files)
    at = next(entry["seq"] for entry in log if entry.get("text", "").startswith("play harvest"))
    log[at]["text"] = "play family marry"
    files["log.jsonl"] = b"".join(map(written, log))


def cut(files: Files) -> None:
    files["log.jsonl"] = files["log.jsonl"][: len(files["log.jsonl"]) // 2]


def double(files: Files) -> None:
    lines = files["log.jsonl"].splitlines(keepends=True)
    files["log.jsonl"] = b"".join([*lines[:9], lines[8], *lines[9:]])


def climb(files: Files) -> None:
    files["log.jsonl"] = files["log.jsonl"].replace(b'"game":"fortuna-two"', b'"game":"../../evil"')


def garble(files: Files) -> None:
    files["log.jsonl"] = os.urandom(5_000)


def empty(files: Files) -> None:
    files["log.jsonl"] = b""


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (change_a_move, r"entry \d+: chain"),
        (cut, r"entry \d+: "),
        (double, "entry 9: "),
        (climb, "entry 0: .*no game id"),
        (garble, "entry 0: "),
        (empty, "not valid"),
    ],
)
def test_a_broken_export_is_refused_with_its_first_bad_entry(
    shelf: Shelf, tmp_path: Path, spoil: Callable[[Files], None], why: str
) -> None:
    files = published("fortuna-two")
    spoil(files)
    with pytest.raises(NotShownError, match=why) as refused:
        add_export(shelf, put(tmp_path / "bad", files))
    assert str(refused.value).endswith("nothing was added")
    assert contents(shelf) == []
    assert not (tmp_path / "evil").exists()


@pytest.mark.parametrize("vector", REJECTED, ids=lambda path: path.name)
def test_no_record_that_a_verifier_rejects_is_added(shelf: Shelf, vector: Path) -> None:
    with pytest.raises(DeskError):
        add_export(shelf, vector)
    assert contents(shelf) == []


def test_what_is_of_a_future_version_cannot_be_checked(shelf: Shelf, tmp_path: Path) -> None:
    files = published("fortuna-two")
    files["log.jsonl"] = files["log.jsonl"].replace(b'"format":2', b'"format":3')
    with pytest.raises(NotCheckedError, match="cannot be checked"):
        add_export(shelf, put(tmp_path / "future", files))
    assert contents(shelf) == []


def test_what_lacks_a_file_cannot_be_checked(shelf: Shelf, tmp_path: Path) -> None:
    files = published("fortuna-two")
    del files["openings.jsonl"]
    with pytest.raises(NotCheckedError, match=r"openings\.jsonl is missing"):
        add_export(shelf, put(tmp_path / "poor", files))
    assert contents(shelf) == []


def test_two_gigabytes_are_not_read(shelf: Shelf, tmp_path: Path) -> None:
    place = put(tmp_path / "huge", published("fortuna-two"))
    os.truncate(place / "log.jsonl", 2_000_000_000)
    with pytest.raises(NotShownError, match=f"no game has more than {MOST_BYTES}"):
        add_export(shelf, place)
    assert contents(shelf) == []


def test_links_and_pipes_are_not_followed(shelf: Shelf, tmp_path: Path) -> None:
    linked = put(tmp_path / "linked", published("fortuna-two"))
    (linked / "head.note").unlink()
    (linked / "head.note").symlink_to("/etc/passwd")
    piped = put(tmp_path / "piped", published("fortuna-two"))
    (piped / "evidence.jsonl").unlink(missing_ok=True)
    os.mkfifo(piped / "evidence.jsonl")
    for place in (linked, piped):
        with pytest.raises(NotShownError, match="is no plain file"):
            add_export(shelf, place)
    assert contents(shelf) == []


def test_other_files_beside_an_export_stay_where_they_are(shelf: Shelf, tmp_path: Path) -> None:
    place = put(tmp_path / "more", {**published("fortuna-two"), "virus.exe": b"MZ", PROOF: b"forged"})
    add_export(shelf, place)
    assert sorted(path.name for path in shelf.game("fortuna-two").iterdir()) == sorted(published("fortuna-two"))


def test_a_folder_without_a_record_is_no_export(shelf: Shelf, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is no export"):
        add_export(shelf, tmp_path)


@pytest.mark.sqlite
def test_a_game_of_the_desk_is_added_when_it_is_over(over: Desk) -> None:
    shelf = Shelf(over.folder / "archive")
    added = add_game(shelf, over, "f1")
    assert added.is_new
    assert Ledger(shelf).games == ("f1",)


@pytest.mark.sqlite
def test_a_running_game_is_not_shown(running: Desk) -> None:
    shelf = Shelf(running.folder / "archive")
    with pytest.raises(NotShownError, match="is not over"):
        add_game(shelf, running, "f1")
    assert contents(shelf) == []


@pytest.mark.sqlite
def test_every_game_is_proven_to_be_in_a_log_that_only_grows(over: Desk) -> None:
    shelf = Shelf(over.folder / "archive")
    checkpoints = []
    for game in ("fortuna-two", "alea-two", "praetor-two"):
        add_export(shelf, PUBLISHED / game, over)
        checkpoints.append(shelf.read(CHECKPOINT))
    ledger = Ledger(shelf)
    origin, key = read_key(shelf.read(KEY))
    assert (origin, key) == (f"{over.settings.referee.name}/archive", over.public_key)
    for line in ledger.lines:
        proof = read_proof((shelf.game(line.game) / PROOF).read_text())
        assert check_proof(proof, line.head, key).origin == origin
    assert [held_against(ledger, note).size for note in checkpoints] == [1, 2, 3]


@pytest.mark.sqlite
@pytest.mark.parametrize("change", ["dropped", "rewritten", "swapped"])
def test_a_log_that_lost_or_changed_a_game_does_not_hold_against_what_was_kept(over: Desk, change: str) -> None:
    shelf = Shelf(over.folder / "archive")
    for game in ("fortuna-two", "alea-two", "praetor-two"):
        add_export(shelf, PUBLISHED / game, over)
    kept = shelf.read(CHECKPOINT)
    lines = shelf.read(SITE_LOG).splitlines(keepends=True)
    changed = {
        "dropped": lines[:1] + lines[2:],
        "rewritten": [lines[0], "ab" * 32 + lines[1][64:], lines[2]],
        "swapped": [lines[1], lines[0], lines[2]],
    }[change]
    shelf.write(SITE_LOG, "".join(changed))
    with pytest.raises(IntegrityError):
        held_against(Ledger(shelf), kept)
    with pytest.raises(IntegrityError):
        add_export(shelf, PUBLISHED / "alea-three", over)
    assert not shelf.game("alea-three").exists()


@pytest.mark.sqlite
def test_a_log_that_another_referee_keeps_is_not_signed(over: Desk, tmp_path: Path) -> None:
    other = Desk.create(tmp_path / "other", name="other.example", address="other@example.org")
    try:
        shelf = Shelf(tmp_path / "archive")
        add_export(shelf, PUBLISHED / "fortuna-two", other)
        with pytest.raises(NotShownError, match=r"kept by other\.example/archive"):
            add_export(shelf, PUBLISHED / "alea-two", over)
        assert not shelf.game("alea-two").exists()
        assert Ledger(shelf).games == ("fortuna-two",)
    finally:
        other.close()


def test_a_log_with_nonsense_in_it_is_said_to_be_broken(shelf: Shelf) -> None:
    add_export(shelf, PUBLISHED / "fortuna-two")
    for nonsense in ("x\n", f"{'0' * 64} ../up\n", shelf.read(SITE_LOG) * 2):
        shelf.write(SITE_LOG, nonsense)
        with pytest.raises(IntegrityError):
            Ledger(shelf)


def test_a_crash_between_folder_and_log_is_mended_by_adding_again(shelf: Shelf) -> None:
    put(shelf.game("fortuna-two"), published("fortuna-two"))
    added = add_export(shelf, PUBLISHED / "fortuna-two")
    assert added.is_new
    assert json.loads(shelf.files("fortuna-two")["result.json"])["game"] == "fortuna-two"
    assert Ledger(shelf).games == ("fortuna-two",)


@pytest.mark.parametrize(
    "name", ["site.log", "Site.Checkpoint", "site.KEY", "events", "Games", "fortuna-two.html", ".pages", ".lock"]
)
def test_a_game_that_is_called_like_a_file_of_the_archive_is_refused(shelf: Shelf, tmp_path: Path, name: str) -> None:
    files = published("fortuna-two")
    files["log.jsonl"] = files["log.jsonl"].replace(b'"game":"fortuna-two"', f'"game":"{name}"'.encode())
    with pytest.raises(NotShownError) as refused:
        add_export(shelf, put(tmp_path / "called", files))
    if not name.startswith("."):  # which no record can be called at all
        assert str(refused.value) == f"a game called {name} has no place in an archive; nothing was added"
    assert contents(shelf) == []
    assert add_export(shelf, PUBLISHED / "fortuna-two").is_new


def test_what_somebody_left_who_was_stopped_comes_into_no_game(shelf: Shelf) -> None:
    left = shelf.folder / ".fortuna-two.unfinished"
    left.mkdir(parents=True)
    (left / "evidence.jsonl").write_bytes(b"{}")
    add_export(shelf, PUBLISHED / "fortuna-two")
    assert shelf.files("fortuna-two") == published("fortuna-two")
    assert not left.exists()


def test_two_games_do_not_differ_by_capitals_alone(shelf: Shelf) -> None:
    there = PUBLISHED / "fortuna-three"
    add_export(shelf, there)
    (shelf.folder / "fortuna-three").rename(shelf.folder / "Fortuna-Two")
    log = shelf.folder / SITE_LOG
    log.write_text(log.read_text(encoding="utf-8").replace("fortuna-three", "Fortuna-Two"), encoding="utf-8")
    before = contents(shelf)
    with pytest.raises(NotShownError, match="Fortuna-Two is there already, and fortuna-two differs by capitals alone"):
        add_export(shelf, PUBLISHED / "fortuna-two")
    assert contents(shelf) == before


@pytest.mark.parametrize("name", [".cup", "cup.html", "cup.ZIP"])
def test_an_event_that_is_called_like_a_page_of_events_is_refused(name: str) -> None:
    with pytest.raises(NotShownError, match="has no place in an archive; nothing was added"):
        check_event_name(name)
    check_event_name("cup.1")


@pytest.mark.sqlite
def test_what_could_not_be_written_is_not_remembered_as_signed(over: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf(over.folder / "archive")
    write = Shelf.write

    def full(shelf: Shelf, name: str, text: str) -> None:
        if name == CHECKPOINT:
            raise OSError(ENOSPC, os.strerror(ENOSPC))
        write(shelf, name, text)

    with monkeypatch.context() as patched:
        patched.setattr(Shelf, "write", full)
        with pytest.raises(UsageError, match="cannot write"):
            add_export(shelf, PUBLISHED / "fortuna-two", over)
    assert remembered(over) is None
    shutil.rmtree(shelf.folder)
    assert add_export(shelf, PUBLISHED / "alea-two", over).place == 1
    signed = remembered(over)
    assert signed is not None
    assert signed == Ledger(shelf).checkpoint


@pytest.mark.sqlite
def test_a_signature_that_the_desk_forgot_is_remembered_with_the_next_game(over: Desk) -> None:
    shelf = Shelf(over.folder / "archive")
    add_export(shelf, PUBLISHED / "fortuna-two", over)
    forget(over)
    assert remembered(over) is None
    add_export(shelf, PUBLISHED / "fortuna-two", over)
    signed = remembered(over)
    assert signed is not None
    assert signed.size == 1
