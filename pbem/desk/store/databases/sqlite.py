"""Everything that is peculiar to SQLite: how it is opened, what is checked at the start, how a transaction runs."""

import fcntl
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.desk.disk.in_place import make_private, opened_plain
from pbem.desk.errors import BrokenDeskError
from pbem.desk.store.databases.engine import WHOLE, About, Cursor, Run, T, TakenError, UnsureError, Values
from pbem.desk.store.sql import SQLITE

PREFIX = "sqlite:///"
_CLAIMS = "-claims"  # behind the name of the database: a file of which whoever has something in hand locks a byte
_FULL = 2
_PATIENCE = 30  # seconds to wait for another writer
_PAUSE = 0.0002
_DURABLE = ("PRAGMA journal_mode", "PRAGMA synchronous")
_HINTS = {
    "locked": "another process holds it: try again",
    "full": "make room on the disk",
    "UNIQUE": "try again, and if it stays so `pbem rebuild`",
    "not a database": "restore it from a backup",
    "malformed": "restore it from a backup",
    "no such table": "was it moved? See [store] in pbem.toml, and begin anew",
}


def database_path(url: str, folder: Path) -> Path:
    """Return the file that a desk's database is in."""
    return folder / url.removeprefix(PREFIX)


class Database:
    """A database file, durable: write-ahead log, synchronous=FULL, both checked."""

    sql = SQLITE

    def __init__(self, url: str, folder: Path, *, create: bool) -> None:
        self.path = database_path(url, folder)
        self._free: list[sqlite3.Connection] = []  # connections that nobody uses now
        self._file: tuple[int, int] | None = None  # which file it is, once it is open
        self._queue = -1  # the descriptor that whoever waits to write locks
        if create and (taken := next((path for path in files_of(self.path) if _is_taken(path)), None)):
            raise TakenError(f"{taken} is there already: name a new file", self.place, _facts(self.path))
        if not create and not self.path.exists():
            raise BrokenDeskError(f"the database {self.path} is missing")
        if create:
            self._make_private()
        try:
            with self._transaction(lambda run: run, is_write=create) as run:
                _check(run, self.path)
            self._file = _identity(self.path)
        except BrokenDeskError:
            self.close()
            raise

    def _make_private(self) -> None:
        """Make an empty file that nobody else can read: people's addresses come into it."""
        try:
            make_private(self.path)
        except OSError as error:
            raise BrokenDeskError(f"the database {self.path} cannot be made: {error.strerror}") from None

    @property
    def place(self) -> str:
        """The file."""
        return str(self.path)

    def look(self, with_run: Callable[[Run], T]) -> AbstractContextManager[T]:
        """Look at one consistent state of everything."""
        return self._transaction(with_run, is_write=False)

    def change(self, with_run: Callable[[Run], T], about: About = WHOLE) -> AbstractContextManager[T]:
        """Change something. There is one writer at a time here, whatever the change is about."""
        del about
        return self._transaction(with_run, is_write=True)

    @contextmanager
    def _transaction(self, with_run: Callable[[Run], T], *, is_write: bool) -> Iterator[T]:
        if self._file and _identity(self.path) != self._file:
            # An open file can still be written to when it is away; what is kept there would be lost.
            raise BrokenDeskError(f"the database {self.path} was moved or replaced while it was in use: start again")
        connection: sqlite3.Connection | None = None
        is_committing = False
        try:
            connection = self._connection()
            if is_write:
                self._begin_writing(connection)
            else:
                connection.execute("BEGIN")
            yield with_run(_Running(connection))
            is_committing = is_write
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

    def _begin_writing(self, connection: sqlite3.Connection) -> None:
        """Take the lock at once, so that what is read stays true until the commit; whoever came first has it first.

        SQLite lets its writers try again after pauses that grow, so that one who never pauses starves all others. Only
        the first of the queue tries here, and often; the others sleep until it has begun.
        """
        with self._in_turn():
            connection.execute("PRAGMA busy_timeout = 0")
            try:
                _begin_soon(connection)
            finally:
                connection.execute(f"PRAGMA busy_timeout = {_PATIENCE * 1000}")

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        if self._queue < 0:
            self._queue = os.open(self.path.parent, os.O_RDONLY)  # closing the file itself would undo SQLite's locks
        fcntl.flock(self._queue, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._queue, fcntl.LOCK_UN)

    def was_kept(self, shows: Callable[[Run], bool], about: About) -> bool:
        """Look by a new connection; what is not there could come back from the write-ahead log after a power cut."""
        with self.look(shows) as is_there:
            pass
        if not is_there:
            with self.change(lambda run: run, about) as run:
                (count,) = run("PRAGMA user_version").fetchone()
                run(f"PRAGMA user_version = {count + 1}")  # nobody reads it; it is written over what may be left there
        return is_there

    @contextmanager
    def claim(self, names: Collection[str]) -> Iterator[Collection[str]]:
        """Take things in hand by locking the bytes of a file that they are the numbers of; nothing is written there.

        All by one open file: to close another one would undo the locks of this process.
        """
        with ExitStack() as ends:
            try:
                file = ends.enter_context(opened_plain(Path(f"{self.path}{_CLAIMS}"), os.O_WRONLY))
                mine = {name for name in names if _has_locked(file, _place_of(name))}
            except OSError as error:
                raise self._explained(error) from None
            yield mine

    def moved_in(self, run: Run) -> None:
        """There is nothing to do: the next number is the one after the highest."""

    def size(self) -> int:
        """Return how large the file is."""
        return self.path.stat().st_size

    def _connection(self) -> sqlite3.Connection:
        """Return a connection that nobody uses now."""
        try:
            return self._free.pop()
        except IndexError:
            return _connect(self.path)

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
        return BrokenDeskError(f"the database {self.path} cannot be used: {said}; {todo}")

    def close(self) -> None:
        """Let go of the file."""
        while self._free:
            self._free.pop().close()
        if self._queue >= 0:
            os.close(self._queue)
            self._queue = -1


