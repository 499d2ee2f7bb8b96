"""A small record to test with: two seats, dice, a deck, a secret bid, a ruling. Secrets are fixed, so bytes are too."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.record import canonical, fair, folder, notes, seals
from pbem.record.chance import Roller
from pbem.record.entry import Entry, Head, write
from pbem.record.kinds import Opening
from pbem.record.openings import Deck

GAME = "spring-1"
REFEREE = "referee.example.org"
SEATS = ("blue", "red")
CARDS = ("ant", "bee", "cat", "dog", "elk")
AT = 1_700_000_000


def secret(name: str) -> bytes:
    """Return 32 bytes that only tests call secret."""
    return sha256(name.encode()).digest()


PRIVATE = secret("referee")
PUBLIC = Ed25519PrivateKey.from_private_bytes(PRIVATE).public_key().public_bytes_raw()
HIDDEN = secret("hidden")
SALTS = secret("salts")
LUCK = secret("luck")
RUNGS = fair.ladder(GAME, secret("top"), 64, 16)
KEY = fair.joint_key(GAME, RUNGS.anchor, fair.hidden_commitment(GAME, HIDDEN), [("blue", LUCK), ("red", b"")])


def position(*facts: object) -> str:
    """Return the digest of a made-up public state."""
    return sha256(b"\2" + canonical.encode(list(facts))).hexdigest()


class Table:
    """A referee in small: writes one entry after the other and keeps count of rungs."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.head = Head.empty
        self.used: Mapping[str, int] = {}
        self.next_j = 1

    def write(self, kind: str, **fields: Any) -> Entry:
        """Append an entry."""
        entry = write(self.head, {"at": AT + 60 * self.head.size, "game": GAME, "kind": kind} | fields)
        self.entries.append(entry)
        self.head = entry.head
        return entry

    def roll(self, slot: str, dice: int) -> list[dict[str, Any]]:
        """Roll dice for a slot and return the `chance` of an entry."""
        roller = Roller(GAME, KEY, rung=RUNGS.rung, hidden=HIDDEN, used=self.used, next_j=self.next_j)
        stream = roller.roll(slot)
        for _ in range(dice):
            stream.die()
        self.used, self.next_j = roller.used, roller.next_j
        return roller.log

    def seal(self, text: str) -> str:
        """Seal a text into the next entry."""
        seq = self.head.size
        return seals.seal(GAME, seq, seals.salt(SALTS, GAME, seq), text).hex()

    def order(self, seat: str, sheet: str, *, sign: str = "ssh", seen: dict[str, Any] | None = None) -> Entry:
        """Append an order."""
        return self.write("order", seat=seat, seal=self.seal(sheet), seen=seen, sign=sign)

    def move(self, seat: str, cause: int | str, **fields: Any) -> Entry:
        """Append a move."""
        usual = {"chance": [], "opens": [], "position": position(self.head.size)}
        return self.write("move", seat=seat, cause=cause, **(usual | fields))

    def begin(self) -> None:
        """Open the game, seat blue (with luck) and red (without), and start."""
        self.write(
            "open",
            rules={"key": "toy", "version": 1},
            table={"cards": list(CARDS)},
            options={"length": "short"},
            seats=list(SEATS),
            referee=REFEREE,
            key=PUBLIC.hex(),
            dice={"n": RUNGS.n, "anchor": RUNGS.anchor.hex()},
            hidden=fair.hidden_commitment(GAME, HIDDEN).hex(),
            accepts=["ssh", "desk"],
        )
        luck = fair.luck_commitment(GAME, "blue", LUCK).hex()
        self.write(
            "seat", seat="blue", name="Zoë", key="ssh:SHA256:2n1jmvSOSRlfWqsGbXoSPUdNBKNsY+4a0kqg6ZUqPrw", luck=luck
        )
        self.write("seat", seat="red", name="Rufus", key="desk", luck="")
        self.write("start", luck={"blue": LUCK.hex()}, chance=self.roll("setup", 1), position=position("start"))

    def close(self) -> None:
        """Close the game with blue as the winner."""
        self.write(
            "close",
            result={"points": {"blue": {"total": 7}, "red": {"total": 4}}, "ranks": {"blue": 1, "red": 2}},
            hidden=HIDDEN.hex(),
        )

    def opening(self, seq: int, text: str) -> Opening:
        """Return the opening of what was sealed in an entry."""
        return Opening(seq=seq, salt=seals.salt(SALTS, GAME, seq).hex(), text=text)

    def pack(self, *openings: Opening | Deck) -> dict[str, bytes]:
        """Return the folder of the record so far."""
        return folder.pack(self.entries, openings, note(self.head))


