"""Times as a reader is told them: by his own clock and by UTC, in his language; and what a letter says of clocks.

Instants and banks are those of the entry that a letter tells of, never hours left: the same request gives the same
letter whenever it is written. What is said of others comes from the record alone.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

from msgspec import Struct

from pbem.desk.errors import UsageError
from pbem.desk.matches.times.leave_days import days_away
from pbem.desk.wording.phrases import say
from pbem.desk.wording.time_texts import calendar_time, read_zone
from pbem.games.game import Seat
from pbem.referee.match.match import Match
from pbem.report.page import AwaitedTime, MatchTime


class Teller(Struct, frozen=True):
    """Tells times to one reader."""

    language: str
    zone: ZoneInfo

    def at(self, instant: int) -> str:
        """Tell an instant: by the reader's clock, and by UTC if that is another."""
        utc = calendar_time(instant)
        local = utc.astimezone(self.zone)
        if local.utcoffset() == utc.utcoffset():
            return say("time_utc", self.language, day=self._day(utc), time=f"{utc:%H:%M}")
        there = f"{utc:%H:%M}" if local.date() == utc.date() else f"{self._day(utc)} {utc:%H:%M}"
        return say("time_local", self.language, day=self._day(local), time=f"{local:%H:%M}", utc=there)

    def _day(self, at: datetime) -> str:
        weekday = say("time_weekdays", self.language).split()[at.weekday()]
        month = say("time_months", self.language).split()[at.month - 1]
        return say("time_day", self.language, weekday=weekday, day=at.day, month=month, year=at.year)

    def span(self, seconds: int) -> str:
        """Tell a span in days, hours and minutes."""
        days, rest = divmod(seconds, 86_400)
        hours, rest = divmod(rest, 3_600)
        minutes = rest // 60
        parts = ((days, "time_days"), (hours, "time_hours"), (minutes, "time_minutes"))
        told = [say(key, self.language, count=count) for count, key in parts if count]
        return " ".join(told) or say("time_minutes", self.language, count=0)


def teller(language: str, zone: str) -> Teller:
    """Return who tells times in a language, by the clock of a zone; by UTC if there is none, or none of that name."""
    try:
        return Teller(language, read_zone(zone or "UTC"))
    except UsageError:
        return Teller(language, ZoneInfo("UTC"))


def time_of(match: Match, seat: Seat | None, tell: Teller) -> MatchTime | None:
    """Return what a letter says of clocks; None where there are none, or the game is over."""
    clocks = match.clocks
    if clocks is None or match.phase != "running":
        return None
    awaited = {}
    for other in match.seats:
        asked, due = clocks.seats[other].asked, clocks.due(other)
        if asked is not None:
            resumed = say("time_resumed", tell.language)
            awaited[other] = AwaitedTime(tell.at(asked), resumed if due is None else tell.at(due))
    is_due = seat in awaited and clocks.due(seat) is not None if seat else False
    return MatchTime(
        until=awaited[seat].until if seat and is_due else "",
        grace=tell.span(clocks.pace.grace) if clocks.pace.grace else "",
        is_asking=clocks.pace.late == "ask",
        banks={other: tell.span(clocks.seats[other].bank) for other in match.seats},
        leaves={other: days_away(clocks, other, match.at) for other in match.seats},
        awaited=awaited,
        is_paused=clocks.paused is not None,
    )