def connect_still(path: Path) -> sqlite3.Connection:
    """Open a database that nobody writes, to read the file alone: whatever somebody laid beside it is not looked at.

    A journal beside it would be played back into it, and could name other files to be removed.
    """
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)


def files_of(path: Path) -> list[Path]:
    """Return the files that SQLite opens by their names: a database, and what it keeps beside it."""
    return [path.with_name(f"{path.name}{end}") for end in ("", "-wal", "-shm", "-journal")]


def _is_taken(path: Path) -> bool:
    """Tell whether anything is there but an empty file of this user."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    is_own = stat.S_ISREG(found.st_mode) and found.st_nlink == 1 and found.st_uid == os.geteuid()
    return not is_own or found.st_size > 0


def _facts(path: Path) -> dict[str, str]:
    """Return the facts of the desk that is in a file, as far as they can be read."""
    from urllib.parse import quote

    if not path.is_file():
        return {}
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as found:
            return dict(found.execute("SELECT name, value FROM desk"))
    except sqlite3.Error:
        return {}


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from one that took its place; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class _Running:
    """How a statement is run."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __call__(self, statement: str, values: Values = (), /) -> Cursor:
        if isinstance(values, list):
            return self._connection.executemany(statement, values)
        cursor = self._connection.execute(statement, values)
        # What a change gives is read at once: until then it is not done, and nothing can be committed.
        return _Given(cursor) if "RETURNING " in statement else cursor

    def each(self, statement: str, values: Sequence[Mapping[str, Any]], /) -> list[list[Any]]:
        return [self._connection.execute(statement, one).fetchall() for one in values]

    stream = __call__  # which gives row after row anyway


class _Given:
    """What a change gave."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._rows = iter(cursor.fetchall())
        self.rowcount = cursor.rowcount

    def fetchone(self) -> Any:
        return next(self._rows, None)

    def __iter__(self) -> Iterator[Any]:
        return self._rows


def _place_of(name: str) -> int:
    """Return the byte that stands for a thing."""
    return int.from_bytes(sha256(name.encode()).digest()[:7])


def _has_locked(file: int, place: int) -> bool:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
    except (BlockingIOError, PermissionError):  # as systems say that somebody else has it
        return False
    return True


def _begin_soon(connection: sqlite3.Connection) -> None:
    """Begin to write as soon as the writer before has ended."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
        else:
            return
        time.sleep(_PAUSE)


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
