"""What a desk is measured against: the least that anybody must do who keeps an order for good."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Connection, connect
from typing import Any

import psycopg

Rows = Sequence[tuple[Any, ...]]
_TABLE = "CREATE TABLE IF NOT EXISTS entry (game TEXT, seq INTEGER, hash BLOB, raw BLOB, PRIMARY KEY (game, seq))"
_SERVER = "postgresql://"
_PATIENCE = 60  # seconds; SQLite's writers may pass each other by for long


def open_peer(path: Path) -> Connection:
    """Open a database that has nothing but entries, as durable as ours."""
    peer = connect(path, isolation_level=None, timeout=_PATIENCE)
    peer.execute("PRAGMA journal_mode=WAL")
    peer.execute("PRAGMA synchronous=FULL")
    peer.execute(_TABLE)
    return peer


def insert_bare(peer: Connection, rows: Rows) -> None:
    """Insert and commit."""
    peer.execute("BEGIN IMMEDIATE")
    peer.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", rows)
    peer.execute("COMMIT")


def make_peer(where: str) -> None:
    """Make such a database: in an empty one of a server, or in a file."""
    if not where.startswith(_SERVER):
        open_peer(Path(where)).close()
        return
    with psycopg.connect(where) as server:
        server.execute(_TABLE.replace("BLOB", "BYTEA").encode())


@contextmanager
def bare_inserts(where: str) -> Iterator[Callable[[Rows], None]]:
    """Give what inserts rows there and commits them."""
    if not where.startswith(_SERVER):
        with closing(open_peer(Path(where))) as peer:
            yield lambda rows: insert_bare(peer, rows)
        return
    with psycopg.connect(where, autocommit=True) as server:
        yield lambda rows: _insert_at(server, rows)


def _insert_at(server: "psycopg.Connection[Any]", rows: Rows) -> None:
    with server.transaction(), server.cursor() as cursor:
        cursor.executemany("INSERT INTO entry VALUES (%s, %s, %s, %s)", rows)
