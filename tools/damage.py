"""Damage a desk's database, again and again, and demand that `pbem check` names it.

A page is zeroed, filled with noise, or a few of its bits are flipped. The check must then say so, unless the damage hit
nothing: every row of every table still reads as before, so that those bytes were in no use. What is read by nobody any
more, such as when a letter was tried that is long sent, counts as no use too.

  python -m tools.damage DIR [--times N] [--seed N]
"""

import argparse
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError
from pbem.desk.matches.bots import Bots, play_bots
from pbem.desk.matches.opening import NewGame, new_game
from pbem.desk.matches.positions import current
from pbem.desk.matches.requests import reply_lines
from pbem.desk.people import add_player
from pbem.desk.post.courier import send
from pbem.desk.post.receiving import receive
from pbem.desk.safety.checking import check
from pbem.desk.store.store import Player
from pbem.games.game import Seat
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from tools.crash.sheets import SEATS, sender, signed

PAGE = 4096
DATABASE = "pbem.db"
Hit = Callable[[bytearray, int, Random], None]
Rows = dict[str, list[tuple[Any, ...]]]


class UnnamedError(Exception):
    """Something was damaged, and the check said nothing."""


def zero(raw: bytearray, page: int, random: Random) -> None:
    """Lose a whole page."""
    del random
    raw[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)


def garble(raw: bytearray, page: int, random: Random) -> None:
    """Write noise over a whole page."""
    raw[page * PAGE : (page + 1) * PAGE] = random.randbytes(PAGE)


def tear(raw: bytearray, page: int, random: Random) -> None:
    """Lose one sector of a page."""
    start = page * PAGE + 512 * random.randrange(PAGE // 512)
    raw[start : start + 512] = bytes(512)


def flip(raw: bytearray, page: int, random: Random) -> None:
    """Flip one bit."""
    raw[page * PAGE + random.randrange(PAGE)] ^= 1 << random.randrange(8)


HITS: tuple[Hit, ...] = (zero, garble, tear, flip)


def furnish(folder: Path) -> None:
    """Make a desk with something in every table: games that run and that are over, signed mails, letters, evidence."""
    with closing(Desk.create(folder, name="referee.example.org", address="referee@example.org")) as desk:
        for game in ("f0", "f1", "f2"):
            _open(desk, game)
        for game, most in (("f0", 100_000), ("f1", 50)):
            play_bots(desk, game, Bots("random", frozenset(SEATS), Random(1), most))  # noqa: S311 - it plays
        for number, (game, seat) in enumerate((game, seat) for game in ("f1", "f2") for seat in SEATS):
            _post(desk, game, seat, ("any", "next", "any"), number)
        send(desk)
        _post(desk, "f2", SEATS[0], ("status",), 9)


def _open(desk: Desk, game: str) -> None:
    """Open a game, with two players of its own."""
    holders = {seat: sender(game, seat) for seat in SEATS}
    for own in holders.values():
        add_player(desk, Player(own.name, own.address), write_line(public_key(own.key), own.name).encode())
    new_game(desk, NewGame("fortuna", {str(seat): own.name for seat, own in holders.items()}, game))


def _post(desk: Desk, game: str, seat: Seat, orders: tuple[str, ...], number: int) -> None:
    with desk.store.read() as look:
        lines = reply_lines(look, current(desk, look, game), seat)
    receive(desk, signed(f"m{number}", lines, orders, at=1_700_000_000).raw)


def read_rows(path: Path) -> Rows | None:
    """Return everything that anybody may still read, by table; None if a table cannot be read."""
    try:
        with closing(sqlite3.connect(path)) as database:
            names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: [_needed(name, row) for row in _all(database, name)] for name in names}
    except sqlite3.Error:
        return None


def _all(database: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    cursor = database.execute(f"SELECT * FROM {table} NOT INDEXED ORDER BY rowid")  # noqa: S608 - a name of ours
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _needed(table: str, row: dict[str, Any]) -> tuple[Any, ...]:
    """Return a row without what nobody reads any more."""
    unread: tuple[str, ...] = ()
    if table == "letter" and row["sent"]:
        unread = ("since", "tries", "due", "sent")  # that it was sent shows in its index
    if table == "mail" and not row["is_answered"]:
        unread = ("at", "player")  # only answers are counted
    return tuple(value for name, value in row.items() if name not in unread)


def strike(folder: Path, random: Random, hit: Hit) -> str:
    """Damage one page of a desk; returns `named`, or `unused` if it hit nothing; UnnamedError otherwise."""
    path = folder / DATABASE
    before, whole = read_rows(path), path.read_bytes()
    raw = bytearray(whole)
    page = random.randrange(len(raw) // PAGE)
    hit(raw, page, random)
    path.write_bytes(raw)
    try:
        if said(folder):
            return "named"
        if read_rows(path) == before:
            return "unused"
        raise UnnamedError(f"{hit.__name__} of page {page} changed what is read, and nothing was said")
    finally:
        if sys.exc_info()[0] is not UnnamedError:
            path.write_bytes(whole)
            for rest in ("-wal", "-shm"):
                path.with_name(path.name + rest).unlink(missing_ok=True)


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
