"""Everything that is peculiar to PostgreSQL: how it is reached, what is checked at the start, who waits for whom.

Locks are PostgreSQL's advisory locks. They belong to a transaction or a connection, so that those of a worker that died
are free at once. A change of one game shares the desk with those of other games; a change of the desk as a whole has it
alone.
"""

import logging
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from pbem.desk.errors import BrokenDeskError
from pbem.desk.store.databases.asking import Asking
from pbem.desk.store.databases.complaints import complaint
from pbem.desk.store.databases.engine import (
    LETTERS,
    WHOLE,
    About,
    Cursor,
    Password,
    Run,
    T,
    TakenError,
    UnsureError,
    Values,
)
from pbem.desk.store.sql import FORMAT, POSTGRESQL, columns

if TYPE_CHECKING:
    import psycopg

PREFIX = "postgresql://"
PATIENCE = 30  # seconds: to wait for another writer, and for a server that went away in the midst of a commit
_PAUSE = 0.5
log = logging.getLogger("pbem.store")

_LOOK = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
# What is read in a change must be what the writer before has left, so that each statement looks anew, after the lock.
_CHANGE = "BEGIN ISOLATION LEVEL READ COMMITTED"
_DESK = 0x7062656D  # the number of the lock on the desk as a whole
_ALONE = f"SELECT pg_advisory_xact_lock({_DESK})"
_TOGETHER = f"SELECT pg_advisory_xact_lock_shared({_DESK})"
_ONE = f"{_TOGETHER}, pg_advisory_xact_lock(hashtextextended(%(about)s, 1))"
# Of several things the locks are taken in the order of their numbers, by everybody: so nobody waits for somebody who
# waits for him.
_SEVERAL = """
SELECT pg_advisory_xact_lock(number) FROM (
    SELECT DISTINCT hashtextextended(about, 1) AS number FROM unnest(%(abouts)s::text[]) AS about ORDER BY number
) AS numbers
"""
_CLAIM = "SELECT name, pg_try_advisory_lock(hashtextextended(name, 2)) FROM unnest(%(names)s::text[]) AS name"
_UNCLAIM = "SELECT pg_advisory_unlock(hashtextextended(name, 2)) FROM unnest(%(names)s::text[]) AS name"

_SESSION = f"""
SET lock_timeout = '{PATIENCE}s';
SET idle_in_transaction_session_timeout = '10min';
-- So that the server soon lets go of what a machine had in hand that lost its power or its network.
SET tcp_keepalives_idle = 10;
SET tcp_keepalives_interval = 5;
SET tcp_keepalives_count = 3;
SET tcp_user_timeout = '{PATIENCE}s'
"""
# What a commit is worth is settled for the whole session: nobody makes it less meanwhile.
_STATE = """
SELECT current_setting('fsync'), current_setting('full_page_writes'),
    set_config('synchronous_commit', current_setting('synchronous_commit'), false),
    current_setting('server_encoding'), extract(epoch FROM clock_timestamp())::float8
"""
_DURABLE = ("fsync", "full_page_writes", "synchronous_commit")
CLOCKS = 300  # seconds by which those of two machines may differ: half of what a letter is taken in hand for


