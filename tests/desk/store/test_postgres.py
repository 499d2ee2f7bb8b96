"""What is peculiar to PostgreSQL: who waits for whom, servers that go away, databases that are no place for a desk."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError, DeskError
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.safety.backup import back_up
from pbem.desk.safety.moving import move
from pbem.desk.safety.restoring import restore
from pbem.desk.settings import StoreSettings, read_settings
from pbem.desk.store.databases import postgres as engine
from pbem.desk.store.databases.engine import LETTERS, WHOLE, UnsureError
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.store import Store
from pbem.desk.store.values import Member
from tests.desk.house import (
    BLUE,
    GAME,
    HOLDERS,
    PBEM,
    furnished,
    head_of,
    legal,
    mail,
    opened,
    rows,
    signed_mail,
    surroundings,
)
from tests.desk.store.test_store import KEY, entries
from tests.servers.postgres import Postgres, postgres


@pytest.fixture
def here(cluster: Postgres) -> Iterator[Postgres]:
    """A server whose new databases are thrown away."""
    with cluster.tidied():
        yield cluster


@pytest.fixture
def store(here: Postgres, tmp_path: Path) -> Iterator[Store]:
    """A new, empty store."""
    with closing(Store(here.url(here.new()), tmp_path, Vault(KEY), create=True)) as made:
        yield made
        while _waiting:
            _waiting.pop().join()


def pbem(*words: str, **more: str) -> tuple[int, str]:
    """Run a command; returns its exit code and all it said."""
    done = subprocess.run(
        [PBEM, *words], capture_output=True, text=True, check=False, env=surroundings(PGPASSWORD="", **more)
    )
    return done.returncode, done.stdout + done.stderr


def killed_moving(folder: Path, to: StoreSettings, moment: str) -> None:
    """Let a process be killed that moves a desk: when the tables are made, among the rows, or when all are there."""
    script = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom pbem.desk.desk import Desk\n"
        "from pbem.desk.safety.moving import move\nfrom pbem.desk.settings import StoreSettings\n"
        "from pbem.desk.store.store import Store\nfrom pbem.desk.store.shelves.tables import Tables\n"
        "def die(*_): os.kill(os.getpid(), signal.SIGKILL)\n"
        "if sys.argv[3] == 'tables': Store.fill_from = die\n"
        "if sys.argv[3] == 'left': Tables.leave_for = die\n"
        "progress = lambda table, rows: die() if (table, sys.argv[3]) == ('letter', 'rows') else None\n"
        "move(Desk(Path(sys.argv[1])), StoreSettings(sys.argv[2]), progress)\n"
    )
    words = [sys.executable, "-c", script, str(folder), to.database, moment]
    assert subprocess.run(words, env=surroundings(), check=False).returncode == -signal.SIGKILL


def can_begin(store: Store, about: str) -> bool:
    """Whether a change can begin at once."""
    begun = threading.Event()

    def change() -> None:
        with store.write(about):
            begun.set()

    thread = threading.Thread(target=change)
    thread.start()
    is_begun = begun.wait(0.5)
    _waiting.append(thread)
    return is_begun


_waiting: list[threading.Thread] = []


class TestLocks:
    @pytest.mark.parametrize(
        ("one", "other", "is_free"),
        [
            ("g", "g", False),
            ("g", "h", True),
            ("g", LETTERS, True),
            (LETTERS, LETTERS, True),
            (WHOLE, "g", False),
            ("g", WHOLE, False),
            (WHOLE, LETTERS, False),
            (WHOLE, WHOLE, False),
        ],
    )
    def test_hold_up_what_must_not_meet_and_nothing_else(
        self, store: Store, one: str, other: str, *, is_free: bool
    ) -> None:
        with store.write(one):
            assert can_begin(store, other) is is_free

    def test_hold_up_no_look(self, store: Store) -> None:
        with store.write() as change:
            change.people.put(Member("Anna"))
            with store.read() as look:
                assert look.people.all() == ()

    def test_that_are_never_given_back_are_told(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(engine, "_SESSION", "SET lock_timeout = '50ms'")
        with (
            store.write("g"),
            closing(Store(store.database._url, Path("/"), Vault(KEY))) as other,  # type: ignore[attr-defined]
            pytest.raises(BrokenDeskError, match="lock timeout; another process holds it: try again"),
            other.write("g"),
        ):
            pass

    def test_a_claim_is_free_when_its_holder_dies(self, store: Store, here: Postgres) -> None:
        held = threading.Event()
        with store.claim(["a mail"]) as mine, store.claim(["a mail"]) as anothers:
            assert (mine, anothers) == ({"a mail"}, set())
        with store.claim(["a mail", "another", "a mail"]) as mine:
            assert mine == {"a mail", "another"}
        url = store.database._url  # type: ignore[attr-defined]
        script = (
            "import sys, time\nfrom pathlib import Path\nfrom pbem.desk.store.store import Store\n"
            "from pbem.desk.store.guards.vault import Vault\n"
            f"store = Store({url!r}, Path('/'), Vault(bytes(range(32))))\n"
            "with store.claim(['a mail']) as mine:\n    print(mine, flush=True)\n    time.sleep(60)\n"
        )
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, env=surroundings()) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == b"{'a mail'}\n"
            with store.claim(["a mail", "another"]) as mine:
                assert mine == {"another"}
            other.kill()
            other.wait()
        for _ in range(50):
            with store.claim(["a mail"]) as mine:
                if mine:
                    held.set()
                    break
            held.wait(0.1)
        assert held.is_set()


class TestLostConnections:
    def test_are_made_anew_unnoticed(self, store: Store, here: Postgres) -> None:
        with store.write() as change:
            change.people.put(Member("Anna"))
        here.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pbem'")
        with store.read() as look:
            assert [player.name for player in look.people.all()] == ["Anna"]
        here.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pbem'")
        with store.write() as change:
            change.people.put(Member("Bruno"))

    def test_in_the_midst_of_a_change_undo_it(self, store: Store, here: Postgres) -> None:
        def lose() -> None:
            with store.write("g") as change:
                change.records.append(entries())
                here.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pbem'")
                change.records.append(entries("h"))

        with pytest.raises(BrokenDeskError, match="cannot be used"):
            lose()
        with store.read() as look:
            assert look.records.ids() == []

    @pytest.mark.parametrize("is_kept", [True, False])
    def test_in_the_midst_of_a_commit_are_answered_by_what_is_so(
        self, store: Store, monkeypatch: pytest.MonkeyPatch, *, is_kept: bool
    ) -> None:
        execute = psycopg.Connection.execute

        def failing(self: Any, query: Any, *more: Any) -> Any:
            if query != "COMMIT" or not faults:
                return execute(self, query, *more)
            faults.pop()
            if is_kept:
                execute(self, "COMMIT")
            self.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

        def change_something() -> None:
            with store.write("g") as change:
                change.records.append(entries())

        faults = [1]
        monkeypatch.setattr(psycopg.Connection, "execute", failing)
        if is_kept:
            change_something()
        else:
            with pytest.raises(UnsureError, match="unexpectedly"):
                change_something()
        with store.read() as look:
            assert (look.records.ids() == ["g"]) is is_kept

    def test_while_the_server_starts_anew_are_waited_for(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Kill the server between a commit and its answer: the change is found when it is back."""
        with postgres() as own, closing(Store(own.url(own.new()), tmp_path, Vault(KEY), create=True)) as store:
            execute = psycopg.Connection.execute
            again = threading.Timer(1.0, own.start)
            faults = [1]

            def failing(self: Any, query: Any, *more: Any) -> Any:
                answer = execute(self, query, *more)
                if query == "COMMIT" and faults:
                    faults.pop()
                    own.daemon.kill()
                    again.start()
                    raise psycopg.OperationalError("server closed the connection unexpectedly")
                return answer

            with store.write("g") as change:
                change.records.append(entries())
                monkeypatch.setattr(psycopg.Connection, "execute", failing)
            monkeypatch.undo()
            again.join()
            with store.read() as look:
                assert look.records.raws("g") == [entry.raw for entry in entries()]


