"""Desks to test with: furnished once for each test process, then copied. Their dice are always the same."""

import atexit
import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.desk.desk import Desk, open_store
from pbem.desk.keys import read_keys
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.replies import reply_lines
from pbem.desk.people.enrolled import add_player
from pbem.desk.settings import StoreSettings, put_store, read_settings
from pbem.desk.store.databases.sqlite import PREFIX, database_path
from pbem.desk.store.sql import columns
from pbem.desk.store.values import Member
from pbem.games.game import Seat
from pbem.mail.block.block import Block, Seen
from pbem.mail.compose import order_mail
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.record.log.entry import Head
from pbem.referee.match.match import Match
from tests.servers.postgres import Postgres

ROOT = Path(__file__).parents[2]
PBEM = Path(sys.executable).with_name("pbem")
REFEREE = "referee.example.org"
GAME = "f1"
EVER = 2**40  # a time at which every letter that was not sent is due
BLUE, ORANGE = Seat("blue"), Seat("orange")
HOLDERS = {BLUE: "Anna", ORANGE: "Bruno"}
KEYS = {
    name: Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest())
    for name in ("Anna", "Bruno", "Carla", "Mallory")
}
PLAN = "zebra-plan-7781"  # stands in the comment of a sheet that is kept as a plan
_ORDERS = 60
_COUNTER = {"drawn": 0}


class SteadyDesk(Desk):
    """A desk whose entropy is always the same."""

    def entropy(self) -> bytes:
        _COUNTER["drawn"] += 1
        return sha256(b"steady %d" % _COUNTER["drawn"]).digest()


def enrol(desk: Desk) -> None:
    """Enrol Anna and Bruno, who play; Carla, who does not; and Dora, who has neither key nor address."""
    for name in ("Anna", "Bruno", "Carla"):
        add_player(desk, Member(name, f"{name.lower()}@example.org"), write_line(public_key(KEYS[name]), name).encode())
    add_player(desk, Member("Dora"))


def _fresh(folder: Path) -> None:
    """A desk with a game that has just begun: both seats are asked in parallel."""
    desk = SteadyDesk.create(folder, name=REFEREE, address="referee@example.org")
    enrol(desk)
    new_game(desk, NewGame("fortuna", {str(seat): name for seat, name in HOLDERS.items()}, GAME))
    desk.close()


def _running(folder: Path) -> None:
    """A desk with a game in its middle, sealed moves in its past and a plan for its future."""
    _fresh(folder)
    desk = SteadyDesk(folder)
    match = play(desk, _ORDERS)
    while not (match.decision_of(BLUE) and len(match.waiting()) == 1 and not match.waiting()[0].private):
        match = play(desk, 1)
    with desk.store.write() as change:
        for letter in change.letters.due(EVER)[:-6]:
            change.letters.note_sent(letter.id, 1)
    order(desk, GAME, HOLDERS[ORANGE], f"always keep step | any # {PLAN}")
    desk.close()


def _over(folder: Path) -> None:
    """A desk with a game that was played to its end."""
    _fresh(folder)
    desk = SteadyDesk(folder)
    play(desk, 100_000, kind="greedy")
    desk.close()


def play(desk: Desk, most: int, kind: str = "random") -> Match:
    """Let bots order."""
    return play_bots(desk, GAME, Bots(kind, frozenset(HOLDERS), Random(most), most))


@cache
def _furnished(what: str) -> Path:
    _COUNTER["drawn"] = 0
    folder = Path(mkdtemp(prefix="pbem-house-")) / what
    atexit.register(shutil.rmtree, folder.parent, ignore_errors=True)
    {"fresh": _fresh, "running": _running, "over": _over}[what](folder)
    return folder


def furnished(what: str, folder: Path, server: Postgres | None = None) -> Path:
    """Copy a furnished desk to a folder, with everything it keeps in a file there, or in a database of a server."""
    shutil.copytree(_furnished(what), folder)
    if server is not None:
        database = server.new(template=_template(what, server))
        (folder / "pbem.db").unlink()
        put_store(folder, StoreSettings(server.url(database)))
    return folder


@cache
def _template(what: str, server: Postgres) -> str:
    """Return a database that holds what a furnished desk keeps in its file."""
    database = server.new()
    folder = _furnished(what)
    keys = read_keys(folder)
    with (
        closing(open_store(folder, StoreSettings(), keys)) as source,
        closing(open_store(folder, StoreSettings(server.url(database)), keys, create=True)) as target,
    ):
        target.fill_from(source)
    return server.keep(database)


@contextmanager
def opened(folder: Path) -> Iterator[Desk]:
    """Open a desk for a while."""
    desk = SteadyDesk(folder)
    try:
        yield desk
    finally:
        desk.close()


