#!/usr/bin/env python3
"""Kill `pbem run` again and again while signed orders pour into its inbox, and look for any that is lost or doubled.

A mail is acknowledged when it was moved to `cur`. After every kill each acknowledged mail is sent in once more: the
desk must know it. At the end, when what was left has been dealt with, the orders in the records are exactly those that
were poured in and not refused, each once; the records verify and what is derived from them agrees; every letter that
was asked for is in the outbox, under an id of its own. The desk is left in DIR if anything is wrong.

  tools/crash.py crash                        100 kills
  tools/crash.py crash --kills 1000 --seed 7
"""

import argparse
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import json

from pbem.desk.courier import LEASE, poll, send
from pbem.desk.desk import Desk
from pbem.desk.pages import reply_lines
from pbem.desk.people import add_player
from pbem.desk.play import NewGame, new_game
from pbem.desk.positions import current
from pbem.desk.post import receive
from pbem.desk.records import rebuild, verify_game
from pbem.desk.store import Player
from pbem.desk.transports.maildir import Maildir
from pbem.games.game import Seat
from pbem.mail.block import Block, Seen
from pbem.mail.compose import order_mail
from pbem.mail.signed import sign_orders
from pbem.mail.sshkey import write_line
from pbem.mail.sshsig import public_key

ROOT = Path(__file__).resolve().parent.parent
SEATS = {Seat("blue"): "Anna", Seat("orange"): "Bruno"}
KEYS = {name: Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest()) for name in SEATS.values()}
TABLES = 8  # games at once
STILL = 30.0  # seconds in which a daemon does something
LONGEST_LIFE = 0.6  # seconds that a daemon lives after its first sign of life
DAEMON = "import sys; from pbem.cli import main; sys.exit(main())"


class WrongError(Exception):
    """Something was lost, doubled or broken."""


class Poured(NamedTuple):
    """A mail that was put into the inbox, and the order it brings."""

    name: str
    raw: bytes
    game: str
    seat: Seat
    seen: int


class Tally(NamedTuple):
    """What a campaign did."""

    kills: int = 0
    mails: int = 0
    orders: int = 0
    refused: int = 0
    letters: int = 0
    redone: int = 0  # mails that were dealt with, but not acknowledged, when the process was killed


class LaterDesk(Desk):
    """A desk at a time when every lease has run out."""

    def now(self) -> int:
        """Return a time to come."""
        return super().now() + LEASE + 1