class TestSendingTogether:
    """Statements are sent with the next question: an error among them harms nothing that comes later."""

    def test_what_fails_is_told_and_the_next_change_works(self, store: Store) -> None:
        for number in range(20):
            with store.write() as change:
                change.mails.note(f"good {number}", 1)
            with pytest.raises(BrokenDeskError, match="duplicate key"):
                self._write_what_fails(store, number)
        with store.read() as look:
            assert all(look.mails.is_known(f"good {number}") for number in range(20))
            assert look.secrets.all("g") == {}
        with store.write() as change:
            change.secrets.put("g", "use", b"x")
            change.mails.note_provider_key("k.example.org", b"key", at=1, until=2)
        with store.read() as look:
            assert look.secrets.all("g") == {"use": b"x"}

    def _write_what_fails(self, store: Store, number: int) -> None:
        with store.write() as change:
            change.mails.note(f"good {number}", 1)
            change.secrets.put("g", f"use {number}", b"x")
            change.mails.note_provider_key("k.example.org", b"key", at=1, until=2)

    def test_a_row_that_a_trigger_keeps_away_is_missed(self, store: Store, here: Postgres) -> None:
        database = store.place.rpartition("/")[2]
        here.run("CREATE FUNCTION hush() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$", database)
        here.run("CREATE TRIGGER hush BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION hush()", database)
        with pytest.raises(BrokenDeskError, match="keeps a row away"), store.write("g") as change:
            change.records.append(entries())
        assert store.marks.of("g") is None

    def test_what_nobody_asks_about_is_written_all_the_same(self, store: Store) -> None:
        with store.write() as change:
            change.mails.note("d", 7)
        with store.write() as change:
            for number in range(200):
                change.facts.put(f"fact {number}", str(number))
        with store.read() as look:
            assert look.mails.is_known("d")
            assert look.facts.find("fact 199") == "199"


