"""Spans, days and zones as people write them: `72h`, `24h+4h<=72h`, `Sat,Sun`, `Europe/Rome`"""

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pbem.desk.errors import UsageError
from pbem.record.log.pace import COVERED, DAY, MOST_DAYS, Pace, Span

HOUR = 3_600
_UNITS = {"s": 1, "m": 60, "h": HOUR, "d": DAY, "w": 7 * DAY}
_SPAN = re.compile(r"([0-9]{1,6})([smhdw])")
_BANK = re.compile(r"([0-9]+[smhdw])\+([0-9]+[smhdw])<=([0-9]+[smhdw])")
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DATES = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:\.\.([0-9]{4}-[0-9]{2}-[0-9]{2}|[a-z]+))?")
_NO_ZONES = re.compile(r"(posix|right)/.*|posixrules|localtime|Factory")  # files beside the zones, and no zones
_LAST = int(datetime(9999, 12, 30, tzinfo=UTC).timestamp())  # in every zone it is a day that a calendar has
_NEVER = ("none", "nessuno", "aucun", "keiner")  # instead of the last day of a leave that is called off
PRESETS = {"swift": "24h+4h<=72h", "normal": "72h+12h<=120h", "slow": "72h+36h<=240h"}


def read_span(text: str) -> int:
    """Return a span in seconds; UsageError if it is none: a whole number and a unit, `90m` or `3d`."""
    found = _SPAN.fullmatch(text.strip().lower())
    if found is None:
        raise UsageError(f"{text!r} is no span of time: write a number and s, m, h, d or w, such as 90m or 3d")
    seconds = int(found[1]) * _UNITS[found[2]]
    if seconds > MOST_DAYS * DAY:
        raise UsageError(f"{text!r} is longer than {MOST_DAYS} days")
    return seconds


def write_span(seconds: int) -> str:
    """Return a span in its largest whole unit: the inverse of `read_span`, but that weeks are days."""
    for unit in ("d", "h", "m"):
        if seconds and seconds % _UNITS[unit] == 0:
            return f"{seconds // _UNITS[unit]}{unit}"
    return f"{seconds}s"


def read_bank(text: str) -> tuple[int, int, int]:
    """Return what a seat begins with, what each turn adds, and the most it can hold; a preset's name is as good."""
    found = _BANK.fullmatch(PRESETS.get(text.lower(), text).replace(" ", ""))
    if found is None:
        names = ", ".join(PRESETS)
        raise UsageError(f"{text!r} is no pace: {names}, none, or BANK+ADD<=MOST such as {PRESETS['swift']}")
    bank, add, cap = (read_span(part) for part in found.groups())
    if not 60 <= bank <= cap:
        raise UsageError(f"{text!r}: a seat begins with a minute or more, and with no more than it can hold")
    return bank, add, cap


def read_days(text: str) -> tuple[int, ...]:
    """Return days of the week, Monday is 0; UsageError if there are none such, or none is left to play on."""
    days = []
    for word in filter(None, re.split(r"[,\s]+", text.strip().lower())):
        found = [number for number, name in enumerate(_DAYS) if len(word) >= 3 and _FULL[name].startswith(word)]
        if not found:
            raise UsageError(f"{word!r} is no day of the week: {', '.join(name.title() for name in _DAYS)}")
        days += found
    if len(set(days)) == len(_DAYS):
        raise UsageError("if all days are days of rest, nobody is ever to answer")
    return tuple(sorted(set(days)))


