"""The demo: a whole game refereed from signed mails, at a desk of its own, with nothing left out."""

import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from time import perf_counter

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from msgspec import Struct

from pbem.desk.courier import send
from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.pages import environment, make_page, reply_lines, since_last_turn
from pbem.desk.people import add_player
from pbem.desk.play import NewGame, new_game
from pbem.desk.positions import current, position
from pbem.desk.post import receive
from pbem.desk.records import Verified, export, verify_files
from pbem.desk.store import Player
from pbem.games import named
from pbem.games.bots import bot_named
from pbem.games.game import LANGUAGES, Seat
from pbem.mail.block import Block, Seen
from pbem.mail.compose import order_mail
from pbem.mail.signed import sign_orders
from pbem.mail.sshkey import write_line
from pbem.mail.sshsig import public_key
from pbem.record.fair import luck_commitment
from pbem.referee.match import Match
from pbem.report import render

MARK = ".pbem-demo"
NAMES = ("Anna", "Bruno", "Chloe", "Dieter", "Elena")
Tell = Callable[[str], None]


class Hand(Struct, frozen=True):
    """The player's side: a name, a key, a language."""

    name: str
    key: Ed25519PrivateKey
    language: str

    @property
    def address(self) -> str:
        """The player's mail address."""
        return f"{self.name.lower()}@example.org"


