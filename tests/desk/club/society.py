"""A desk with people around it, under a clock that stands until it is moved: signed mails go in by the Maildir, and
letters are read where they come out."""

import os
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from email import message_from_bytes
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from freezegun import freeze_time

from pbem.desk.desk import Desk
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.matches.times.pacing import PaceWish, make_pace
from pbem.desk.people.enrolled import add_player
from pbem.desk.post.work.courier import send
from pbem.desk.post.work.ticking import tick
from pbem.desk.settings import StoreSettings
from pbem.desk.store.values import Member
from pbem.games.found import named
from pbem.mail.block.block import Block, Seen
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.key import write_line
from pbem.mail.ssh.signature import public_key
from pbem.referee.match.match import Match
from tests.desk.house import REFEREE, SteadyDesk, block_of, legal, mail, match_of
from tests.desk.letters.test_letters import body
from tests.servers.postgres import Postgres

MONDAY = "2026-03-02 08:00:00"
PEOPLE = {"Anna": "it", "Bruno": "en", "Carla": "fr", "Dieter": "de", "Elsa": "en"}
GAME = "g1"


@cache
def key_of(name: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest())


class Mailed:
    """A letter that came out: to whom, and what it says."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.to = str(message_from_bytes(raw)["To"]).split(" <")[0].strip().strip('"')
        self.subject = str(message_from_bytes(raw)["Subject"])
        self.text = body(raw).replace("\r\n", "\n")

    @property
    def flat(self) -> str:
        """Everything in one line."""
        return " ".join(self.text.split())

    @property
    def blocks(self) -> list[dict[str, Any]]:
        """The lines to be signed, a block each: the header by name, and the orders."""
        found = re.findall(r"^    to: \S+;\n(?:      ?\S.*\n|    \S.*\n)*", self.text, re.MULTILINE)
        return [_read(block) for block in found]

    def block_for(self, game: str) -> dict[str, Any]:
        """The lines for one game, or for the desk."""
        (found,) = [block for block in self.blocks if block["game"] == game]
        return found


def _read(lines: str) -> dict[str, Any]:
    statements = [" ".join(one.split()) for one in lines.split(";") if one.strip()]
    header = {}
    orders = []
    for statement in statements:
        name, colon, value = statement.partition(":")
        if colon:
            header[name] = value.strip()
        else:
            orders.append(statement)
    return {**header, "orders": tuple(orders)}


class Society:
    """The desk, its people and its clock."""

    def __init__(self, desk: Desk, clock: Any) -> None:
        self.desk = desk
        self.clock = clock
        self._sent = 0

    def later(self, **span: float) -> None:
        """Let time go by, in steps in which the desk reads its mail."""
        left = timedelta(**span)
        while left > timedelta(0):
            step = min(left, timedelta(hours=1))
            self.clock.tick(step)
            left -= step
            self.tick()

    def tick(self) -> list[str]:
        """Read all mail and do what is due; returns what became of each mail."""
        said: list[str] = []
        with closing(self.desk.inbox) as inbox:
            tick(self.desk, inbox, lambda received: said.append(received.line))
        return said

    def put(self, raw: bytes) -> None:
        """Put a mail into the inbox."""
        new = self.desk.folder / "inbox" / "new"
        self._sent += 1
        path = new / f"{self._sent:06}.mail"
        path.write_bytes(raw)
        os.utime(path, (self.desk.now(),) * 2)

    def signed(self, name: str, *orders: str, **header: Any) -> bytes:
        """Return a mail that somebody signed, for the desk if nothing else is said."""
        said = {"to": REFEREE, "game": "desk", "seat": "club", "token": "none", "seen": None, **header}
        seen = said["seen"]
        if isinstance(seen, str):
            size, _, head = seen.partition(" ")
            seen = Seen(int(size), head)
        number = said.get("n", self._sent)
        block = Block(said["to"], said["game"], said["seat"], said["token"], seen, orders, number)
        return mail(sign_orders(block, key_of(name)), sender=f"{name.lower()}@example.org", number=self._sent)

    def post(self, name: str, *orders: str, **header: Any) -> str:
        """Let somebody send a signed sheet; returns what became of it."""
        self.put(self.signed(name, *orders, **header))
        (said,) = self.tick()
        return said

    def answer(self, name: str, block: dict[str, Any], *orders: str, **header: Any) -> str:
        """Let somebody sign the lines of a letter, with other orders than stand there if any are given."""
        given = {key: value for key, value in block.items() if key != "orders"}
        return self.post(name, *(orders or block["orders"]), **{**given, **header})

    def order(self, name: str, seat: str, *orders: str, game: str = GAME) -> str:
        """Let somebody send orders for his seat, or the first legal one."""
        self.put(self.ordered(name, seat, *orders, game=game))
        (said,) = self.tick()
        return said

    def ordered(self, name: str, seat: str, *orders: str, game: str = GAME) -> bytes:
        """Return a mail with orders of somebody for his seat, or with the first legal one."""
        block = block_of(self.desk, seat, *(orders or (legal(self.desk, seat, game)[0],)), game=game)  # type: ignore[arg-type]
        seen = f"{block.seen.size} {block.seen.head}" if block.seen else None
        header = {"game": game, "seat": seat, "token": block.token, "seen": seen}
        return self.signed(name, *block.orders, **header)

    def letters(self) -> list[Mailed]:
        """Return the letters that came out since the last time."""
        send(self.desk)
        new = self.desk.folder / "outbox" / "new"
        found = []
        for path in sorted(new.iterdir(), key=lambda path: int(path.name.split(".")[1])):
            found.append(Mailed(path.read_bytes()))
            path.unlink()
        return found

    def letter(self, name: str) -> Mailed:
        """Return the only letter to somebody since the last time."""
        (found,) = [one for one in self.letters() if one.to == name]
        return found

    def token(self, name: str) -> str:
        """Let somebody ask for help, and return the token in the answer."""
        self.letters()
        assert self.post(name, "help").startswith("answered")
        return str(self.letter(name).block_for("desk")["token"])

    def word(self, name: str, *orders: str) -> str:
        """Let somebody send a word to the desk with the right token; returns what became of it."""
        return self.post(name, *orders, token=self.token(name))

    def offer(self, places: int = 2, *, game: str = GAME, lapse: int = 14 * 86_400, **terms: Any) -> Match:
        """Offer a game."""
        pace = make_pace(self.desk, named("fortuna"), PaceWish(**terms.pop("pace", {})))
        wish = NewGame("fortuna", terms.pop("seats", {}), game, pace=pace, places=places, **terms)
        return new_game(self.desk, _lapsing(wish, self.desk.now() + lapse))

    def open(self, seats: dict[str, str], *, game: str = GAME, rules: str = "fortuna", **pace: str) -> Match:
        """Open a game with a pace, and no second thoughts unless they are asked for."""
        wish = PaceWish(**{"bank": "swift", "hold": "0s", **pace})
        return new_game(self.desk, NewGame(rules, seats, game, pace=make_pace(self.desk, named(rules), wish)))

    def join_line(self, name: str, game: str = GAME) -> dict[str, Any]:
        """Let somebody ask for games, and return the lines by which he joins one."""
        self.letters()
        assert self.post(name, "games").startswith("answered")
        return self.letter(name).block_for(game)

    def join(self, name: str, *orders: str, game: str = GAME, **header: Any) -> str:
        """Let somebody join a game by the lines of the answer to `games`; returns what became of it."""
        return self.answer(name, self.join_line(name, game), *orders, **header)

    def match(self, game: str = GAME) -> Match:
        return match_of(self.desk, game)

    def entries(self, game: str = GAME) -> list[bytes]:
        with self.desk.store.read() as look:
            return look.records.raws(game)


def _lapsing(wish: NewGame, at: int) -> NewGame:
    from msgspec.structs import replace

    return replace(wish, lapses=at)


@contextmanager
def society(folder: Path, server: Postgres | None = None, moment: str = MONDAY) -> Iterator[Society]:
    """Make a desk for a club."""
    store = StoreSettings(server.url(server.new())) if server else StoreSettings()
    with freeze_time(moment) as clock:
        desk = SteadyDesk.create(folder, name=REFEREE, address="referee@example.org", store=store)
        for name, language in PEOPLE.items():
            zone = "Europe/Rome" if name == "Anna" else ""
            player = Member(name, f"{name.lower()}@example.org", language, zone=zone)
            add_player(desk, player, write_line(public_key(key_of(name)), name).encode())
        add_player(desk, Member("Fritz", "fritz@example.org"))  # who has no key
        desk.close()
        with closing(SteadyDesk(folder)) as again:
            yield Society(again, clock)