def match_of(desk: Desk, game: str = GAME) -> Match:
    """Return where a game stands."""
    with desk.store.read() as look:
        return current(desk, look, game)


def head_of(desk: Desk, game: str = GAME) -> Head:
    """Return the head of a game."""
    return match_of(desk, game).head


@contextmanager
def behind(folder: Path) -> Iterator[Callable[..., Any]]:
    """Run statements behind the desk's back, with `?` where values go."""
    url = read_settings(folder).store.database
    if url.startswith(PREFIX):
        with closing(sqlite3.connect(database_path(url, folder))) as database, database:
            yield database.execute
    else:
        with psycopg.connect(url) as connection:
            yield lambda statement, values=(): connection.execute(_in_postgres(statement), values)


def _in_postgres(statement: str) -> bytes:
    """Return a statement of SQLite as PostgreSQL writes it: where values go, and bytes."""
    return re.sub(r"x'([0-9a-f]*)'", r"'\\x\1'::bytea", statement.replace("?", "%s")).encode()


def rows(folder: Path, *without: str) -> dict[str, list[Any]]:
    """Return everything a desk keeps, by table; where any are left out, so are the tallies, which count their rows."""
    left_out = {*without, "tally"} if without else set()
    tables = [name for name in columns() if name not in left_out]
    with behind(folder) as run:
        return {name: sorted(map(_numbers, run(f"SELECT * FROM {name}"))) for name in tables}


def _numbers(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a row as SQLite would: it knows no truth values."""
    return tuple(int(value) if isinstance(value, bool) else value for value in row)


def tamper(folder: Path, statement: str, *values: Any) -> int:
    """Change the database behind the desk's back; returns how many rows were hit."""
    with behind(folder) as run:
        hit: int = run(statement, values).rowcount
    return hit


def garble(folder: Path, old: bytes, new: bytes, where: str) -> None:
    """Write something else into the bytes of entries, behind the desk's back."""
    with behind(folder) as run:
        found = list(run(f"SELECT game, seq, raw FROM entry WHERE {where}"))
        assert found
        for game, seq, raw in found:
            assert old in raw
            run("UPDATE entry SET raw = ? WHERE game = ? AND seq = ?", (raw.replace(old, new), game, seq))


def on_disk(folder: Path) -> dict[str, bytes]:
    """Return the files that a desk's database is in; of SQLite with its log ahead, which desks of a server share."""
    url = read_settings(folder).store.database
    if url.startswith(PREFIX):
        found = {path.name: path.read_bytes() for path in folder.glob("pbem.db*")}
        assert found.keys() >= {"pbem.db", "pbem.db-wal"}
        return found
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        (place,) = connection.execute("SHOW data_directory").fetchone() or ("",)
        mine = connection.execute("SELECT oid FROM pg_database WHERE datname = current_database()")
        (number,) = mine.fetchone() or (0,)
    paths = list(Path(place, "base", str(number)).iterdir())
    assert len(paths) > 100
    return {path.name: path.read_bytes() for path in paths}


def block_of(desk: Desk, seat: Seat, *orders: str, game: str = GAME, other: Mapping[str, str] = {}) -> Block:
    """Return the block that the holder of a seat would sign now, with some statements changed."""
    with desk.store.read() as look:
        lines = reply_lines(look, current(desk, look, game), seat)
    said = {name: value.strip(" ;") for name, _, value in (line.partition(":") for line in lines)} | dict(other)
    size, _, head = said["seen"].partition(" ")
    return Block(said["to"], said["game"], said["seat"], said["token"], Seen(int(size), head), orders)


def mail(block_text: str, *, sender: str = "anna@example.org", number: int = 1) -> bytes:
    """Return a mail around a signed block."""
    return order_mail(
        sender=sender,
        to="referee@example.org",
        subject="orders",
        block_text=block_text,
        date=1_700_000_000,
        message_id=f"<{number}@example.org>",
    )


def signed_mail(
    desk: Desk,
    seat: Seat,
    *orders: str,
    signer: str = "",
    number: int = 1,
    other: Mapping[str, str] = {},
) -> bytes:
    """Return a mail with orders of a seat, signed by its holder or somebody else, some statements changed."""
    name = signer or HOLDERS[seat]
    return mail(sign_orders(block_of(desk, seat, *orders, other=other), KEYS[name]), number=number)


def legal(desk: Desk, seat: Seat, game: str = GAME) -> list[str]:
    """Return the legal orders of a seat."""
    match = match_of(desk, game)
    return [match.game.write(move, "en") for move in match.game.moves(match.game.view(match.state, seat))]


def surroundings(**more: str) -> dict[str, str]:
    """Return an environment in which `pbem` is this checkout's, and writes as it does on most machines."""
    usual = {name: word for name, word in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**usual, "PYTHONPATH": str(ROOT), **more}
