"""The days of a leave, as they are told."""

from pbem.desk.wording.time_texts import calendar_time
from pbem.games.game import Seat
from pbem.record.time.clocks import Clocks


def days_away(clocks: Clocks, seat: Seat, at: int) -> str:
    """Return the days of the leave that a seat is on, or goes on next, as of an instant; "" if there is none."""
    spans = [(begin, end) for begin, end in clocks.seats[seat].leaves if begin < end and at < end]
    if not spans:
        return ""
    begin, end = min(spans)
    first, last = (clocks.pace.day(instant) for instant in (begin, end - 1))
    return _day(first) if first == last else f"{_day(first)}..{_day(last)}"


def _day(number: int) -> str:
    return f"{calendar_time(number * 86_400):%Y-%m-%d}"
