"""When a letter that could not be sent is tried again."""

import pytest

from pbem.desk.transports.boxes import next_try

MINUTE, HOUR, DAY = 60, 3600, 86_400


@pytest.mark.parametrize(
    ("failures", "wait"),
    [(1, MINUTE), (2, 5 * MINUTE), (3, 30 * MINUTE), (4, 2 * HOUR), (5, 6 * HOUR), (6, DAY), (10, DAY)],
)
def test_each_failure_makes_the_wait_longer_up_to_a_day(failures: int, wait: int) -> None:
    assert next_try(failures, 1_000) == 1_000 + wait


def test_after_days_of_failures_it_is_given_up() -> None:
    waits: list[int] = []
    while (then := next_try(len(waits) + 1, 0)) is not None:
        waits.append(then)
    assert waits == sorted(waits)
    assert 5 * DAY < sum(waits) < 6 * DAY
    assert next_try(1_000, 0) is None
