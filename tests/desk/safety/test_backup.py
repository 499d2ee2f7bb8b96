"""Backups, exports of everything, and desks that are put back from them."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, RefusedError, UsageError
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.acts.restored.thawing import thaw_by_host
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.records.checks.game_verdict import verify_files, verify_game
from pbem.desk.records.folders.exporting import export
from pbem.desk.records.remaking.importing import import_entries
from pbem.desk.safety import filling, restoring
from pbem.desk.safety.backup import back_up, last_backup
from pbem.desk.safety.bundles import export_all
from pbem.desk.safety.checking import check
from pbem.desk.safety.filling import Restored
from pbem.desk.safety.restoring import restore as put_back
from pbem.desk.settings import StoreSettings
from pbem.desk.store.upkeep.copying import check_copy
from tests import wording
from tests.desk.house import (
    BLUE,
    GAME,
    HOLDERS,
    ORANGE,
    furnished,
    head_of,
    match_of,
    opened,
    play,
    rows,
    signed_mail,
    tamper,
)
from tests.desk.post.test_answers import new_letters, written
from tests.servers.postgres import Postgres
from tests.wording import DESK, mentions

LETTERS = ("letter", "secret", "desk")  # what restoring adds to


def lose(folder: Path) -> None:
    """Lose the database of a desk."""
    if not list(folder.glob("pbem.db")):
        tamper(folder, "DROP SCHEMA public CASCADE")
        tamper(folder, "CREATE SCHEMA public")
    for path in folder.glob("pbem.db*"):
        path.unlink()


_servers: list[Postgres | None] = []


@pytest.fixture(autouse=True)
def where(server: Postgres | None) -> Iterator[None]:
    """Know where desks keep what they know."""
    _servers.append(server)
    yield
    _servers.clear()


def restore(source: Path, folder: Path) -> Restored:
    """Restore a desk; into a new folder together with a new database, where there is a server."""
    server = None if (folder / "pbem.toml").exists() else _servers[-1]
    return put_back(source, folder, store=StoreSettings(server.url(server.new())) if server else None)


def why(desk: Desk) -> str:
    """Why an order is refused."""
    with pytest.raises(RefusedError) as refused:
        order(desk, GAME, "Anna", "any")
    return str(refused.value)


class TestBackup:
    def test_comes_back_as_it_was(self, running: Desk, folder: Path, tmp_path: Path) -> None:
        back_up(running, tmp_path / "b", with_keys=True)
        before, head = rows(folder, *LETTERS), head_of(running)
        restored = restore(tmp_path / "b", tmp_path / "new")
        assert (restored.games, restored.frozen, restored.lost) == (1, (GAME,), ())
        assert rows(tmp_path / "new", *LETTERS) == before
        with opened(tmp_path / "new") as desk:
            assert head_of(desk) == head
            assert verify_game(desk, GAME).ok
            assert check(desk) == []
            assert last_backup(desk) == last_backup(running)
        assert not list((tmp_path / "new").glob(".*"))

    def test_is_one_private_file_without_keys_unless_asked(self, running: Desk, folder: Path, tmp_path: Path) -> None:
        keys = [(folder / name).read_bytes().strip() for name in ("desk.key", "referee.key")]
        for name, with_keys in (("plain", False), ("keys", True)):
            back_up(running, tmp_path / name, with_keys=with_keys)
            raw = (tmp_path / name).read_bytes()
            assert [key in raw for key in keys] == [with_keys, with_keys]
            assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
        assert sorted(path.name for path in tmp_path.iterdir()) == ["desk", "keys", "plain"]

    def test_is_consistent_while_others_write(self, running: Desk, folder: Path, tmp_path: Path) -> None:
        is_over = Event()

        def write_on() -> None:
            with opened(folder) as other:
                while not is_over.is_set():
                    play(other, 1)

        writer = Thread(target=write_on)
        writer.start()
        try:
            for number in range(8):
                back_up(running, tmp_path / f"b{number}", with_keys=True)
        finally:
            is_over.set()
            writer.join()
        for number in range(8):
            assert check_copy(tmp_path / f"b{number}") == []
            restore(tmp_path / f"b{number}", tmp_path / f"d{number}")
            with opened(tmp_path / f"d{number}") as desk:
                assert check(desk) == []

    def test_never_writes_over_anything(self, running: Desk, tmp_path: Path) -> None:
        (tmp_path / "b").write_text("mine")
        with pytest.raises(DeskError, match="exists already"):
            back_up(running, tmp_path / "b")
        with pytest.raises(DeskError, match="cannot write"):
            back_up(running, tmp_path / "nowhere" / "b")
        assert (tmp_path / "b").read_text() == "mine"
        assert last_backup(running) is None

    def test_of_a_damaged_database_is_not_made(self, folder: Path, tmp_path: Path) -> None:
        furnished("running", folder)
        raw = bytearray((folder / "pbem.db").read_bytes())
        raw[9 * 4096 : 10 * 4096] = bytes(4096)
        (folder / "pbem.db").write_bytes(raw)
        with opened(folder) as desk, pytest.raises(DeskError, match=r"damaged|not made"):
            back_up(desk, tmp_path / "b")
        assert [path.name for path in tmp_path.iterdir()] == ["desk"]

    @pytest.mark.parametrize("seed", range(16))
    def test_with_any_flipped_bit_in_use_is_not_restored(self, folder: Path, tmp_path: Path, seed: int) -> None:
        with opened(furnished("fresh", folder)) as desk:
            back_up(desk, tmp_path / "b", with_keys=True)
        before = dumped(tmp_path / "b")
        raw = bytearray((tmp_path / "b").read_bytes())
        raw[seed * 7919 * 13 % len(raw)] ^= 1 << seed % 8
        (tmp_path / "b").write_bytes(raw)
        try:
            restore(tmp_path / "b", tmp_path / "new")
        except DeskError:
            assert not (tmp_path / "new" / "pbem.db").exists()
        else:
            assert dumped(tmp_path / "b") == before

    @pytest.mark.parametrize("pages", [0, 1, 2, 5, 17, -1])
    @pytest.mark.parametrize("more", [0, 1, 100, 2048])
    def test_that_was_cut_off_is_not_restored(self, fresh: Desk, tmp_path: Path, pages: int, more: int) -> None:
        back_up(fresh, tmp_path / "b", with_keys=True)
        raw = (tmp_path / "b").read_bytes()
        (tmp_path / "b").write_bytes(raw[: pages % (len(raw) // 4096) * 4096 + more])
        with pytest.raises(DeskError, match=r"no backup|damaged"):
            restore(tmp_path / "b", tmp_path / "new")
        assert not (tmp_path / "new").exists()

    def test_with_any_byte_of_its_head_changed_comes_back_as_it_was_or_not_at_all(
        self, fresh: Desk, tmp_path: Path
    ) -> None:
        back_up(fresh, tmp_path / "b", with_keys=True)
        raw = (tmp_path / "b").read_bytes()
        restore(tmp_path / "b", tmp_path / "whole")
        before = rows(tmp_path / "whole", *LETTERS)
        for at in range(100):
            changed = bytes([*raw[:at], raw[at] ^ 0xFF])
            (tmp_path / "b").write_bytes(changed + raw[at + 1 :])
            try:
                restore(tmp_path / "b", tmp_path / f"new{at}")
            except DeskError:
                assert not (tmp_path / f"new{at}" / "pbem.db").exists()
            else:
                assert rows(tmp_path / f"new{at}", *LETTERS) == before

    @pytest.mark.parametrize(
        "statement",
        [
            "CREATE TRIGGER t AFTER INSERT ON letter BEGIN DELETE FROM letter WHERE id = new.id; END",
            "CREATE VIEW v AS SELECT * FROM player",
            "DROP INDEX letter_told",
            "DELETE FROM player WHERE name = 'Carla'",
        ],
    )
    def test_that_a_hand_changed_is_not_restored(self, fresh: Desk, tmp_path: Path, statement: str) -> None:
        back_up(fresh, tmp_path / "b", with_keys=True)
        with closing(sqlite3.connect(tmp_path / "b")) as database, database:
            database.execute(statement)
        with pytest.raises(DeskError, match="is damaged: "):
            restore(tmp_path / "b", tmp_path / "new")
        assert not (tmp_path / "new").exists()

    def test_of_another_desk_is_not_restored_over_our_keys(self, fresh: Desk, folder: Path, tmp_path: Path) -> None:
        with closing(Desk.create(tmp_path / "other", name="r", address="r@example.org")) as other:
            back_up(other, tmp_path / "b")
        fresh.close()
        lose(folder)
        with pytest.raises(DeskError, match=r"\.key is not the key of this desk"):
            restore(tmp_path / "b", folder)
        assert not (folder / "pbem.db").exists()
        assert not list(folder.glob(".restoring"))

    def test_is_no_backup_if_it_is_something_else(self, running: Desk, folder: Path, tmp_path: Path) -> None:
        del running
        (tmp_path / "x").write_text("no database")
        for source in (tmp_path / "x", tmp_path / "missing", folder / "pbem.db"):
            with pytest.raises(DeskError, match=r"no backup|cannot read"):
                restore(source, tmp_path / "new")
        assert not (tmp_path / "new").exists()


def dumped(path: Path) -> list[str]:
    """Everything in a database, as statements."""
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def files_in(folder: Path) -> dict[str, bytes]:
    """All files below a folder, by their paths."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@contextmanager