class Database:
    """A database of a PostgreSQL server, durable: that is checked."""

    sql = POSTGRESQL

    def __init__(
        self,
        url: str,
        *,
        password: Password = lambda: "",
        create: bool = False,
        on_lost: Callable[[], None] = lambda: None,
    ) -> None:
        self.place = _without_secrets(url)
        self._url = url
        self._password = password
        self._on_lost = on_lost
        self._free: list[psycopg.Connection[Any]] = []  # connections that nobody uses now
        self._psycopg = _driver()
        try:
            with self.look(lambda run: run) as run:
                self._check_tables(run, are_new=create)
        except BrokenDeskError:
            self.close()
            raise

    def _check_tables(self, run: Run, *, are_new: bool) -> None:
        found = _tables(run)
        if are_new and found:
            facts = dict(run("SELECT name, value FROM desk")) if "desk" in found else {}
            if not _is_bare(run, found, facts):
                why = f"{self.place} holds a desk already, or something else: name an empty database"
                raise TakenError(why, self.place, facts)
        if not are_new and "desk" not in found:
            why = f"there is no desk in {self.place} that this user can see: `pbem init DIR --store URL` makes one"
            raise BrokenDeskError(why)

    @contextmanager
    def look(self, with_run: Callable[[Run], T]) -> Iterator[T]:
        """Look at one consistent state of everything."""
        with self._transaction(_LOOK) as asking:
            yield with_run(asking)

    @contextmanager
    def change(self, with_run: Callable[[Run], T], about: About = WHOLE) -> Iterator[T]:
        """Change something, alone with what it is about."""
        with self._transaction(_CHANGE) as asking:
            for statement, values in _locks(about):
                asking(statement, values)
            asking.settle()  # what is read in a change is read after the lock
            yield with_run(asking)

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Asking]:
        is_committing = False
        try:
            with self._lent(begin) as (connection, _cursor):
                asking = Asking(connection)
                yield asking
                asking.settle()
                is_committing = begin == _CHANGE
                connection.execute("COMMIT")
        except self._psycopg.Error as error:
            explained = self._explained(error)
            raise UnsureError(str(explained)) if is_committing else explained from None

    @contextmanager
    def _lent(self, first: str, values: Values = ()) -> Iterator[tuple["psycopg.Connection[Any]", Cursor]]:
        """Lend a connection that nobody uses now, with what a first statement on it gave."""
        connection, cursor = self._begun(first, values)
        try:
            yield connection, cursor
        finally:
            self._give_back(connection)

    def _begun(self, first: str, values: Values) -> tuple["psycopg.Connection[Any]", Cursor]:
        """Run a statement on a connection that nobody uses now; those that the server has left are passed over."""
        while self._free:
            connection = self._free.pop()
            try:
                return connection, connection.execute(first, values)
            except self._psycopg.OperationalError:
                self._lose(connection)
        connection = self._connect()
        return connection, connection.execute(first, values)

    def _connect(self) -> "psycopg.Connection[Any]":
        password = self._password()
        more = {"password": password} if password else {}
        connection: psycopg.Connection[Any] = self._psycopg.connect(
            self._url,
            autocommit=True,  # BEGIN and COMMIT are ours to say
            connect_timeout=10,
            client_encoding="utf8",
            application_name="pbem",
            tcp_user_timeout=PATIENCE * 1000,
            **more,
        )
        try:
            connection.execute(_SESSION)
            self._check(connection)
        except BrokenDeskError:
            connection.close()
            raise
        return connection

    def _check(self, connection: "psycopg.Connection[Any]") -> None:
        """Refuse a server that forgets what it has committed, cannot hold every name, or has another time than we."""
        here = time.clock_gettime(time.CLOCK_REALTIME)
        ((*levels, encoding, there),) = connection.execute(_STATE)
        if loose := [f"{name}=off" for name, level in zip(_DURABLE, levels, strict=True) if level == "off"]:
            raise BrokenDeskError(f"{self.place} is not durable: {', '.join(loose)}; switch that on")
        if encoding != "UTF8":
            why = f"{self.place} has the encoding {encoding}: make one with `createdb -E UTF8 -T template0`"
            raise BrokenDeskError(why)
        if abs(there - here) > CLOCKS:
            # Whoever has a letter in hand would be given up too early, or too late.
            how = f"{abs(there - here):.0f} s {'behind' if here < there else 'ahead of'}"
            raise BrokenDeskError(f"the clock of this machine is {how} that of {self.place}: set it right")

    def _give_back(self, connection: "psycopg.Connection[Any]") -> None:
        status = self._psycopg.pq.TransactionStatus
        try:
            if connection.info.transaction_status == status.INERROR or connection.pgconn.pipeline_status:
                # Of statements that were sent together those after an error are passed over, also to prepare one that
                # the driver takes for prepared from then on: another connection knows none of that.
                self._lose(connection)
                return
            if connection.info.transaction_status != status.IDLE:
                connection.execute("ROLLBACK")
            self._free.append(connection)
        except self._psycopg.Error:
            self._lose(connection)

    def _lose(self, connection: "psycopg.Connection[Any]") -> None:
        """Forget a connection that broke; whatever answers next may be a server that was restored."""
        with suppress(self._psycopg.Error):
            connection.close()
        self._on_lost()

    def was_kept(self, shows: Callable[[Run], bool], about: About) -> bool:
        """Look when the transaction whose commit failed has ended, for then its locks are free.

        A server that restarts, or hands over to another, is waited for.
        """
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with self.change(shows, about) as is_there:
                    return is_there
            except BrokenDeskError:
                if time.monotonic() > end:
                    raise
            time.sleep(_PAUSE)

    @contextmanager
    def claim(self, names: Collection[str]) -> Iterator[Collection[str]]:
        """Take things in hand by locks that belong to a connection."""
        try:
            with self._lent(_CLAIM, {"names": list({*names})}) as (connection, cursor):
                mine = {name for name, is_mine in cursor if is_mine}
                try:
                    yield mine
                finally:
                    if mine:
                        connection.execute(_UNCLAIM, {"names": list(mine)})
        except self._psycopg.Error as error:
            raise self._explained(error) from None

    def moved_in(self, run: Run) -> None:
        """Let letters go on after the highest number."""
        run("SELECT setval(pg_get_serial_sequence('letter', 'id'), coalesce(max(id), 0) + 1, false) FROM letter")

    @property
    def faults(self) -> type["psycopg.Error"]:
        """What statements raise that fail."""
        fault: type[psycopg.Error] = self._psycopg.Error
        return fault

    def size(self) -> int:
        """Return how much room the database takes on its server."""
        with self.look(lambda run: run("SELECT pg_database_size(current_database())").fetchone()[0]) as size:
            return int(size)

    def _explained(self, error: "psycopg.Error") -> BrokenDeskError:
        """Put what PostgreSQL says into one clear line."""
        return BrokenDeskError(f"the database {self.place} cannot be used: {complaint(error)}")

    def close(self) -> None:
        """Let go of the server."""
        while self._free:
            self._free.pop().close()


