"""Time, by its last second: what is just in time, and what a second makes too late, too early or too short."""

from typing import Any

import pytest

from pbem.record.log.pace import COVERED, DAY
from tests.record.law.judging import Bad, judged
from tests.record.paced import HOUR, Paced, asked, time

BEGIN = time("03-27 10:00")  # when blue is asked
DUE = BEGIN + 48 * HOUR
GRACE = 6 * HOUR
PLAIN: dict[str, Any] = {"rest": [], "zone": "UTC", "offsets": [[0, 0]]}
MIDNIGHT = BEGIN - 10 * HOUR


def table(**pace: Any) -> Paced:
    """A game in which blue is asked, and nothing stops its clock."""
    paced = Paced()
    paced.begin_paced(**(PLAIN | pace))
    return paced


def bad(paced: Paced) -> Bad:
    return (paced.entries[-1].seq, "clock")


@pytest.mark.parametrize(("seconds", "is_good"), [(0, True), (1, False)])
def test_an_answer_is_in_time_until_the_last_second_of_the_grace(seconds: int, is_good: bool) -> None:
    paced = table()
    paced.now = DUE + GRACE + 600
    order = paced.order("blue", "go", came=DUE + GRACE + seconds)
    paced.move("blue", order.seq, text="go", asks=[])
    assert judged(paced.pack()) == (None if is_good else bad(paced))


@pytest.mark.parametrize(("seconds", "is_good"), [(0, True), (-1, False)])
def test_nobody_is_late_before_the_grace_is_over(seconds: int, is_good: bool) -> None:
    paced = table()
    paced.now = DUE + GRACE + seconds
    paced.clock("late", seat="blue", due=DUE)
    assert judged(paced.pack()) == (None if is_good else bad(paced))


@pytest.mark.parametrize("seconds", [-1, 1])
def test_who_is_late_had_just_the_deadline_that_is_written(seconds: int) -> None:
    paced = table()
    paced.now = DUE + 2 * GRACE
    paced.clock("late", seat="blue", due=DUE + seconds)
    assert judged(paced.pack()) == bad(paced)


def test_nobody_is_late_twice_in_a_turn() -> None:
    paced = table()
    paced.now = DUE + GRACE
    paced.clock("late", seat="blue", due=DUE)
    paced.now += 2 * DAY
    paced.clock("late", seat="blue", due=DUE)
    assert judged(paced.pack()) == bad(paced)


def test_who_was_late_plays_the_default_and_nothing_else() -> None:
    for cause, is_good in (("late", True), ("default", False)):
        paced = table()
        paced.now = DUE + GRACE
        paced.clock("late", seat="blue", due=DUE)
        paced.move("blue", cause, text="pass", asks=[])
        assert judged(paced.pack()) == (None if is_good else bad(paced))


def test_who_was_not_late_does_not_play_for_it() -> None:
    paced = table()
    paced.move("blue", "late", text="pass", asks=[])
    assert judged(paced.pack()) == bad(paced)


def test_where_the_host_is_asked_nobody_is_late_and_every_answer_is_in_time() -> None:
    paced = table(late="ask")
    paced.now = DUE + 30 * DAY
    order = paced.order("blue", "go", came=paced.now)
    paced.move("blue", order.seq, text="go", asks=asked("blue 2"))
    assert judged(paced.pack()) is None
    paced.now += 30 * DAY
    paced.clock("late", seat="blue", due=DUE + 32 * DAY)
    assert judged(paced.pack()) == bad(paced)


@pytest.mark.parametrize(("lates", "is_good"), [(1, False), (2, True)])
def test_who_was_late_so_many_turns_in_a_row_answers_no_more(lates: int, is_good: bool) -> None:
    paced = table(lates=lates)
    paced.now = DUE + GRACE
    paced.clock("late", seat="blue", due=DUE)
    paced.move("blue", "late", text="pass", asks=asked("blue 2"))
    order = paced.order("blue", "go", came=paced.now)
    paced.move("blue", order.seq, text="go", asks=[])
    assert judged(paced.pack()) == (None if is_good else bad(paced))


