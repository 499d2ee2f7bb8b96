"""A copy of a whole database in one file, made while others write, with a digest of every table."""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path

from pbem.desk.disk.moving import move_new
from pbem.desk.disk.ways import is_ours_alone, led_to_new
from pbem.desk.disk.workshops import sweep_workshops, workshop
from pbem.desk.disk.writing import NEW_PRIVATE, PRIVATE, fsync, write_file
from pbem.desk.errors import BrokenDeskError, DeskError, UsageError
from pbem.desk.store.databases import sqlite
from pbem.desk.store.sql import SQLITE, columns
from pbem.desk.store.store import Store
from pbem.desk.store.upkeep.inspecting import Damage, Inspector, inspect

_TABLE = "backup"  # in a copy only: what goes with the database, and the digests of its tables
_DIGEST = "digest/"
_WHOLE = "digest of this table"


def copy_store(source: Store, target: Path, more: Mapping[str, bytes], *, room: Path) -> None:
    """Write one consistent copy of a store into a file, with more files beside it, whole and durable or not at all.

    It grows in a folder that only its owner can enter: in that of the target or, where others may write on the way
    there, in `room`.
    """
    try:
        place, within = led_to_new(target)
        for path in sqlite.files_of(place):  # what SQLite would open together with it
            if os.path.lexists(path):
                raise UsageError(f"{target.with_name(path.name)} exists already: name a new file")
        beside = place.parent if is_ours_alone(target.parent) else room  # SQLite opens by name, and more than once
        for folder in {beside, room}:
            sweep_workshops(folder)
        with workshop(beside) as own:
            copy = own / "copy"
            write_file(copy, b"", PRIVATE)
            _copy(source, copy)
            _add(copy, more)
            fsync(copy)
            move_new(copy, place, within=within)
    except FileExistsError:
        raise UsageError(f"{target} exists already: name a new file") from None
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None
    except sqlite3.Error as error:
        raise DeskError(f"the copy {target} was not made: {error}") from None


def _copy(source: Store, target: Path) -> None:
    if isinstance(source.database, sqlite.Database):
        _copy_pages(source.database.path, target)
    else:
        _copy_rows(source, target)
    if damage := inspect(target):
        raise BrokenDeskError(f"the database is damaged, and a copy of it is no backup: {damage[0].line}; `pbem check`")


def _copy_pages(source: Path, target: Path) -> None:
    """Copy all pages in one step: what others commit meanwhile is in the write-ahead log, and not in the copy."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new, pages=-1)
        new.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it


def _copy_rows(source: Store, target: Path) -> None:
    """Copy all rows of another kind of database into a new file."""
    with closing(Store(f"{sqlite.PREFIX}{target.name}", target.parent, source.vault, create=True)) as new:
        new.fill_from(source)
    with closing(sqlite3.connect(target)) as written:
        written.execute("PRAGMA journal_mode=DELETE")


def _add(path: Path, more: Mapping[str, bytes]) -> None:
    with closing(Inspector(path, is_still=True)) as inspector:
        digests = {f"{_DIGEST}{table}": inspector.digest(table).encode() for table in inspector.tables}
    kept = {**more, **digests}
    with _writing(path) as database:
        database.execute(f"CREATE TABLE {_TABLE} (name TEXT PRIMARY KEY, content BLOB NOT NULL)")
        rows = [*kept.items(), (_WHOLE, _digest(kept).encode())]
        database.executemany(f"INSERT INTO {_TABLE} VALUES (?, ?)", rows)  # noqa: S608 - a name of ours


@contextmanager
def _writing(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as database, database:
        yield database


def _digest(kept: Mapping[str, bytes]) -> str:
    return sha256(repr(sorted(kept.items())).encode()).hexdigest()


def beside(path: Path) -> dict[str, bytes]:
    """Return what was copied beside a database; DeskError if it is no backup that can be read."""
    try:
        with path.open("rb"), closing(sqlite.connect_still(path)) as database:
            kept: dict[str, bytes] = dict(database.execute(f"SELECT name, content FROM {_TABLE}"))  # noqa: S608 - ours
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    except sqlite3.Error as error:
        raise DeskError(f"{path} is no backup that can be read: {error}") from None
    whole = kept.pop(_WHOLE, b"")
    if whole != _digest(kept).encode():
        raise DeskError(f"{path} is damaged: what was kept beside the database is not what was written")
    return kept


def check_copy(path: Path) -> list[Damage]:
    """Return what is not as it was when a copy was made; DeskError if it is no backup that can be read."""
    kept = beside(path)
    damage = inspect(path)
    with closing(Inspector(path, is_still=True)) as inspector:
        damage += inspector.schema(_TABLE)
        for table in inspector.tables:
            damage += _differs(inspector, table, kept)
    missing = [name.removeprefix(_DIGEST) for name in kept if name.startswith(_DIGEST)]
    return damage + [Damage(table, "is missing") for table in missing if table not in inspector.tables]


def _differs(inspector: Inspector, table: str, kept: Mapping[str, bytes]) -> list[Damage]:
    if table == _TABLE:
        return []
    try:
        is_same = inspector.digest(table).encode() == kept.get(f"{_DIGEST}{table}")
    except sqlite3.Error:
        return []  # said already
    return [] if is_same else [Damage(table, "does not hold what was written into it")]


def unpack_database(source: Path, target: Path) -> None:
    """Write the database of a copy alone to a new private file: what was copied beside it never gets there."""
    write_file(target, b"", NEW_PRIVATE)
    try:
        with _writing(target) as new:
            for statement in SQLITE.tables:
                new.execute(statement)
            with closing(sqlite.connect_still(source)) as old:
                for table in columns():
                    _copy_table(old, new, table)
    except sqlite3.Error as error:
        raise DeskError(f"the database in {source} cannot be taken out: {error}") from None
    fsync(target)


def _copy_table(old: sqlite3.Connection, new: sqlite3.Connection, table: str) -> None:
    names = ", ".join(f'"{name}"' for name in columns()[table])
    marks = ", ".join("?" for _ in columns()[table])
    rows = old.execute(f"SELECT {names} FROM {table} NOT INDEXED ORDER BY rowid")  # noqa: S608 - names of ours
    new.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)  # noqa: S608 - names of ours