def recorded(written: list[str], folder: Path) -> Iterator[None]:
    """Note in which order files come to their places."""
    rename = os.rename

    def noting(name: str, target: str, *, src_dir_fd: int, dst_dir_fd: int) -> None:
        home = Path(f"/proc/self/fd/{dst_dir_fd}").readlink()
        written.append(str((home / target).relative_to(folder)))
        rename(name, target, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "rename", noting)
        yield


class TestRestoring:
    def test_needs_the_keys_from_one_place_or_the_other(self, running: Desk, folder: Path, tmp_path: Path) -> None:
        back_up(running, tmp_path / "b")
        with pytest.raises(DeskError, match=r"desk\.key is neither in the backup nor in"):
            restore(tmp_path / "b", tmp_path / "new")
        assert not (tmp_path / "new").exists()
        (tmp_path / "new").mkdir()
        for name in ("desk.key", "referee.key"):
            shutil.copy(folder / name, tmp_path / "new" / name)
        restore(tmp_path / "b", tmp_path / "new")
        with opened(tmp_path / "new") as desk:
            assert check(desk) == []

    def test_refuses_other_keys_and_folders_in_use(self, running: Desk, folder: Path, tmp_path: Path) -> None:
        back_up(running, tmp_path / "b", with_keys=True)
        with pytest.raises(DeskError, match=r"is there already|holds a desk already"):
            restore(tmp_path / "b", folder)
        Desk.create(tmp_path / "other", name="r", address="r@example.org").close()
        lose(tmp_path / "other")
        with pytest.raises(UsageError, match="another key"):
            restore(tmp_path / "b", tmp_path / "other")
        (tmp_path / "diary").mkdir()
        (tmp_path / "diary" / "page").write_text("x")
        with pytest.raises(UsageError, match="not empty"):
            restore(tmp_path / "b", tmp_path / "diary")
        with pytest.raises(UsageError, match="is a file"):
            restore(tmp_path / "b", tmp_path / "b")
        assert head_of(running).size > 60

    @pytest.mark.parametrize("error", [OSError(28, "No space left on device"), MemoryError(), KeyboardInterrupt()])
    @pytest.mark.parametrize("step", ["_workshop", "fill", "_move_in", "remake"])
    def test_that_fails_leaves_everything_as_it_was(
        self, running: Desk, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: Exception
    ) -> None:
        def failing(*_words: object) -> None:
            raise error

        back_up(running, tmp_path / "b", with_keys=True)
        export_all(running, tmp_path / "x")
        source = tmp_path / ("x" if step == "remake" else "b")
        (tmp_path / "old").mkdir()
        for name in ("pbem.toml", "desk.key", "referee.key"):
            shutil.copy(folder / name, tmp_path / "old" / name)
        before = files_in(tmp_path / "old")
        monkeypatch.setattr(filling if step == "remake" else restoring, step, failing)
        for place in ("old", "new/deep") if source.name == "b" else ("old",):
            with pytest.raises((DeskError, type(error))) as failed:
                put_back(source, tmp_path / place, store=StoreSettings("sqlite:///other.db"))
            if isinstance(error, OSError):
                assert str(failed.value) == f"cannot restore into {tmp_path / place}: No space left on device"
        assert files_in(tmp_path / "old") == before
        assert sorted(path.name for path in (tmp_path / "old").iterdir()) == sorted(before)
        assert not (tmp_path / "new").exists()

    def test_goes_into_no_folder_that_somebody_made_meanwhile(
        self, running: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Where everybody may make folders, as in /tmp, this could be one of theirs."""
        back_up(running, tmp_path / "b", with_keys=True)
        (tmp_path / "theirs").mkdir()
        (tmp_path / "theirs" / "file").write_text("theirs")
        moved = tmp_path / "new"
        monkeypatch.setattr(restoring, "check_ours_alone", lambda *_words: (tmp_path / "theirs").rename(moved))
        with pytest.raises(DeskError, match=r"cannot restore into .*: File exists"):
            restore(tmp_path / "b", tmp_path / "new")
        assert [path.name for path in moved.iterdir()] == ["file"]

    @pytest.mark.sqlite
    def test_writes_no_key_into_the_database(
        self, running: Desk, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """SQLite keeps what was removed, unless it was built to write zeros over it, and a backup copies that, too."""
        keys = [(folder / name).read_bytes().strip() for name in ("desk.key", "referee.key")]
        back_up(running, tmp_path / "b", with_keys=True)
        real = sqlite3.connect

        def keeping(*words: Any, **how: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = real(*words, **how)
            connection.execute("PRAGMA secure_delete=OFF")
            return connection

        with monkeypatch.context() as patch:
            patch.setattr(sqlite3, "connect", keeping)
            put_back(tmp_path / "b", tmp_path / "new")
            with opened(tmp_path / "new") as desk:
                back_up(desk, tmp_path / "plain")
        for path in (tmp_path / "new" / "pbem.db", tmp_path / "plain"):
            assert not [key for key in keys if key in path.read_bytes()]

    @pytest.mark.sqlite
    def test_refuses_what_a_lost_database_left_behind(self, running: Desk, folder: Path, tmp_path: Path) -> None:
        back_up(running, tmp_path / "b")
        running.close()
        lose(folder)
        (folder / "pbem.db-wal").write_bytes(b"of another time")
        with pytest.raises(UsageError, match=r"pbem\.db-wal is there already"):
            restore(tmp_path / "b", folder)

    @pytest.mark.sqlite
    def test_under_a_desk_that_is_open_stops_it(self, running: Desk, folder: Path, tmp_path: Path) -> None:
        back_up(running, tmp_path / "b")
        size = head_of(running).size
        for path in folder.glob("pbem.db*"):
            path.rename(tmp_path / path.name)
        with pytest.raises(DeskError, match="moved or replaced"):
            play(running, 1)
        restore(tmp_path / "b", folder)
        with pytest.raises(DeskError, match="moved or replaced"):
            play(running, 1)
        with opened(folder) as desk:
            assert head_of(desk).size == size
            thaw_by_host(desk, GAME)
            play(desk, 1)

    def test_freezes_and_asks_everybody(self, running: Desk, tmp_path: Path) -> None:
        new_letters(running)
        back_up(running, tmp_path / "b", with_keys=True)
        restore(tmp_path / "b", tmp_path / "new")
        with opened(tmp_path / "new") as desk:
            assert mentions(why(desk), DESK, "desk_frozen_restored")
            told = new_letters(desk)
            assert {due.player for due in told} == set(HOLDERS.values())
            for due in told:
                assert mentions(" ".join(written(desk, due).split()), DESK, "desk_frozen_restored")

    def test_leaves_ended_games_alone(self, over: Desk, tmp_path: Path) -> None:
        new_letters(over)
        back_up(over, tmp_path / "b", with_keys=True)
        assert restore(tmp_path / "b", tmp_path / "new").frozen == ()
        with opened(tmp_path / "new") as desk:
            assert new_letters(desk) == []

    def test_in_place_is_noticed_at_once_to_be_behind(self, running: Desk, folder: Path, tmp_path: Path) -> None:
        back_up(running, tmp_path / "b")
        play(running, 6)
        head = head_of(running)
        export(running, GAME, tmp_path / "x")
        running.close()
        lose(folder)
        restore(tmp_path / "b", folder)
        with opened(folder) as desk:
            assert mentions(why(desk), DESK, "desk_frozen", size=head.size)
            with pytest.raises(DeskError, match=wording.match_of(DESK, "desk_frozen", size=head.size)):
                thaw_by_host(desk, GAME)
            assert [damage.table for damage in check(desk)] == ["entry"]
            import_entries(desk, tmp_path / "x")
            assert head_of(desk) == head
            assert check(desk) == []
            assert mentions(why(desk), DESK, "desk_frozen_restored")
            thaw_by_host(desk, GAME)
            play(desk, 3)
            assert verify_game(desk, GAME).ok


class TestExports:
    def test_make_a_desk_anew(self, running: Desk, folder: Path, tmp_path: Path) -> None:
        new_game(running, NewGame("fortuna", {"blue": "Anna", "orange": "Bruno"}, "g2"))
        assert export_all(running, tmp_path / "x") == 2
        before = rows(folder, *LETTERS, "snapshot", "mail", "evidence")
        running.close()
        lose(folder)
        restored = restore(tmp_path / "x", folder)
        assert restored.frozen == (GAME, "g2")
        assert restored.lost == ()
        assert rows(folder, *LETTERS, "snapshot", "mail", "evidence") == before
        with opened(folder) as desk:
            assert check(desk) == []
            thaw_by_host(desk, GAME)
            play(desk, 100_000, kind="greedy")
            assert match_of(desk).phase == "over"
            assert verify_game(desk, GAME).ok

    def test_keep_the_evidence_behind_signed_orders(self, fresh: Desk, folder: Path, tmp_path: Path) -> None:
        for number, seat in enumerate((BLUE, ORANGE)):
            assert receive(fresh, signed_mail(fresh, seat, "reserve none", number=number)).verdict == "played"
        found = verify_game(fresh, GAME)
        assert found.orders
        assert found.orders["checked"] == 2
        export_all(fresh, tmp_path / "x")
        fresh.close()
        lose(folder)
        restore(tmp_path / "x", folder)
        with opened(folder) as desk:
            assert verify_game(desk, GAME) == found

    def test_show_nothing_secret_and_can_be_made_again(self, running: Desk, tmp_path: Path) -> None:
        export_all(running, tmp_path / "x")
        with running.store.read() as look:
            secrets = list(look.secrets.all(GAME).values())
        shown = [path.read_bytes() for path in (tmp_path / "x").rglob("*") if path.is_file()]
        for needle in (*(secret for secret in secrets if len(secret) > 8), b"anna@example.org"):
            assert not [raw for raw in shown if needle in raw or needle.hex().encode() in raw]
        play(running, 4)
        export_all(running, tmp_path / "x")
        assert verify_files(tmp_path / "x" / "games" / GAME).entries == head_of(running).size
        assert (tmp_path / "x" / "sealed" / GAME).stat().st_mode & 0o777 == 0o600

    def test_that_were_broken_off_lose_nothing_of_the_night_before(
        self, running: Desk, folder: Path, tmp_path: Path
    ) -> None:
        """Whichever file was the last to be written."""
        export_all(running, tmp_path / "x")
        size = head_of(running).size
        old = files_in(tmp_path / "x")
        written: list[str] = []
        play(running, 40)
        with recorded(written, tmp_path / "x"):
            export_all(running, tmp_path / "x")
        new = files_in(tmp_path / "x")
        assert len(written) == len(new)
        running.close()
        shutil.rmtree(folder / "marks")
        for count in range(len(written) + 1):
            lose(folder)
            for name in written:
                (tmp_path / "x" / name).write_bytes(new[name] if name in written[:count] else old[name])
            restored = restore(tmp_path / "x", folder)
            assert (count, restored.lost) == (count, ())
            with opened(folder) as desk:
                assert head_of(desk).size >= size
                assert check(desk) == []

    def test_say_which_game_is_missing_of_which_something_was_sealed(
        self, running: Desk, folder: Path, tmp_path: Path
    ) -> None:
        export_all(running, tmp_path / "x")
        shutil.rmtree(tmp_path / "x" / "games" / GAME)
        running.close()
        lose(folder)
        assert restore(tmp_path / "x", folder).lost == (f"{GAME}: its export is missing",)

    def test_without_the_secrets_of_a_game_do_not_bring_it_back(
        self, running: Desk, folder: Path, tmp_path: Path
    ) -> None:
        export_all(running, tmp_path / "x")
        (tmp_path / "x" / "sealed" / GAME).unlink()
        running.close()
        lose(folder)
        restored = restore(tmp_path / "x", folder)
        assert restored.games == 0
        assert [line.startswith(f"{GAME}: its secrets are lost") for line in restored.lost] == [True]

    def test_of_an_ended_game_bring_it_back_whole(self, over: Desk, folder: Path, tmp_path: Path) -> None:
        export_all(over, tmp_path / "x")
        found = verify_game(over, GAME)
        over.close()
        lose(folder)
        assert restore(tmp_path / "x", folder).frozen == ()
        with opened(folder) as desk:
            assert verify_game(desk, GAME) == found
            export(desk, GAME, tmp_path / "again")
            assert check(desk) == []
        for path in (tmp_path / "again").iterdir():
            assert path.read_bytes() == (tmp_path / "x" / "games" / GAME / path.name).read_bytes()

    @pytest.mark.parametrize(
        ("name", "why"),
        [("games/f1/log.jsonl", "not valid"), ("games/f1/head.note", "not valid"), ("sealed/f1", "secrets are lost")],
    )
    def test_that_were_changed_are_not_taken(
        self, running: Desk, folder: Path, tmp_path: Path, name: str, why: str
    ) -> None:
        export_all(running, tmp_path / "x")
        path = tmp_path / "x" / name
        raw = bytearray(path.read_bytes())
        raw[len(raw) // 2] ^= 1
        path.write_bytes(raw)
        running.close()
        lose(folder)
        restored = restore(tmp_path / "x", folder)
        assert restored.games == 0
        assert why in restored.lost[0]

    @pytest.mark.parametrize("size", [0, 5, 12, 40])
    def test_whose_secrets_were_cut_off_say_so(self, running: Desk, folder: Path, tmp_path: Path, size: int) -> None:
        export_all(running, tmp_path / "x")
        sealed = tmp_path / "x" / "sealed" / GAME
        sealed.write_bytes(sealed.read_bytes()[:size])
        running.close()
        lose(folder)
        assert "secrets are lost" in restore(tmp_path / "x", folder).lost[0]
        lose(folder)
        people = tmp_path / "x" / "people.sealed"
        people.write_bytes(people.read_bytes()[:size])
        with pytest.raises(DeskError, match=r"desk\.key"):
            restore(tmp_path / "x", folder)
        assert not (folder / "pbem.db").exists()

    def test_of_another_desk_are_not_taken(self, running: Desk, tmp_path: Path) -> None:
        export_all(running, tmp_path / "x")
        Desk.create(tmp_path / "other", name="r", address="r@example.org").close()
        lose(tmp_path / "other")
        with pytest.raises(DeskError, match=r"desk\.key is not the key of this desk"):
            restore(tmp_path / "x", tmp_path / "other")
        assert not (tmp_path / "other" / "pbem.db").exists()
        with pytest.raises(UsageError, match="no folder of exports"):
            restore(tmp_path / "other", tmp_path / "third")