_FULL = {day[:3]: day for day in ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")}


def read_zone(name: str) -> ZoneInfo:
    """Return a zone by its name; UsageError if there is none."""
    try:
        zone = None if _NO_ZONES.fullmatch(name) else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        zone = None
    if zone is None:
        raise UsageError(f"there is no zone {name!r}: write one such as Europe/Rome or UTC")
    return zone


def offsets_of(zone: ZoneInfo, now: int) -> tuple[tuple[int, int], ...]:
    """Return the offsets of a zone as a record holds them: what holds now, and every change of the next years."""
    end = now + COVERED
    found = [(0, _offset(zone, now))]
    at = now
    while at < end:
        step = min(at + DAY, end)
        if _offset(zone, step) != found[-1][1]:
            changed = _change(zone, at, step)
            found.append((changed, _offset(zone, changed)))
            at = changed
        else:
            at = step
    return tuple(found)


def _change(zone: ZoneInfo, before: int, after: int) -> int:
    """Return the first instant with another offset, between two that differ."""
    old = _offset(zone, before)
    while after - before > 1:
        middle = (before + after) // 2
        before, after = (middle, after) if _offset(zone, middle) == old else (before, middle)
    return after


def _offset(zone: ZoneInfo, at: int) -> int:
    at = min(at, _LAST)  # what comes later is as it was then
    offset = datetime.fromtimestamp(at, zone).utcoffset() or timedelta(0)
    return int(offset.total_seconds())


def read_dates(text: str) -> tuple[date, date | None]:
    """Return the first and the last day of a leave, None if it has no day any more; UsageError if that are no days."""
    found = _DATES.fullmatch(text.replace(" ", "").lower())
    if found is None:
        why = f"{text!r} is no leave: write its first and last day, such as 2026-12-20..2027-01-03"
        raise UsageError(why, "leave_form", dates=text)
    try:
        first = date.fromisoformat(found[1])
        last = None if found[2] in _NEVER else date.fromisoformat(found[2] or found[1])
    except ValueError:
        raise UsageError(f"{text!r}: there is no such day", "leave_no_day", dates=text) from None
    if last is not None and last < first:
        raise UsageError(f"{text!r}: the leave ends before it begins", "leave_ends", dates=text)
    return first, last


def days_of(pace: Pace, first: date, last: date | None) -> Span:
    """Return the span of whole days in the zone of a pace; an empty one if there is no last day."""
    epoch = date(1970, 1, 1)
    begin = pace.midnight((first - epoch).days)
    return begin, begin if last is None else pace.midnight((last - epoch).days + 1)


def read_instant(text: str, zone: ZoneInfo) -> int:
    """Return an instant that somebody wrote as `2026-12-20 18:00`, by the clock of a zone; UsageError if it is none."""
    try:
        given = datetime.fromisoformat(text.strip())
    except ValueError:
        raise UsageError(f"{text!r} is no time: write one such as '2026-12-20 18:00'") from None
    at = given if given.tzinfo else given.replace(tzinfo=zone)
    instant = int(at.timestamp())
    if not 0 <= instant <= _LAST:
        raise UsageError(f"{text!r} is no time that a calendar here can show")
    if calendar_time(instant).astimezone(at.tzinfo).replace(tzinfo=None) != given.replace(microsecond=0, tzinfo=None):
        raise UsageError(f"{text!r}: there is no such time in {zone.key}, the clocks go forward over it")
    return instant


def calendar_time(at: int) -> datetime:
    """Return an instant of any record as a time of UTC; one that no calendar can show is its first or last day."""
    return datetime.fromtimestamp(min(max(at, 0), _LAST), UTC)


def written(at: int, zone: ZoneInfo | None = None, *, is_exact: bool = False) -> str:
    """Return an instant in a host's lines: by the clock of a zone, and UTC; to the second, if that is asked for."""
    utc = calendar_time(at)
    time = "%H:%M:%S" if is_exact and at % 60 else "%H:%M"
    if zone is None or zone.key == "UTC":
        return f"{utc:%Y-%m-%d} {utc:{time}} UTC"
    local = utc.astimezone(zone)
    there = f"{utc:{time}}" if local.date() == utc.date() else f"{utc:%Y-%m-%d} {utc:{time}}"
    return f"{local:%Y-%m-%d} {local:{time}} {zone.key} ({there} UTC)"
