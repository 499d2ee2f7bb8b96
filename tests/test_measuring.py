"""What is said of how long tests take is true."""

import time

import pytest
from _pytest.timing import Instant
from freezegun import freeze_time


@pytest.mark.parametrize("moment", ["1999-12-31", "2031-02-03"])
def test_a_clock_that_a_test_stops_is_not_the_clock_that_times_the_tests(moment: str) -> None:
    before = time.perf_counter()
    with freeze_time(moment):
        inside = Instant()
    assert before <= inside.perf_count <= time.perf_counter()
    assert before <= Instant().perf_count