class Campaign:
    """A desk, what was poured into its inbox, and what must be true of both."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder = folder
        self._random = random
        self.desk = Desk.create(folder, name="crash.example.org", address="referee@example.org")
        self._inbox = Maildir(folder / "inbox")
        self.poured: list[Poured] = []
        self._checked: set[str] = set()
        self._games = 0
        self.redone = 0
        for name, key in KEYS.items():
            add_player(self.desk, Player(name, f"{name.lower()}@example.org"), write_line(public_key(key)).encode())
        self._tables = [self._new_game() for _ in range(TABLES)]

    def _new_game(self) -> str:
        self._games += 1
        game = f"g{self._games}"
        new_game(self.desk, NewGame("fortuna", {str(seat): name for seat, name in SEATS.items()}, game))
        return game

    def pour(self) -> None:
        """Put in an order of every seat that is asked and has none under way; some mails come twice."""
        waiting = set(self._inbox.names())
        self._tables = [game if self._pour(game, waiting) else self._new_game() for game in self._tables]

    def _pour(self, game: str, waiting: set[str]) -> bool:
        """Put in the orders of one game; False if it is over."""
        with self.desk.store.read() as look:
            match = current(self.desk, look, game)
            asked = [seat for seat in SEATS if match.phase == "running" and match.decision_of(seat)]
            blocks = {seat: reply_lines(look, match, seat) for seat in asked}
        for seat, lines in blocks.items():
            if not self._has_one_under_way(game, seat, waiting, match.head.size):
                moves = match.game.moves(match.game.view(match.state, seat))
                order = match.game.write(self._random.choice(list(moves)), "en")
                self._deliver(seat, match.head.size, _block(lines, order))
        return match.phase == "running"

    def _has_one_under_way(self, game: str, seat: Seat, waiting: set[str], size: int) -> bool:
        own = (mail for mail in reversed(self.poured) if mail.seat == seat and mail.game == game)
        last = next(own, None)
        return last is not None and (last.name in waiting or last.seen == size)

    def _deliver(self, seat: Seat, seen: int, block: Block) -> None:
        name = f"{len(self.poured):06}"
        raw = order_mail(
            sender=f"{SEATS[seat].lower()}@example.org",
            to="referee@example.org",
            subject="orders",
            block_text=sign_orders(block, KEYS[SEATS[seat]]),
            date=self.desk.now(),
            message_id=f"<{name}@example.org>",
        )
        self.poured.append(Poured(name, raw, block.game, seat, seen))
        self._inbox.deliver(name, "", raw)
        if self._random.random() < 0.2:
            self._inbox.deliver(f"{name}-again", "", raw)

    def acknowledged(self) -> set[str]:
        """Return the names of the mails in `cur`."""
        return {path.name.partition(":")[0] for path in (self.folder / "inbox" / "cur").iterdir()}

    def check_acknowledged(self) -> None:
        """Raise WrongError if an acknowledged mail is not known to the desk."""
        names = self.acknowledged()
        for mail in self.poured:
            if mail.name in names and mail.name not in self._checked:
                self._checked.add(mail.name)
                self._must_know(mail)

    def _must_know(self, mail: Poured) -> None:
        received = receive(self.desk, mail.raw)
        if received.verdict != "known":
            raise WrongError(f"{mail.name} was acknowledged, but the desk had not acted on it: {received}")

    def finish(self) -> None:
        """Deal with what is left, and raise WrongError if anything was lost or doubled on the way."""
        later = LaterDesk(self.folder)
        try:
            poll(later, self._inbox, lambda received: self._count(received.verdict))
            send(later)
        finally:
            later.close()
        self.check_acknowledged()
        if len(self._checked) != len(self.poured):
            raise WrongError(f"{len(self.poured) - len(self._checked)} mails were neither acknowledged nor left")
        self._check_orders()
        self._check_letters()
        for number in range(1, self._games + 1):
            if not verify_game(self.desk, f"g{number}").ok:
                raise WrongError(f"the record of g{number} does not verify")
        if differences := rebuild(self.desk):
            raise WrongError(f"what is derived from the records differs: {differences[0]}")

    def _count(self, verdict: str) -> None:
        self.redone += verdict == "known"

    def orders(self) -> Counter[tuple[str, str, int]]:
        """Return the orders in the records, by game, seat and what their player had seen."""
        with self.desk.store.read() as look:
            entries = [json.decode(raw) for game in look.game_ids() for raw in look.raws(game)]
        orders = (entry for entry in entries if entry["kind"] == "order")
        return Counter((entry["game"], entry["seat"], entry["seen"]["size"]) for entry in orders)

    def _check_orders(self) -> None:
        found, poured = self.orders(), Counter((mail.game, str(mail.seat), mail.seen) for mail in self.poured)
        if doubled := [order for order, count in found.items() if count > poured[order]]:
            raise WrongError(f"an order stands in the record that was not given, or twice: {doubled[0]}")
        if (lost := (poured - found).total()) != self.refused():
            raise WrongError(f"{lost} orders are not in the records, but {self.refused()} were refused")

    def refused(self) -> int:
        """Count the mails that were answered without playing anything."""
        return self._rows("mail WHERE is_answered")

    def _rows(self, what: str) -> int:
        with closing(sqlite3.connect(self.folder / "pbem.db")) as database:
            count: int = database.execute(f"SELECT count(*) FROM {what}").fetchone()[0]  # noqa: S608 - our own words
        return count

    def letters(self) -> list[str]:
        """Return the ids of the letters in the outbox."""
        paths = (self.folder / "outbox" / "new").iterdir()
        return [str(message_from_bytes(path.read_bytes())["Message-ID"]) for path in paths]

    def _check_letters(self) -> None:
        ids = self.letters()
        if len(set(ids)) != len(ids):
            raise WrongError("a letter is in the outbox twice")
        if len(ids) != (asked := self._rows("letter")):
            raise WrongError(f"{asked} letters were asked for, {len(ids)} are in the outbox")

    def tally(self, kills: int) -> Tally:
        """Return what was done."""
        orders = self.orders().total()
        return Tally(kills, len(self.poured), orders, self.refused(), len(self.letters()), self.redone)


def _block(lines: Sequence[str], order: str) -> Block:
    said = {name: value.strip(" ;") for name, _, value in (line.partition(":") for line in lines)}
    size, _, head = said["seen"].partition(" ")
    return Block(said["to"], said["game"], said["seat"], said["token"], Seen(int(size), head), (order,))


def kill_once(campaign: Campaign, random: Random) -> None:
    """Start a daemon, pour until it has shown life and a little longer, and kill it."""
    before, life = campaign.acknowledged(), random.uniform(0, LONGEST_LIFE)
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", DAEMON, "--desk", str(campaign.folder), "run", "--every", "0.01"]
    with (campaign.folder / "daemon.log").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=surroundings)
    try:
        _pour_until(campaign, lambda: campaign.acknowledged() != before, time.monotonic() + STILL)
        end = time.monotonic() + life
        _pour_until(campaign, lambda: False, end, is_patient=True)
        if process.poll() is not None:
            raise WrongError(f"the daemon ended by itself with {process.returncode}: see daemon.log")
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def _pour_until(campaign: Campaign, is_over: Callable[[], bool], end: float, *, is_patient: bool = False) -> None:
    while not is_over():
        if time.monotonic() > end:
            if is_patient:
                return
            raise WrongError("the daemon did nothing for long: see daemon.log")
        campaign.pour()


def run(folder: Path, *, kills: int, seed: int) -> Tally:
    """Run a campaign on a new desk; WrongError if anything is wrong."""
    random = Random(seed)  # noqa: S311 - it picks orders and moments, no secrets
    campaign = Campaign(folder, random)
    try:
        for _ in range(kills):
            kill_once(campaign, random)
            campaign.check_acknowledged()
        campaign.finish()
        return campaign.tally(kills)
    finally:
        campaign.desk.close()


def main(given: Sequence[str] | None = None) -> int:
    """Run a campaign; 0 if nothing was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", metavar="DIR", type=Path, help="where the desk is, and stays if anything is wrong")
    parser.add_argument("--kills", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(given)
    try:
        tally = run(asked.dir, kills=asked.kills, seed=asked.seed)
    except WrongError as error:
        print(f"WRONG: {error}; the desk is in {asked.dir}", file=sys.stderr)
        return 1
    shutil.rmtree(asked.dir)
    print(
        f"{tally.kills} kills, {tally.mails} mails: {tally.orders} orders in the records, {tally.refused} refused, "
        f"{tally.letters} letters; nothing lost, nothing doubled"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
