"""The pace of a game: how much time a seat has, which days are days of rest, and how time is counted by that.

Everything stands in `open`, so that whoever has the record finds the same deadlines: the offsets of the zone too, as
they were known when the game was opened.
"""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta, Struct

DAY = 86_400
WEEK = 7 * DAY
_MONDAY = 3  # the first of January 1970 was a Thursday
MOST_DAYS = 366  # of a bank, a leave or a grace: longer ones are no deadline at all

Seconds = Annotated[int, Meta(ge=0, le=MOST_DAYS * DAY)]
Instant = Annotated[int, Meta(ge=0, lt=2**53)]
Offset = Annotated[int, Meta(gt=-DAY, lt=DAY)]
Span = tuple[int, int]  # from, and up to but without


class Pace(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything that a deadline follows from, besides the entries. Fields stand in alphabetical order."""

    add: Seconds  # what each own turn adds to a bank
    bank: Annotated[int, Meta(ge=60, le=MOST_DAYS * DAY)]  # what a seat begins with
    cap: Seconds  # the most that a bank can hold
    grace: Seconds  # after a deadline, before anything is played for the late
    hold: Annotated[int, Meta(ge=0, le=DAY)]  # how long an answer can be taken back unseen
    late: Literal["ask", "default"]  # what is done for the late: the host is asked, or the rules' default is played
    lates: Annotated[int, Meta(ge=1, le=100)]  # late turns in a row after which a seat changes hands
    leave: Annotated[int, Meta(ge=0, le=MOST_DAYS)]  # days of leave in a game
    offsets: tuple[tuple[Instant, Offset], ...]  # of the zone to UTC, each from an instant on
    outage: Annotated[int, Meta(ge=60, le=MOST_DAYS * DAY)]  # the least span without the referee that stops clocks
    rest: tuple[Annotated[int, Meta(ge=0, le=6)], ...]  # days of the week on which no clock runs, Monday is 0
    zone: str  # whose days and midnights these are

    def fault(self) -> str | None:
        """Return what is wrong beyond the types."""
        begins = [begin for begin, _offset in self.offsets]
        if begins[:1] != [0] or sorted(set(begins)) != begins:
            return "the offsets of a pace begin at 0 and go on in the order of time"
        if sorted(set(self.rest)) != list(self.rest) or len(self.rest) > 6:
            return "days of rest stand in order, each once, and are not all days of the week"
        return "a bank cannot hold what a seat begins with" if self.bank > self.cap else None

    def offset(self, at: int) -> int:
        """Return the zone's offset to UTC at an instant."""
        return self.offsets[bisect_right(self.offsets, (at, DAY)) - 1][1]

    def is_midnight(self, at: int) -> bool:
        """Tell whether a day begins at an instant: also where the clocks jump over the midnight itself."""
        today = (at + self.offset(at)) // DAY
        return (at - 1 + self.offset(at - 1)) // DAY < today if at else False

    def day(self, at: int) -> int:
        """Return the number of the day that an instant is in."""
        return (at + self.offset(at)) // DAY

    def midnight(self, day: int) -> int:
        """Return the first instant of a day."""
        low, high = (day - 2) * DAY, (day + 2) * DAY
        while high - low > 1:  # the number of the day never goes back by more than the clocks do, and is right at both
            middle = (low + high) // 2
            low, high = (middle, high) if self.day(middle) < day else (low, middle)
        return high

    def working(self, begin: int, end: int) -> int:
        """Count the seconds from one instant to another that are not of a day of rest."""
        if not self.rest or end <= begin:
            return max(end - begin, 0)
        ends = [at for at, _offset in self.offsets if begin < at < end]
        return sum(self._worked(one, two, self.offset(one)) for one, two in pairwise([begin, *ends, end]))

    def _worked(self, begin: int, end: int, offset: int) -> int:
        """Count where the offset is one and the same."""
        return self._since_monday(end + offset) - self._since_monday(begin + offset)

    def _since_monday(self, local: int) -> int:
        """Count the working seconds from the Monday before 1970 up to a local time."""
        weeks, rest_of_week = divmod(local + _MONDAY * DAY, WEEK)
        days, rest_of_day = divmod(rest_of_week, DAY)
        worked = sum(DAY for day in range(days) if day not in self.rest)
        worked += 0 if days in self.rest else rest_of_day
        return weeks * (7 - len(self.rest)) * DAY + worked


def merged(spans: Iterable[Span]) -> list[Span]:
    """Return spans in order, those that touch made one."""
    found: list[Span] = []
    for begin, end in sorted(spans):
        if end <= begin:
            continue
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return found


def counted(pace: Pace, begin: int, end: int, stopped: Iterable[Span]) -> int:
    """Count the seconds that a clock runs from one instant to another: not on days of rest, nor while it is stopped."""
    count = pace.working(begin, end)
    for stop, on in merged(stopped):
        count -= pace.working(max(begin, stop), min(end, on))
    return count


def runs_out(pace: Pace, begin: int, allowed: int, stopped: Iterable[Span]) -> int:
    """Return the first instant at which a clock has run so many seconds."""
    spans = merged(stopped)
    low = begin
    high = begin + 2 * WEEK + 8 * allowed + sum(end - start for start, end in spans)
    while counted(pace, begin, high, spans) < allowed:
        high += high - begin
    while low < high:
        middle = (low + high) // 2
        if counted(pace, begin, middle, spans) < allowed:
            low = middle + 1
        else:
            high = middle
    return low
