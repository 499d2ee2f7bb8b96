"""PostgreSQL: a cluster of its own that is thrown away, with a database for each test."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from tests.servers.daemon import Daemon
from tests.servers.machine import HOST, free_ports, give, group_of, need, open_folder, until

USER = "postgres"
_SETTINGS = {
    "listen_addresses": HOST,
    "unix_socket_directories": "",
    "shared_buffers": "32MB",
    "max_connections": "100",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "logging_collector": "off",
}
_numbers = count()


class Postgres:
    """A running server, and its databases."""

    def __init__(self, home: Path) -> None:
        self.home = home
        (self.port,) = free_ports(1)
        self._data = home / "data"
        self._made: list[str] = []  # databases that are thrown away when their test ends
        how = ["-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"]
        _as_user([program("initdb"), "-D", str(self._data), *how])
        settings = [f"--{name}={value}" for name, value in {**_SETTINGS, "port": str(self.port)}.items()]
        command = [*_become(), program("postgres"), "-D", str(self._data), *settings]
        self.daemon = Daemon(command, ports=[self.port], log=home / "log", ends_by=signal.SIGINT)

    def start(self) -> None:
        """Start it, and return when it takes connections."""
        self.daemon.start()
        until(self._answers, "PostgreSQL")

    def crash(self) -> None:
        """Let it die at once, as in a crash of its machine, and come back."""
        self.daemon.kill()
        until(self._comes_back, "PostgreSQL")

    @contextmanager
    def away(self) -> Iterator[None]:
        """Stop it for a while."""
        self.daemon.stop()
        try:
            yield
        finally:
            until(self._comes_back, "PostgreSQL")

    def put_back(self, database: str, copy: str) -> None:
        """Put a copy in the place of a database, whoever uses it, as somebody does who restores a backup."""
        self.run(f"DROP DATABASE {database} WITH (FORCE)")
        self.run(f"ALTER DATABASE {copy} RENAME TO {database}")

    def _comes_back(self) -> bool:
        """Start it, unless something of the one that died is still there."""
        try:
            self.start()
        except RuntimeError:
            return False
        return True

    def _answers(self) -> bool:
        try:
            self.run("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def url(self, database: str) -> str:
        """Return how a desk names a database."""
        return f"postgresql://{USER}@{HOST}:{self.port}/{database}"

    def run(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run a statement behind everybody's back."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def new(self, *, template: str = "template0", more: str = "") -> str:
        """Make a new database, empty or like another; returns its name."""
        name = f"desk_{next(_numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} {more}")
        self._made.append(name)
        return name

    def keep(self, database: str) -> str:
        """Let a database stay as long as the server does."""
        self._made.remove(database)
        return database

    def drop(self, database: str) -> None:
        """Throw a database away, whoever uses it."""
        self.run(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")

    @contextmanager
    def asking_for_passwords(self) -> Iterator[None]:
        """Trust nobody but the owner of the server for a while."""
        rules = self._data / "pg_hba.conf"
        before = rules.read_text()
        rules.write_text(f"host all {USER} {HOST}/32 trust\nhost all all {HOST}/32 scram-sha-256\n")
        self.run("SELECT pg_reload_conf()")
        try:
            yield
        finally:
            rules.write_text(before)
            self.run("SELECT pg_reload_conf()")

    @contextmanager
    def tidied(self) -> Iterator[None]:
        """Throw away what is made from now on, whoever uses it, when this ends."""
        try:
            yield
        finally:
            while self._made:
                self.drop(self._made.pop())


def _become() -> list[str]:
    """Return what runs a command as somebody who may run PostgreSQL: anybody may but root."""
    return [] if os.geteuid() else ["setpriv", "--reuid", USER, "--regid", group_of(USER), "--clear-groups"]


def program(name: str) -> str:
    """Return where Debian keeps a program of PostgreSQL."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    if not found:
        raise RuntimeError(f"{name} not found: run `make packages`")
    return str(found[-1])


def _as_user(command: list[str]) -> None:
    done = subprocess.run([*_become(), *command], capture_output=True, check=False, cwd="/")
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed:\n{done.stderr.decode(errors='replace')}")


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Run a server for a while."""
    need("setpriv")
    with open_folder("postgres") as home:
        give(home, USER)
        server = Postgres(home)
        server.start()
        try:
            yield server
        finally:
            server.daemon.stop()