def note(head: Head, private: bytes = PRIVATE) -> str:
    """Return the referee's note on a head."""
    return notes.sign(private, REFEREE, notes.head_text(REFEREE, GAME, head))


def deck() -> Deck:
    """Return the deck of the sample games, laid open."""
    return Deck(deck="main/1", cards=CARDS, order=fair.deck_order(HIDDEN, GAME, KEY, "main/1", CARDS))


def short() -> dict[str, bytes]:
    """Return a whole game of eight entries."""
    table = Table()
    table.begin()
    head = table.head
    order = table.order("blue", "roll", seen={"size": head.size, "head": head.hash.hex()[:32]})
    table.move("blue", order.seq, text="roll", chance=table.roll("round 1 blue", 2))
    bid = table.move("red", "forced", seal=table.seal("bid 3"))
    table.close()
    return table.pack(table.opening(bid.seq, "bid 3"), deck())


def running() -> dict[str, bytes]:
    """Return a game under way, with a sealed move nobody has opened."""
    table = Table()
    table.begin()
    order = table.order("blue", "bid 2")
    table.move("blue", order.seq, seal=table.seal("bid 2"))
    return table.pack()


def unstarted() -> dict[str, bytes]:
    """Return a game that has only been announced."""
    table = Table()
    table.begin()
    table.entries, table.head = table.entries[:2], table.entries[1].head
    return table.pack()


def void() -> dict[str, bytes]:
    """Return a game that was given up before its start because a luck was never revealed."""
    table = Table()
    table.begin()
    table.entries, table.head = table.entries[:3], table.entries[2].head
    table.write("ruling", act="void", reason="blue did not reveal the luck")
    table.write("close", result={}, hidden=HIDDEN.hex())
    return table.pack()


def taken_back() -> dict[str, bytes]:
    """Return a longer game: bids opened in play, a roll taken back and rolled again, a seat that changes hands."""
    table = Table()
    table.begin()
    bids = [
        table.move(seat, table.order(seat, text).seq, seal=table.seal(text))
        for seat, text in (("blue", "bid 2"), ("red", "bid 3 ☘"))
    ]
    opens = [
        {"seq": bid.seq, "salt": seals.salt(SALTS, GAME, bid.seq).hex(), "text": text}
        for bid, text in zip(bids, ("bid 2", "bid 3 ☘"), strict=True)
    ]
    first = table.move("red", "forced", text="reveal", opens=opens)
    table.move("red", "default", text="roll", chance=table.roll("round 1 red", 2))
    table.write("ruling", act="back", to=first.seq, reason="the sheet came in time \u2028 sorry\n")
    table.write("ruling", act="substitute", seat="red", reason="Rufus left")
    table.write("seat", seat="red", name="", key="", luck="")
    table.write("seat", seat="red", name="Ida", key="dkim:" + position("ida"), luck="")
    order = table.order("red", "roll three", sign="desk", seen={"size": 0, "head": "0" * 64})
    table.move("red", order.seq, text="roll three", chance=table.roll("round 1 red", 3))
    table.move("blue", "default", text="pass", chance=table.roll("round 1 blue", 1))
    table.close()
    return table.pack(deck())
