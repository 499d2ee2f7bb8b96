"""How a clock counts, against one that walks minute by minute."""

import json
from datetime import date
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert

from pbem.record.log.pace import DAY, Pace, counted, merged, runs_out
from tests.vectors import clock

CASES: list[dict[str, Any]] = json.loads(clock.FILE.read_text(encoding="utf-8"))
MONTH = 31 * DAY


def test_the_numbers_are_what_is_computed_today() -> None:
    assert clock.FILE.read_text(encoding="utf-8") == clock.written()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['pace']['zone']}-{len(case['spans'])}")
def test_the_numbers(case: dict[str, Any]) -> None:
    pace, stops = convert(case["pace"], Pace), [tuple(stop) for stop in case["stops"]]
    assert pace.fault() is None
    for begin, end, count in case["spans"]:
        assert counted(pace, begin, end, stops) == count, (begin, end)
    for begin, allowed, due in case["dues"]:
        assert runs_out(pace, begin, allowed, stops) == due, (begin, allowed)
    for day, first in case["midnights"]:
        number = (date.fromisoformat(day) - date(1970, 1, 1)).days
        assert pace.midnight(number) == first, day
        assert pace.is_midnight(first)
        assert not pace.is_midnight(first + 60)


minutes = st.integers(0, MONTH // 60).map(lambda minute: minute * 60)
spans = st.tuples(minutes, minutes).map(lambda ends: (min(ends), max(ends)))
offsets = st.lists(
    st.tuples(minutes, st.integers(-DAY // 60 + 1, DAY // 60 - 1).map(lambda minute: minute * 60)),
    max_size=4,
    unique_by=lambda one: one[0],
)


@st.composite
def paces(draw: st.DrawFn) -> dict[str, Any]:
    first, *later = draw(offsets.filter(bool))
    rest = draw(st.sets(st.integers(0, 6), max_size=6))
    table = [[0, first[1]], *sorted([begin, offset] for begin, offset in later if begin)]
    return {**CASES[0]["pace"], "rest": sorted(rest), "offsets": table}


@given(paces(), spans, st.lists(spans, max_size=4))
def test_what_is_counted_is_what_a_walk_counts(
    given_pace: dict[str, Any], span: tuple[int, int], stops: list[tuple[int, int]]
) -> None:
    pace, (begin, end) = convert(given_pace, Pace), span
    count = clock.walk(given_pace, begin, end, stops=stops)
    assert counted(pace, begin, end, stops) == count
    assert runs_out(pace, begin, count, stops) == clock.walk_out(given_pace, begin, count, stops=stops)


@given(paces(), minutes, st.integers(0, 4 * DAY), st.lists(spans, max_size=3))
def test_a_clock_has_run_just_so_long_when_it_runs_out(
    given_pace: dict[str, Any], begin: int, allowed: int, stops: list[tuple[int, int]]
) -> None:
    pace = convert(given_pace, Pace)
    due = runs_out(pace, begin, allowed, stops)
    assert counted(pace, begin, due, stops) == allowed
    assert due == begin or counted(pace, begin, due - 1, stops) == allowed - 1


@given(paces(), st.integers(0, 35))
def test_a_day_begins_once(given_pace: dict[str, Any], number: int) -> None:
    pace = convert(given_pace, Pace)
    first = pace.midnight(number)
    assert pace.day(first) >= number
    assert all(pace.day(at) < number for at in range(max(first - DAY, 0), first, 60))
    walked = next(at for at in range(0, MONTH * 2, 60) if pace.day(at) >= number)
    assert first == walked


@given(st.lists(spans, max_size=8))
def test_spans_are_merged_to_the_same_minutes(given_spans: list[tuple[int, int]]) -> None:
    found = merged(given_spans)
    assert all(one[1] < two[0] for one, two in pairwise(found))
    covered = {at for begin, end in given_spans for at in range(begin, end, 3_600 * 6)}
    assert all(any(begin <= at < end for begin, end in found) for at in covered)
    assert sum(end - begin for begin, end in found) <= sum(end - begin for begin, end in given_spans)


def test_nothing_takes_long_at_the_end_of_time() -> None:
    pace = convert({**CASES[2]["pace"], "bank": 366 * DAY, "cap": 366 * DAY}, Pace)
    begin = 2**53 - 1
    due = runs_out(pace, begin, 366 * DAY, [(begin + 5, 2**53 + 5)])
    assert counted(pace, begin, due, [(begin + 5, 2**53 + 5)]) == 366 * DAY


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"offsets": []}, "begin at 0"),
        ({"offsets": [[5, 0]]}, "begin at 0"),
        ({"offsets": [[0, 0], [9, 1], [9, 2]]}, "in the order of time"),
        ({"rest": [3, 1]}, "stand in order"),
        ({"rest": [1, 1]}, "each once"),
        ({"rest": [0, 1, 2, 3, 4, 5, 6]}, "not all days"),
        ({"cap": 72 * 3_600 - 1}, "cannot hold"),
    ],
)
def test_a_pace_that_cannot_be(change: dict[str, Any], why: str) -> None:
    fault = convert({**CASES[0]["pace"], **change}, Pace).fault()
    assert fault is not None
    assert why in fault