class TestBadPlaces:
    def test_a_server_that_is_away_is_named_in_one_line(self, tmp_path: Path) -> None:
        code, said = pbem("init", str(tmp_path / "d"), "--store", "postgresql://postgres@127.0.0.1:1/x")
        assert code == 3
        assert len(said.splitlines()) == 1
        assert "postgresql://127.0.0.1:1/x cannot be used" in said
        assert "see that the server runs" in said
        assert not list((tmp_path / "d").glob("*"))

    def test_a_database_that_is_not_there(self, here: Postgres, tmp_path: Path) -> None:
        code, said = pbem("init", str(tmp_path / "d"), "--store", here.url("nowhere"))
        assert (code, len(said.splitlines())) == (3, 1)
        assert '"nowhere" does not exist; make it with `createdb`' in said

    def test_a_password_that_is_wrong_or_missing(self, here: Postgres, tmp_path: Path) -> None:
        name = here.new()
        here.run("CREATE ROLE anna LOGIN PASSWORD 'right-one'")
        here.run(f"ALTER DATABASE {name} OWNER TO anna")
        url = here.url(name).replace("postgres@", "anna@")
        with here.asking_for_passwords():
            (tmp_path / "secret").write_text("wrong-one\n")
            (tmp_path / "secret").chmod(0o600)
            words = ("init", str(tmp_path / "d"), "--store", url, "--password-file", str(tmp_path / "secret"))
            code, said = pbem(*words)
            assert (code, len(said.splitlines())) == (3, 1)
            assert "password authentication failed" in said
            assert "wrong-one" not in said
            (tmp_path / "secret").write_text("right-one\n")
            (tmp_path / "secret").chmod(0o644)
            assert "can be read by others" in pbem(*words)[1]
            (tmp_path / "secret").chmod(0o600)
            assert pbem(*words)[0] == 0
            settings = (tmp_path / "d" / "pbem.toml").read_text()
            assert "right-one" not in settings
            assert pbem("--desk", str(tmp_path / "d"), "player", "add", "Anna")[0] == 0
            here.drop(name)
        here.run("DROP ROLE anna")

    def test_a_password_that_is_changed_while_a_desk_works(
        self, here: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        name = here.new()
        here.run("CREATE ROLE anna LOGIN PASSWORD 'first'")
        here.run(f"ALTER DATABASE {name} OWNER TO anna")
        url = here.url(name).replace("postgres@", "anna@")
        secret = tmp_path / "secret"
        secret.touch(mode=0o600)
        secret.write_text("first\n")
        with here.asking_for_passwords():
            monkeypatch.chdir(tmp_path)
            assert pbem("init", "desks/d", "--store", url, "--password-file", "secret")[0] == 0
            monkeypatch.chdir("/")
            assert 'password_file = "../../secret"' in (tmp_path / "desks" / "d" / "pbem.toml").read_text()
            with closing(Desk(tmp_path / "desks" / "d")) as desk:
                here.run("ALTER ROLE anna PASSWORD 'second'")
                here.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
                with pytest.raises(BrokenDeskError, match="password authentication failed"), desk.store.read():
                    pass
                secret.write_text("second\n")
                with desk.store.read() as look:
                    assert look.people.all() == ()
            here.drop(name)
        here.run("DROP ROLE anna")

    def test_a_password_in_the_settings_is_refused(self, here: Postgres, tmp_path: Path) -> None:
        for url in ("postgresql://anna:hush-hush@127.0.0.1/x", "postgresql://127.0.0.1/x?user=anna&password=hush-hush"):
            code, said = pbem("init", str(tmp_path / "d"), "--store", url)
            assert (code, len(said.splitlines())) == (3, 1)
            assert "a password does not belong into pbem.toml" in said
            assert "hush" not in said

    def test_a_user_without_rights(self, here: Postgres, tmp_path: Path) -> None:
        name = here.new()
        here.run("CREATE ROLE guest LOGIN")
        url = here.url(name).replace("postgres@", "guest@")
        code, said = pbem("init", str(tmp_path / "d"), "--store", url)
        here.run("DROP ROLE guest")
        assert (code, len(said.splitlines())) == (3, 1)
        assert "permission denied" in said
        assert "must own the database" in said

    def test_another_encoding(self, here: Postgres, tmp_path: Path) -> None:
        url = here.url(here.new(more="ENCODING 'LATIN1' LOCALE 'C'"))
        code, said = pbem("init", str(tmp_path / "d"), "--store", url)
        assert (code, len(said.splitlines())) == (3, 1)
        assert "has the encoding LATIN1" in said

    @pytest.mark.parametrize("setting", ["synchronous_commit"])
    def test_a_server_that_forgets(self, here: Postgres, tmp_path: Path, setting: str) -> None:
        name = here.new()
        here.run(f"ALTER DATABASE {name} SET {setting} = off")
        code, said = pbem("init", str(tmp_path / "d"), "--store", here.url(name))
        assert (code, len(said.splitlines())) == (3, 1)
        assert f"is not durable: {setting}=off" in said

    def test_a_database_that_is_in_use_by_another_desk(self, here: Postgres, tmp_path: Path) -> None:
        url = here.url(here.new())
        assert pbem("init", str(tmp_path / "one"), "--store", url)[0] == 0
        code, said = pbem("init", str(tmp_path / "two"), "--store", url)
        assert (code, len(said.splitlines())) == (3, 1)
        assert "holds a desk already" in said
        assert not list((tmp_path / "two").glob("*"))
        Desk.create(tmp_path / "three", name="r", address="r@example.org").close()
        text = (tmp_path / "three" / "pbem.toml").read_text()
        (tmp_path / "three" / "pbem.toml").write_text(text.replace("sqlite:///pbem.db", url))
        with pytest.raises(BrokenDeskError, match=r"is not the key of this desk"):
            Desk(tmp_path / "three")

    def test_a_database_that_somebody_else_uses(self, here: Postgres, tmp_path: Path) -> None:
        name = here.new()
        here.run("CREATE TABLE wine (year int)", name)
        code, said = pbem("init", str(tmp_path / "d"), "--store", here.url(name))
        assert (code, len(said.splitlines())) == (3, 1)
        assert "or something else: name an empty database" in said

    def test_a_restore_that_is_refused_leaves_no_second_desk(self, here: Postgres, tmp_path: Path) -> None:
        folder = furnished("running", tmp_path / "desk", here)
        with opened(folder) as desk:
            back_up(desk, tmp_path / "b", with_keys=True)
        with pytest.raises(DeskError, match="holds a desk already"):
            restore(tmp_path / "b", tmp_path / "new")
        assert not (tmp_path / "new").exists()
        with pytest.raises(BrokenDeskError, match="is not a desk"):
            Desk(tmp_path / "new")

    def test_a_database_without_a_desk(self, here: Postgres, tmp_path: Path) -> None:
        with pytest.raises(BrokenDeskError, match="there is no desk in"):
            Store(here.url(here.new()), tmp_path, Vault(KEY))


class TestMoving:
    @pytest.mark.parametrize("is_to_server", [True, False])
    def test_takes_everything_along_and_goes_on(self, here: Postgres, tmp_path: Path, *, is_to_server: bool) -> None:
        folder = furnished("running", tmp_path / "desk", None if is_to_server else here)
        to = StoreSettings(here.url(here.new()) if is_to_server else "sqlite:///moved.db")
        with opened(folder) as desk:
            before, head = rows(folder), head_of(desk)
            counts = move(desk, to)
            assert sum(counts.values()) == sum(map(len, before.values()))
            with pytest.raises(BrokenDeskError, match="was it moved"):
                order(desk, GAME, HOLDERS[BLUE], legal(desk, BLUE)[0])
        assert read_settings(folder).store == to
        assert rows(folder) == before
        with opened(folder) as desk:
            assert head_of(desk) == head
            order(desk, GAME, HOLDERS[BLUE], legal(desk, BLUE)[0])
            assert head_of(desk).size > head.size

    def test_leaves_nothing_that_a_daemon_could_act_on(self, here: Postgres, tmp_path: Path) -> None:
        folder = furnished("running", tmp_path / "desk")
        with opened(folder) as desk:
            stranger = mail("nothing signed", sender="stranger@example.org")
            played = signed_mail(desk, BLUE, legal(desk, BLUE)[0])
            move(desk, StoreSettings(here.url(here.new())))
            for raw in (stranger, played):
                with pytest.raises(BrokenDeskError, match="was it moved"):
                    receive(desk, raw)

    def test_back_into_a_file_that_is_there_is_refused(self, here: Postgres, tmp_path: Path) -> None:
        folder = furnished("running", tmp_path / "desk")
        with opened(folder) as desk:
            move(desk, StoreSettings(here.url(here.new())))
        with opened(folder) as desk, pytest.raises(BrokenDeskError, match="is there already: name a new file"):
            move(desk, StoreSettings())

    def test_to_a_place_in_use_changes_nothing(self, here: Postgres, tmp_path: Path) -> None:
        folder = furnished("running", tmp_path / "desk")
        furnished("fresh", tmp_path / "other", here)
        taken = read_settings(tmp_path / "other").store
        before, settings = rows(folder), (folder / "pbem.toml").read_bytes()
        with opened(folder) as desk, pytest.raises(DeskError, match="holds a desk already"):
            move(desk, taken)
        with opened(folder) as desk, pytest.raises(DeskError, match="already"):
            move(desk, read_settings(folder).store)
        assert rows(folder) == before
        assert (folder / "pbem.toml").read_bytes() == settings

    @pytest.mark.parametrize("moment", ["tables", "rows"])
    def test_that_was_killed_in_the_midst_can_be_made_again(self, here: Postgres, tmp_path: Path, moment: str) -> None:
        folder = furnished("running", tmp_path / "desk")
        to = StoreSettings(here.url(here.new()))
        before = rows(folder)
        killed_moving(folder, to, moment)
        assert rows(folder) == before
        with opened(folder) as desk:
            move(desk, to)
        assert rows(folder) == before

    @pytest.mark.parametrize("is_to_server", [True, False])
    def test_that_was_killed_at_its_end_says_what_to_do(
        self, here: Postgres, tmp_path: Path, *, is_to_server: bool
    ) -> None:
        folder = furnished("running", tmp_path / "desk", None if is_to_server else here)
        url = here.url(here.new()) if is_to_server else "sqlite:///moved.db"
        before = rows(folder)
        killed_moving(folder, StoreSettings(url), "left")
        code, said = pbem("--desk", str(folder), "move", "--to", url)
        assert (code, len(said.splitlines())) == (3, 1)
        assert "holds a copy of this desk, as a move leaves it that was broken off" in said
        assert "make that database anew, empty, and move again" in said
        assert rows(folder) == before
        assert pbem("--desk", str(folder), "check")[0] == 0

    def test_what_was_left_says_where_everything_is(self, here: Postgres, tmp_path: Path) -> None:
        folder = furnished("running", tmp_path / "desk")
        old = (folder / "pbem.toml").read_bytes()
        with opened(folder) as desk:
            move(desk, StoreSettings(here.url(here.new())))
        (folder / "pbem.toml").write_bytes(old)
        with pytest.raises(BrokenDeskError, match=r"everything was moved to postgresql://127\.0\.0\.1"):
            Desk(folder)
