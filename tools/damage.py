"""Damage a desk's database, again and again, and demand that `pbem check` names it.

A disk does it: a page is zeroed, filled with noise, torn, or one of its bits is flipped; a mark is torn. Or a hand
does: a row is deleted, made twice, put back as it was before, or exchanged with another; a trigger, a view, a table or
an index is added or dropped. The check must then say so, unless the damage hit nothing: every row of every table still
reads as before, so that those bytes were in no use. What is read by nobody any more, such as when a letter was tried
that is long sent, counts as no use too.

  python -m tools.damage DIR [--times N] [--seed N]
"""

import argparse
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.acts.orders.bots import Bots, play_bots
from pbem.desk.matches.letters.requests import reply_lines
from pbem.desk.matches.state.positions import current
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.work.courier import send
from pbem.desk.safety.checking import check
from pbem.desk.store.values import Member
from pbem.games.game import Seat
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from tools.crash.sheets import SEATS, sender, signed

PAGE = 4096
DATABASE = "pbem.db"
OLDER = "older.db"  # the database as it was some time ago
MARKS = "marks"
CACHE = "snapshot"  # whose rows nobody misses
PROVIDER_KEY = b"v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
Hit = Callable[[Path, Random], str]  # damages a desk in a folder, and says what
Rows = dict[str, list[tuple[Any, ...]]]
Spoil = Callable[[bytearray, int, Random], None]
Row = dict[str, Any]


class UnnamedError(Exception):
    """Something was damaged, and the check said nothing."""


