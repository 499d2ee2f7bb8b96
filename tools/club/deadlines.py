"""Deadlines by sums of our own, from docs/format.md and the calendar: was anybody late too early?

Nothing of pbem is used here. Days come from the zone that a pace names, not from the offsets in the record.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

Entry = Mapping[str, Any]
Span = tuple[int, int]
_FOR_EVER = 2**53
_YEARS = 10 * 366 * 86_400


class Calendar:
    """When the days of a zone begin, and on which of them clocks run."""

    def __init__(self, pace: Mapping[str, Any]) -> None:
        self._zone = ZoneInfo(pace["zone"])
        self._rest = frozenset(pace["rest"])

    def running(self, begin: int, stops: Sequence[Span]) -> Iterator[Span]:
        """Yield the spans in which a clock runs that is started then, for years: it may be stopped for ever."""
        at = begin
        while at < begin + _YEARS:
            day = datetime.fromtimestamp(at, self._zone).date()
            tomorrow = datetime(day.year, day.month, day.day, tzinfo=self._zone) + timedelta(days=1)
            end = max(int(tomorrow.timestamp()), at + 1)
            if day.weekday() not in self._rest:
                yield from _without((at, end), stops)
            at = end


def _without(span: Span, stops: Sequence[Span]) -> Iterator[Span]:
    at, end = span
    for begin, until in sorted(stops):
        if until <= at or begin >= end:
            continue
        if begin > at:
            yield at, begin
        at = max(at, until)
    if at < end:
        yield at, end


class Clock:
    """The clock of one seat."""

    def __init__(self, bank: int) -> None:
        self.bank = bank
        self.turn = ""  # for which it is asked; empty: it is not
        self.asked = 0
        self.least = 0  # what a question has that a takeback brought again
        self.due = 0  # as the host extended it
        self.turns: set[str] = set()
        self.leaves: dict[int, int] = {}
        self.outages: list[Span] = []
        self.lates = 0
        self.late_in = ""


class Reckoner:
    """Follows one record, and says what is wrong in it about time."""

    def __init__(self, opening: Entry) -> None:
        self.pace = opening["pace"]
        self._calendar = Calendar(self.pace)
        self._clocks = {seat: Clock(self.pace["bank"]) for seat in opening["seats"]}
        self._names: dict[str, str] = {}
        self._orders: dict[int, Entry] = {}
        self._general: list[Span] = []
        self._pauses: list[Span] = []
        self.lates = 0
        self.wrong: list[str] = []

    def read(self, entry: Entry) -> None:
        """Follow one entry."""
        reader = getattr(self, f"_read_{entry['kind']}", None)
        if reader is not None:
            reader(entry)
        if "asks" in entry:
            self._ask(entry)

    def due(self, seat: str) -> int:
        """Return when a seat is due that is asked; nobody is while the game is paused until somebody resumes it.

        Who was late when it was paused is so still.
        """
        due = self._runs_out(seat)
        is_late = any(due + self.pace["grace"] < begin for begin, end in self._pauses if end == _FOR_EVER)
        is_paused = any(end == _FOR_EVER for _begin, end in self._pauses)
        return _FOR_EVER if is_paused and not is_late else due

    def _runs_out(self, seat: str) -> int:
        clock = self._clocks[seat]
        left = max(clock.bank, clock.least)
        stops = self._stops(clock)
        if left == 0:
            return max(clock.asked, clock.due)
        for begin, end in self._calendar.running(clock.asked, stops):
            if end - begin >= left:
                return max(begin + left, clock.due)
            left -= end - begin
        return _FOR_EVER

    def _stops(self, clock: Clock) -> list[Span]:
        return [*clock.leaves.items(), *clock.outages, *self._general, *self._pauses]

    def _counted(self, seat: str, end: int) -> int:
        clock, total = self._clocks[seat], 0
        for begin, until in self._calendar.running(clock.asked, self._stops(clock)):
            if begin >= end:
                break
            total += min(until, end) - begin
        return total

    def _ask(self, entry: Entry) -> None:
        awaited = dict(entry["asks"])
        is_back = entry.get("act") == "back"
        for seat, clock in self._clocks.items():
            turn = awaited.get(seat, "")
            is_own = entry["kind"] == "move" and entry["seat"] == seat
            if turn and (turn != clock.turn or is_own or is_back):
                self._begin(seat, turn, entry["at"], is_back=is_back)
            clock.turn = turn

    def _begin(self, seat: str, turn: str, at: int, *, is_back: bool) -> None:
        clock = self._clocks[seat]
        if turn not in clock.turns and clock.turns:
            clock.bank = min(clock.bank + self.pace["add"], self.pace["cap"])
            if clock.lates:
                clock.bank = max(clock.bank, self.pace["bank"])
        clock.turns.add(turn)
        if clock.late_in != turn:
            clock.late_in = ""
        clock.asked, clock.due = at, 0
        clock.least = self.pace["add"] if is_back else 0

    def _read_seat(self, entry: Entry) -> None:
        seat, name = entry["seat"], entry["name"]
        if name and self._names.get(seat, name) != name:  # also who had it before, if it was vacant meanwhile
            old = self._clocks[seat]
            new = self._clocks[seat] = Clock(self.pace["bank"])
            new.turn, new.turns, new.asked = old.turn, old.turns, entry["at"]
        self._names[seat] = name

    def _read_order(self, entry: Entry) -> None:
        self._orders[entry["seq"]] = entry

    def _read_move(self, entry: Entry) -> None:
        clock, cause = self._clocks[entry["seat"]], entry["cause"]
        if not clock.turn:
            return
        if isinstance(cause, int):
            came = self._orders[cause]["came"]
            self._check_answer(entry, came)
            clock.bank = max(0, clock.bank - self._counted(entry["seat"], came))
            if clock.late_in != clock.turn:
                clock.lates = 0
        elif cause == "ruling":
            clock.bank = max(0, clock.bank - self._counted(entry["seat"], entry["at"]))
        elif cause == "late" and clock.late_in != clock.turn:
            self._say(entry, f"{entry['seat']} is played for as if late, and is not")

    def _check_answer(self, entry: Entry, came: int) -> None:
        if self.pace["late"] == "default" and came > self.due(entry["seat"]) + self.pace["grace"]:
            self._say(entry, f"an answer of {entry['seat']} counts that came after its deadline")

    def _read_clock(self, entry: Entry) -> None:
        if entry["act"] == "outage":
            spans = self._clocks[entry["seat"]].outages if entry["seat"] else self._general
            spans.append((entry["from"], entry["to"]))
        elif entry["act"] == "leave":
            self._clocks[entry["seat"]].leaves[entry["from"]] = entry["to"]
        else:
            self._read_late(entry)

    def _read_late(self, entry: Entry) -> None:
        self.lates += 1
        clock, due = self._clocks[entry["seat"]], self.due(entry["seat"])
        if not clock.turn:
            self._say(entry, f"{entry['seat']} is late, and nothing is asked of it")
        if entry["due"] != due or entry["at"] < due + self.pace["grace"]:
            self._say(entry, f"{entry['seat']} is late as of {entry['due']} at {entry['at']}, and was due at {due}")
        clock.bank, clock.lates, clock.late_in = 0, clock.lates + 1, clock.turn

    def _read_ruling(self, entry: Entry) -> None:
        if entry["act"] in ("pause", "resume"):
            self._pauses = [(begin, min(end, entry["at"])) for begin, end in self._pauses]
        if entry["act"] == "pause":
            self._pauses.append((entry["at"], entry["until"] or _FOR_EVER))
        if entry["act"] == "extend":
            self._clocks[entry["seat"]].due = entry["due"]
        if entry["act"] == "back":
            for clock in self._clocks.values():
                clock.late_in = ""

    def _say(self, entry: Entry, what: str) -> None:
        self.wrong.append(f"entry {entry['seq']}: {what}")


def reckon(entries: Sequence[Entry]) -> Reckoner:
    """Follow a whole record that has a pace."""
    reckoner = Reckoner(entries[0])
    for entry in entries[1:]:
        reckoner.read(entry)
    return reckoner
