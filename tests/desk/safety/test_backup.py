"""Backups, exports of everything, and desks that are put back from them."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, RefusedError, UsageError
from pbem.desk.matches.acting import order
from pbem.desk.matches.opening import NewGame, new_game
from pbem.desk.matches.thawing import thaw_by_host
from pbem.desk.post.receiving import receive
from pbem.desk.records.export import export
from pbem.desk.records.importing import import_entries
from pbem.desk.records.verify import verify_files, verify_game
from pbem.desk.safety.backup import back_up, last_backup
from pbem.desk.safety.bundles import export_all
from pbem.desk.safety.checking import check
from pbem.desk.safety.restoring import Restored
from pbem.desk.safety.restoring import restore as put_back
from pbem.desk.settings import StoreSettings
from pbem.desk.store.copying import check_copy
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

    @pytest.mark.sqlite
    def test_refuses_what_a_lost_database_left_behind(self, running: Desk, folder: Path, tmp_path: Path) -> None:
        back_up(running, tmp_path / "b")
        running.close()
        lose(folder)
        (folder / "pbem.db-wal").write_bytes(b"of another time")
        with pytest.raises(UsageError, match=r"pbem\.db-wal is there already"):
            restore(tmp_path / "b", folder)

    def test_freezes_and_asks_everybody(self, running: Desk, tmp_path: Path) -> None:
        new_letters(running)
        back_up(running, tmp_path / "b", with_keys=True)
        restore(tmp_path / "b", tmp_path / "new")
        with opened(tmp_path / "new") as desk:
            assert "restored from a backup" in why(desk)
            told = new_letters(desk)
            assert {due.player for due in told} == set(HOLDERS.values())
            for due in told:
                assert "restored from a backup" in " ".join(written(desk, due).split())

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
            assert f"a head of {head.size} entries" in why(desk)
            with pytest.raises(DeskError, match=f"a head of {head.size} entries"):
                thaw_by_host(desk, GAME)
            assert [damage.table for damage in check(desk)] == ["entry"]
            import_entries(desk, tmp_path / "x")
            assert head_of(desk) == head
            assert check(desk) == []
            assert "restored from a backup" in why(desk)
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
            secrets = list(look.all_secrets(GAME).values())
        shown = [path.read_bytes() for path in (tmp_path / "x").rglob("*") if path.is_file()]
        for needle in (*(secret for secret in secrets if len(secret) > 8), b"anna@example.org"):
            assert not [raw for raw in shown if needle in raw or needle.hex().encode() in raw]
        play(running, 4)
        export_all(running, tmp_path / "x")
        assert verify_files(tmp_path / "x" / "games" / GAME).entries == head_of(running).size
        assert (tmp_path / "x" / "sealed" / GAME).stat().st_mode & 0o777 == 0o600

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

    def test_of_another_desk_are_not_taken(self, running: Desk, tmp_path: Path) -> None:
        export_all(running, tmp_path / "x")
        Desk.create(tmp_path / "other", name="r", address="r@example.org").close()
        lose(tmp_path / "other")
        with pytest.raises(DeskError, match=r"desk\.key is not the key of this desk"):
            restore(tmp_path / "x", tmp_path / "other")
        assert not (tmp_path / "other" / "pbem.db").exists()
        with pytest.raises(UsageError, match="no folder of exports"):
            restore(tmp_path / "other", tmp_path / "third")
