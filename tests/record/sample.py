"""A small record to test with: two seats, dice, a deck, a secret bid, a ruling. Secrets are fixed, so bytes are too."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct, to_builtins

from pbem.mail.block import block as order_block
from pbem.mail.block.block import Block, Seen
from pbem.mail.signed import sign_orders
from pbem.mail.ssh.signature import public_key
from pbem.record import folder
from pbem.record.dice import fair, seals
from pbem.record.dice.chance import Roller
from pbem.record.log import canonical
from pbem.record.log.entry import Entry, Head, write
from pbem.record.log.kinds import Opening
from pbem.record.log.openings import Deck
from pbem.record.notes import notes

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
RUNGS = fair.ladder(GAME, secret("top"), 256, 16)
BLUE_KEY = Ed25519PrivateKey.from_private_bytes(secret("blue"))
NEW_KEY = Ed25519PrivateKey.from_private_bytes(secret("new"))
BLUE_ID = public_key(BLUE_KEY).fingerprint
NEW_ID = public_key(NEW_KEY).fingerprint
RESULT = {"points": {"blue": {"total": 7}, "red": {"total": 4}}, "ranks": {"blue": 1, "red": 2}}
DESK = "desk"
KEY = fair.joint_key(GAME, RUNGS.anchor, fair.hidden_commitment(GAME, HIDDEN), [("blue", LUCK), ("red", b"")])


def position(*facts: object) -> str:
    """Return the digest of a made-up public state."""
    return sha256(b"\2" + canonical.encode(list(facts))).hexdigest()


class Signing(Struct, frozen=True):
    """What a signed sheet may have otherwise than its entry says: its game, its seat, and whose key signs it."""

    game: str = GAME
    seat: str = ""
    key: Ed25519PrivateKey = BLUE_KEY


class Table:
    """A referee in small: writes one entry after the other and keeps count of rungs."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.head = Head.empty
        self.used: Mapping[str, int] = {}
        self.evidence: list[bytes] = []
        self.sheets: dict[int, str] = {}  # what orders are sealed over, by entry

    @property
    def at(self) -> int:
        """The time of the next entry."""
        return AT + 60 * self.head.size

    def write(self, kind: str, **fields: Any) -> Entry:
        """Append an entry."""
        entry = write(self.head, {"at": self.at, "game": GAME, "kind": kind} | fields)
        self.entries.append(entry)
        self.head = entry.head
        return entry

    def roll(self, slot: str, dice: int) -> list[dict[str, Any]]:
        """Roll dice for a slot and return the `chance` of an entry."""
        roller = Roller(GAME, KEY, rung=RUNGS.rung, hidden=HIDDEN, used=self.used)
        stream = roller.roll(slot)
        for _ in range(dice):
            stream.die()
        self.used = roller.used
        return roller.log

    def seal(self, text: str) -> str:
        """Seal a text into the next entry."""
        seq = self.head.size
        return seals.seal(GAME, seq, seals.salt(SALTS, GAME, seq), text).hex()

    def order(
        self,
        seat: str,
        sheet: str,
        *,
        word: str = "",
        seen: dict[str, Any] | None = None,
        sign: str = "",
        is_shown: bool = True,
        came: int | None = None,
        signing: Signing | None = None,
    ) -> Entry:
        """Append an order: blue signs and shows it, red's are entered at the desk, unless it is said otherwise."""
        sign = sign or ("ssh" if seat == "blue" else "desk")
        signing = signing or Signing(DESK if word == "newkey" else GAME)
        block = _block(signing.seat or seat, signing.game, sheet, seen)
        signed = order_block.write(block)
        text = canonical.encode({"digest": sha256(signed).hexdigest(), "sheet": sheet}).decode()
        if sign == "ssh" and is_shown:
            self.evidence.append(self._shown(block, text, signing.key))
        came = self.at - 9 if came is None else came
        self.sheets[self.head.size] = text
        return self.write("order", seat=seat, came=came, seal=self.seal(text), seen=seen, sign=sign, word=word)

    def _shown(self, block: Block, text: str, key: Ed25519PrivateKey) -> bytes:
        seq = self.head.size
        salt = seals.salt(SALTS, GAME, seq).hex()
        signed = sign_orders(block, key)
        return canonical.encode({"salt": salt, "seq": seq, "signed": signed, "text": text})

    def move(self, seat: str, cause: int | str, **fields: Any) -> Entry:
        """Append a move."""
        usual = {"asks": [["red", "1"]], "chance": [], "opens": [], "position": position(self.head.size)}
        return self.write("move", seat=seat, cause=cause, **(usual | fields))

    def rule(self, act: str, **fields: Any) -> Entry:
        """Append a ruling."""
        return self.write("ruling", act=act, **({"reason": "so it is"} | fields))

    def sit(self, seat: str, name: str, key: str, *by: int, luck: str = "") -> Entry:
        """Append who holds a seat."""
        return self.write("seat", seat=seat, name=name, key=key, luck=luck, by=list(by))

    def announce(self, luck: str = "", hosted: tuple[str, ...] = ("red",)) -> None:
        """Open the game, and seat blue (perhaps with luck) and red."""
        self.open(hosted)
        self.sit("blue", "Zoë", BLUE_ID, luck=luck)
        self.sit("red", "Rufus", "desk")

    def open(self, hosted: tuple[str, ...] = ("red",), pace: dict[str, Any] | None = None) -> None:
        """Open the game."""
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
            format=2,
            hosted=list(hosted),
            pace=pace,
            event=None,
        )

    def start(self) -> None:
        """Reveal blue's luck and start."""
        fields = {"position": position("start"), "asks": [["blue", "1"]]}
        self.write("start", luck={"blue": LUCK.hex()}, chance=self.roll("setup/order", 1), **fields)

    def begin(self) -> None:
        """Announce the game, with blue's luck committed to, and start."""
        self.announce(COMMITMENT)
        self.start()

    def close(self) -> None:
        """Close the game with blue as the winner."""
        self.write(
            "close",
            result=RESULT,
            hidden=HIDDEN.hex(),
        )

    def opening(self, seq: int, text: str) -> Opening:
        """Return the opening of what was sealed in an entry."""
        return Opening(seq=seq, salt=seals.salt(SALTS, GAME, seq).hex(), text=text)

    def pack(self, *openings: Opening | Deck) -> dict[str, bytes]:
        """Return the folder of the record so far."""
        files = folder.pack(self.entries, openings, note(self.head))
        is_over = self.entries[-1].body["kind"] == "close"
        return files | ({"evidence.jsonl": folder.join(self.evidence)} if is_over and self.evidence else {})


