"""Time: nobody was timed out before his deadline, answered after it, or was given time that his pace does not give."""

from typing import ClassVar

from pbem.record.checks.checker import Verdict
from pbem.record.clocks import MOST_BOUNCED, MOST_BOUNCED_AT_ONCE, NOTICE, Clocks, begin_clocks
from pbem.record.entry import Entry
from pbem.record.errors import Check, IntegrityError
from pbem.record.hosting import Hosting
from pbem.record.kinds import Clock, Content, Move, Open, Ruling
from pbem.record.pace import Span, merged


class Timing:
    """Every deadline, charge and default follows from the pace and from who was asked when, and answered when."""

    check: ClassVar[Check] = "clock"

    def __init__(self) -> None:
        self._clocks: Clocks | None = None
        self._hosting = Hosting(frozenset())

    def read(self, entry: Entry) -> None:
        content = entry.content
        if isinstance(content, Open):
            self._clocks = begin_clocks(content)
        if self._clocks is None:
            return
        if why := objection(self._clocks, content):
            raise IntegrityError(entry.seq, "clock", why)
        self._hosting = self._hosting.after(content)
        self._clocks = self._clocks.after(content, self._hosting)

    def finish(self) -> Verdict:
        return "ok"


def objection(clocks: Clocks, content: Content) -> str | None:
    """Say why an entry may not come now, as far as time is concerned, or None."""
    match content:
        case Move():
            return _to_move(clocks, content)
        case Clock(act="late"):
            return _to_late(clocks, content)
        case Clock(act="leave"):
            return _to_leave(clocks, content)
        case Clock(act="outage"):
            return _to_outage(clocks, content)
        case Ruling(act="extend", seat=str(seat), due=int(due)):
            return _to_extension(clocks, seat, due)
        case Ruling(act="pause", until=int(until)) if until and until <= content.at:
            return "a pause ends before it begins"
        case Ruling(act="resume") if not _is_paused(clocks, content.at):
            return "the game is not paused"
    return None


def _to_move(clocks: Clocks, move: Move) -> str | None:
    seat, clock = move.seat, clocks.seats[move.seat]
    if move.cause == "late":
        return None if clocks.is_late(seat) else f"{seat} was not late in this turn"
    if clock.is_owed:
        return f"{seat} was late, and something else than the default is played"
    if not isinstance(move.cause, int) or clocks.pace.late == "ask":
        return None
    due = clocks.due(seat)
    if due is not None and clock.sheets.get(move.cause, 0) > due + clocks.pace.grace:
        return f"the sheet of {seat} came after its deadline {due} and the grace after it"
    return None


def _to_late(clocks: Clocks, entry: Clock) -> str | None:
    seat = str(entry.seat)
    if clocks.pace.late == "ask":
        return "by this pace the host is asked, and nobody is late by himself"
    due = clocks.due(seat) if seat in clocks.seats else None
    if due is None or clocks.is_late(seat):
        return f"no clock of {seat!r} runs that could have run out"
    if entry.due != due:
        return f"{seat} was to answer until {due}, not {entry.due}"
    if entry.at < due + clocks.pace.grace:
        return f"{seat} is called late at {entry.at}, before its deadline {due} and the grace after it are over"
    return None


def _to_leave(clocks: Clocks, entry: Clock) -> str | None:
    seat, span = str(entry.seat), _span(entry)
    named = entry.by if isinstance(entry.by, tuple) else ()
    word = clocks.words.get(named[0]) if len(named) == 1 else None
    if word is None or word[0] != seat:
        return f"`by` names no announcement of {seat!r}, or one that had its effect"
    return why_no_leave(clocks, seat, span, came=word[1])


def why_no_leave(clocks: Clocks, seat: str, span: Span, *, came: int) -> str | None:
    """Say why a seat cannot take this leave, announced at an instant; or None."""
    begin, end = span
    pace, leaves = clocks.pace, clocks.seats[seat].leaves
    if not pace.is_midnight(begin) or not pace.is_midnight(end):
        return "a leave is of whole days"
    before = next((leave for leave in leaves if leave[0] == begin), None)
    if before is not None:
        is_shorter = begin <= end < before[1] and end >= came
        return None if is_shorter else "a leave is only made shorter, by days that have not begun"
    if begin < came + NOTICE:
        return "a leave begins a day after it was announced, or later"
    if end <= begin or any(begin < other[1] and other[0] < end for other in leaves):
        return "a leave ends before it begins, or runs into another"
    days = clocks.leave_days(seat) + pace.day(end) - pace.day(begin)
    return f"{days} days of leave, where the pace gives {pace.leave}" if days > pace.leave else None


def _to_outage(clocks: Clocks, entry: Clock) -> str | None:
    seat, (begin, end) = str(entry.seat), _span(entry)
    if begin < clocks.at or end > entry.at:
        return "an outage begins before the entry before it, or ends after its own time"
    if end - begin < clocks.pace.outage:
        return f"an outage of {end - begin} seconds, where {clocks.pace.outage} count"
    if not seat:
        return None
    spans = merged((*clocks.seats[seat].outages, (begin, end)))
    if any(end - begin > MOST_BOUNCED_AT_ONCE for begin, end in spans):
        return f"letters to {seat} stop its clock for more than three days in a row"
    if sum(end - begin for begin, end in spans) > MOST_BOUNCED:
        return f"letters to {seat} stop its clock for more than seven days"
    return None


def _to_extension(clocks: Clocks, seat: str, due: int) -> str | None:
    if clocks.seats[seat].asked is None:
        return f"{seat} is not awaited, so that nothing can be extended"
    now = clocks.due(seat)
    return None if now is None or due > now else f"{seat} has until {now} already"


def _is_paused(clocks: Clocks, at: int) -> bool:
    return clocks.paused is not None and (not clocks.until or at < clocks.until)


def _span(entry: Clock) -> Span:
    begin, end = entry.from_, entry.to
    return (begin, end) if isinstance(begin, int) and isinstance(end, int) else (0, 0)
