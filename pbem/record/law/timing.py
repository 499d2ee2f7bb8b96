"""Time: no default before a deadline, no answer after it, no time that the pace does not give."""

from collections.abc import Callable

from pbem.record.law.book import Book
from pbem.record.log.kinds import Clock, Content, Move, Order, Ruling
from pbem.record.log.pace import COVERED, Span
from pbem.record.time.clocks import MOST_BOUNCED, MOST_BOUNCED_AT_ONCE, NOTICE, Clocks, span_of
from pbem.record.time.hosting import Hosting


def objection(book: Book, content: Content) -> str | None:
    """Say why an entry may not come now, as far as time is concerned, or None."""
    clocks = book.clocks
    if clocks is None or book.terms is None or not clocks.knows(content):
        return None
    return clocks_objection(clocks, content, book.hosting) or too_far(book.terms.at, content)


def clocks_objection(clocks: Clocks, content: Content, hosting: Hosting | None = None) -> str | None:
    """Return why an entry may not come at its time, or None.

    `hosting` is as it was before the entry.
    """
    match content:
        case Move():
            return _to_move(clocks, content)
        case Order(seat=seat, came=came) if hosting is not None and hosting.binds(content):
            return _to_answer(clocks, seat, came)
        case Clock(act=act):
            return _TO_CLOCK[act](clocks, content)
        case Ruling(act="extend", seat=str(seat), due=int(due), at=at):
            return _to_extension(clocks, seat, due, at)
        case Ruling(act="pause", until=int(until)) if until and until <= content.at:
            return "a pause ends before it begins"
        case Ruling(act="resume") if not clocks.is_paused(content.at):
            return "the game is not paused"
    return None


def too_far(opened: int, content: Content) -> str | None:
    """Say why an entry puts something off beyond what a pace covers that was made at an instant, or None."""
    match content:
        case Clock(act="leave", to=int(end)):
            what = "a leave"
        case Ruling(act="extend", due=int(end)):
            what = "more time"
        case Ruling(act="pause", until=int(end)):
            what = "a pause"
        case _:
            return None
    return f"{what} that ends more than five years after the game was opened" if end > opened + COVERED else None


def _to_move(clocks: Clocks, move: Move) -> str | None:
    seat, clock = move.seat, clocks.seats[move.seat]
    if move.cause == "late":
        return None if clocks.is_late(seat) else f"{seat} was not late in this turn"
    if clock.is_owed:
        return f"{seat} was late, and something else than the default is played"
    if not isinstance(move.cause, int):
        return None
    return _to_answer(clocks, seat, clock.sheets.get(move.cause, 0))


def _to_answer(clocks: Clocks, seat: str, came: int) -> str | None:
    """Say why a sheet that came at an instant does not answer what its seat is asked."""
    if clocks.pace.late == "ask" or clocks.seats[seat].asked is None:
        return None
    if clocks.is_given_up(seat):
        return f"{seat} was late {clocks.pace.lates} turns in a row, and did not change hands"
    due = clocks.due(seat)
    if due is not None and came > due + clocks.pace.grace:
        return f"the sheet of {seat} came after its deadline {due} and the grace after it"
    return None


def _to_late(clocks: Clocks, entry: Clock) -> str | None:
    seat = str(entry.seat)
    if clocks.pace.late == "ask":
        return "by this pace the host is asked, and nobody is late by himself"
    due = clocks.missed(seat) or clocks.due(seat)
    if due is None or clocks.is_late(seat):
        return f"no clock of {seat!r} runs that could have run out"
    if clocks.is_given_up(seat):
        return f"{seat} was late {clocks.pace.lates} turns in a row, and did not change hands"
    if entry.due != due:
        return f"{seat} was to answer until {due}, not {entry.due}"
    if entry.at < due + clocks.pace.grace:
        return f"{seat} is called late at {entry.at}, before its deadline {due} and the grace after it are over"
    return None


def _to_leave(clocks: Clocks, entry: Clock) -> str | None:
    seat, word = str(entry.seat), clocks.announced
    if word is None or entry.by != (word.seq,) or word.seat != seat:
        return f"`by` does not name the announcement of {seat!r} in the entry before"
    return why_no_leave(clocks, seat, span_of(entry), came=word.came, at=entry.at)


def why_no_leave(clocks: Clocks, seat: str, span: Span, *, came: int, at: int) -> str | None:
    """Say why a seat cannot take this leave, announced at one instant and written down at another; or None."""
    begin, end = span
    pace, leaves = clocks.pace, clocks.seats[seat].leaves
    if not pace.is_midnight(begin) or not pace.is_midnight(end):
        return "a leave is of whole days"
    before = next((leave for leave in leaves if leave[0] == begin), None)
    if before is not None:
        is_shorter = max(begin, at) <= end < before[1]
        return None if is_shorter else "a leave is only made shorter, by days that have not begun"
    if begin < max(came + NOTICE, at):
        return "a leave begins a day after it was announced, or later"
    if end <= begin or any(begin < other[1] and other[0] < end for other in leaves):
        return "a leave ends before it begins, or runs into another"
    days = clocks.leave_days(seat) + pace.day(end) - pace.day(begin)
    return f"{days} days of leave, where the pace gives {pace.leave}" if days > pace.leave else None


def _to_outage(clocks: Clocks, entry: Clock) -> str | None:
    seat, (begin, end) = str(entry.seat), span_of(entry)
    if begin < clocks.at or end > entry.at:
        return "an outage begins before the entry before it, or ends after its own time"
    if end - begin < clocks.pace.outage:
        return f"an outage of {end - begin} seconds, where {clocks.pace.outage} count"
    if not seat:
        return None
    bounced = clocks.seats[seat].bounced.after((begin, end))
    if bounced.last[1] - bounced.last[0] > MOST_BOUNCED_AT_ONCE:
        return f"letters to {seat} stop its clock for more than three days in a row"
    if bounced.seconds > MOST_BOUNCED:
        return f"letters to {seat} stop its clock for more than seven days"
    return None


_TO_CLOCK: dict[str, Callable[[Clocks, Clock], str | None]] = {
    "late": _to_late,
    "leave": _to_leave,
    "outage": _to_outage,
}


def _to_extension(clocks: Clocks, seat: str, due: int, at: int) -> str | None:
    if clocks.seats[seat].asked is None or clocks.is_late(seat):
        return f"{seat} is not awaited, so that nothing can be extended"
    now = clocks.due(seat)
    if now is None:
        return None
    if clocks.pace.late == "default" and at > now + clocks.pace.grace:
        return f"{seat} had until {now}, and what it answers now comes too late"
    return None if due > now else f"{seat} has until {now} already"