LEAVES = [
    # from, to, and when it came: in days after the midnight before the start, and seconds
    ((2, 0), (3, 0), DAY, True),  # a day ahead
    ((2, 0), (3, 0), DAY + 1, False),
    ((2, 0), (5, 0), DAY, True),  # three days, as many as the pace gives
    ((2, 0), (6, 0), DAY, False),
    ((2, 0), (2, 0), DAY, False),  # of no day
    ((3, 0), (2, 0), DAY, False),
    ((2, 1), (3, 0), DAY, False),  # of parts of days
    ((2, 0), (3, 1), DAY, False),
]


@pytest.mark.parametrize(("begin", "end", "came", "is_good"), LEAVES)
def test_a_leave_is_of_whole_days_announced_a_day_before(
    begin: tuple[int, int], end: tuple[int, int], came: int, is_good: bool
) -> None:
    paced = table()
    paced.now = MIDNIGHT + came
    word = paced.order("blue", "leave", word="leave", came=paced.now)
    first, last = (MIDNIGHT + days * DAY + seconds for days, seconds in (begin, end))
    paced.clock("leave", seat="blue", by=[word.seq], **{"from": first, "to": last})
    assert judged(paced.pack()) == (None if is_good else bad(paced))


def leave(paced: Paced, seat: str, begin: int, end: int) -> None:
    """Announce a leave by days after the midnight before the start."""
    word = paced.order(seat, "leave", word="leave", came=paced.now)
    paced.clock("leave", seat=seat, by=[word.seq], **{"from": MIDNIGHT + begin * DAY, "to": MIDNIGHT + end * DAY})


@pytest.mark.parametrize(
    ("begin", "end", "is_good"),
    [(4, 5, True), (2, 3, True), (3, 5, False), (2, 4, False), (5, 6, True), (4, 6, False)],
)
def test_a_second_leave_touches_the_first_and_runs_not_into_it(begin: int, end: int, is_good: bool) -> None:
    """The first is the fourth day; there are three days of leave in all, and with the second not more."""
    paced = table(leave=2)
    leave(paced, "blue", 3, 4)
    leave(paced, "blue", begin, end)
    assert judged(paced.pack()) == (None if is_good else bad(paced))


SHORTER = [
    # until which day, and when that is said: by days after the midnight before the start, and hours
    (4, (3, 23), True),
    (4, (4, 0), True),
    (4, (4, 1), False),
    (3, (2, 0), True),  # no day is left of it
    (2, (1, 0), False),
    (5, (2, 0), False),
    (6, (2, 0), False),
]


@pytest.mark.parametrize(("end", "said", "is_good"), SHORTER)
def test_a_leave_is_made_shorter_by_days_that_have_not_begun(end: int, said: tuple[int, int], is_good: bool) -> None:
    paced = table()
    leave(paced, "blue", 3, 5)
    paced.now = MIDNIGHT + said[0] * DAY + said[1] * HOUR
    leave(paced, "blue", 3, end)
    assert judged(paced.pack()) == (None if is_good else bad(paced))


def test_a_leave_is_that_of_the_word_in_the_entry_before() -> None:
    for seat, between in (("red", False), ("blue", True)):
        paced = table()
        word = paced.order("blue", "leave", word="leave", came=paced.now)
        if between:
            paced.order("blue", "go on", came=paced.now)
        span = {"from": MIDNIGHT + 3 * DAY, "to": MIDNIGHT + 4 * DAY}
        paced.clock("leave", seat=seat, by=[word.seq], **span)
        found = judged(paced.pack())
        assert found is not None
        assert found[0] in (paced.entries[-1].seq, word.seq + 1)


OUTAGES = [
    # from the last entry on, how long, until when it is written
    (0, 4 * HOUR, 4 * HOUR, True),
    (-1, 4 * HOUR, 4 * HOUR, False),
    (0, 4 * HOUR - 1, 4 * HOUR, False),
    (1, 4 * HOUR, 4 * HOUR, False),
]


