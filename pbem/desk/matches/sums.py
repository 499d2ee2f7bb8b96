"""The arithmetic of a deadline, line by line: from the first question to the next deadline, as the record has it."""

from collections.abc import Iterable, Iterator
from zoneinfo import ZoneInfo

from msgspec import json

from pbem.desk.spans import write_span, written
from pbem.games.game import Seat
from pbem.record.clocks import Clocks, begin_clocks
from pbem.record.hosting import Hosting
from pbem.record.kinds import DECODERS, Clock, Content, Move, Open, Order, Ruling
from pbem.record.pace import Pace
from pbem.referee.match import Match

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def pace_lines(pace: Pace) -> Iterator[str]:
    """Yield what a pace says."""
    yield f"pace: begins with {_hours(pace.bank)}, each own turn adds {_hours(pace.add)}, at most {_hours(pace.cap)}"
    rest = ", ".join(_DAYS[day] for day in pace.rest)
    if rest:
        yield f"no clock runs on {rest} ({pace.zone})"
    grace = f"grace {write_span(pace.grace)}, answers held {write_span(pace.hold)}, leave {pace.leave} days"
    yield f"{grace}, outages from {write_span(pace.outage)}"
    late = "the host is asked" if pace.late == "ask" else "the rules' default is played"
    yield f"who is late: {late}; after {pace.lates} late turns in a row the seat changes hands"


def seat_lines(raws: Iterable[bytes], match: Match, seat: Seat, zone: ZoneInfo) -> Iterator[str]:
    """Yield what became of a seat's time, entry by entry, and when it is due."""
    holder = match.holders.get(seat)
    yield f"{seat} ({holder.name if holder and holder.name else 'nobody'})"
    sums = _Sums(seat, zone)
    for raw in raws:
        yield from sums.read(_content(raw))
    yield from sums.end()


def _content(raw: bytes) -> Content:
    return DECODERS[json.decode(raw)["kind"]].decode(raw)


class _Sums:
    """Follows the clocks of a game, and tells what they have to do with one seat."""

    def __init__(self, seat: Seat, zone: ZoneInfo) -> None:
        self._seat = seat
        self._zone = zone
        self._clocks: Clocks | None = None
        self._hosting = Hosting(frozenset())

    def read(self, content: Content) -> Iterator[str]:
        """Tell what an entry does to the seat's clock."""
        if isinstance(content, Open):
            self._clocks = begin_clocks(content)
        before = self._clocks
        if before is None:
            return
        self._hosting = self._hosting.after(content)
        after = self._clocks = before.after(content, self._hosting)
        yield from (f"  {content.seq:>5}  {line}" for line in self._told(content, before, after))

    def _told(self, content: Content, before: Clocks, after: Clocks) -> Iterator[str]:
        seat, was, now = self._seat, before.seats[self._seat], after.seats[self._seat]
        match content:
            case Move(seat=moved) | Order(seat=moved, word="") if moved == seat and was.bank != now.bank:
                yield from self._spending(content, before)
            case Clock(act="late", seat=late) if late == seat:
                yield f"late: due {self._at(content.due)}; the bank is empty, {now.lates} late in a row"
            case Clock(act="leave", seat=left) if left == seat:
                yield f"on leave {self._span(content)}"
            case Clock(act="outage", seat="" | self._seat):
                yield f"the referee was not there {self._span(content)}"
            case Ruling(act="extend", seat=extended) if extended == seat:
                yield f"extended until {self._at(content.due)}"
            case Ruling(act="pause", until=until):
                yield f"paused {f'until {self._at(until)}' if until else 'until it is resumed'}"
            case Ruling(act="resume"):
                yield f"resumed at {self._at(content.at)}"
        if now.asked is not None and (now.asked, now.turn) != (was.asked, was.turn):
            yield from self._asked(before, after)

    def _asked(self, before: Clocks, after: Clocks) -> Iterator[str]:
        now, bank = after.seats[self._seat], before.seats[self._seat].bank
        added = f" + {_hours(now.bank - bank)} for the turn" if now.bank > bank else ""
        least = f", for this question at least {_hours(now.least)}" if now.least > now.bank else ""
        yield f"asked for {now.turn!r} at {self._at(now.asked)}: bank {_hours(min(bank, now.bank))}{added}"
        due = after.due(self._seat)
        if due is not None:
            yield f"       = {_hours(now.bank)}{least}, runs out {self._at(due)}"

    def _spending(self, content: Content, before: Clocks) -> Iterator[str]:
        was = before.seats[self._seat]
        cause = getattr(content, "cause", content.seq)
        came = was.sheets.get(cause, content.at) if isinstance(cause, int) else content.at
        came = getattr(content, "came", came)
        left = max(was.bank - before.spent(self._seat, came), 0)
        yield f"answered at {self._at(came)}: spent {_hours(was.bank - left)}, left {_hours(left)}"

    def end(self) -> Iterator[str]:
        """Tell when the seat is due."""
        clocks = self._clocks
        if clocks is None:
            return
        clock = clocks.seats[self._seat]
        if clock.asked is None:
            yield f"  not awaited; bank {_hours(clock.bank)}"
            return
        due = clocks.due(self._seat)
        if due is None:
            yield "  awaited; all clocks stand still"
            return
        grace = f", with grace {self._at(due + clocks.pace.grace)}" if clocks.pace.grace else ""
        yield f"  awaited until {self._at(due)}{grace}"

    def _at(self, at: object) -> str:
        return written(at, self._zone) if isinstance(at, int) else ""

    def _span(self, content: Clock) -> str:
        return f"from {self._at(content.from_)} to {self._at(content.to)}"


def _hours(seconds: int) -> str:
    """Return a span in hours and minutes, as banks are told."""
    hours, rest = divmod(seconds, 3_600)
    minutes, odd = divmod(rest, 60)
    told = f"{hours}h" if hours or not rest else ""
    told += f"{minutes}m" if minutes else ""
    return told + (f"{odd}s" if odd else "")
