"""A whole event at a desk, entered by signed mail: drawn, played, closed, exported, and valid by both verifiers."""

import json
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit
from shutil import copytree
from typing import Any

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.desk.disk.replacing import write_folder
from pbem.desk.errors import UsageError
from pbem.desk.events.course.rounds import draw_round, start_round
from pbem.desk.events.records import event_export
from pbem.desk.events.records.event_export import export_event
from pbem.desk.records.folders.atomic_folder import written_whole
from pbem.desk.safety.bundles import export_all
from pbem.record.log import canonical
from tests.desk.events.arena import CUP, MEMBERS, Arena
from tests.record.events.verifiers import by_package, by_tool


def enter_by_mail(arena: Arena, name: str) -> str:
    """Let somebody ask for events, and sign the lines of the answer."""
    arena.club.letters()
    assert arena.club.post(name, "events").startswith("answered")
    return arena.club.answer(name, arena.club.letter(name).block_for(CUP))


def test_an_event_by_mail_is_valid_by_both_verifiers(arena: Arena, tmp_path: Path) -> None:
    arena.open()
    for name in MEMBERS[:5]:
        assert enter_by_mail(arena, name) == "answered: cup: enter"
    arena.enter("Fritz")
    arena.later(days=2)
    assert draw_round(arena.desk, CUP).is_new
    assert len(start_round(arena.desk, CUP)) == 3
    first, *others = arena.playing()
    arena.play(first)
    for game in others:
        arena.decide(game)
    arena.club.tick()
    assert arena.playing() == []
    event = arena.finish()
    assert event.book.phase == "closed"
    folder = arena.export(tmp_path / "cup")
    found = by_package(folder)
    assert (found.ok, found.first_bad, found.cannot) == (True, None, None)
    assert found.checks["evidence"] == "ok"
    assert len(found.games) == 6
    assert {verdict for _, verdict, _ in by_tool(folder)} == {"ok"}
    done = CliRunner().invoke(main, ["--desk", str(arena.desk.folder), "verify", str(folder)])
    assert done.exit_code == 0, done.output
    assert (folder / "pages" / "event.de.html").read_text().startswith("<!DOCTYPE html>")
    _name_what_is_forged(folder, tmp_path)


def _name_what_is_forged(folder: Path, tmp_path: Path) -> None:
    """Alter mails by which people entered, in copies of an export: the command names the entry of each."""
    lines = [json.loads(line) for line in (folder / "evidence.jsonl").read_bytes().splitlines()]
    seqs = [line["seq"] for line in lines]
    altered = [{**line, "signed": line["signed"].replace("enter cup", "enter cap")} for line in lines]
    exchanged = [{**lines[0], "signed": lines[1]["signed"]}, *lines[1:]]
    resealed = [{**lines[0], "text": lines[1]["text"]}, *lines[1:]]
    stray = [{**lines[0], "seq": start_in(folder)}]
    for number, (forged, seq) in enumerate(
        [(altered, seqs[0]), (exchanged, seqs[0]), (resealed, seqs[0]), (stray, start_in(folder))]
    ):
        copy = Path(copytree(folder, tmp_path / f"forged {number}"))
        (copy / "evidence.jsonl").write_bytes(b"".join(canonical.encode(line) + b"\n" for line in forged))
        done = CliRunner().invoke(main, ["verify", str(copy)])
        assert done.exit_code == 1, done.output
        assert done.output.splitlines()[-1].startswith(f"NOT VALID: entry {seq}: ")
        assert "evidence   failed" in done.output


def start_in(folder: Path) -> int:
    """Return which entry closed the entries."""
    kinds = [json.loads(line)["kind"] for line in (folder / "log.jsonl").read_bytes().splitlines()]
    return kinds.index("start")


@pytest.mark.sqlite
def test_exports_of_everything_publish_nothing_that_lay_in_the_folder_before(arena: Arena, tmp_path: Path) -> None:
    """Somebody who may write there lays what looks like a game, and links to files that are nobody's business."""
    event = arena.begun(*MEMBERS[:4])
    out, key = tmp_path / "x", arena.desk.folder / "desk.key"
    laid = out / "games" / f"{CUP}.zzz"
    laid.mkdir(parents=True)
    (laid / "log.jsonl").symlink_to(key)
    (laid / "head.note").symlink_to(key)
    export_all(arena.desk, out)
    home = out / "events" / CUP / "games"
    assert sorted(path.name for path in home.iterdir()) == sorted(event.book.games)
    assert key.read_bytes() not in {path.read_bytes() for path in (out / "events").rglob("*") if path.is_file()}
    for game in event.book.games:
        assert files_in(home / game) == files_in(out / "games" / game)
    assert by_package(out / "events" / CUP).ok


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class StopError(Exception):
    """The desk stops here, as by a power cut."""