class Demo:
    """One run of the demo in a folder."""

    def __init__(self, folder: Path, kind: str, tell: Tell, progress: Tell) -> None:
        self.folder = folder
        self._kind = kind
        self._tell = tell
        self._progress = progress
        self._mails = 0
        self._letters = 0
        _clear(folder)
        self.desk = Desk.create(folder / "desk", name="referee.example.org", address="referee@example.org")
        self._hands: dict[Seat, Hand] = {}

    def run(self) -> None:
        """Play the game and show everything that can be shown of it."""
        match = self._open()
        match = self._share_luck(match)
        match = self._play(match)
        self._look_back(match)
        self._write_reports(match)
        self._check(match)

    def _open(self) -> Match:
        meta = named(self._kind).meta
        seats = [Seat(seat) for seat in meta.seats[: min(4, max(meta.players))]]
        (self.folder / "keys").mkdir()
        (self.folder / "mails").mkdir()
        for seat, name, language in zip(seats, NAMES, (*LANGUAGES, "en"), strict=False):
            self._hands[seat] = hand = Hand(name, self._make_key(name), language)
            line = write_line(public_key(hand.key), name)
            add_player(self.desk, Player(hand.name, hand.address, hand.language), line.encode())
        asked = NewGame(self._kind, {seat: hand.name for seat, hand in self._hands.items()}, "demo", luck=True)
        match = new_game(self.desk, asked)
        self._tell(f"opened a game of {meta.titles['en']} for {', '.join(hand.name for hand in self._hands.values())}")
        return match

    def _make_key(self, name: str) -> Ed25519PrivateKey:
        key = Ed25519PrivateKey.generate()
        path = self.folder / "keys" / name.lower()
        path.touch(mode=0o600)
        path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
        return key

    def _share_luck(self, match: Match) -> Match:
        """Every seat commits luck, then reveals it: from here on nobody can have chosen the dice."""
        lucks = {seat: self.desk.entropy() for seat in match.seats}
        for seat, luck in lucks.items():
            match = self._send(match, seat, f"luck {luck_commitment(match.id, seat, luck).hex()}")
        for seat, luck in lucks.items():
            match = self._send(match, seat, f"reveal {luck.hex()}")
        self._tell("every seat committed and revealed its luck by signed mail: the dice are joint")
        return match

    def _play(self, match: Match) -> Match:
        bot, random = bot_named(match.game, "greedy"), Random()  # noqa: S311 - it plays, it protects nothing
        answered: tuple[object, set[Seat]] = (None, set())
        while match.phase == "running":
            if answered[0] != match.head:
                answered = (match.head, set())
            asked = [decision.seat for decision in match.waiting() if decision.seat not in answered[1]]
            seat = asked[0]
            answered[1].add(seat)
            move = bot(match.game.view(match.state, seat), random)
            match = self._send(match, seat, match.game.write(move, self._hands[seat].language))
            self._progress(f"mail {self._mails}, entry {match.head.size}")
        self._progress("")
        self._tell(f"refereed {self._mails} signed mails into {match.head.size} entries and {self._letters} letters")
        return match

    def _send(self, match: Match, seat: Seat, orders: str) -> Match:
        """Write, sign and mail a sheet as a player would, and let the desk act on it and answer."""
        hand = self._hands[seat]
        with self.desk.store.read() as look:
            head = {name: value.strip(" ;") for name, _, value in map(_halves, reply_lines(look, match, seat))}
        size, _, hash_ = head["seen"].partition(" ")
        block = Block(head["to"], head["game"], head["seat"], head["token"], Seen(int(size), hash_), (orders,))
        self._mails += 1
        raw = order_mail(
            sender=hand.address,
            to=self.desk.settings.referee.address,
            subject="Re: my turn",
            block_text=sign_orders(block, hand.key),
            date=self.desk.now(),
            message_id=f"<{self._mails}.{sha256(orders.encode()).hexdigest()[:8]}@example.org>",
        )
        (self.folder / "mails" / f"{self._mails:04}.eml").write_bytes(raw)
        received = receive(self.desk, raw)
        if received.verdict != "played":
            raise DeskError(f"the referee did not take {orders!r} of {hand.name}: {received.why}")
        self._letters += send(self.desk).sent
        with self.desk.store.read() as look:
            return current(self.desk, look, match.id)

    def _look_back(self, match: Match) -> None:
        last = match.head.size - 1
        for at in (last // 4, last // 2, last * 3 // 4):
            self.desk.remembered.clear()
            with self.desk.store.read() as look:
                begun = perf_counter()
                earlier = position(self.desk, look, match.id, at)
                took = perf_counter() - begun
            asked = ", ".join(f"{decision.seat} to {decision.kind}" for decision in earlier.waiting())
            self._tell(f"rebuilt the position after entry {at} in {took * 1000:.1f} ms: {asked or 'nobody'} awaited")

    def _write_reports(self, match: Match) -> None:
        reports = self.folder / "reports"
        reports.mkdir()
        middle = match.head.size // 2
        with self.desk.store.read() as look:
            for seat in (None, *match.seats):
                for name, upto in (("end", match.head.size), ("middle", middle)):
                    then = position(self.desk, look, match.id, upto - 1)
                    page = make_page(
                        self.desk,
                        look,
                        match.id,
                        seat=seat,
                        since=since_last_turn(look, then, seat),
                        upto=upto,
                        language=self._hands[seat].language if seat else "en",
                    )
                    target = reports / f"{name}-{seat or 'public'}.html"
                    target.write_text(render.html(environment(), page), encoding="utf-8")
        self._tell(f"wrote {len(list(reports.iterdir()))} reports")

    def _check(self, match: Match) -> None:
        folder = export(self.desk, match.id, self.folder / "export")
        found = verify_files(folder)
        if not found.ok:
            raise DeskError(f"the export is not valid: {found.first_bad}")
        self._tell(f"exported and verified {found.entries} entries, rules included; chance: {found.chance}")
        forged = self._forge(folder)
        if forged.first_bad is None:
            raise DeskError("a forged record passed")
        why = forged.first_bad["why"]
        self._tell(f"changed one byte of a copy: caught at entry {forged.first_bad['seq']} ({why})")

    def _forge(self, folder: Path) -> Verified:
        copy = self.folder / "forged"
        shutil.copytree(folder, copy)
        log = bytearray((copy / "log.jsonl").read_bytes())
        log[len(log) // 2] ^= 1
        (copy / "log.jsonl").write_bytes(log)
        return verify_files(copy)


def _halves(statement: str) -> tuple[str, str, str]:
    return statement.partition(":")


def _clear(folder: Path) -> None:
    """Make room for a demo: only what an earlier demo left is removed."""
    if (folder / MARK).is_file():
        shutil.rmtree(folder)
    elif folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty and no earlier demo: name a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).touch()
