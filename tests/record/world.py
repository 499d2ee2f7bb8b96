"""Games that go on at random, to compare what the package, the small verifier and a slow model say of their clocks."""

import runpy
from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

from msgspec import convert

from pbem.record.law.timing import clocks_objection
from pbem.record.log import canonical
from pbem.record.log.entry import read_content
from pbem.record.log.kinds import Content
from pbem.record.log.pace import Pace
from pbem.record.time.clocks import Clocks, _awaited
from pbem.record.time.hosting import Hosting
from pbem.record.time.seat_clock import SeatClock
from tests.record.model import DAY, STEP, Model
from tests.record.test_vectors import TOOL

HOUR = 3_600
Time: Any = runpy.run_path(str(TOOL))["Time"]
SEATS = ["a", "b", "c"]
KINDS = "answer answer answer default late late leave outage bounce extend pause back hand".split()  # noqa: SIM905 - a table
OFFSETS = (
    [[0, 0]],
    [[0, HOUR], [40 * DAY, 2 * HOUR], [46 * DAY + HOUR, HOUR]],
    [[0, 39_600], [42 * DAY + 15 * HOUR, 37_800], [45 * DAY, 39_600]],  # half an hour
    [[0, 49_500], [41 * DAY, 45_900]],  # 13:45 and 12:45
    [[0, -39_600], [43 * DAY + 10 * HOUR, 50_400]],  # a day that is left out
    [[0, 0], [44 * DAY + 900, -HOUR], [47 * DAY, 18_900]],  # one that begins twice
)


def pace_of(random: Random) -> dict[str, Any]:
    """Return a small pace."""
    bank = random.randrange(4, 120) * STEP
    return {
        "add": random.choice((0, 4, 16, 40)) * STEP,
        "bank": bank,
        "cap": bank + random.randrange(60) * STEP,
        "grace": random.choice((0, 2, 8)) * STEP,
        "hold": random.choice((0, 1)) * STEP,
        "late": random.choice(("default", "default", "default", "ask")),
        "lates": random.choice((1, 2, 3)),
        "leave": random.choice((0, 2, 5)),
        "offsets": random.choice(OFFSETS),
        "outage": random.choice((STEP, 8 * STEP)),
        "rest": sorted(random.sample(range(7), random.choice((0, 0, 1, 2, 6)))),
        "zone": "somewhere",
    }


