"""The pace of a game: the time that a seat has, days of rest, and how time is counted.

All of it is in `open`, also the offsets of the time zone as they were known then. So everybody who
has the record computes the same deadlines.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate
from typing import Annotated, Literal

from msgspec import Meta, Struct

DAY = 86_400
WEEK = 7 * DAY
_MONDAY = 3  # the first of January 1970 was a Thursday
COVERED = 5 * 366 * DAY  # from the opening on, offsets of a zone are known: nothing is put off beyond that
MOST_DAYS = 366  # of a bank, a leave or a grace: longer ones are no deadline at all

Seconds = Annotated[int, Meta(ge=0, le=MOST_DAYS * DAY)]
Instant = Annotated[int, Meta(ge=0, lt=2**53)]
Offset = Annotated[int, Meta(gt=-DAY, lt=DAY)]
Span = tuple[int, int]  # from, and up to but without


class Pace(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):  # dict: computed once
    """Everything that deadlines depend on, besides the entries.

    The fields are in alphabetical order.
    """

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

    def day(self, at: int) -> int:
        """Return the number of the day that an instant is in, from 1970 on."""
        return (at + self.offset(at)) // DAY

    def offset(self, at: int) -> int:
        """Return the zone's offset to UTC at an instant."""
        return self.offsets[self._place(at)][1]

    def midnight(self, day: int) -> int:
        """Return the first instant of a day; where the clocks jump over it, of the next one that there is."""
        local = day * DAY
        begin, offset = self.offsets[bisect_left(self._tops, local)]
        return max(begin, local - offset)

    def is_midnight(self, at: int) -> bool:
        """Return whether a day begins at this instant.

        That is not always midnight: in some zones a change of the clocks skips it.
        """
        return at == self.midnight(self.day(at))

    def working(self, begin: int, end: int) -> int:
        """Count the seconds from one instant to another that are not of a day of rest."""
        return self._worked(end) - self._worked(begin) if begin < end else 0

    def worked_out(self, begin: int, seconds: int) -> int:
        """Return the first instant up to which there are so many seconds from `begin` that are not of a day of rest."""
        if seconds <= 0:
            return begin
        if not self.rest:
            return begin + seconds
        worked = self._worked(begin) + seconds
        place = bisect_left(self._sums, worked) - 1
        since, offset = self.offsets[place]
        nth = worked - self._sums[place] + self._in_weeks(since + offset) - 1
        weeks, in_week = divmod(nth, len(self._workdays) * DAY)
        days, in_day = divmod(in_week, DAY)
        return weeks * WEEK + self._workdays[days] * DAY + in_day + 1 - _MONDAY * DAY - offset

    def _worked(self, at: int) -> int:
        """Count the seconds from 1970 to an instant that are not of a day of rest."""
        if not self.rest:
            return at
        place = self._place(at)
        return self._sums[place] + self._worked_since(place, at)

    def _worked_since(self, place: int, at: int) -> int:
        """Count them from where an offset begins, which holds up to that instant."""
        begin, offset = self.offsets[place]
        return self._in_weeks(at + offset) - self._in_weeks(begin + offset)

    def _in_weeks(self, local: int) -> int:
        """Count them from the Monday before 1970 up to a local time."""
        weeks, in_week = divmod(local + _MONDAY * DAY, WEEK)
        days = (min(max(in_week - day * DAY, 0), DAY) for day in self._workdays)
        return weeks * len(self._workdays) * DAY + sum(days)

    def _place(self, at: int) -> int:
        return bisect_right(self._begins, at) - 1

    @cached_property
    def _begins(self) -> list[int]:
        return [begin for begin, _offset in self.offsets]

    @cached_property
    def _workdays(self) -> list[int]:
        return [day for day in range(7) if day not in self.rest]

    @cached_property
    def _sums(self) -> list[int]:
        """Working seconds from 1970 to where each offset begins."""
        sums = [0]
        for place, end in enumerate(self._begins[1:]):
            sums.append(sums[-1] + self._worked_since(place, end))
        return sums

    @cached_property
    def _tops(self) -> list[int]:
        """The latest local time that there was before the next offset: a day begins where it first reaches that day."""
        ends = (end - 1 + offset for (_begin, offset), end in zip(self.offsets, self._begins[1:], strict=False))
        return list(accumulate(ends, max))


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
    left, at = allowed, begin
    for stop, on in merged(stopped):
        if on <= at:
            continue
        runs = pace.working(at, stop)
        if runs >= left:
            break
        left, at = left - runs, on
    return pace.worked_out(at, left)
