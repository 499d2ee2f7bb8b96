"""What the measurements share: desks on a disk, players with keys, and games played to their end by signed mail."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from random import Random

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.demo.players import Envelope, read_statements
from pbem.desk.desk import Desk
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.state.positions import current
from pbem.desk.matches.state.replies import reply_lines
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.hearing.receiving import receive
from pbem.desk.post.received import Received
from pbem.desk.records.folders.exporting import export
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.values import Member
from pbem.games.found import find, named
from pbem.games.game import Seat
from pbem.mail.block.block import write as write_block
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.record.log.entry import Head
from pbem.referee.match.match import Match
from tools.bench.clock import progress


def random_of(seed: object) -> Random:
    """Return a random generator that gives the same each time."""
    return Random(str(seed))  # noqa: S311 - moves, not secrets


class Bench:
    """A disk, how much is measured, and games played to their end."""

    def __init__(self, folder: Path, *, is_quick: bool) -> None:
        self.folder = folder
        self.is_quick = is_quick
        self.times = 3 if is_quick else 7
        self.games = (10, 200 if is_quick else 1000)
        self.mails = 500 if is_quick else 10_000
        self.orders = 60 if is_quick else 120  # in a round
        self.others = 200  # players at a desk that takes mail, besides those who play
        self.writers = (1, 4) if is_quick else (1, 2, 4, 8)  # processes at one desk
        self.sheets = 120 if is_quick else 240  # that writers have to play together
        self.rounds = 1 if is_quick else 3  # of writers
        self.loaded = (30, 1_000 if is_quick else 100_000)  # games at a desk
        self.site = (
            (14, 30, 300) if is_quick else (60, 300, 3_000)
        )  # games: that bots play, of a small site, of a large one
        self.stores: Sequence[str] = ("sqlite", "postgresql")  # of writers, and of many games

    def desk(self, name: str) -> Desk:
        """Make a desk with players of every seat there is, each with a key."""
        desk = Desk.create(self.folder / name, name="bench", address="referee@example.org")
        for seat in sorted({seat for key in find() for seat in named(key).meta.seats}):
            add_player(desk, Member(f"Player {seat}", f"{seat}@example.org"), public_line(seat))
        return desk

    def mail_desk(self, name: str) -> Desk:
        """Make a desk where many have a key who do not play."""
        desk = self.desk(name)
        for number in range(self.others):
            add_player(desk, Member(f"Other {number}", f"other{number}@example.org"), public_line(f"other {number}"))
        return desk

    def openings(self, desk: Desk, name: str) -> Iterator[Match]:
        """Open one game after the other, of each kind in turn, with as many players as it has seats."""
        rounds = max(self.times, len(find()))
        for number, key in enumerate(islice(cycle(find()), rounds)):
            progress(f"{name} of {key}, round {number}")
            yield open_game(desk, key, f"{key}-{name}-{number}", max(named(key).meta.players))

    @cached_property
    def finished(self) -> dict[str, tuple[Desk, Path]]:
        """A desk and an export for each kind of game, played at random to its end by as many as can play."""
        return {key: self._finish(key) for key in find()}

    def _finish(self, key: str) -> tuple[Desk, Path]:
        desk = self.desk(f"finished-{key}")
        match = open_game(desk, key, "g", max(named(key).meta.players))
        players = Players(desk, match)
        while players.match.phase == "running":
            progress(f"playing {key}: entry {players.match.head.size}")
            raw, _text = players.next_mail()
            check_played(receive(desk, raw))
            players.look_again()
        return desk, export(desk, "g", self.folder / f"export-{key}")


class Players:
    """Everybody at a table, who answer at random by signed mail."""

    def __init__(self, desk: Desk, match: Match) -> None:
        self._desk = desk
        self._random = random_of(match.id)
        self._answered: set[tuple[Head, Seat]] = set()  # of several who are asked at once each answers once
        self.match = match

    def next_mail(self) -> tuple[bytes, bytes]:
        """Return a signed mail with a legal order of anybody who is asked, and the text that was signed."""
        match = self.match
        asked = [one.seat for one in match.waiting() if (match.head, one.seat) not in self._answered]
        seat = self._random.choice(asked)
        self._answered.add((match.head, seat))
        move = self._random.choice(list(match.game.moves(match.game.view(match.state, seat))))
        with self._desk.store.read() as look:
            return order_mail_of(self._desk, look, match, seat, match.game.write(move, "en"))

    def look_again(self) -> list[tuple[int, bytes]]:
        """See how the game stands now; returns the entries that are new, by number."""
        size = self.match.head.size
        with self._desk.store.read() as look:
            self.match = current(self._desk, look, self.match.id)
            return list(enumerate(look.records.raws(self.match.id, size), size))


def check_played(received: Received) -> None:
    """Refuse to measure a mail that played nothing."""
    if received.verdict != "played":
        raise RuntimeError(received.why)


def private_key(who: str) -> Ed25519PrivateKey:
    """Return the key of a player, the same each time."""
    return Ed25519PrivateKey.from_private_bytes(sha256(who.encode()).digest())


def public_line(who: str) -> bytes:
    """Return the public key of a player as it is enrolled."""
    return write_line(public_key(private_key(who)), who).encode()


def open_game(desk: Desk, key: str, id_: str, players: int) -> Match:
    """Open a game at a desk."""
    seats = named(key).meta.seats[:players]
    return new_game(desk, NewGame(rules=key, id=id_, seats={seat: f"Player {seat}" for seat in seats}))


def random_order(match: Match, random: Random) -> tuple[str, str]:
    """Return who sends what next: any legal order of anybody who is asked."""
    seat = random.choice(match.waiting()).seat
    move = random.choice(list(match.game.moves(match.game.view(match.state, seat))))
    return match.holders[seat].name, match.game.write(move, "en")


def order_mail_of(desk: Desk, look: Transaction, match: Match, seat: Seat, orders: str) -> tuple[bytes, bytes]:
    """Return a signed mail with orders of a seat, and the text that was signed."""
    statements = read_statements("\n".join(reply_lines(look, match, seat)))
    if statements is None:
        raise RuntimeError("the statements of an answer cannot be read")
    block = statements.block(orders)
    envelope = Envelope(f"{seat}@example.org", desk.settings.referee.address, desk.now(), 1)
    return envelope.around(sign_orders(block, private_key(seat))), write_block(block)


def forget(desk: Desk) -> None:
    """Drop every cache of a desk."""
    desk.remembered.clear()
    desk.secrets.clear()
