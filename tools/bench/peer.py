"""What a desk is measured against: the least that anybody must do who keeps an order for good."""

from collections.abc import Sequence
from pathlib import Path
from sqlite3 import Connection, connect
from typing import Any

Rows = Sequence[tuple[Any, ...]]


def open_peer(path: Path) -> Connection:
    """Open a database that has nothing but entries, as durable as ours."""
    peer = connect(path, isolation_level=None)
    peer.execute("PRAGMA journal_mode=WAL")
    peer.execute("PRAGMA synchronous=FULL")
    peer.execute("CREATE TABLE entry (game TEXT, seq INTEGER, hash BLOB, raw BLOB, PRIMARY KEY (game, seq))")
    return peer


def insert_bare(peer: Connection, rows: Rows) -> None:
    """Insert and commit."""
    peer.execute("BEGIN IMMEDIATE")
    peer.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", rows)
    peer.execute("COMMIT")