COMMITMENT = fair.luck_commitment(GAME, "blue", LUCK).hex()


def _block(seat: str, game: str, sheet: str, seen: dict[str, Any] | None) -> Block:
    quoted = Seen(seen["size"], seen["head"]) if seen else None
    return Block(REFEREE, game, seat, "9f1c27d0", quoted, tuple(sheet.split("\n")))


def note(head: Head, private: bytes = PRIVATE) -> str:
    """Return the referee's note on a head."""
    return notes.sign(private, REFEREE, notes.head_text(REFEREE, GAME, head))


def deck(cards: tuple[str, ...] = CARDS) -> Deck:
    """Return the deck of the sample games, laid open; after a takeback other cards may be shuffled by its label."""
    return Deck(deck="main/1", cards=cards, order=fair.deck_order(HIDDEN, GAME, KEY, "main/1", cards))


def short() -> dict[str, bytes]:
    """Return a whole game of eight entries."""
    table = Table()
    table.begin()
    head = table.head
    order = table.order("blue", "roll", seen={"size": head.size, "head": head.hash.hex()[:32]})
    table.move("blue", order.seq, text="roll", chance=table.roll("round 1 blue/1", 2))
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


def hosted() -> dict[str, bytes]:
    """Return a game of bids in parallel: red, whose player can read the desk, is bound before blue is asked.

    Then the same once more, after a takeback; and once by a ruling.
    """
    table = Table()
    table.begin()
    both = [["blue", "1"], ["red", "1"]]
    first = table.move("blue", "forced", text="begin", asks=both)
    chosen = []
    for bid in ("bid 1", "bid 2"):
        red = table.order("red", bid)
        chosen.append(table.opening(red.seq, table.sheets[red.seq]))
        blue = table.order("blue", bid, seen=_seen(table.head))
        table.move("blue", blue.seq, text=bid)
        table.move("red", red.seq, text=bid, asks=both)
        table.rule("back", to=first.seq, by=[], asks=both)
    table.rule("play", seat="red")
    blue = table.order("blue", "bid 3", seen=_seen(table.head))
    table.move("blue", blue.seq, text="bid 3")
    table.move("red", "ruling", text="bid 0", asks=[])
    table.close()
    return table.pack(*chosen, deck())


