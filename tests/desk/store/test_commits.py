"""A failed commit: nobody knows its outcome, so the desk looks again and answers what is so. And the marks."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbem.desk.errors import BrokenDeskError
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.store.databases.engine import UnsureError
from pbem.desk.store.guards.high_water import FOLDER, Marks
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.store import Store
from pbem.desk.store.values import Member
from pbem.record.log.entry import Head
from tests.desk.house import BLUE, GAME, SteadyDesk, furnished, head_of, legal, opened, rows, signed_mail
from tests.desk.store.test_store import KEY, SQLITE, entries

pytestmark = pytest.mark.sqlite


class Faulty(sqlite3.Connection):
    """A connection whose next commit of a change fails, kept or lost; then maybe all else fails too."""

    fault = ""
    is_gone = False
    begun = ""

    def execute(self, sql: str, values: object = ()) -> sqlite3.Cursor:
        if Faulty.is_gone:
            raise sqlite3.OperationalError("disk I/O error")
        if sql.startswith("BEGIN"):
            self.begun = sql
        if sql == "COMMIT" and Faulty.fault and (self.begun == "BEGIN IMMEDIATE" or "read" in Faulty.fault):
            fault, Faulty.fault = Faulty.fault, ""
            Faulty.is_gone = "gone" in fault
            if "kept" in fault:
                super().execute(sql)
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, values)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def faulty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every connection be one that can fail."""
    real = sqlite3.connect

    def connect(path: Path, **options: object) -> sqlite3.Connection:
        return real(path, factory=Faulty, **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", connect)
    yield
    Faulty.fault, Faulty.is_gone = "", False


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A new, empty store."""
    with closing(Store(SQLITE, tmp_path, Vault(KEY), create=True)) as made:
        yield made


class TestFailedCommit:
    def test_that_was_done_is_taken_as_done(self, store: Store) -> None:
        Faulty.fault = "kept"
        with store.write() as change:
            change.records.append(entries())
        assert Faulty.fault == ""
        with store.read() as look:
            assert len(look.records.raws("g")) == 3
        assert store.marks.of("g") == entries()[-1].head

    def test_that_was_not_done_is_an_error_and_can_be_repeated(self, store: Store) -> None:
        def write() -> None:
            with store.write() as change:
                change.records.append(entries())

        Faulty.fault = "lost"
        with pytest.raises(UnsureError, match="disk I/O error"):
            write()
        assert store.marks.of("g") is None
        with store.read() as look:
            assert look.records.raws("g") == []
        write()
        assert store.marks.of("g") == entries()[-1].head

    def test_is_written_over_so_that_nothing_revives_it(self, store: Store, tmp_path: Path) -> None:
        def writes() -> int:
            with closing(sqlite3.connect(tmp_path / "pbem.db")) as database:
                return int(database.execute("PRAGMA user_version").fetchone()[0])

        before = writes()
        Faulty.fault = "lost"
        with pytest.raises(UnsureError), store.write() as change:
            change.mails.note("d", 1)
        assert writes() == before + 1

    @pytest.mark.parametrize("fault", ["kept", "lost"])
    @pytest.mark.parametrize("what", ["mail", "secret"])
    def test_of_a_mail_or_a_secret_is_looked_up_too(self, store: Store, fault: str, what: str) -> None:
        Faulty.fault = fault
        failed = False
        try:
            with store.write() as change:
                if what == "mail":
                    change.mails.note("d", 7)
                else:
                    change.secrets.put("g", "hidden", b"h")
        except UnsureError:
            failed = True
        assert failed == (fault == "lost")
        with store.read() as look:
            assert (look.mails.is_known("d") or look.secrets.find("g", "hidden") is not None) == (fault == "kept")

    def test_that_leaves_no_trace_is_not_called_done(self, store: Store) -> None:
        Faulty.fault = "kept"
        with pytest.raises(UnsureError), store.write() as change:
            change.people.put(Member("Anna"))

    def test_with_a_disk_that_is_gone_says_that_it_is_unknown(self, store: Store) -> None:
        Faulty.fault = "gone, kept"
        with pytest.raises(UnsureError, match="look before you repeat it"), store.write() as change:
            change.records.append(entries())
        Faulty.is_gone = False
        with store.read() as look:
            assert len(look.records.raws("g")) == 3

    def test_of_a_reader_is_only_an_error(self, store: Store) -> None:
        Faulty.fault = "read"
        with pytest.raises(BrokenDeskError) as raised, store.read() as look:
            look.people.all()
        assert not isinstance(raised.value, UnsureError)

    def test_an_order_whose_commit_failed_but_was_done_is_answered_as_played(self, tmp_path: Path) -> None:
        with opened(furnished("running", tmp_path / "desk")) as desk:
            size = head_of(desk).size
            Faulty.fault = "kept"
            played = order(desk, GAME, "Anna", legal(desk, BLUE)[0])
            assert Faulty.fault == ""
            assert played.decided.entries
            assert head_of(desk) == played.decided.match.head
            assert head_of(desk).size > size

    def test_a_mail_whose_commit_failed_is_acted_on_once(self, tmp_path: Path) -> None:
        folder = furnished("running", tmp_path / "desk")
        with opened(folder) as desk:
            raw = signed_mail(desk, BLUE, legal(desk, BLUE)[0])
            before = rows(folder)
            Faulty.fault = "lost"
            with pytest.raises(UnsureError):
                receive(desk, raw)
            assert rows(folder) == before
            Faulty.fault = "kept"
            assert receive(desk, raw).verdict == "played"
            assert receive(desk, raw).verdict == "known"


class TestMarks:
    def test_say_how_far_a_record_has_come(self, store: Store, tmp_path: Path) -> None:
        with store.write() as change:
            change.records.append(entries("one", 1))
            change.records.append(entries("two", 2))
        marks = Marks(tmp_path)
        assert dict(marks.all()) == {"one": entries("one", 1)[-1].head, "two": entries("two", 2)[-1].head}
        with store.write() as change:
            change.records.append(entries("one", 5)[1:])
        assert marks.of("one") == entries("one", 5)[-1].head

    def test_are_not_set_by_what_was_undone(self, store: Store) -> None:
        def fail() -> None:
            with store.write() as change:
                change.records.append(entries())
                raise RuntimeError

        with pytest.raises(RuntimeError):
            fail()
        assert store.marks.of("g") is None

    @pytest.mark.parametrize("torn", [b"", b"0000", b"\0" * 91])
    def test_that_were_torn_say_nothing(self, tmp_path: Path, torn: bytes) -> None:
        marks = Marks(tmp_path)
        marks.set({"g": Head(3, KEY)})
        assert marks.of("g") == Head(3, KEY)
        (tmp_path / FOLDER / "g").write_bytes(torn)
        assert marks.of("g") is None
        assert list(marks.all()) == []

    def test_with_a_flipped_digit_or_of_another_game_say_nothing(self, tmp_path: Path) -> None:
        marks = Marks(tmp_path)
        marks.set({"g": Head(3, KEY)})
        path = tmp_path / FOLDER / "g"
        raw = path.read_bytes()
        (tmp_path / FOLDER / "h").write_bytes(raw)
        assert marks.of("h") is None
        path.write_bytes(raw.replace(b"3 ", b"4 ", 1))
        assert marks.of("g") is None

    def test_that_cannot_be_written_stop_nothing(self, store: Store, tmp_path: Path) -> None:
        (tmp_path / FOLDER).write_text("no folder")
        with store.write() as change:
            change.records.append(entries())
        with store.read() as look:
            assert len(look.records.raws("g")) == 3
        assert store.marks.of("g") is None
        assert store.marks.of("../g") is None


def test_a_desk_is_still_steady(tmp_path: Path) -> None:
    folder = furnished("fresh", tmp_path / "desk")
    with closing(SteadyDesk(folder)) as desk:
        assert desk.store.marks.of(GAME) == head_of(desk)
