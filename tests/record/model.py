"""The clocks of a game a second time, the slow way: everything that was ever said is kept, and every answer walked for.

Written from docs/format.md. Nothing of pbem is imported. Time goes by quarters of an hour, and so must everything else.
"""

from typing import Any

from tests.vectors.clock import is_running, local

STEP = 900
DAY = 86_400
EVER = 10**12
Json = dict[str, Any]


class Model:
    """What a record says of time, entry by entry."""

    def __init__(self, pace: Json, seats: list[str], hosted: list[str]) -> None:
        self.pace = pace
        self.hosted = set(hosted)
        self.bank: dict[str, int] = dict.fromkeys(seats, int(pace["bank"]))
        self.asked: dict[str, int] = {}  # whose clocks run, and since when
        self.turn: dict[str, str] = {}  # what they are, or were last, asked for
        self.turns: dict[str, list[str]] = {seat: [] for seat in seats}
        self.least: dict[str, int] = {}
        self.extended: dict[str, int] = {}
        self.late_turns: dict[str, list[str]] = {seat: [] for seat in seats}  # in a row, each once
        self.out: dict[str, str] = {}  # who gets the default in which turn
        self.owed: set[str] = set()
        self.leaves: dict[str, dict[int, int]] = {seat: {} for seat in seats}
        self.bounced: dict[str, list[tuple[int, int]]] = {seat: [] for seat in seats}
        self.outages: list[tuple[int, int]] = []
        self.pauses: list[list[int]] = []
        self.names = dict.fromkeys(seats, "")
        self.orders: dict[int, Json] = {}
        self.asks: dict[str, str] = {}
        self.bound: set[str] = set()
        self.moving: set[str] = set()
        self.at = 0
        self.last: Json = {}
        self._rests: dict[int, bool] = {}

    # What is asked of it

    def runs_at(self, seat: str, at: int) -> bool:
        spans = [*self.leaves[seat].items(), *self.bounced[seat], *self.outages, *self.pauses]
        if any(begin <= at < end for begin, end in spans):
            return False
        if at not in self._rests:
            self._rests[at] = is_running(self.pace, at, ())
        return self._rests[at]

    def spent(self, seat: str, upto: int) -> int:
        if seat not in self.asked:
            return 0
        return sum(STEP for at in range(self.asked[seat], upto, STEP) if self.runs_at(seat, at))

    def due(self, seat: str) -> int | None:
        if seat not in self.asked or any(end == EVER for _begin, end in self.pauses):
            return None
        left, at = max(self.bank[seat], self.least.get(seat, 0)), self.asked[seat]
        while left > 0:
            left -= STEP if self.runs_at(seat, at) else 0
            at += STEP
        return max(at, self.extended.get(seat, 0))

    def is_late(self, seat: str) -> bool:
        return seat in self.out and self.out[seat] == self.asks.get(seat)

    def is_given_up(self, seat: str) -> bool:
        return len(self.late_turns[seat]) >= int(self.pace["lates"])

    def choosing(self) -> set[str]:
        asked = set(self.asks)
        is_mixed = bool(self.bound) or (asked & self.hosted and asked - self.hosted)
        return self.moving or (asked if is_mixed else set())

    def first_to_choose(self) -> set[str]:
        return (self.choosing() & self.hosted) - self.bound

    def awaited(self) -> set[str]:
        first = self.first_to_choose()
        return set(self.asks) & first if first else set(self.asks) - self.bound

    # What may not come

    def objects(self, entry: Json) -> bool:
        act, seat, at = entry.get("act"), entry.get("seat", ""), entry["at"]
        if entry["kind"] == "move":
            return self._objects_to_move(entry)
        if entry["kind"] == "order" and not entry["word"] and seat in self.first_to_choose():
            return self._is_no_answer(seat, entry["came"])
        if act == "late":
            due = self.due(seat)
            is_running = due is not None and not self.is_late(seat) and not self.is_given_up(seat)
            is_over = due == entry["due"] and at >= entry["due"] + self.pace["grace"]
            return self.pace["late"] == "ask" or not is_running or not is_over
        if act == "leave":
            return self._objects_to_leave(entry)
        if act == "outage":
            return self._objects_to_outage(entry)
        if act == "extend":
            return self._objects_to_extension(entry)
        if act == "pause":
            return bool(entry["until"]) and int(entry["until"]) <= at
        return act == "resume" and not any(begin <= at < end for begin, end in self.pauses[-1:])

    def _objects_to_move(self, entry: Json) -> bool:
        seat, cause = entry["seat"], entry["cause"]
        if cause == "late":
            return not self.is_late(seat)
        if seat in self.owed:
            return True
        return isinstance(cause, int) and self._is_no_answer(seat, self.orders[cause]["came"])

    def _is_no_answer(self, seat: str, came: int) -> bool:
        if self.pace["late"] == "ask" or seat not in self.asked:
            return False
        due = self.due(seat)
        return self.is_given_up(seat) or (due is not None and came > due + self.pace["grace"])

    def _objects_to_leave(self, entry: Json) -> bool:
        seat, begin, end = entry["seat"], entry["from"], entry["to"]
        word = self.last
        if word.get("word") != "leave" or word["seat"] != seat or entry["by"] != [word["seq"]]:
            return True
        if not self._is_midnight(begin) or not self._is_midnight(end):
            return True
        leaves = self.leaves[seat]
        if begin in leaves:
            return not (begin <= end < leaves[begin] and end >= entry["at"])
        is_early = begin >= word["came"] + DAY and begin >= entry["at"]
        is_apart = all(other >= end or to <= begin for other, to in leaves.items())
        days = sum(self._days(*leave) for leave in [*leaves.items(), (begin, end)])
        return not is_early or not begin < end or not is_apart or days > self.pace["leave"]

    def _days(self, begin: int, end: int) -> int:
        return (local(self.pace, end).date() - local(self.pace, begin).date()).days

    def _is_midnight(self, at: int) -> bool:
        day = local(self.pace, at).date()
        return all(local(self.pace, before).date() < day for before in range(max(at - 2 * DAY, 0), at, STEP))

    def _objects_to_outage(self, entry: Json) -> bool:
        begin, end, seat = entry["from"], entry["to"], entry["seat"]
        if begin < self.at or end > entry["at"] or end - begin < self.pace["outage"]:
            return True
        if not seat:
            return False
        spans = [*self.bounced[seat], (begin, end)]
        first = begin
        while earlier := [one for one in spans if one[1] == first]:
            first = earlier[0][0]
        return int(end - first) > 3 * DAY or sum(to - since for since, to in spans) > 7 * DAY

    def _objects_to_extension(self, entry: Json) -> bool:
        seat = entry["seat"]
        if seat not in self.asked or self.is_late(seat):
            return True
        due = self.due(seat)
        if due is None:
            return False
        is_past = self.pace["late"] == "default" and entry["at"] > due + self.pace["grace"]
        return is_past or int(entry["due"]) <= due

    # What an entry does

    def read(self, entry: Json) -> None:
        seat, act = entry.get("seat", ""), entry.get("act")
        for pause in self.pauses:
            pause[1] = min(pause[1], entry["at"]) if act in ("pause", "resume") else pause[1]
        moved = ""
        if entry["kind"] == "seat":
            self._sit(entry)
        elif entry["kind"] == "order":
            self._order(entry)
        elif entry["kind"] == "move":
            moved = seat
            self._move(entry)
        elif entry["kind"] == "clock":
            self._clock(entry)
        elif act == "pause":
            self.pauses.append([entry["at"], entry["until"] or EVER])
        elif act == "extend":
            self.extended[seat] = entry["due"]
        elif act == "play" and seat in self.first_to_choose():
            self._charge(seat, entry["at"])
            self.bound.add(seat)
        elif act == "back":
            self.asked, self.out, self.owed, self.bound, self.moving = {}, {}, set(), set(), set()
        self._ask(entry, moved)
        self.at, self.last = entry["at"], entry

    def _sit(self, entry: Json) -> None:
        seat, name = entry["seat"], entry["name"]
        if name and name != self.names[seat]:
            self.bank[seat], self.late_turns[seat], self.leaves[seat] = self.pace["bank"], [], {}
            self.bounced[seat] = []
            self.owed.discard(seat)
            for kept in (self.out, self.least, self.extended):
                kept.pop(seat, None)
            if seat in self.asked:
                self.asked[seat] = entry["at"]
        self.names[seat] = name

    def _order(self, entry: Json) -> None:
        self.orders[entry["seq"]] = entry
        if not entry["word"] and entry["seat"] in self.first_to_choose():
            self._charge(entry["seat"], entry["came"], is_answer=True)
            self.bound.add(entry["seat"])

    def _move(self, entry: Json) -> None:
        seat, cause = entry["seat"], entry["cause"]
        if isinstance(cause, int):
            self._charge(seat, self.orders[cause]["came"], is_answer=True)
        elif cause == "ruling":
            self._charge(seat, entry["at"])
        self.owed.discard(seat)
        self.moving = self.choosing() - {seat}
        self.bound = self.bound if self.moving else set()

    def _charge(self, seat: str, upto: int, *, is_answer: bool = False) -> None:
        if is_answer and seat in self.asked and not self.is_late(seat):
            self.late_turns[seat] = []
        self.bank[seat] = max(self.bank[seat] - self.spent(seat, upto), 0)

    def _clock(self, entry: Json) -> None:
        seat, span = entry["seat"], (entry.get("from", 0), entry.get("to", 0))
        if entry["act"] == "late":
            turn = self.asks[seat]
            if seat in self.first_to_choose():
                self.bound.add(seat)
            if self.late_turns[seat][-1:] != [turn]:
                self.late_turns[seat].append(turn)
            self.bank[seat], self.out[seat] = 0, turn
            self.owed.add(seat)
        elif entry["act"] == "outage":
            (self.bounced[seat] if seat else self.outages).append(span)
        else:
            self.leaves[seat][span[0]] = span[1]
            if span[0] == span[1]:
                del self.leaves[seat][span[0]]

    def _ask(self, entry: Json, moved: str) -> None:
        if "asks" in entry:
            self.asks = dict(entry["asks"])
        is_back = entry.get("act") == "back"
        awaited = self.awaited()
        for seat in self.bank:
            if seat not in awaited:
                for kept in (self.asked, self.least, self.extended):
                    kept.pop(seat, None)
            elif seat not in self.asked or self.turn[seat] != self.asks[seat] or seat == moved:
                self._ask_one(seat, self.asks[seat], entry["at"], is_back=is_back)

    def _ask_one(self, seat: str, turn: str, at: int, *, is_back: bool) -> None:
        self.asked[seat], self.turn[seat], self.extended[seat] = at, turn, 0
        self.least[seat] = self.pace["add"] if is_back else 0
        if self.out.get(seat) != turn:
            self.out.pop(seat, None)
        if turn in self.turns[seat]:
            return
        if self.turns[seat]:
            self.bank[seat] = min(self.bank[seat] + self.pace["add"], self.pace["cap"])
        if self.late_turns[seat]:
            self.bank[seat] = max(self.bank[seat], self.pace["bank"])
        self.turns[seat].append(turn)
