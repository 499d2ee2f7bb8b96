"""Everything that is peculiar to SQLite: how it is opened, what is checked at the start, how a write begins."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.exc import DBAPIError
from sqlmodel import create_engine

from pbem.desk.errors import BrokenDeskError

PREFIX = "sqlite:///"
_FULL = 2
_HINTS = {
    "locked": "another process holds it: try again",
    "full": "make room on the disk",
    "UNIQUE": "try again, and if it stays so `pbem rebuild`",
    "not a database": "restore it from a backup",
    "malformed": "restore it from a backup",
}


def open_engine(url: str, folder: Path, *, create: bool) -> Engine:
    """Open the database of a desk, durable: write-ahead log, synchronous=FULL, both checked."""
    path = folder / url.removeprefix(PREFIX)
    if not create and not path.exists():
        raise BrokenDeskError(f"the database {path} is missing")
    engine = create_engine(URL.create("sqlite", database=str(path)), connect_args={"timeout": 30})
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    with explained(path), engine.connect() as connection:
        _check(connection, path)
    return engine


def _set_up(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(f"PRAGMA synchronous={_FULL}")
    connection.execute("PRAGMA foreign_keys=ON")


def _begin(connection: Connection) -> None:
    """A writer takes the lock at once, so that what it read stays true until it commits."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _check(connection: Connection, path: Path) -> None:
    mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
    level = connection.exec_driver_sql("PRAGMA synchronous").scalar()
    if mode != "wal" or level != _FULL:
        raise BrokenDeskError(f"{path} is not durable here: journal_mode={mode}, synchronous={level}")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite says into one clear line."""
    try:
        yield
    except DBAPIError as error:
        said = str(error.orig)
        todo = next((hint for word, hint in _HINTS.items() if word in said), "check the disk and the file's rights")
        raise BrokenDeskError(f"the database {path} cannot be used: {said}; {todo}") from None