@pytest.mark.parametrize(("begin", "length", "at", "is_good"), OUTAGES)
def test_an_outage_lies_between_two_entries_and_is_long_enough(begin: int, length: int, at: int, is_good: bool) -> None:
    paced = table()
    last = paced.now
    paced.now = last + at
    paced.clock("outage", seat="", **{"from": last + begin, "to": last + begin + length})
    assert judged(paced.pack()) == (None if is_good else bad(paced))


def bounced(paced: Paced, seconds: int, seat: str = "blue") -> None:
    """Let letters to a seat bounce for so long, from the last entry on."""
    begin = paced.now
    paced.now += seconds
    paced.clock("outage", seat=seat, **{"from": begin, "to": paced.now})


@pytest.mark.parametrize(("seconds", "is_good"), [(3 * DAY, True), (3 * DAY + 1, False)])
def test_letters_that_bounce_stop_a_clock_for_three_days_in_a_row(seconds: int, is_good: bool) -> None:
    paced = table()
    bounced(paced, seconds)
    assert judged(paced.pack()) == (None if is_good else bad(paced))
    if is_good:
        bounced(paced, 4 * HOUR)
        assert judged(paced.pack()) == bad(paced)


@pytest.mark.parametrize(("seconds", "is_good"), [(DAY, True), (DAY + 1, False)])
def test_letters_that_bounce_stop_a_clock_for_seven_days_in_all(seconds: int, is_good: bool) -> None:
    paced = table()
    for length in (3 * DAY, 3 * DAY, seconds):
        bounced(paced, length)
        paced.now += HOUR
    assert judged(paced.pack()) == (None if is_good else (paced.entries[-1].seq, "clock"))
    bounced(paced, 3 * DAY, "red")
    assert judged(paced.pack()) == (None if is_good else (paced.entries[-2].seq, "clock"))


def test_an_outage_of_everybody_has_no_such_end() -> None:
    paced = table()
    bounced(paced, 30 * DAY, "")
    assert judged(paced.pack()) is None


@pytest.mark.parametrize(("due", "is_good"), [(DUE + 1, True), (DUE, False), (DUE - 1, False)])
def test_more_time_is_more_than_there_was(due: int, is_good: bool) -> None:
    paced = table()
    paced.rule("extend", seat="blue", due=due)
    assert judged(paced.pack()) == (None if is_good else bad(paced))


@pytest.mark.parametrize(("seconds", "is_good"), [(0, True), (1, False)])
def test_more_time_is_given_until_the_grace_is_over(seconds: int, is_good: bool) -> None:
    paced = table()
    paced.now = DUE + GRACE + seconds
    paced.rule("extend", seat="blue", due=DUE + 3 * DAY)
    assert judged(paced.pack()) == (None if is_good else bad(paced))


def test_nobody_gets_more_time_who_is_not_awaited() -> None:
    paced = table()
    paced.rule("extend", seat="red", due=DUE)
    assert judged(paced.pack()) == bad(paced)


@pytest.mark.parametrize(("until", "is_good"), [(0, True), (1, True), (None, False), (-1, False)])
def test_a_pause_ends_after_it_began_or_is_without_an_end(until: int | None, is_good: bool) -> None:
    paced = table()
    paced.rule("pause", until=0 if until == 0 else paced.now + (until or 0))
    assert judged(paced.pack()) == (None if is_good else bad(paced))


@pytest.mark.parametrize(("seconds", "is_good"), [(-1, True), (0, False)])
def test_a_pause_is_ended_before_it_ends_by_itself(seconds: int, is_good: bool) -> None:
    paced = table()
    end = paced.now + DAY
    paced.rule("pause", until=end)
    paced.now = end + seconds
    paced.rule("resume")
    assert judged(paced.pack()) == (None if is_good else bad(paced))


@pytest.mark.parametrize(("seconds", "is_good"), [(0, True), (1, False)])
def test_nothing_is_put_off_beyond_what_the_pace_covers(seconds: int, is_good: bool) -> None:
    for act, more in (("pause", {}), ("extend", {"seat": "blue"})):
        paced = table()
        last = paced.entries[0].body["at"] + COVERED + seconds
        paced.rule(act, **more, **{"until" if act == "pause" else "due": last})
        assert judged(paced.pack()) == (None if is_good else bad(paced))