class World:
    """A game that goes on at random. What is tried and may not come is left out, if both say so."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.pace = pace_of(self.random)
        hosted = self.random.choice(([], ["c"]))
        self.model = Model(self.pace, SEATS, hosted)
        pace = convert(self.pace, Pace)
        self.clocks = Clocks(pace, {seat: SeatClock(pace.bank) for seat in SEATS})
        self.hosting = Hosting(frozenset(hosted))
        self.tool = Time({"pace": self.pace, "seats": SEATS, "seq": 0, "at": 0}, {})
        self.at, self.seq, self.turn = 38 * DAY, 0, 0
        self.told: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.before = self.clocks
        for seat in SEATS:
            self.enter(kind="seat", seat=seat, name=seat, key="desk", luck="", by=[])
        self.enter(kind="start", asks=self.asks(), luck={}, chance=[], position="0" * 64)

    def asks(self) -> list[list[str]]:
        """Return somebody to be asked, mostly in a new turn."""
        random = self.random
        self.turn += random.choice((0, 1, 1))
        turn = str(random.randrange(self.turn + 1) if random.random() < 0.1 else self.turn)
        return [[seat, turn] for seat in SEATS if random.random() < 0.6]

    def enter(self, **fields: Any) -> bool:
        """Write an entry, if it may come; what the model and the clocks say of it must be the same."""
        random = self.random
        later = random.choice((0, 0, 1, 4, 30, 100)) * STEP
        body: dict[str, Any] = {"at": self.at + later, "game": "g", "prev": "0" * 64, "seq": self.seq} | fields
        content = content_of(body)
        name = str(body.get("act") or body["kind"])
        if self.hosting.objection(content):
            return False
        why = clocks_objection(self.clocks, content, self.hosting)
        assert (why is not None) == self.model.objects(body), (why, body)
        told = self._tell_tool(body, self.hosting.after(content))
        assert (why is None) == told[0], (why, told, body)
        if why:
            self.refused[name] += 1
            return False
        self.hosting = self.hosting.after(content)
        self.before, self.clocks = self.clocks, self.clocks.after(content, self.hosting)
        self.model.read(body)
        self.at, self.seq = body["at"], self.seq + 1
        self.told[name] += 1
        self.compare(body)
        return True

    def _tell_tool(self, body: dict[str, Any], hosting: Hosting) -> tuple[bool, str]:
        """Let the small verifier read an entry too; it forgets one that may not come."""
        awaited = dict(_awaited(dict(body.get("asks", self.clocks.asks.items())), hosting))
        bound = hosting.chosen.get(body.get("seat", "")) if body["seq"] in hosting.chosen.values() else None
        caused = {"play": "ruling", "late": "late"}.get(body.get("act", ""), bound)
        tool = deepcopy(self.tool)
        tool.orders |= {body["seq"]: body} if body["kind"] == "order" else {}
        told: tuple[bool, str] = tool.read(body, awaited, None if bound is None else caused)
        self.tool = tool if told[0] else self.tool
        return bool(told[0]), told[1]

    def compare(self, body: dict[str, Any]) -> None:
        """Hold every clock against the model's."""
        for seat in SEATS:
            clock, model = self.clocks.seats[seat], self.model
            assert clock.asked == model.asked.get(seat), (seat, body)
            assert clock.bank == model.bank[seat], (seat, body)
            assert 0 <= clock.bank <= self.pace["cap"], (seat, body)
            assert clock.lates == len(model.late_turns[seat]), (seat, body)
            assert self.clocks.is_late(seat) == model.is_late(seat), (seat, body)
            assert self.clocks.due(seat) == model.due(seat), (seat, body)
            other = self.tool.seats[seat]
            assert (other.bank, other.since, other.lates) == (clock.bank, clock.asked, clock.lates), (seat, body)
            upto = self.at - self.random.randrange(40) * STEP
            assert self.clocks.spent(seat, upto) == model.spent(seat, upto), (seat, body, upto)

    def step(self) -> None:
        """Try something."""
        seat, kind = self.random.choice(SEATS), self.random.choice(KINDS)
        getattr(self, f"_{kind}")(seat)

    def _answer(self, seat: str) -> None:
        random = self.random
        came = self.at - random.choice((0, 1, 3, 50)) * STEP
        seen = {"size": self.seq, "head": "0" * 32}
        order = {"kind": "order", "came": came, "seal": "0" * 64, "seen": seen, "sign": "desk", "word": ""}
        if self.enter(**order, seat=seat) and random.random() < 0.9:
            self._move(seat, self.seq - 1)

    def _move(self, seat: str, cause: object) -> None:
        opened = {"chance": [], "opens": [], "position": "0" * 64, "text": "x"}
        self.enter(kind="move", seat=seat, cause=cause, asks=self.asks(), **opened)

    def _default(self, seat: str) -> None:
        cause = self.random.choice(("forced", "default", "ruling", "late"))
        if cause == "ruling":
            self.enter(kind="ruling", act="play", reason="", seat=seat)
        orders = [seq for seq, order in self.model.orders.items() if order["seat"] == seat and not order["word"]]
        self._move(seat, self.random.choice(orders[-2:]) if orders and self.random.random() < 0.3 else cause)

    def _late(self, seat: str) -> None:
        due = self.clocks.due(seat)
        if due is None:
            return
        at = max(self.at, due + self.pace["grace"] + self.random.choice((0, 0, 0, -STEP, 8 * STEP)))
        due += self.random.choice((0, 0, 0, 0, STEP))
        clock, ran = self.clocks.seats[seat], self.model.spent(seat, due)
        if not self.enter(kind="clock", act="late", seat=seat, due=due, at=at):
            return
        # Nobody is late who has not had all his time, and the grace after it.
        assert ran >= clock.allowed
        assert at >= due + self.pace["grace"]
        if self.random.random() < 0.8:
            self._move(seat, "late")

    def _leave(self, seat: str) -> None:
        random = self.random
        came = self.at - random.choice((0, 0, 4, 100)) * STEP
        word = {"kind": "order", "came": came, "seal": "0" * 64, "seen": None, "sign": "desk", "word": "leave"}
        if not self.enter(**word, seat=seat):
            return
        pace, known = self.clocks.pace, self.clocks.seats[seat].leaves
        begin = pace.midnight(pace.day(self.at) + random.choice((0, 1, 2, 2, 3)))
        end = pace.midnight(pace.day(begin) + random.choice((0, 1, 1, 2, 4)))
        if known and random.random() < 0.5:
            begin = random.choice(known)[0]
        end += random.choice((0, 0, 0, 0, 0, STEP))
        by = [self.seq - random.choice((1, 1, 1, 1, 1, 2))]
        at = self.at + random.choice((0, 0, 0, 60 * STEP))
        self.enter(kind="clock", act="leave", seat=seat, by=by, at=at, **{"from": begin, "to": end})

    def _outage(self, _seat: str) -> None:
        self._gone("")

    def _bounce(self, seat: str) -> None:
        self._gone(seat)

    def _gone(self, seat: str) -> None:
        random = self.random
        begin = self.at + random.choice((0, 0, 0, 3, -1)) * STEP
        end = begin + random.choice((1, 8, 20, 250, 300)) * STEP
        at = end + random.choice((0, 0, 5, -1)) * STEP
        self.enter(kind="clock", act="outage", seat=seat, at=max(at, self.at), **{"from": max(begin, 0), "to": end})

    def _extend(self, seat: str) -> None:
        due = self.at + self.random.randrange(-10, 200) * STEP
        self.enter(kind="ruling", act="extend", reason="", seat=seat, due=due)

    def _pause(self, _seat: str) -> None:
        random = self.random
        until = random.choice((0, self.at + random.randrange(-2, 90) * STEP))
        self.enter(kind="ruling", act="pause", reason="", until=until)
        if random.random() < 0.8:
            self.enter(kind="ruling", act="resume", reason="")

    def _back(self, _seat: str) -> None:
        banks = {seat: clock.bank for seat, clock in self.clocks.seats.items()}
        if self.enter(kind="ruling", act="back", reason="", to=1, by=[], asks=self.asks()):
            fresh = {seat for seat in SEATS if self.clocks.seats[seat].turns != self.before.seats[seat].turns}
            for seat in set(SEATS) - fresh:  # a turn that never was before adds, whoever asks for it
                assert self.clocks.seats[seat].bank <= banks[seat]

    def _hand(self, seat: str) -> None:
        name = self.random.choice(("x", "y", seat))
        if self.enter(
            kind="ruling", act="substitute", reason="", seat=seat, asks=list(map(list, self.model.asks.items()))
        ):
            self.enter(kind="seat", seat=seat, name=name, key="desk", luck="", by=[self.seq - 1])


def content_of(body: dict[str, Any]) -> Content:
    """Return an entry as the package reads it."""
    return read_content(canonical.encode(body))
