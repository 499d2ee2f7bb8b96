"""The SQL of the store: tables as the classes say, and statements that say what is counted."""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Dialect, create_engine
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import AutoString, SQLModel

from pbem.desk.store import tables
from pbem.desk.store.sql import POSTGRESQL, SQLITE, Sql, columns, counted, read_statements
from tests.desk.house import furnished, opened
from tests.servers.postgres import Postgres

ROOM = Path(tables.__file__).parent
KINDS = {"sqlite": (SQLITE, sqlite.dialect()), "postgresql": (POSTGRESQL, psycopg.dialect())}  # type: ignore[no-untyped-call]
ASKED = r'"([a-z_]+)"'  # how code names a statement


class TestTables:
    @pytest.mark.parametrize("kind", KINDS)
    def test_are_those_of_the_classes(self, kind: str) -> None:
        sql, dialect = KINDS[kind]
        assert list(map(_plain, sql.tables)) == list(map(_plain, _of_classes(kind, dialect)))

    def test_are_made_as_sqlmodel_would_make_them(self) -> None:
        engine = create_engine("sqlite://")
        with closing(sqlite3.connect(":memory:")) as ours, engine.connect() as theirs:
            for statement in SQLITE.tables:
                ours.execute(statement)
            SQLModel.metadata.create_all(theirs)
            made = theirs.exec_driver_sql("SELECT name, sql FROM sqlite_master").fetchall()
            assert made
            assert _named(ours.execute("SELECT name, sql FROM sqlite_master").fetchall()) == _named(list(made))
        engine.dispose()

    def test_have_the_columns_of_the_classes(self) -> None:
        assert columns() == {
            table.name: {column.name: _holds(column.type) for column in table.columns}
            for table in SQLModel.metadata.sorted_tables
        }


def _of_classes(kind: str, dialect: Dialect) -> Iterator[str]:
    """Yield what makes the tables of the classes and their indexes, in the words of a database."""
    for table in SQLModel.metadata.sorted_tables:
        yield str(CreateTable(table, if_not_exists=True).compile(dialect=dialect))
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            if index.info.get("only", kind) == kind:
                yield str(CreateIndex(index, if_not_exists=True).compile(dialect=dialect))


def _plain(text: str) -> str:
    """Return a text without what says nothing: how its lines are broken, and quotes."""
    return " ".join(text.replace('"', "").split())


def _named(rows: list[tuple[str, str | None]]) -> dict[str, str]:
    return {row[0]: _plain(row[1] or "") for row in rows}


def _holds(kind: Any) -> str:
    """Name what a column holds; SQLModel's own kind of text does not say."""
    return "str" if isinstance(kind, AutoString) else str(kind.python_type.__name__)


class TestStatements:
    def test_can_be_prepared(self, folder: Path, server: Postgres | None) -> None:
        with opened(furnished("fresh", folder, server)) as desk:
            database = desk.store.database
            places: dict[str, str] = defaultdict(lambda: "1")  # which any column holds
            with database.look(lambda run: run) as run:
                for statement in database.sql.statements.values():
                    assert list(run(f"EXPLAIN {statement.text}", places))

    def test_are_all_run_and_no_others(self) -> None:
        code = "".join(path.read_text("utf-8") for path in ROOM.rglob("*.py"))
        asked = {*re.findall(ASKED, code), *(f"counted_{thing}" for thing in counted())}
        assert SQLITE.statements.keys() - asked == set()
        run = re.findall(rf"(?:run|first|each)\(\s*{ASKED}", code)
        assert len(run) > 50
        assert set(run) - SQLITE.statements.keys() == set()

    @pytest.mark.parametrize("sql", [SQLITE, POSTGRESQL], ids=["sqlite", "postgresql"])
    def test_that_are_counted_have_what_counts(self, sql: Sql) -> None:
        several = {name: one for name, one in sql.statements.items() if one.count}
        assert {one.count.thing for one in several.values() if one.count} == counted().keys() - {"tally"}
        for name, one in several.items():
            assert one.count
            assert _has(one.text, is_given=one.count.is_given) >= set(counted()[one.count.thing]), name

    def test_of_postgresql_lock_what_they_read_before_they_write_it(self) -> None:
        locking = {name for name, one in POSTGRESQL.statements.items() if "FOR UPDATE" in one.text}
        assert locking == {"claim", "tally_of"}
        assert not any("/*" in one.text for one in POSTGRESQL.statements.values())


def _has(text: str, *, is_given: bool) -> set[str]:
    """Return the columns that a statement is given, or returns."""
    found = re.search(r"\((.+?)\)" if is_given else r"RETURNING (.+)", text)
    assert found, text
    return set(found[1].split(", "))


class TestReading:
    def test_a_statement_and_what_it_counts(self) -> None:
        text = "-- name: put\n-- counts: + desk\nINSERT INTO desk VALUES (:a);\n\n-- name: get\nSELECT 1;\n"
        found = read_statements(text)
        assert list(found) == ["put", "get"]
        assert found["put"].count
        assert (found["put"].count.thing, found["put"].count.sign, found["put"].count.is_given) == ("desk", 1, True)
        assert (found["get"].text, found["get"].count) == ("SELECT 1", None)

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("-- name: x\nDELETE FROM desk;\n", "must say what it counts"),
            ("-- name: x\nUPDATE desk SET value = 1;\n", "must say what it counts"),
            ("-- name: x\nWITH y AS (SELECT 1)\nINSERT INTO desk SELECT 1, 2;\n", "must say what it counts"),
            ("-- name: x\n-- counts: + desk\nSELECT 1;\n", "only then"),
            ("-- name: x\n-- counts: desk\nDELETE FROM desk;\n", "say `\\+ THING`"),
            ("-- name: x\n-- counts: nothing\nDELETE FROM desk;\n", "say `\\+ THING`"),
            ("-- name: x\n-- counts: - desk\nDELETE FROM desk;\n", "must return the rows"),
            ("-- name: x\n-- counts: + desk\nUPDATE desk SET value = 1;\n", "must return the rows"),
            ("-- name: x\nSELECT 1\n-- name: y\nSELECT 2;\n", "no end"),
            ("-- name: x\nSELECT 1;\n-- name: x\nSELECT 2;\n", "not its own"),
        ],
    )
    def test_what_does_not_say_what_it_counts_is_refused(self, text: str, why: str) -> None:
        with pytest.raises(ValueError, match=why):
            read_statements(text)