def _locks(about: About) -> Sequence[tuple[str, dict[str, Any]]]:
    """Return what makes a change wait for those that it must not meet."""
    if about == WHOLE:
        return [(_ALONE, {})]
    if about == LETTERS:
        return [(_TOGETHER, {})]
    if isinstance(about, tuple):
        return [(_TOGETHER, {}), (_SEVERAL, {"abouts": list(about)})]
    return [(_ONE, {"about": about})]


def _is_bare(run: Run, tables: set[str], facts: Mapping[str, str]) -> bool:
    """Tell whether a desk was begun here and broken off: its tables are there, and nothing in them but their format."""
    if tables != columns().keys() or facts != {"format": str(FORMAT)}:
        return False
    others = [table for table in columns() if table not in ("desk", "tally")]
    return not any(run(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in others)  # noqa: S608 - names of ours


def _tables(run: Run) -> set[str]:
    """Return the names of all tables that are there, a desk's or anybody's."""
    return {name for (name,) in run("SELECT tablename FROM pg_tables WHERE schemaname = ANY (current_schemas(false))")}


def _driver() -> ModuleType:
    try:
        import psycopg
    except ImportError as error:
        why = f"a desk on PostgreSQL needs what is not installed: pip install 'pbem[postgres]' ({error})"
        raise BrokenDeskError(why) from None
    # Of several statements that are sent together it would tell, besides the error, that those after it were not run.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    return psycopg


def _without_secrets(url: str) -> str:
    """Return where a database is, without who asks; BrokenDeskError if the URL holds a password."""
    parts = urlsplit(url)
    if parts.password is not None or "password" in parse_qs(parts.query):
        why = "a password does not belong into pbem.toml: put it into a file of its own, and set password_file"
        raise BrokenDeskError(why)
    return f"{PREFIX}{parts.netloc.rpartition('@')[2]}{parts.path}"
