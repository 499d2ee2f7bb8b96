"""Everything from one database into another, of whatever kind: all rows, in one transaction, compared afterwards."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from typing import Any

from pbem.desk.errors import BrokenDeskError
from pbem.desk.store.databases.engine import Database, Progress, Run
from pbem.desk.store.sql import Sql, columns

_BATCH = 1_000


def move_rows(source: Database, target: Database, progress: Progress = lambda _table, _rows: None) -> dict[str, int]:
    """Fill a database whose tables are empty from one consistent state of another; returns how many rows each got.

    What arrived is read again and compared, before it counts. BrokenDeskError if anything differs: then none is kept.
    """
    with source.look(lambda run: run) as look, target.change(lambda run: run) as change:
        counts = {}
        for table in ("desk", "tally"):  # which say of a new database that it is one
            change(f"DELETE FROM {table}")  # noqa: S608 - a name of ours
        for table in columns():
            counts[table] = _move(look, change, (source.sql, target.sql), table, progress)
        target.moved_in(change)
    return counts


def _move(look: Run, change: Run, words: tuple[Sql, Sql], table: str, progress: Progress) -> int:
    theirs, ours = words
    names = list(columns()[table])
    count, digest = 0, sha256()
    rows = _rows(look, theirs, table)
    while batch := list(islice(rows, _BATCH)):
        change(ours.put_row(table), [dict(zip(names, row, strict=True)) for row in batch])
        digest.update(repr(batch).encode())
        count += len(batch)
        progress(table, count)
    if digest.digest() != _digest(_rows(change, ours, table)):
        raise BrokenDeskError(f"the table {table} did not arrive as it was: nothing was moved")
    return count


def _digest(rows: Iterator[tuple[Any, ...]]) -> bytes:
    digest = sha256()
    while batch := list(islice(rows, _BATCH)):
        digest.update(repr(batch).encode())
    return digest.digest()


def _rows(run: Run, sql: Sql, table: str) -> Iterator[tuple[Any, ...]]:
    """Yield all rows of a table, the same from every database: one has numbers where another has truth values."""
    kinds = columns()[table].values()
    for row in run.stream(sql.rows(table)):
        yield tuple(bool(value) if kind == "bool" else value for kind, value in zip(kinds, row, strict=True))
