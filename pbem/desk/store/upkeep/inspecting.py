"""Looking at every page and every row of a database, for damage: what cannot be read, and what cannot be unlocked."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from pbem.desk.errors import BrokenDeskError
from pbem.desk.store.databases.sqlite import connect_still
from pbem.desk.store.guards.vault import Vault
from pbem.desk.store.shelves.letters import letter_use
from pbem.desk.store.sql import SQLITE

_MOST = 100  # faults that SQLite lists before it stops
_TREE = re.compile(r"\b[Tt]ree (\d+)\b")


class Damage(Struct, frozen=True):
    """Something wrong: in which table, and what."""

    table: str
    what: str

    @property
    def line(self) -> str:
        """The same in one line."""
        return f"{self.table}: {self.what}"


class Row(Struct, frozen=True):
    """A row that can be read, and what it locks away."""

    values: dict[str, Any]
    content: bytes = b""


# What the content of a row was locked for, by table: a game and a use.
_Lock = Callable[[dict[str, Any]], tuple[str, str]]
_LOCKS: dict[str, _Lock] = {
    "secret": lambda row: (row["game"], row["use"]),
    "snapshot": lambda row: (row["game"], f"snapshot/{row['seq']}"),
    "evidence": lambda row: ("", f"evidence/{row['digest']}"),
    "letter": lambda row: (row["game"], letter_use(row["player"], row["seat"], row["upto"], row["at"])),
}


class AnyInspector(Protocol):
    """Reads a database of any kind as it is at one moment, past whatever is wrong."""

    tables: dict[str, int]

    def structure(self) -> Iterator[Damage]:
        """Yield what is wrong with what rows are kept in."""

    def schema(self) -> Iterator[Damage]:
        """Yield what is not made as this version makes it."""

    def rows(self, table: str, vault: Vault | None = None) -> Iterator[Row | Damage]:
        """Yield every row of a table, unlocked if there is a vault, and what is wrong where one cannot be read."""

    def close(self) -> None:
        """Let go of the database."""


class Inspector:
    """Reads a database by a connection of its own, past whatever is wrong."""

    def __init__(self, path: Path, *, is_still: bool = False) -> None:
        """`is_still` says that nobody writes it, and that what lies beside it is none of it."""
        self._connection = connect_still(path) if is_still else sqlite3.connect(path, isolation_level=None)
        try:
            self._connection.execute("BEGIN")  # everything is seen as it was at one moment, whoever writes meanwhile
            found = self._connection.execute("SELECT name, rootpage FROM sqlite_master WHERE type = 'table'")
            self.tables = {name: root for name, root in found if not _is_own(name)}
        except sqlite3.Error as error:
            self.close()
            raise BrokenDeskError(f"the database {path} cannot be opened: {error}; restore it from a backup") from None

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def structure(self) -> Iterator[Damage]:
        """Let SQLite look at every page, and at every index against its table."""
        try:
            found = [said for (said,) in self._connection.execute(f"PRAGMA integrity_check({_MOST})")]
        except sqlite3.Error as error:
            found = [str(error)]
        for said in found:
            for line in said.splitlines():
                if line not in ("ok", "*** in database main ***"):
                    yield Damage(self._table_in(line), line)

    def schema(self, *more: str) -> Iterator[Damage]:
        """Compare what tables, indexes, triggers and views there are with those of this version, and more tables."""
        made = _schema()
        try:
            found = _described(self._connection)
        except sqlite3.Error as error:
            yield Damage("database", f"what it is made of cannot be read: {error}")
            return
        for kind, table, name in sorted({*made, *found}):
            place = kind, table, name
            if kind == "table" and name in more:
                continue
            if place not in made:
                yield Damage(table, f"the {kind} {name} does not belong there")
            elif place not in found:
                yield Damage(table, f"the {kind} {name} is missing")
            elif made[place] != found[place]:
                yield Damage(table, f"the {kind} {name} is not made as it should be")

    def _table_in(self, line: str) -> str:
        """Return the table that a fault is in, as far as SQLite says it."""
        tree = _TREE.search(line)
        owners = {root: owner for owner, root in self._trees()}
        owner = owners.get(int(tree[1]), "") if tree else ""
        named = (name for name in self.tables if re.search(rf"\b{name}\b|_{name}_|\b{name}_", line))
        return owner or next(named, "database")

    def _trees(self) -> list[tuple[str, int]]:
        try:
            return list(self._connection.execute("SELECT tbl_name, rootpage FROM sqlite_master"))
        except sqlite3.Error:
            return list(self.tables.items())

    def rows(self, table: str, vault: Vault | None = None) -> Iterator[Row | Damage]:
        """Yield every row of a table, unlocked if there is a vault, and what is wrong where one cannot be read."""
        try:
            cursor = self._connection.execute(f"SELECT * FROM {table} NOT INDEXED")  # noqa: S608 - a name of ours
            names = [column[0] for column in cursor.description]
            for row in cursor:
                yield opened_row(table, dict(zip(names, row, strict=True)), vault)
        except sqlite3.Error as error:
            yield Damage(table, f"cannot be read to its end: {error}")

    def digest(self, table: str) -> str:
        """Return the digest of everything in a table; sqlite3.Error if it cannot be read."""
        summed = sha256()
        for row in self._connection.execute(f"SELECT * FROM {table} NOT INDEXED ORDER BY rowid"):  # noqa: S608 - ours
            summed.update(repr(row).encode())
        return summed.hexdigest()


_Schema = dict[tuple[str, str, str], str]  # how each thing was made, by its kind, its table and its name


def _schema() -> _Schema:
    """Return what a new database is made of."""
    with closing(sqlite3.connect(":memory:")) as new:
        for statement in SQLITE.tables:
            new.execute(statement)
        return _described(new)


def _described(database: sqlite3.Connection) -> _Schema:
    found = database.execute("SELECT type, tbl_name, name, coalesce(sql, '') FROM sqlite_master")
    return {(str(kind), str(table), str(name)): str(text) for kind, table, name, text in found if not _is_own(name)}


def _is_own(name: str) -> bool:
    """Tell whether SQLite itself made something: indexes of keys, and what it counts."""
    return str(name).startswith("sqlite_")


def opened_row(table: str, values: dict[str, Any], vault: Vault | None) -> Row | Damage:
    """Return a row with what it locks away, or say that this cannot be opened."""
    lock = _LOCKS.get(table)
    if vault is None or lock is None:
        return Row(values)
    try:
        return Row(values, vault.unlock(*lock(values), values["locked"]))
    except (BrokenDeskError, TypeError, ValueError):
        return Damage(table, f"{place(values)}: what is locked there cannot be opened with desk.key")


def place(values: dict[str, Any]) -> str:
    """Name a row by the columns that tell it from others."""
    known = (str(values[name]) for name in ("game", "seq", "seat", "use", "digest", "name", "id") if name in values)
    return " ".join(one for one in known if one)


def inspect(path: Path) -> list[Damage]:
    """Return what is wrong with the pages and rows of a database that nobody writes, without looking into them."""
    with closing(Inspector(path, is_still=True)) as inspector:
        damage = list(inspector.structure())
        for table in inspector.tables:
            damage += [found for found in inspector.rows(table) if isinstance(found, Damage)]
    return damage
