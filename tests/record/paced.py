"""Small records of games with a pace. Every instant is written down, so that a reader can count along."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import to_builtins

from pbem.mail.ssh.signature import public_key
from pbem.record.dice import fair
from pbem.record.log.entry import Entry
from tests.record import sample
from tests.record.sample import BLUE_ID, DESK, GAME, NEW_ID, NEW_KEY, Signing, Table

HOUR = 3_600
RED_LUCK = sample.secret("red luck")
IDA_KEY = Ed25519PrivateKey.from_private_bytes(sample.secret("ida"))
IDA_ID = public_key(IDA_KEY).fingerprint
# Rome, where clocks went forward on Sunday the 31st of March 2024; no clock runs on Saturdays and Sundays.
PACE: dict[str, Any] = {
    "add": 12 * HOUR,
    "bank": 48 * HOUR,
    "cap": 72 * HOUR,
    "grace": 6 * HOUR,
    "hold": 600,
    "late": "default",
    "lates": 2,
    "leave": 3,
    "offsets": [[0, HOUR], [1_711_846_800, 2 * HOUR], [1_729_990_800, HOUR]],
    "outage": 4 * HOUR,
    "rest": [5, 6],
    "zone": "Europe/Rome",
}


def time(text: str) -> int:
    """Return the Unix time of `03-27 10:00` in 2024, UTC."""
    return int(datetime.fromisoformat(f"2024-{text}").replace(tzinfo=UTC).timestamp())


class Paced(Table):
    """A table whose entries are written when it is said."""

    def __init__(self, now: str = "03-27 09:00") -> None:
        super().__init__()
        self.now = time(now)
        self.luck: dict[str, str] = {}

    @property
    def at(self) -> int:
        """The time of the next entry."""
        return self.now

    def wait(self, now: str) -> "Paced":
        """Let it be later."""
        self.now = time(now)
        return self

    def begin_paced(self, *, hosted: tuple[str, ...] = (), asks: str = "blue 1", **pace: Any) -> None:
        """Open a game with a pace, seat both, and start it an hour later."""
        self.open(hosted, PACE | pace)
        self.sit("blue", "Zoë", BLUE_ID)
        self.sit("red", "Rufus", "desk")
        self.wait("03-27 10:00")
        self.begin_asking(asks)

    def begin_asking(self, asks: str) -> None:
        """Start, without a roll."""
        self.write("start", luck=self.luck, chance=[], position=sample.position("start"), asks=asked(asks))

    def answer(self, seat: str, came: str, *asks: str, **fields: Any) -> Entry:
        """Let a seat move ten minutes after its sheet came."""
        self.now = max(self.now, time(came) + 600)
        self.count = getattr(self, "count", 0) + 1
        order = self.order(seat, f"go {self.count}", came=time(came), **fields)
        return self.move(seat, order.seq, text=f"go {self.count}", asks=asked(*asks))

    def late(self, seat: str, due: str, *asks: str) -> Entry:
        """Let a seat be late now, and play its default."""
        self.clock("late", seat=seat, due=time(due))
        return self.move(seat, "late", text="pass", asks=asked(*asks))

    def clock(self, act: str, **fields: Any) -> Entry:
        """Append what moves a deadline."""
        return self.write("clock", act=act, **fields)

    def outage(self, begin: str, end: str, seat: str = "") -> Entry:
        """Append that nobody, or one seat, could be reached; written when it was over."""
        self.now = max(self.now, time(end))
        return self.clock("outage", seat=seat, **{"from": time(begin), "to": time(end)})

    def leave(self, seat: str, sheet: str, begin: str, end: str, **fields: Any) -> Entry:
        """Append the announcement of a leave, and the leave."""
        word = self.order(seat, sheet, word="leave", came=self.now, **fields)
        return self.clock("leave", seat=seat, by=[word.seq], **{"from": time(begin), "to": time(end)})

    def end(self) -> dict[str, bytes]:
        """Close the game, and return its folder."""
        self.close()
        return self.pack()


def asked(*asks: str) -> list[list[str]]:
    """Return `asks` of words such as `blue 1`."""
    return [one.split() for one in asks]


def paced() -> dict[str, bytes]:
    """Return a game in which everything happens that moves a deadline."""
    table = Paced()
    table.begin_paced()
    table.answer("blue", "03-28 10:00", "red 1")  # 24 of 48 hours
    # Red has 48 hours from Thursday 10:10: until Friday midnight 36:50 are gone, Monday begins at 22:00 UTC on Sunday,
    # so they are over on Monday at 09:10. Until 15:10 an answer is good, and empties the bank.
    table.answer("red", "04-01 14:00", "blue 2")
    table.outage("04-01 20:00", "04-02 02:00")
    table.wait("04-02 03:00").rule("extend", seat="blue", due=time("04-03 18:00"))  # it had until 04-03 08:10
    table.wait("04-02 09:00").leave("red", "leave 2024-04-04..2024-04-05", "04-03 22:00", "04-05 22:00")
    table.answer("blue", "04-03 12:00", "red 2")  # the 36 hours that it had
    # Red has 12 hours from Wednesday 12:10: 9:50 until its leave, the rest after the weekend: until 04-08 00:10.
    table.wait("04-08 00:00").rule("pause", until=0)
    table.wait("04-09 00:00").rule("resume")
    table.wait("04-09 06:10").late("red", "04-09 00:10", "red 2")
    table.move("red", "late", text="pass", asks=asked("blue 3"))  # what else is asked in that turn
    table.answer("blue", "04-09 07:10", "red 3")
    # Red was late, and begins with the opening bank; for five hours letters to it bounced.
    table.outage("04-09 10:00", "04-09 15:00", "red")
    table.wait("04-11 20:00").late("red", "04-11 12:20", "blue 4")
    table.sit("red", "Ida", "desk", table.rule("substitute", seat="red", asks=asked("blue 4"), reason="late").seq)
    table.answer("blue", "04-11 20:30", "red 4")
    table.answer("red", "04-15 20:00", "blue 5")  # a substitute has 48 hours and what a turn adds
    table.wait("04-16 00:00").rule("pause", until=time("04-16 12:00"))
    table.answer("blue", "04-16 13:00")
    return table.end()


def paced_back() -> dict[str, bytes]:
    """Return a game with a takeback by consent, after which nobody has more time in his bank, and nobody is late."""
    table = Paced()
    table.begin_paced()
    table.wait("03-29 16:00").late("blue", "03-29 10:00", "red 1")
    table.rule("back", to=3, by=[], asks=asked("blue 1"), reason="the mail server was down")
    table.answer("blue", "03-29 20:00", "red 1")  # by the 12 hours that it has after a takeback
    undo = table.wait("03-29 20:20").order("blue", "undo", word="undo", came=table.now)
    agree = table.wait("03-29 21:00").order("red", f"Accetto {undo.seq}", word="agree", came=table.now)
    table.rule("back", to=undo.seq - 3, by=[undo.seq, agree.seq], asks=asked("blue 1"))
    table.wait("04-01 14:00").late("blue", "04-01 08:00", "red 1")  # once more in that turn: it counts once
    table.answer("red", "04-01 15:00", "blue 2")
    table.answer("blue", "04-03 08:00")  # of the opening bank
    return table.end()


def paced_hosted() -> dict[str, bytes]:
    """Return a game of choices in parallel: red, who is hosted, is bound first, by an order and by being late."""
    table = Paced()
    both = ("blue 1", "red 1")
    table.begin_paced(hosted=("red",), asks="blue 0", rest=[], grace=0)
    table.answer("blue", "03-27 12:00", *both)
    red = table.wait("03-28 12:10").order("red", "bid 1", came=time("03-28 12:00"))
    blue = table.wait("03-30 12:00").order("blue", "bid 2", came=time("03-30 09:00"), seen=seen(table))  # of 48 + 12
    table.move("blue", blue.seq, text="bid 2", asks=asked("red 1"))
    table.move("red", red.seq, text="bid 1", asks=asked("blue 2", "red 2"))
    opened = table.opening(red.seq, table.sheets[red.seq])
    table.wait("04-01 00:10").clock("late", seat="red", due=time("04-01 00:10"))  # of 24:10 + 12
    table.wait("04-02 01:20").clock("late", seat="blue", due=time("04-02 01:20"))  # asked when red was bound
    table.move("blue", "late", text="bid 0", asks=asked("red 2"))
    table.move("red", "late", text="bid 0", asks=[])
    table.close()
    return table.pack(opened)


def seen(table: Table) -> dict[str, Any]:
    """Return the head of a table as an order quotes it."""
    return {"size": table.head.size, "head": table.head.hash.hex()[:32]}


def paced_ask() -> dict[str, bytes]:
    """Return a game whose host is asked when somebody is late: answers are good whenever they come."""
    table = Paced()
    table.begin_paced(late="ask", rest=[])
    table.answer("blue", "04-20 10:00", "red 1")
    table.wait("04-30 00:00").rule("extend", seat="red", due=time("05-01 00:00"))
    table.wait("05-02 00:00").rule("play", seat="red", reason="no answer")
    table.move("red", "ruling", text="pass", asks=asked("blue 2"))
    table.answer("blue", "05-02 12:10")
    return table.end()


def leaves() -> dict[str, bytes]:
    """Return a game with leaves in several languages, for one game and for all, made shorter and given up."""
    table = Paced()
    table.begin_paced(leave=4, bank=72 * HOUR)
    for_all = Signing(DESK, "any")
    table.leave("blue", "urlaub 2024-03-29..2024-04-01", "03-28 23:00", "04-01 22:00", signing=for_all)
    table.wait("03-29 10:00").leave("blue", "Leave 2024-03-29", "03-28 23:00", "03-29 23:00")
    table.leave("blue", "assenza 2024-04-02 .. 2024-04-04", "04-01 22:00", "04-04 22:00", seen=seen(table))
    table.wait("04-01 21:00").leave("blue", "absence 2024-04-02..aucun", "04-01 22:00", "04-01 22:00")
    table.leave("blue", "leave 2024-04-03..2024-04-05", "04-02 22:00", "04-05 22:00", signing=for_all)
    table.answer("blue", "04-02 08:00", "red 1")  # 37 hours until the first leave, 34 from Monday on
    table.answer("red", "04-02 10:00")
    return table.end()


def joined() -> dict[str, bytes]:
    """Return a game that people joined by signed mails, with luck; one of them withdrew, and another joined."""
    table = Table()
    table.open(())
    join(table, "blue", "Zoë", f"join blue luck {sample.COMMITMENT}", luck=sample.COMMITMENT)
    first = fair.luck_commitment(GAME, "red", sample.secret("other luck")).hex()
    join(table, "red", "Rufus", f"partecipo Red luck {first}", luck=first, key=(NEW_KEY, NEW_ID))
    word = table.order("red", "Withdraw", word="resign", sign="ssh", signing=Signing(key=NEW_KEY))
    table.sit("red", "", "", table.rule("vacate", seat="red", by=[word.seq], asks=[]).seq)
    again = fair.luck_commitment(GAME, "red", RED_LUCK).hex()
    join(table, "red", "Ida", f"Join RED luck {again}", luck=again, key=(IDA_KEY, IDA_ID), wanted="any")
    for seat, luck, key in (("blue", sample.LUCK, sample.BLUE_KEY), ("red", RED_LUCK, IDA_KEY)):
        sheet = f"reveal {luck.hex()}"
        table.order(seat, sheet, word="reveal", sign="ssh", seen=seen(table), signing=Signing(key=key))
    lucks = {"blue": sample.LUCK.hex(), "red": RED_LUCK.hex()}
    table.write("start", luck=lucks, chance=[], position=sample.position("start"), asks=[["blue", "1"]])
    table.close()
    return table.pack()


def unlucky() -> dict[str, bytes]:
    """Return a game that people joined without luck, at the desk and by mail; its host sent one of them away."""
    table = Table()
    table.open(())
    join(table, "blue", "Zoë", "beitreten", wanted="any")
    table.sit("red", "Rufus", "desk", table.order("red", "join red", word="join").seq)
    table.sit("red", "", "", table.rule("vacate", seat="red", by=[], asks=[], reason="he was here twice").seq)
    table.sit("red", "Ida", "ssh:SHA256:x", table.order("red", "join", word="join").seq)
    table.write("start", luck={}, chance=[], position=sample.position("start"), asks=[["blue", "1"]])
    return table.pack()


def join(
    table: Table,
    seat: str,
    name: str,
    sheet: str,
    *,
    luck: str = "",
    key: tuple[Any, str] = (sample.BLUE_KEY, BLUE_ID),
    wanted: str = "",
) -> None:
    """Let somebody join by a mail that he signed, over the head of the opening."""
    opened = table.entries[0].head
    quoted = {"size": opened.size, "head": opened.hash.hex()}
    word = table.order(seat, sheet, word="join", sign="ssh", seen=quoted, signing=Signing(GAME, wanted, key[0]))
    table.sit(seat, name, key[1], word.seq, luck=luck)


GAMES: dict[str, Callable[[], dict[str, bytes]]] = {
    "paced": paced,
    "paced-back": paced_back,
    "paced-hosted": paced_hosted,
    "paced-ask": paced_ask,
    "paced-leaves": leaves,
    "joined": joined,
    "joined-unlucky": unlucky,
}


def opened_appeal(table: Table, appeal: Entry) -> dict[str, Any]:
    """Return what an answer lays open of an appeal."""
    opening: dict[str, Any] = to_builtins(table.opening(appeal.seq, table.sheets[appeal.seq]))
    return opening
