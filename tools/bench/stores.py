"""Where a desk is measured: a file, or a PostgreSQL server of its own that is thrown away."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.safety.moving import move
from pbem.desk.settings import StoreSettings
from tests.servers.postgres import Postgres, postgres
from tools.bench.peer import make_peer

STORES = ("sqlite", "postgresql")


class Place:
    """A kind of store, with desks that are copies of one and bare tables beside them."""

    def __init__(self, name: str, server: Postgres | None = None) -> None:
        self.name = name
        self._server = server

    def copy(self, desk: Path, folder: Path) -> Path:
        """Make a copy of a desk that nobody has open, here; returns its folder."""
        shutil.copytree(desk, folder)
        if self._server:
            with closing(Desk(folder)) as copied:
                move(copied, StoreSettings(self._server.url(self._server.new())))
        return folder

    def bare(self, folder: Path) -> str:
        """Make a database that has nothing but entries, as durable as ours; returns its URL, or its path."""
        where = self._server.url(self._server.new()) if self._server else str(folder / "peer.db")
        make_peer(where)
        return where


@contextmanager
def place(name: str) -> Iterator[Place]:
    """Give a place for desks while it is needed."""
    if name == "sqlite":
        yield Place(name)
    else:
        with postgres() as server:
            yield Place(name, server)
