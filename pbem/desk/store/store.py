"""The store of a desk: one transaction at a time reads or writes everything that it keeps."""

import logging
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from pbem.desk.errors import BrokenDeskError
from pbem.desk.store.databases import sqlite
from pbem.desk.store.databases.engine import WHOLE, About, Database, Password, Progress, Run, UnsureError
from pbem.desk.store.guards.high_water import Marks
from pbem.desk.store.guards.seen import Seen
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.migrating import OLDEST, migrate
from pbem.desk.store.sql import FORMAT
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Trace

POSTGRES = "postgresql://"
log = logging.getLogger("pbem.store")


class Store:
    """The database of a desk."""

    def __init__(
        self, url: str, folder: Path, vault: Vault, *, password: Password = lambda: "", create: bool = False
    ) -> None:
        """`password` gives that of a server's user whenever the server is connected to."""
        self.vault = vault
        self.marks = Marks(folder)
        self.seen = Seen(folder)
        self.database = self._open(url, folder, password, create=create)
        try:
            if create:
                with self.write() as change:
                    change.tables.make()
                    change.facts.note_format()
            self._check_format()
        except BrokenDeskError:
            self.close()
            raise

    def _open(self, url: str, folder: Path, password: Password, *, create: bool) -> Database:
        check_known(url)
        if url.startswith(sqlite.PREFIX):
            return sqlite.Database(url, folder, create=create)
        from pbem.desk.store.databases.postgres import Database as Postgres

        # A server that was away may come back restored: what was seen of its records before counts no more.
        return Postgres(url, password=password, create=create, on_lost=self.marks.doubt)

    def _check_format(self) -> None:
        """Refuse tables that this version does not know; make those of an older one into its own."""
        with self.read() as look:
            if self._is_known(look):
                return
        with self.write() as change:
            if not self._is_known(change):  # another process may have been quicker
                migrate(change, int(change.facts.format() or 0))
                log.warning("the tables in %s were brought up to format %d", self.place, FORMAT)

    def _is_known(self, look: Transaction) -> bool:
        found, moved, known = look.facts.format(), look.facts.moved_to(), FORMAT
        if moved:
            raise BrokenDeskError(f"everything was moved to {moved}: name that under [store] in pbem.toml")
        if found not in [str(number) for number in range(OLDEST, known + 1)]:
            why = f"this desk has table format {found}, this pbem knows {known}: use the pbem that made it"
            raise BrokenDeskError(why)
        return found == str(known)

    def read(self) -> AbstractContextManager[Transaction]:
        """Look at one consistent state of everything."""
        return self.database.look(self._transaction)

    @contextmanager
    def write(self, about: About = WHOLE) -> Iterator[Transaction]:
        """Change things: all of it is durable when this ends, or none of it. A game is named by its id.

        A commit that failed may have happened all the same. Then we look, by a new connection, and answer what is so.
        """
        try:
            with self.database.change(self._transaction, about) as change:
                yield change
                change.tally.write()
        except UnsureError as error:
            trace = change.trace()
            if trace is None or not self._shows(trace, about, error):
                raise
        if change.heads:
            self.marks.set(change.heads)

    def _shows(self, trace: Trace, about: About, error: UnsureError) -> bool:
        """Look whether a change is there whose commit failed."""
        try:
            return self.database.was_kept(lambda run: self._transaction(run).shows(trace), about)
        except BrokenDeskError:
            unknown = "whether the last change was kept shows when the database works again: look before you repeat it"
            raise UnsureError(f"{error}; {unknown}") from None

    def _transaction(self, run: Run) -> Transaction:
        return Transaction(run, self.database.sql, self.vault)

    def claim(self, names: Collection[str]) -> AbstractContextManager[Collection[str]]:
        """Take things in hand until this ends, or this process does; gives those that nobody else has in hand."""
        return self.database.claim(names)

    @property
    def is_shared(self) -> bool:
        """Whether several machines, each with a folder of its own, may use the database."""
        return not isinstance(self.database, sqlite.Database)

    @property
    def place(self) -> str:
        """Where the database is, in words that hold no secret."""
        return self.database.place

    def size(self) -> int:
        """Return how much room everything takes, in bytes."""
        return self.database.size()

    def fill_from(self, other: "Store", progress: Progress = lambda _table, _rows: None) -> dict[str, int]:
        """Take over everything that another store keeps, and nothing else; returns how many rows, by table."""
        from pbem.desk.store.moving import move_rows

        return move_rows(other.database, self.database, progress)

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()


def check_known(url: str) -> None:
    """Raise BrokenDeskError if a URL is of no kind of database that this version knows."""
    if not url.startswith((sqlite.PREFIX, POSTGRES)):
        known = f"{sqlite.PREFIX!r} or {POSTGRES!r}"
        raise BrokenDeskError(f"{url!r} is not a database this version knows; it begins with {known}")