@pytest.mark.sqlite
class TestExport:
    def test_one_that_is_broken_off_leaves_nothing_that_looks_whole(self, arena: Arena, tmp_path: Path) -> None:
        arena.begun(*MEMBERS[:4])
        with pytest.raises(StopError):
            export_event(arena.desk, CUP, tmp_path / "cup", _stop_at(1))
        assert list(tmp_path.glob("cup*")) == []
        export_event(arena.desk, CUP, tmp_path / "cup")
        assert by_package(tmp_path / "cup").ok

    def test_over_an_earlier_one_that_one_stays_until_the_new_one_is_whole(self, arena: Arena, tmp_path: Path) -> None:
        arena.begun(*MEMBERS[:4])
        folder = export_event(arena.desk, CUP, tmp_path / "cup")
        before = (folder / "log.jsonl").read_bytes()
        arena.decide_all()
        with pytest.raises(StopError):
            export_event(arena.desk, CUP, folder, _stop_at(1))
        assert (folder / "log.jsonl").read_bytes() == before
        assert by_package(folder).ok
        export_event(arena.desk, CUP, folder)
        assert len((folder / "log.jsonl").read_bytes()) > len(before)
        assert by_package(folder).ok
        assert sorted(path.name for path in tmp_path.glob("*cup*")) == ["cup"]

    def test_one_that_finds_no_room_leaves_nothing_either(
        self, arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        arena.begun(*MEMBERS[:2])
        monkeypatch.setattr(sys, "dont_write_bytecode", True)  # of which there would be half
        limits = getrlimit(RLIMIT_FSIZE)
        setrlimit(RLIMIT_FSIZE, (1_000, limits[1]))
        try:
            with pytest.raises(UsageError, match=r"^cannot write .*: File too large$"):
                export_event(arena.desk, CUP, tmp_path / "cup")
        finally:
            setrlimit(RLIMIT_FSIZE, limits)
        assert list(tmp_path.glob("*cup*")) == []

    def test_what_was_left_by_a_power_cut_is_cleared_away(self, arena: Arena, tmp_path: Path) -> None:
        arena.begun(*MEMBERS[:2])
        (tmp_path / ".cup.unfinished" / "games").mkdir(parents=True)
        export_event(arena.desk, CUP, tmp_path / "cup")
        assert sorted(path.name for path in tmp_path.glob("*cup*")) == ["cup"]

    @pytest.mark.parametrize("other", ["mine.txt", "games/mine.txt", "games/cup.1.1.1/mine.txt", "pages/mine.html"])
    def test_nothing_of_anybody_else_is_written_over(self, arena: Arena, tmp_path: Path, other: str) -> None:
        arena.begun(*MEMBERS[:2])
        folder = export_event(arena.desk, CUP, tmp_path / "cup")
        (folder / other).write_text("mine")
        with pytest.raises(UsageError, match="holds other things"):
            export_event(arena.desk, CUP, folder)
        assert (folder / other).read_text() == "mine"

    def test_a_folder_of_other_things_is_left_as_it_is(self, arena: Arena, tmp_path: Path) -> None:
        arena.begun(*MEMBERS[:2])
        (tmp_path / "full").mkdir()
        (tmp_path / "full" / "mine.txt").write_text("mine")
        with pytest.raises(UsageError, match="holds other things"):
            export_event(arena.desk, CUP, tmp_path / "full")
        assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.txt"]

    def test_a_folder_of_that_name_to_which_a_link_leads_by_now_stays(
        self, arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The attacker may rename the folder around the export, and puts a link in its place when it is written."""
        arena.begun(*MEMBERS[:2])
        (tmp_path / "home" / "cup").mkdir(parents=True)
        (tmp_path / "home" / "cup" / "mine.txt").write_text("mine")
        (tmp_path / "shared" / "x").mkdir(parents=True)
        (tmp_path / "shared").chmod(0o777)

        def exchanging(*words: Any, **how: Any) -> None:
            real(*words, **how)
            (tmp_path / "shared" / "x").rename(tmp_path / "shared" / "moved")
            (tmp_path / "shared" / "x").symlink_to(tmp_path / "home")

        real = write_folder
        monkeypatch.setattr(event_export, "write_folder", exchanging)
        with suppress(UsageError):
            export_event(arena.desk, CUP, tmp_path / "shared" / "x" / "cup")
        assert [path.name for path in (tmp_path / "home").iterdir()] == ["cup"]
        assert [path.name for path in (tmp_path / "home" / "cup").iterdir()] == ["mine.txt"]
        assert by_package(tmp_path / "shared" / "moved" / "cup").ok

    def test_a_folder_that_takes_the_place_of_the_one_that_was_looked_at_stays(
        self, arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        arena.begun(*MEMBERS[:2])
        folder = export_event(arena.desk, CUP, tmp_path / "cup")
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "mine.txt").write_text("mine")

        def exchanging(target: Path) -> Any:
            folder.rename(tmp_path / "away")
            (tmp_path / "other").rename(folder)
            return real(target)

        real = written_whole
        monkeypatch.setattr(event_export, "written_whole", exchanging)
        with pytest.raises(UsageError, match=rf"^{re.escape(str(folder))} holds other things"):
            export_event(arena.desk, CUP, folder)
        assert (folder / "mine.txt").read_text() == "mine"
        assert sorted(path.name for path in tmp_path.glob("*cup*")) == ["cup"]


def _stop_at(number: int) -> Callable[[int, int], None]:
    def stop(done: int, _of: int) -> None:
        if done == number:
            raise StopError

    return stop
