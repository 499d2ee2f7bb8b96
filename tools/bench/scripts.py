"""Orders and mails that are written beforehand, so that nothing is measured but the desk.

They fit every copy of the desk that they were written for, because its games have their secrets already and its clock
stands still: whoever plays them there gets the same records to the byte.
"""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.orders.acting import order
from pbem.desk.post.hearing.receiving import receive
from pbem.games.found import find, named
from pbem.record.log.entry import entry_hash
from pbem.referee.match.match import Match
from tools.bench.clock import progress
from tools.bench.desks import Bench, Players, check_played, open_game, random_of, random_order

MOMENT = 1_750_000_000  # the time at all these desks


class StillDesk(Desk):
    """A desk whose clock stands still."""

    def now(self) -> int:
        """Return the same time always."""
        return MOMENT


class Sheet(NamedTuple):
    """An order of somebody at the desk, or a mail with one (then nobody is named), and the rows it comes to."""

    game: str
    sender: str
    words: bytes
    rows: list[tuple[Any, ...]]

    def play(self, desk: Desk) -> None:
        """Have it played."""
        if self.sender:
            order(desk, self.game, self.sender, self.words.decode())
        else:
            check_played(receive(desk, self.words))


Script = list[Sheet]  # of one writer


class Scripts(NamedTuple):
    """A desk that nobody has open, and for each of its writers orders, and mails, of games that are his alone."""

    desk: Path
    orders: list[Script]
    mails: list[Script]


def write_scripts(bench: Bench, writers: int) -> Scripts:
    """Make a desk with a game of each kind for every writer, and write what is sent to them."""
    folder = bench.folder / "scripts"
    bench.mail_desk("scripts").close()
    with closing(StillDesk(folder)) as desk:
        games = [[_open(desk, key, writer) for key in find()] for writer in range(writers)]
    each = max(1, bench.orders // len(find()))
    scripts = []
    for write in (_orders, _mails):
        copy = bench.folder / f"scripts-{write.__name__}"
        shutil.copytree(folder, copy)
        with closing(StillDesk(copy)) as desk:
            scripts.append([_in_turn(list(write(desk, match, each)) for match in own) for own in games])
    return Scripts(folder, *scripts)


def _in_turn(games: Iterable[Script]) -> Script:
    """Return what is sent to some games, a sheet of each in turn, so that any beginning of it is of all kinds."""
    return [sheet for turn in zip_longest(*games) for sheet in turn if sheet]


def _open(desk: Desk, key: str, writer: int) -> Match:
    return open_game(desk, key, f"{key}-{writer}", max(named(key).meta.players))


def _orders(desk: Desk, match: Match, most: int) -> Iterator[Sheet]:
    """Play a game with orders at the desk, chosen at random."""
    progress(f"writing orders for {match.id}")
    random = random_of(match.id)
    for number in range(most):
        if match.phase != "running":
            return
        name, text = random_order(match, random)
        decided = order(desk, match.id, name, text).decided
        rows = [(match.id, entry.seq, entry.hash, entry.raw) for entry in decided.entries]
        yield Sheet(match.id, name, text.encode(), rows or _plan(match.id, number, text.encode()))
        match = decided.match


def _mails(desk: Desk, match: Match, most: int) -> Iterator[Sheet]:
    """Play a game with signed mails."""
    progress(f"writing mails for {match.id}")
    players = Players(desk, match)
    for number in range(most):
        if players.match.phase != "running":
            return
        raw, _text = players.next_mail()
        check_played(receive(desk, raw))
        rows = [(match.id, seq, entry_hash(entry), entry) for seq, entry in players.look_again()]
        yield Sheet(match.id, "", raw, rows or _plan(match.id, number, raw))


def _plan(game: str, number: int, words: bytes) -> list[tuple[Any, ...]]:
    """Return the row of an order that only waits."""
    return [(f"{game} plan", number, b"", words)]