def _page(folder: Path, random: Random, spoil: Spoil) -> str:
    path = folder / DATABASE
    raw = bytearray(path.read_bytes())
    page = random.randrange(len(raw) // PAGE)
    spoil(raw, page * PAGE, random)
    path.write_bytes(raw)
    return f"page {page}"


def _zero(raw: bytearray, start: int, random: Random) -> None:
    del random
    raw[start : start + PAGE] = bytes(PAGE)


def _garble(raw: bytearray, start: int, random: Random) -> None:
    raw[start : start + PAGE] = random.randbytes(PAGE)


def _tear(raw: bytearray, start: int, random: Random) -> None:
    start += 512 * random.randrange(PAGE // 512)
    raw[start : start + 512] = bytes(512)


def _flip(raw: bytearray, start: int, random: Random) -> None:
    raw[start + random.randrange(PAGE)] ^= 1 << random.randrange(8)


def zero(folder: Path, random: Random) -> str:
    """Lose a whole page."""
    return _page(folder, random, _zero)


def garble(folder: Path, random: Random) -> str:
    """Write noise over a whole page."""
    return _page(folder, random, _garble)


def tear(folder: Path, random: Random) -> str:
    """Lose one sector of a page."""
    return _page(folder, random, _tear)


def flip(folder: Path, random: Random) -> str:
    """Flip one bit."""
    return _page(folder, random, _flip)


def tear_mark(folder: Path, random: Random) -> str:
    """Lose the end of a mark, or write noise over some of it."""
    path = random.choice(sorted((folder / MARKS).iterdir()))
    raw = bytearray(path.read_bytes())
    at = random.randrange(len(raw))
    path.write_bytes(random.choice((raw[:at], raw[:at] + random.randbytes(len(raw) - at))))
    return f"mark {path.name}"


def delete(folder: Path, random: Random) -> str:
    """Take a row away."""
    with _changing(folder) as database:
        table, row = _any_row(database, random)
        database.execute(f"DELETE FROM {table} WHERE rowid = ?", (row["rowid"],))  # noqa: S608 - names of ours
    return f"a row of {table}"


def copy(folder: Path, random: Random) -> str:
    """Make a row twice, under a key that is a little different."""
    with _changing(folder) as database:
        table, row = _any_row(database, random)
        key = _key(database, table)[-1]
        row[key] = row[key] + 1000 if isinstance(row[key], int) else row[key][:-1] + type(row[key])(row[key][:1])
        row.pop("rowid")
        _insert(database, "INSERT OR IGNORE", table, row)
    return f"a row of {table}"


def exchange(folder: Path, random: Random) -> str:
    """Let two rows exchange everything but their keys."""
    with _changing(folder) as database:
        table, _row = _any_row(database, random)
        rows = _all(database, table)
        one, other = random.choice(rows), random.choice(rows)
        key = {name: (one[name], other[name]) for name in ("rowid", *_key(database, table))}
        for row, back in ((one, 1), (other, 0)):
            changed = {**row, **{name: values[back] for name, values in key.items()}}
            _insert(database, "REPLACE", table, changed)
    return f"two rows of {table}"


def replay(folder: Path, random: Random) -> str:
    """Put a row back as it was some time ago."""
    with closing(sqlite3.connect(folder / OLDER)) as older, _changing(folder) as database:
        was = [(table, row) for table in _tables(older) for row in _all(older, table)]
        now = {table: _all(database, table) for table in _tables(database)}
        table, row = random.choice([(table, row) for table, row in was if table != CACHE and row not in now[table]])
        _insert(database, "REPLACE", table, row)
    return f"a row of {table}"


def rebuild(folder: Path, random: Random) -> str:
    """Change what the database is made of."""
    statement = random.choice(
        (
            "CREATE TRIGGER more AFTER INSERT ON letter BEGIN DELETE FROM letter WHERE id = new.id; END",
            "CREATE TRIGGER more AFTER INSERT ON entry BEGIN UPDATE letter SET sent = 1; END",
            "CREATE VIEW more AS SELECT * FROM player",
            "CREATE TABLE more (name TEXT)",
            "CREATE INDEX more ON secret (use)",
            "DROP INDEX player_twice",
            "ALTER TABLE mail ADD COLUMN more TEXT",
        )
    )
    with _changing(folder) as database:
        database.execute(statement)
    return statement


BY_DISK: tuple[Hit, ...] = (zero, garble, tear, flip, tear_mark)
BY_HAND: tuple[Hit, ...] = (delete, copy, exchange, replay, rebuild)
HITS = (*BY_DISK, *BY_HAND)


@contextmanager
def _changing(folder: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        yield database


def _tables(database: sqlite3.Connection) -> list[str]:
    return [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def _any_row(database: sqlite3.Connection, random: Random) -> tuple[str, Row]:
    """Pick a row of any table that has some, and that is no cache."""
    full = {table: rows for table in _tables(database) if table != CACHE and (rows := _all(database, table))}
    table = random.choice(sorted(full))
    return table, random.choice(full[table])


def _key(database: sqlite3.Connection, table: str) -> list[str]:
    return [str(column[1]) for column in database.execute(f"PRAGMA table_info({table})") if column[5]]


def _insert(database: sqlite3.Connection, verb: str, table: str, row: Row) -> None:
    names = ", ".join(f'"{name}"' for name in row)
    places = ", ".join("?" for _ in row)
    database.execute(f"{verb} INTO {table} ({names}) VALUES ({places})", list(row.values()))


def furnish(folder: Path) -> None:
    """Make a desk with something in every table: games that run and that are over, signed mails, letters, evidence."""
    with closing(Desk.create(folder, name="referee.example.org", address="referee@example.org")) as desk:
        for game in ("f0", "f1", "f2"):
            _open(desk, game)
        for game, most in (("f0", 100_000), ("f1", 50)):
            play_bots(desk, game, Bots("random", frozenset(SEATS), Random(1), most))  # noqa: S311 - it plays
        for number, (game, seat) in enumerate((game, seat) for game in ("f1", "f2") for seat in SEATS):
            _post(desk, game, seat, ("any", "next", "any"), number)
        with desk.store.write() as change:
            change.mails.note_provider_key("k._domainkey.example.org", PROVIDER_KEY, at=5, until=9)
            change.facts.put("backup", "5")
        shutil.copy(folder / DATABASE, folder / OLDER)
        shutil.copy(folder / f"{DATABASE}-wal", folder / f"{OLDER}-wal")
        send(desk)
        _post(desk, "f2", SEATS[0], ("status",), 9)
        _change_everything(desk)


def _change_everything(desk: Desk) -> None:
    """Let time pass, so that rows of before are not those of now: other plans, other addresses, new backups."""
    for game in ("f1", "f2"):
        for number, seat in enumerate(SEATS):
            _post(desk, game, seat, ("always any", "next", "any"), 10 + number)
        play_bots(desk, game, Bots("random", frozenset(SEATS), Random(2), 2))  # noqa: S311 - it plays
    with desk.store.write() as change:
        change.facts.put("backup", "9")
        for player in change.people.all():
            change.people.put(replace(player, address=f"new.{player.address}"))


def _open(desk: Desk, game: str) -> None:
    """Open a game, with two players of its own."""
    holders = {seat: sender(game, seat) for seat in SEATS}
    for own in holders.values():
        add_player(desk, Member(own.name, own.address), write_line(public_key(own.key), own.name).encode())
    new_game(desk, NewGame("fortuna", {str(seat): own.name for seat, own in holders.items()}, game))


def _post(desk: Desk, game: str, seat: Seat, orders: tuple[str, ...], number: int) -> None:
    with desk.store.read() as look:
        lines = reply_lines(look, current(desk, look, game), seat)
    receive(desk, signed(f"m{number}", lines, orders, at=1_700_000_000).raw)


def read_rows(path: Path) -> Rows | None:
    """Return everything that anybody may still read, by table, and how it is made; None if a table cannot be read."""
    try:
        with closing(sqlite3.connect(path)) as database:
            read = {name: [_needed(name, row) for row in _all(database, name)] for name in _tables(database)}
            return {**read, "": list(database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))}
    except sqlite3.Error:
        return None


def _all(database: sqlite3.Connection, table: str) -> list[Row]:
    cursor = database.execute(f"SELECT rowid AS rowid, * FROM {table} NOT INDEXED ORDER BY rowid")  # noqa: S608 - a name of ours
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _needed(table: str, row: Row) -> tuple[Any, ...]:
    """Return a row without what nobody reads any more."""
    unread: tuple[str, ...] = ()
    if table == "letter" and row["sent"]:
        unread = ("since", "tries", "due", "sent")  # that it was sent shows in its index
    if table == "mail" and not row["is_answered"]:
        unread = ("at", "player")  # only answers are counted
    return tuple(value for name, value in row.items() if name not in unread)


def strike(folder: Path, random: Random, hit: Hit) -> str:
    """Damage a desk once; returns `named`, or `unused` if it hit nothing; UnnamedError otherwise."""
    path = folder / DATABASE
    whole, marks = path.read_bytes(), _marks(folder)
    before = read_rows(path), marks
    what = hit(folder, random)
    try:
        if said(folder):
            return "named"
        if (read_rows(path), _marks(folder)) == before:
            return "unused"
        raise UnnamedError(f"{hit.__name__} of {what} changed what is read, and nothing was said")
    finally:
        if sys.exc_info()[0] is not UnnamedError:
            path.write_bytes(whole)
            for rest in ("-wal", "-shm"):
                path.with_name(path.name + rest).unlink(missing_ok=True)
            for name, raw in marks.items():
                (folder / MARKS / name).write_bytes(raw)


def _marks(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / MARKS).iterdir()}


def said(folder: Path) -> list[str]:
    """Return what `pbem check` says of a desk."""
    try:
        with closing(Desk(folder)) as desk:
            return [damage.line for damage in check(desk)]
    except BrokenDeskError as error:
        return [str(error)]


def campaign(folder: Path, *, times: int, seed: int, hits: Sequence[Hit] = HITS) -> Counter[str]:
    """Furnish a desk and strike it again and again; returns how often that was named, and how often it hit nothing."""
    furnish(folder)
    if wrong := said(folder):
        raise UnnamedError(f"before any damage the check says {wrong[0]!r}")
    random = Random(seed)  # noqa: S311 - it must strike the same again
    tally: Counter[str] = Counter()
    for number in range(times):
        hit = hits[number % len(hits)]
        tally[f"{hit.__name__} {strike(folder, random, hit)}"] += 1
    return tally


def main(given: Sequence[str] | None = None) -> int:
    """Run a campaign; 0 if nothing went unnamed."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("tools.damage", description=__doc__, formatter_class=formatter)
    parser.add_argument("dir", metavar="DIR", type=Path, help="where the desk is, and stays if anything is wrong")
    parser.add_argument("--times", type=int, default=400, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(given)
    try:
        tally = campaign(asked.dir, times=asked.times, seed=asked.seed)
    except UnnamedError as error:
        print(f"WRONG: {error}; the desk is in {asked.dir}", file=sys.stderr)
        return 1
    shutil.rmtree(asked.dir)
    print(f"{asked.times} times damaged: " + ", ".join(f"{what} {count}" for what, count in sorted(tally.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
