"""Where a desk under fire keeps what it knows, and what may happen to that: a file, or a PostgreSQL server."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from subprocess import Popen
from typing import NamedTuple

import psycopg

from tests.servers.postgres import postgres

Strike = Callable[["Popen[bytes]"], None]
# Those that do something now, a commit perhaps, and some of the others.
_TERMINATE = (
    b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pbem' "
    b"AND datname = current_database() AND (state = 'active' OR random() < 0.1)"
)
_LONG = 0.3  # seconds in which connections break


class Place(NamedTuple):
    """A database, by its URL (empty: a file of the desk), and what may strike it."""

    url: str = ""
    strikes: Sequence[Strike] = ()

    @staticmethod
    @contextmanager
    def of(store: str) -> Iterator["Place"]:
        """Give a place: `sqlite`, `postgresql` for a server of its own that is killed too, or the URL of a database."""
        if store == "sqlite":
            yield Place()
        elif store == "postgresql":
            with postgres() as server:
                url = server.url(server.new())
                yield Place(url, (lambda _process: server.crash(), lambda _process: _break_connections(url)))
        else:
            yield Place(store, (lambda _process: _break_connections(store),))


def _break_connections(url: str) -> None:
    """Break connections again and again for a moment."""
    end = time.monotonic() + _LONG
    with psycopg.connect(url, autocommit=True) as connection:
        while time.monotonic() < end:
            connection.execute(_TERMINATE)