def hosted_left() -> dict[str, bytes]:
    """Return a game whose hosted seat is left before it is bound, and taken over; then the other seat is left."""
    table = Table()
    table.begin()
    both = [["blue", "1"], ["red", "1"]]
    table.move("blue", "forced", text="begin", asks=both)
    word = table.order("red", "resign", word="resign")
    table.sit("red", "", "", table.rule("vacate", seat="red", by=[word.seq], asks=both[:1]).seq)
    table.move("blue", table.order("blue", "bid 1").seq, text="bid 1", asks=[])
    table.move("red", "default", text="bid 0", asks=both[:1])
    table.sit("red", "Ida", "desk", table.rule("substitute", seat="red", asks=both).seq)
    red = table.order("red", "bid 2")
    ruling = table.rule("vacate", seat="blue", by=[], asks=both[1:])
    table.sit("blue", "", "", ruling.seq, luck=COMMITMENT)
    table.move("blue", "default", text="bid 0", asks=both[1:])
    table.move("red", red.seq, text="bid 2", asks=[])
    table.close()
    return table.pack(table.opening(red.seq, table.sheets[red.seq]), deck())


def _seen(head: Head) -> dict[str, Any]:
    return {"size": head.size, "head": head.hash.hex()[:32]}


def unstarted() -> dict[str, bytes]:
    """Return a game that has only been announced."""
    table = Table()
    table.announce(COMMITMENT)
    return table.pack()


def void() -> dict[str, bytes]:
    """Return a game that was given up before its start because a luck was never revealed."""
    table = Table()
    table.announce(COMMITMENT)
    table.rule("void", reason="blue did not reveal the luck", hidden=HIDDEN.hex())
    return table.pack()


def void_late() -> dict[str, bytes]:
    """Return a game that was given up after its start: what was sealed and hidden is laid open all the same."""
    table = Table()
    table.begin()
    bid = table.move("blue", table.order("blue", "bid 2").seq, seal=table.seal("bid 2"))
    table.rule("void", reason="the host is ill", hidden=HIDDEN.hex())
    return table.pack(table.opening(bid.seq, "bid 2"), deck())


def words() -> dict[str, bytes]:
    """Return a game in which signed words change the record: luck, a new key, a player who leaves; a ruled result."""
    table = Table()
    table.announce()
    word = table.order("blue", f"luck {COMMITMENT}", word="luck")
    table.sit("blue", "Zoë", BLUE_ID, word.seq, luck=COMMITMENT)
    table.order("blue", f"reveal {LUCK.hex()}", word="reveal")
    table.start()
    word = table.order("blue", f"newkey {NEW_ID}", word="newkey")
    table.sit("blue", "Zoë", NEW_ID, word.seq, luck=COMMITMENT)
    word = table.order("red", "resign", word="resign")
    ruling = table.rule("vacate", seat="red", by=[word.seq], asks=[["blue", "1"]])
    table.sit("red", "", "", ruling.seq)
    table.rule("result", result=RESULT)
    table.close()
    return table.pack()


def all_said() -> dict[str, bytes]:
    """Return a game with the words that `words` has not: a takeback by consent, appeals, a farewell."""
    table = Table()
    table.begin()
    table.move("blue", table.order("blue", "roll").seq, text="roll", chance=table.roll("round 1 blue/1", 2))
    asked = table.order("blue", "Annulla", word="undo")
    agreed = table.order("red", "agree 6", word="agree")
    table.rule("back", to=3, by=[asked.seq, agreed.seq], asks=[["blue", "1"]])
    appeal = table.order("blue", "appeal 8: the die fell off the table", word="appeal")
    opened = table.opening(appeal.seq, table.sheets[appeal.seq])
    table.rule("answer", to=appeal.seq, opens=[to_builtins(opened)])
    appeal = table.order("blue", "Recours 10 prive: it did", word="appeal")
    table.rule("answer", to=appeal.seq, opens=[])
    word = table.order("blue", "AUFGEBEN", word="resign")
    ruling = table.rule("vacate", seat="blue", by=[word.seq], asks=[["red", "1"]])
    table.sit("blue", "", "", ruling.seq, luck=COMMITMENT)
    table.rule("result", result=RESULT)
    table.close()
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
    table.move("red", "default", text="roll", chance=table.roll("round 1 red/1", 2))
    asks = [["red", "1"]]
    table.rule("back", to=first.seq, by=[], asks=asks, reason="the sheet came in time \u2028 sorry\n")
    ruling = table.rule("vacate", seat="red", by=[], asks=[], reason="Rufus left")
    table.sit("red", "", "", ruling.seq)
    ruling = table.rule("substitute", seat="red", asks=asks, reason="Ida came")
    table.sit("red", "Ida", "dkim:" + position("ida"), ruling.seq)
    order = table.order("red", "roll three", seen={"size": 0, "head": "0" * 64})
    table.move("red", order.seq, text="roll three", chance=table.roll("round 1 red/1", 3))
    table.move("red", order.seq, text="roll on", chance=table.roll("round 1 red/2", 1))
    table.move("blue", "default", text="pass", chance=table.roll("round 1 blue/1", 1), asks=[])
    table.close()
    return table.pack(deck(), deck(CARDS[1:]))
