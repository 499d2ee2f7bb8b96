"""The SQL that a desk runs is what the tables and statements say."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import create_engine
from sqlmodel import SQLModel

from pbem.desk.store.sql import sqlite as sql
from tools.statements import DIALECTS, HOME, written


@pytest.mark.parametrize("name", DIALECTS)
def test_the_texts_are_those_of_the_tables_and_statements(name: str) -> None:
    text = (HOME / f"{name}.py").read_text(encoding="utf-8")
    assert text == written(name), "the tables or the statements changed: `make sql`"


def test_there_are_texts_for_the_known_databases_alone() -> None:
    assert {path.stem for path in HOME.glob("*.py")} == {"__init__", *DIALECTS}


def test_the_tables_are_made_as_sqlmodel_would_make_them() -> None:
    engine = create_engine("sqlite://")
    with closing(sqlite3.connect(":memory:")) as ours, engine.connect() as theirs:
        for statement in sql.TABLES:
            ours.execute(statement)
        SQLModel.metadata.create_all(theirs)
        made = theirs.exec_driver_sql("SELECT name, sql FROM sqlite_master").fetchall()
        assert made
        assert _plain(ours.execute("SELECT name, sql FROM sqlite_master").fetchall()) == _plain(list(made))
    engine.dispose()


def _plain(rows: list[tuple[str, str | None]]) -> dict[str, list[str]]:
    """Return what is said of each table and index, however its lines are broken."""
    return {row[0]: (row[1] or "").split() for row in rows}
