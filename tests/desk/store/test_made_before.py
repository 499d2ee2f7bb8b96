"""A desk that an earlier pbem made is opened unchanged, is whole, and goes on."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pbem.desk.post.hearing.receiving import receive
from pbem.desk.safety.checking import check
from pbem.desk.store.sql import SQLITE, columns
from tests.desk.house import GAME, ORANGE, legal, opened, rows, signed_mail, tamper

# Its database is a text: a game of Fortuna, `f1`, after two signed mails.
MADE = Path(__file__).with_name("made_before")

pytestmark = pytest.mark.sqlite


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The desk, with its database in a file again."""
    folder = shutil.copytree(MADE, tmp_path / "desk")
    with closing(sqlite3.connect(folder / "pbem.db")) as database:
        database.executescript((MADE / "pbem.sql").read_text("utf-8"))
    for path in (folder, *folder.iterdir()):
        path.chmod(0o700 if path.is_dir() else 0o600)
    return folder


def test_nothing_is_wrong_with_it_and_nothing_is_changed(folder: Path) -> None:
    before = rows(folder)
    assert {table for table, kept in before.items() if kept} >= {"entry", "evidence", "letter", "mail", "provider_key"}
    with opened(folder) as desk:
        assert check(desk) == []
        with desk.store.read() as look:
            assert len(look.records.raws(GAME)) == 8
    assert rows(folder) == before


def test_it_goes_on(folder: Path) -> None:
    with opened(folder) as desk:
        assert receive(desk, signed_mail(desk, ORANGE, legal(desk, ORANGE)[0])).verdict == "played"
        assert check(desk) == []


def test_what_is_missing_from_it_is_noticed(folder: Path) -> None:
    tamper(folder, "DELETE FROM provider_key")
    with opened(folder) as desk:
        assert {damage.table for damage in check(desk)} == {"provider_key"}


def test_a_new_desk_has_the_same_tables(folder: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as new, closing(sqlite3.connect(folder / "pbem.db")) as old:
        for statement in SQLITE.tables:
            new.execute(statement)
        made, kept = ([*db.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name")] for db in (new, old))
    assert made == kept
    assert {name for kind, name, _ in made if kind == "table"} == columns().keys()
