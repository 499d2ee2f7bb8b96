"""Everything that is peculiar to SQLite: how it is opened, what is checked at the start, how a transaction runs."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from pbem.desk.errors import BrokenDeskError
from pbem.desk.store.sql import sqlite as sql

PREFIX = "sqlite:///"
_FULL = 2
_PATIENCE = 30  # seconds to wait for another writer
_DURABLE = ("PRAGMA journal_mode", "PRAGMA synchronous")
_HINTS = {
    "locked": "another process holds it: try again",
    "full": "make room on the disk",
    "UNIQUE": "try again, and if it stays so `pbem rebuild`",
    "not a database": "restore it from a backup",
    "malformed": "restore it from a backup",
}

Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]
Run = Callable[..., sqlite3.Cursor]
T = TypeVar("T")


def database_path(url: str, folder: Path) -> Path:
    """Return the file that a desk's database is in."""
    return folder / url.removeprefix(PREFIX)


class UnsureError(BrokenDeskError):
    """A commit failed, and nobody knows yet whether what it wrote is there."""


class Database:
    """A database file, durable: write-ahead log, synchronous=FULL, both checked."""

    def __init__(self, url: str, folder: Path, *, create: bool) -> None:
        self._path = database_path(url, folder)
        self._free: list[sqlite3.Connection] = []  # connections that nobody uses now
        if not create and not self._path.exists():
            raise BrokenDeskError(f"the database {self._path} is missing")
        self._file: tuple[int, int] | None = None  # which file it is, once it is open
        try:
            with self.transaction(lambda run: run, writes=create) as run:
                _check(run, self._path)
                if create:
                    _make_tables(run)
            self._file = _identity(self._path)
        except BrokenDeskError:
            self.close()
            raise

    @contextmanager
    def transaction(self, with_run: Callable[[Run], T], *, writes: bool = False) -> Iterator[T]:
        """Give what is made of a way to run statements: all they change is durable when this ends, or none of it.

        A writer takes the lock at once, so that what it read stays true until it commits.
        """
        if self._file and _identity(self._path) != self._file:
            # An open file can still be written to when it is away; what is kept there would be lost.
            raise BrokenDeskError(f"the database {self._path} was moved or replaced while it was in use: start again")
        connection: sqlite3.Connection | None = None
        is_committing = False
        try:
            connection = self._connection()
            connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
            yield with_run(_run_on(connection))
            is_committing = writes
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection is not None:
                connection.close()  # what it thinks of the file may be wrong: the next one looks anew
                connection = None
            explained = self._explained(error)
            raise UnsureError(str(explained)) if is_committing else explained from None
        finally:
            if connection is not None:
                self._give_back(connection)

    def settle(self) -> None:
        """Write over what a failed commit may have left in the write-ahead log, where a power cut could revive it."""
        with self.transaction(lambda run: run, writes=True) as run:
            (count,) = run("PRAGMA user_version").fetchone()
            run(f"PRAGMA user_version = {count + 1}")  # nobody reads it

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    def _connection(self) -> sqlite3.Connection:
        """Return a connection that nobody uses now."""
        try:
            return self._free.pop()
        except IndexError:
            return _connect(self._path)

    def _give_back(self, connection: sqlite3.Connection) -> None:
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self._free.append(connection)
        except sqlite3.Error:
            connection.close()

    def _explained(self, error: Exception) -> BrokenDeskError:
        """Put what SQLite says into one clear line."""
        said = str(error)
        todo = next((hint for word, hint in _HINTS.items() if word in said), "check the disk and the file's rights")
        return BrokenDeskError(f"the database {self._path} cannot be used: {said}; {todo}")

    def close(self) -> None:
        """Let go of the file."""
        while self._free:
            self._free.pop().close()


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from one that took its place; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _run_on(connection: sqlite3.Connection) -> Run:
    """Return how a statement is run."""

    def run(statement: str, values: Values = ()) -> sqlite3.Cursor:
        if isinstance(values, list):
            return connection.executemany(statement, values)
        return connection.execute(statement, values)

    return run


def _make_tables(run: Run) -> None:
    for statement in sql.TABLES:
        run(statement)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        _set_up(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _set_up(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(f"PRAGMA synchronous={_FULL}")
    connection.execute("PRAGMA foreign_keys=ON")


def _check(run: Run, path: Path) -> None:
    (mode,), (level,) = (run(pragma).fetchone() for pragma in _DURABLE)
    if mode != "wal" or level != _FULL:
        raise BrokenDeskError(f"{path} is not durable here: journal_mode={mode}, synchronous={level}")
