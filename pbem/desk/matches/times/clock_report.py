"""The arithmetic of a deadline, line by line: from the first question to the next deadline, as the record has it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from zoneinfo import ZoneInfo

from pbem.desk.wording.time_texts import write_span, written
from pbem.games.game import Seat as SeatName
from pbem.record.log.entry import read_content
from pbem.record.log.kinds import Clock, Content, Move, Open, Order, Ruling, Seat
from pbem.record.log.pace import Pace
from pbem.record.time.clocks import Clocks, begin_clocks
from pbem.record.time.hosting import Hosting
from pbem.record.time.persistent import has
from pbem.record.time.seat_clock import SeatClock
from pbem.referee.match.match import Match

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def pace_lines(pace: Pace) -> Iterator[str]:
    """Yield what a pace says."""
    yield f"pace: begins with {_hours(pace.bank)}, each own turn adds {_hours(pace.add)}, at most {_hours(pace.cap)}"
    rest = ", ".join(_DAYS[day] for day in pace.rest)
    if rest:
        yield f"no clock runs on {rest} ({pace.zone})"
    grace = f"grace {write_span(pace.grace)}, answers held {write_span(pace.hold)}, leave {pace.leave} days"
    yield f"{grace}, outages from {write_span(pace.outage)}"
    if pace.late == "ask":
        yield "who is late: the host is asked; no seat changes hands by itself"
    else:
        rule = f"after {pace.lates} late turns in a row the seat changes hands"
        yield f"who is late: the rules' default is played; {rule}"


def seat_lines(raws: Iterable[bytes], match: Match, seat: SeatName, zone: ZoneInfo) -> Iterator[str]:
    """Yield what became of a seat's time, entry by entry, and when it is due."""
    holder = match.holders.get(seat)
    yield f"{seat} ({holder.name if holder and holder.name else 'nobody'})"
    sums = _Sums(seat, zone)
    for raw in raws:
        yield from sums.read(read_content(raw))
    if match.phase == "running":
        yield from sums.end()
    else:
        yield from sums.closing(match.phase)


class _Steps(NamedTuple):
    """The clocks before an entry, after what it takes from them, and after it: then those run who are asked."""

    before: Clocks
    charged: Clocks
    after: Clocks


class _Sums:
    """Follows the clocks of a game, and tells what they have to do with one seat."""

    def __init__(self, seat: str, zone: ZoneInfo) -> None:
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
        charged = before.charged_by(content, self._hosting)
        after = self._clocks = before.after(content, self._hosting)
        steps = _Steps(before, charged, after)
        yield from (f"  {content.seq:>5}  {line}" for line in self._told(content, steps))

    def _told(self, content: Content, steps: "_Steps") -> Iterator[str]:
        seat = self._seat
        was, charged, now = (clocks.seats[seat] for clocks in steps)
        is_anew = False
        match content:
            case Seat(seat=taken, name=name) if taken == seat and steps.before.names.get(seat, "") != name:
                yield f"held by {name}: the bank is {_hours(charged.bank)}" if name else "held by nobody any more"
                is_anew = bool(name)
            case Clock(act="late", seat=late) if late == seat:
                yield f"late: due {self._at(content.due)}; the bank is {_hours(now.bank)}, {now.lates} late in a row"
            case Clock(act="leave", seat=left) if left == seat:
                yield self._leave(content)
            case Clock(act="outage", seat=""):
                yield f"the referee was not there {self._span(content)}"
            case Clock(act="outage", seat=unreached) if unreached == seat:
                yield f"letters did not arrive {self._span(content)}"
            case Ruling(act="extend", seat=extended) if extended == seat:
                yield f"extended until {self._at(content.due)}"
            case Ruling(act="pause", until=until):
                yield f"paused {f'until {self._at(until)}' if until else 'until it is resumed'}"
            case Ruling(act="resume"):
                yield f"resumed at {self._at(content.at)}"
            case Ruling(act="back"):
                yield f"taken back at {self._at(content.at)}; what was spent stays so"
                is_anew = True
            case Move() | Order() | Ruling() if was.bank != charged.bank:
                yield self._spending(content, steps.before)
        if now.asked is not None and (is_anew or (now.asked, now.turn) != (was.asked, was.turn)):
            yield from self._asked(charged, steps.after)

    def _asked(self, charged: SeatClock, after: Clocks) -> Iterator[str]:
        """Tell what a seat has when it is asked: what was left, and what a new turn adds, within its limits."""
        now, pace = after.seats[self._seat], after.pace
        told = f"bank {_hours(charged.bank)}"
        is_begun = not has(charged.turns, now.turn)
        if is_begun and charged.turns:
            told += f" + {_hours(pace.add)} for the turn"
            told += f", at most {_hours(pace.cap)}" if charged.bank + pace.add > pace.cap else ""
        if is_begun and charged.lates:
            told += f", at least {_hours(pace.bank)} after a late turn"
        yield f"asked for {now.turn!r} at {self._at(now.asked)}: {told}"
        due = after.due(self._seat)
        least = f", for this question at least {_hours(now.least)}" if now.least > now.bank else ""
        out = "" if due is None else f", runs out {self._at(due)}"
        yield f"       = {_hours(now.bank)}{least}{out}"

    def _spending(self, content: Content, before: Clocks) -> str:
        """Tell what is taken from the bank: of who answered, what ran until his sheet came."""
        was = before.seats[self._seat]
        match content:
            case Move(cause=int(cause)):
                until, how = was.sheets.get(cause, 0), "answered"
            case Order(came=came):
                until, how = came, "answered"
            case _:
                until, how = content.at, "played for by ruling"
        ran = before.spent(self._seat, until)
        least = ", not below 0h" if ran > was.bank else ""
        left = max(was.bank - ran, 0)
        return f"{how} at {self._at(until)}: bank {_hours(was.bank)} - {_hours(ran)} spent{least} = {_hours(left)}"

    def _leave(self, content: Clock) -> str:
        if content.from_ == content.to:
            return f"the leave that was to begin {self._at(content.from_)} is called off"
        return f"on leave {self._span(content)}"

    def closing(self, phase: str) -> Iterator[str]:
        """Tell what is left when nobody is awaited any more."""
        if self._clocks is not None:
            yield f"  the game is {phase}: no clock runs any more; bank {_hours(self._clocks.seats[self._seat].bank)}"

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
        return written(at, self._zone, is_exact=True) if isinstance(at, int) else ""

    def _span(self, content: Clock) -> str:
        return f"from {self._at(content.from_)} to {self._at(content.to)}"


def _hours(seconds: int) -> str:
    """Return a span in hours and minutes, as banks are told."""
    hours, rest = divmod(seconds, 3_600)
    minutes, odd = divmod(rest, 60)
    told = f"{hours}h" if hours or not rest else ""
    told += f"{minutes}m" if minutes else ""
    return told + (f"{odd}s" if odd else "")
