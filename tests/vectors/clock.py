"""Computes tests/vectors/clock.json by walking: how clocks count, minute by minute, or second by second near an edge.

Nothing of pbem is imported, and nothing is computed that can be counted. `python tests/vectors/clock.py` writes the
file anew.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("clock.json")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
HOUR, DAY = 3_600, 86_400
Span = tuple[int, int]
Json = dict[str, Any]
# The clocks of some zones, written down so that these numbers do not change when somebody's law does.
ZONES: dict[str, list[tuple[str, int]]] = {
    "UTC": [("", 0)],
    "Europe/Rome": [("", HOUR), ("2026-03-29 01:00", 2 * HOUR), ("2026-10-25 01:00", HOUR)],
    "Australia/Lord_Howe": [("", 39_600), ("2026-04-04 15:00", 37_800), ("2026-10-03 15:30", 39_600)],  # half an hour
    "Pacific/Chatham": [("", 49_500), ("2026-04-04 14:00", 45_900), ("2026-09-26 14:00", 49_500)],  # 12:45
    "Asia/Beirut": [("", 7_200), ("2026-03-28 22:00", 10_800), ("2026-10-24 21:00", 7_200)],  # jumps over midnight
    "Pacific/Apia": [("", -36_000), ("2011-12-30 10:00", 50_400)],  # had no 30th of December 2011
    "America/St_Johns": [("", -12_600), ("2010-03-14 03:31", -9_000), ("2010-11-07 02:31", -12_600)],  # back over one
}


def instant(text: str) -> int:
    """Return the Unix time of `2026-10-24 12:00`, in UTC."""
    return int((datetime.fromisoformat(text).replace(tzinfo=UTC) - EPOCH).total_seconds())


def offset_at(offsets: Sequence[Sequence[int]], at: int) -> int:
    """Return the offset that holds at an instant."""
    found = 0
    for begin, offset in offsets:
        if begin <= at:
            found = offset
    return found


def local(pace: Json, at: int) -> datetime:
    """Return what a clock on the wall of the zone shows."""
    return EPOCH + timedelta(seconds=at + offset_at(pace["offsets"], at))


def is_running(pace: Json, at: int, stops: Sequence[Span]) -> bool:
    """Tell whether the second that begins at an instant counts."""
    if any(begin <= at < end for begin, end in stops):
        return False
    return local(pace, at).weekday() not in pace["rest"]


def walk(pace: Json, begin: int, end: int, *, stops: Sequence[Span] = (), step: int = 60) -> int:
    """Count what a clock runs from one instant to another, step by step; nothing may change within a step."""
    return sum(step for at in range(begin, end, step) if is_running(pace, at, stops))


def walk_out(pace: Json, begin: int, allowed: int, *, stops: Sequence[Span] = (), step: int = 60) -> int:
    """Return when a clock has run so long, step by step."""
    at = begin
    while allowed > 0:
        allowed -= step if is_running(pace, at, stops) else 0
        at += step
    return at


def first_of(pace: Json, day: str, *, step: int = 60) -> int:
    """Return the first instant at which the clock on the wall shows a day, or a later one."""
    wanted = datetime.fromisoformat(day).date()
    at = max(instant(f"{day} 00:00") - 2 * DAY, 0)
    while local(pace, at).date() < wanted:
        at += step
    return at


def offsets_of(zone: str) -> list[list[int]]:
    """Return the offsets of a zone as a pace has them."""
    first, *later = ZONES[zone]
    return [[0, first[1]], *([instant(begin), offset] for begin, offset in later)]


def pace_of(zone: str, rest: Sequence[int]) -> Json:
    """Return a whole pace."""
    days = {"leave": 14, "lates": 2, "late": "default", "hold": 600, "outage": 4 * HOUR}
    banks = {"bank": 72 * HOUR, "add": 12 * HOUR, "cap": 120 * HOUR, "grace": 12 * HOUR}
    return {**days, **banks, "rest": list(rest), "zone": zone, "offsets": offsets_of(zone)}


def case(pace: Json, begins: Sequence[str], *, stops: Sequence[Span] = (), days: Sequence[str] = ()) -> Json:
    """Return what is counted from some instants on, over shorter and longer spans, and when banks are used up."""
    spans, dues = [], []
    for text in begins:
        begin = instant(text)
        for hours in (0, 1, 23, 24, 25, 49, 24 * 9 + 5):
            end = begin + hours * HOUR
            spans.append([begin, end, walk(pace, begin, end, stops=stops)])
            dues.append([begin, hours * HOUR, walk_out(pace, begin, hours * HOUR, stops=stops)])
    midnights = [[day, first_of(pace, day)] for day in days]
    return {"pace": pace, "stops": [list(stop) for stop in stops], "spans": spans, "dues": dues, "midnights": midnights}


def edge(pace: Json, begin: str) -> Json:
    """Return what is counted second by second around a midnight."""
    at = instant(begin)
    spans = [[at, at + more, walk(pace, at, at + more, step=1)] for more in (1, 2, 3, 7)]
    dues = [[at, more, walk_out(pace, at, more, step=1)] for more in (1, 2, 3, 7)]
    return {"pace": pace, "stops": [], "spans": spans, "dues": dues, "midnights": []}


def cases() -> list[Json]:
    """Return the vectors: no rest, weekends, both changes of the clocks, zones of odd minutes, leap day, a lost day."""
    rome = pace_of("Europe/Rome", [5, 6])
    howe = pace_of("Australia/Lord_Howe", [6])
    chatham = pace_of("Pacific/Chatham", [0, 2, 4])
    beirut = pace_of("Asia/Beirut", [4, 5])
    apia = pace_of("Pacific/Apia", [4, 5, 6])
    johns = pace_of("America/St_Johns", [5, 6])
    plain = pace_of("UTC", [])
    leap = pace_of("UTC", [1])
    hour, late = instant("2026-10-23 06:00"), instant("2026-10-26 03:00")
    stops = ((hour, hour + 5 * HOUR), (hour + 4 * HOUR, hour + 9 * HOUR), (late, late + 30 * HOUR))
    odd = {**leap, "rest": [2], "offsets": [[0, -DAY + 60], [instant("2028-02-28 12:00"), DAY - 60]]}
    return [
        case(plain, ["2028-02-28 10:00"], days=["2028-02-29", "2028-03-01"]),
        case(leap, ["2028-02-28 10:00", "2028-02-29 00:00"], days=["2028-02-29"]),
        case(rome, ["2026-03-27 17:00", "2026-10-23 07:00"], days=["2026-03-29", "2026-03-30", "2026-10-26"]),
        case(rome, ["2026-10-23 05:00", "2026-10-24 00:00"], stops=stops),
        case(howe, ["2026-04-03 12:00", "2026-10-02 12:00"], days=["2026-04-05", "2026-10-05"]),
        case(chatham, ["2026-04-03 11:15", "2026-09-25 11:15"], days=["2026-04-06"]),
        case(beirut, ["2026-03-27 12:00", "2026-10-23 12:00"], days=["2026-03-29", "2026-10-25"]),
        case(apia, ["2011-12-28 10:00", "2011-12-30 10:00"], days=["2011-12-30", "2011-12-31"]),
        case(johns, ["2010-11-05 12:00"], days=["2010-11-07", "2010-11-08"]),
        case(odd, ["2028-02-27 00:00", "2028-02-28 11:00"], days=["2028-02-28", "2028-02-29", "2028-03-01"]),
        edge(rome, "2026-03-27 22:59:57"),
        edge(leap, "2028-02-28 23:59:58"),
        edge(chatham, "2026-04-05 11:14:58"),
    ]


def written() -> str:
    """Return the text of clock.json."""
    return json.dumps(cases(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
