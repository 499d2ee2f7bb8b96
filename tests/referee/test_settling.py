"""What happens by time alone: answers are held, the late get the default, clocks stop; whoever looks and when."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from pbem.record.log.pace import Pace
from pbem.referee.acts import rulings
from pbem.referee.acts.scribe import Scribe
from pbem.referee.acts.settling import Outage, awaited, next_event, settle
from pbem.referee.acts.submit import Refused
from pbem.referee.match.decided import Decided
from pbem.referee.match.match import Holder
from tests.referee.bench import AT, BLUE, GREEN, RED, Bench
from tests.wording import REFEREE, text_of

HOUR = 3_600
DAY = 24 * HOUR
THREE = ("red", "green", "blue")
PACE = Pace(
    add=4 * HOUR,
    bank=DAY,
    cap=3 * DAY,
    grace=HOUR,
    hold=600,
    late="default",
    lates=2,
    leave=14,
    offsets=((0, 0),),
    outage=2 * HOUR,
    rest=(),
    zone="UTC",
)
IDA = Holder("Ida", "desk")


@pytest.fixture
def bench() -> Bench:
    return Bench("toy", THREE, pace=PACE)


def causes(bench: Bench) -> list[tuple[str, object]]:
    return [(entry.body["seat"], entry.body["cause"]) for entry in bench.entries if entry.body["kind"] == "move"]


def bank(bench: Bench, seat: str) -> int:
    assert bench.match.clocks is not None
    return bench.match.clocks.seats[seat].bank


def chosen(bench: Bench) -> Bench:
    """Let all three have chosen; then red is asked alone."""
    for seat in THREE:
        bench.play(seat, "bid 1")
    return bench.at(1_000)


class TestHeld:
    def test_an_answer_is_played_when_it_can_no_longer_be_taken_back(self, bench: Bench) -> None:
        chosen(bench)
        size = bench.match.head.size
        bench.play("red", "keep fig | keep wine | any")
        assert bench.match.head.size == size
        assert bench.at(1_600).match.head.size == size, "in that very second a word that comes is first"
        assert bench.at(1_601).match.head.size > size
        assert {entry.body["at"] for entry in bench.entries[size:]} == {AT + 1_600}
        bench.assert_sound()

    def test_taken_back_in_time_it_leaves_no_trace(self, bench: Bench) -> None:
        chosen(bench)
        before = bench.match, bench.plans
        bench.play("red", "any")
        bench.at(1_300).play("red", "undo")
        assert (bench.match, bench.plans) == before
        assert bench.at(9_000).match.head == before[0].head

    def test_another_sheet_takes_its_place_and_its_time(self, bench: Bench) -> None:
        chosen(bench)
        size = bench.match.head.size
        bench.play("red", "reroll")
        bench.at(1_500).play("red", "reroll none; any")
        assert bench.at(1_700).match.head.size == size
        bench.at(2_101)
        assert "reroll none" in [text for _seat, text in bench.moves()]
        orders = [entry.body for entry in bench.entries[size:] if entry.body["kind"] == "order"]
        assert [order["came"] for order in orders] == [AT + 1_500]
        bench.assert_sound()

    def test_what_was_planned_before_is_not_held(self, bench: Bench) -> None:
        bench.play("red", "bid 1; any")
        for seat in ("green", "blue"):
            bench.play(seat, "bid 1")
        bench.at(601)
        assert ("red", 5) in causes(bench)[1:], "its later lines follow at once"
        bench.assert_sound()

    def test_where_nothing_is_held_it_is_played_at_once(self) -> None:
        bench = Bench("toy", ("red", "green"), pace=replace(PACE, hold=0))
        for seat in ("red", "green"):
            bench.at(10).play(seat, "bid 0")
        assert len(bench.moves()) == 2

    def test_the_time_it_came_is_what_it_cost(self, bench: Bench) -> None:
        for seat, at in (("red", 100), ("green", 3 * HOUR), ("blue", HOUR)):
            bench.time = AT + at
            bench.play(seat, "bid 1")
        bench.at(3 * HOUR + 601)
        assert [DAY - bank(bench, seat) for seat in ("red", "green", "blue")] == [100, 3 * HOUR, HOUR]


class TestLate:
    def test_the_default_is_played_when_deadline_and_grace_are_over_and_not_before(self, bench: Bench) -> None:
        chosen(bench)
        due = bench.match.clocks.due("red") if bench.match.clocks else 0
        assert due == AT + 600 + DAY, "asked when the last one could not be taken back any more"
        size = bench.match.head.size
        assert bench.at(600 + DAY + HOUR).match.head.size == size
        bench.at(600 + DAY + HOUR + 1)
        late = bench.entries[size].body
        assert (late["act"], late["seat"], late["due"], late["at"]) == ("late", "red", due, due + HOUR)
        assert causes(bench)[3] == ("red", "late")
        assert bank(bench, "red") == 0
        bench.assert_sound()

    def test_everything_else_of_that_turn_is_played_at_once_unless_it_was_planned(self, bench: Bench) -> None:
        chosen(bench)
        bench.at(2 * DAY)
        assert [cause for seat, cause in causes(bench)[3:] if seat == "red"] == ["late", "late", "default"]
        assert awaited(bench.match, bench.plans).keys() == {"green"}
        bench.assert_sound()

    def test_an_answer_that_came_in_time_counts_however_late_it_is_looked_at(self, bench: Bench) -> None:
        chosen(bench)
        bench.time = AT + 600 + DAY + HOUR
        bench.play("red", "any")
        bench.at(10 * DAY)
        assert ("red", "late") not in causes(bench)[:4]
        assert bank(bench, "red") == 0
        bench.assert_sound()

    def test_who_was_late_begins_the_next_turn_with_the_opening_bank(self, bench: Bench) -> None:
        chosen(bench)
        bench.at(600 + DAY + HOUR + 1)
        for seat in ("green", "blue"):
            bench.play(seat, "any; any; any; any")
            bench.at(bench.time - AT + 601)
        assert bench.asked()[0] == ("red", "bid")
        assert bank(bench, "red") == DAY
        assert bank(bench, "green") > DAY - HOUR

    def test_after_so_many_late_turns_the_seat_is_given_to_a_volunteer(self, bench: Bench) -> None:
        chosen(bench)
        for seat in ("green", "blue"):
            bench.play(seat, "always any")
        bench.at(600 + DAY + HOUR + 1)
        assert bench.match.holders[RED].name == "Red"
        scribe = Scribe(bench.match, bench.plans, bench.secrets, bench.now, volunteers=lambda _at: [IDA])
        bench.keep(settle(scribe, AT + 10 * DAY))
        assert bench.match.holders[RED] == IDA
        ruling = next(entry.body for entry in bench.entries if entry.body.get("act") == "substitute")
        assert ruling["reason"] == "late too often"
        assert bench.verify().host.handed_over == ("red",)
        bench.assert_sound()

    def test_without_a_volunteer_nobody_plays_it_on(self, bench: Bench) -> None:
        chosen(bench)
        for seat in ("green", "blue"):
            bench.play(seat, "always any")
        bench.at(30 * DAY)
        assert bench.match.holders[RED].name == ""
        assert bench.match.phase == "over", "the others play by their plans, red by the rules"
        bench.assert_sound()

    def test_where_the_host_is_asked_nothing_happens_and_a_late_answer_counts(self) -> None:
        bench = Bench("toy", THREE, pace=replace(PACE, late="ask"))
        chosen(bench)
        size = bench.at(9 * DAY).match.head.size
        assert next_event(bench.match, bench.plans) is None
        bench.play("red", "any")
        assert bench.at(9 * DAY + 601).match.head.size > size
        assert bank(bench, "red") == 0
        bench.assert_sound()


class TestTogether:
    def test_who_is_late_waits_like_a_choice_and_only_he_is_told(self, bench: Bench) -> None:
        bench.at(100).play("green", "bid 1")
        bench.keep(rulings.about_time(bench.scribe(), act="extend", seat="blue", due=AT + 5 * DAY, reason="ill"))
        size = bench.match.head.size
        bench.at(2 * DAY)
        assert bench.match.head.size == size
        assert [(notice.seat, notice.aside.act) for notice in bench.notices if notice.aside] == [("red", "late")]
        assert bench.refuse("red", "bid 2").problems[0].text == text_of(REFEREE, "aside_late")
        bench.play("blue", "bid 2")
        bench.at(2 * DAY + 601)
        assert [(entry.body["kind"], entry.body.get("seat")) for entry in bench.entries[size : size + 6]] == [
            ("clock", "red"),
            ("move", "red"),
            ("order", "green"),
            ("move", "green"),
            ("order", "blue"),
            ("move", "blue"),
        ]
        assert bench.entries[size].body["due"] == AT + DAY
        bench.assert_sound()

    def test_an_answer_is_replaced_until_its_own_deadline(self, bench: Bench) -> None:
        bench.at(100).play("green", "bid 1")
        bench.at(DAY).play("green", "bid 2")
        bench.time = AT + DAY + 1
        assert bench.refuse("green", "bid 0").problems[0].text == text_of(REFEREE, "answer_stands")
        assert bench.refuse("green", "clear").problems[0].text == text_of(REFEREE, "answer_stands")

    def test_who_clears_his_answer_has_been_awaited_all_the_time(self, bench: Bench) -> None:
        bench.at(100).play("green", "bid 1")
        bench.at(DAY - 10).play("green", "clear")
        assert awaited(bench.match, bench.plans)[GREEN] == AT + DAY

    def test_whether_somebody_has_answered_changes_nothing_for_the_others(self, bench: Bench) -> None:
        other = Bench("toy", THREE, pace=PACE)
        bench.at(100).play("green", "bid 1")
        for one in (bench, other):
            one.at(5_000)
        assert bench.match == other.match
        assert all(bench.plans[seat].is_empty for seat in (RED, BLUE))


class TestOutages:
    def test_no_clock_runs_while_the_referee_is_not_there(self, bench: Bench) -> None:
        bench.at(3 * DAY, Outage(AT + HOUR, AT + 3 * DAY - HOUR))
        assert bench.kinds()[-1] == "clock"
        assert bench.entries[-1].body["at"] == AT + 3 * DAY - HOUR
        assert bench.match.clocks is not None
        assert bench.match.clocks.due("red") == AT + 3 * DAY - HOUR + 23 * HOUR
        bench.assert_sound()

    def test_a_short_one_counts_for_nothing(self, bench: Bench) -> None:
        bench.at(DAY, Outage(AT + HOUR, AT + 3 * HOUR - 1))
        assert bench.kinds()[-1] == "start"

    def test_a_mail_of_that_time_is_taken_after_it_and_costs_what_ran_before(self, bench: Bench) -> None:
        outage = Outage(AT + HOUR, AT + 9 * HOUR)
        for seat in THREE:
            bench.at(5 * HOUR, outage)
            bench.play(seat, "bid 1")
        bench.at(5 * HOUR + 601, outage)
        assert {entry.body["at"] for entry in bench.entries if entry.body["kind"] == "move"} == {AT + 9 * HOUR}
        assert {DAY - bank(bench, seat) for seat in THREE} == {HOUR}
        bench.assert_sound()

    def test_it_is_written_once(self, bench: Bench) -> None:
        outage = Outage(AT + HOUR, AT + 9 * HOUR)
        for seconds in (10 * HOUR, 11 * HOUR, 12 * HOUR):
            bench.at(seconds, outage)
        assert bench.kinds().count("clock") == 1


class TestRulings:
    def test_a_pause_stops_all_clocks_until_it_is_over(self, bench: Bench) -> None:
        bench.at(HOUR)
        bench.keep(rulings.about_time(bench.scribe(), act="pause", until=0, reason="holidays"))
        assert next_event(bench.match, bench.plans) is None
        bench.at(50 * DAY)
        bench.keep(rulings.about_time(bench.scribe(), act="resume", reason="over"))
        assert bench.match.clocks is not None
        assert bench.match.clocks.due("red") == AT + 50 * DAY + 23 * HOUR
        bench.assert_sound()

    def test_an_answer_that_came_in_a_pause_counts_when_the_clocks_run_again(self, bench: Bench) -> None:
        bench.at(HOUR).play("red", "bid 1")
        bench.at(DAY + HOUR // 2)  # the deadline is over, and half of the grace
        bench.keep(rulings.about_time(bench.scribe(), act="pause", until=0, reason="holidays"))
        for seconds, seat in ((2 * DAY, "green"), (3 * DAY - 60, "blue")):  # the second is still held then
            bench.at(seconds).play(seat, "bid 1")
        bench.at(3 * DAY)
        bench.keep(rulings.about_time(bench.scribe(), act="resume", reason="over"))
        bench.at(3 * DAY + HOUR)
        assert [seat for seat, cause in causes(bench)[:3] if isinstance(cause, int)] == ["red", "green", "blue"]
        bench.assert_sound()

    @pytest.mark.parametrize("until", [0, 3 * DAY])
    def test_whose_grace_was_not_over_has_it_once_more_after_a_pause(self, bench: Bench, until: int) -> None:
        bench.at(DAY + HOUR // 2)
        bench.keep(rulings.about_time(bench.scribe(), act="pause", until=until and AT + until, reason="holidays"))
        if not until:
            bench.at(3 * DAY)
            bench.keep(rulings.about_time(bench.scribe(), act="resume", reason="over"))
        bench.at(3 * DAY + HOUR)
        assert "late" not in [entry.body.get("act") for entry in bench.entries]
        bench.at(3 * DAY + HOUR + 1)
        lates = [entry.body for entry in bench.entries if entry.body.get("act") == "late"]
        assert [(late["seat"], late["due"], late["at"]) for late in lates] == [
            (seat, AT + 3 * DAY, AT + 3 * DAY + HOUR) for seat in THREE
        ]
        bench.assert_sound()

    def test_a_pause_with_an_end_in_place_of_one_without_leaves_the_grace_as_well(self, bench: Bench) -> None:
        bench.at(DAY + HOUR // 2)
        for until in (0, 4 * DAY):
            bench.keep(rulings.about_time(bench.scribe(), act="pause", until=until and AT + until, reason="holidays"))
            bench.at(3 * DAY)
        assert bench.match.clocks is not None
        assert [bench.match.clocks.due(seat) for seat in THREE] == [AT + 4 * DAY] * 3
        bench.assert_sound()

    def test_more_time_that_ends_in_a_pause_ends_with_the_pause(self, bench: Bench) -> None:
        bench.at(HOUR)
        bench.keep(rulings.about_time(bench.scribe(), act="extend", seat="red", due=AT + 2 * DAY, reason="ill"))
        bench.at(DAY)
        bench.keep(rulings.about_time(bench.scribe(), act="pause", until=AT + 5 * DAY, reason="holidays"))
        assert bench.match.clocks is not None
        assert [bench.match.clocks.due(seat) for seat in THREE] == [AT + 5 * DAY] * 3
        bench.assert_sound()

    def test_a_pause_gives_nothing_to_whom_it_takes_nothing_from(self, bench: Bench) -> None:
        bench.play("green", "bid 1")
        for seat in ("red", "blue"):
            bench.keep(rulings.about_time(bench.scribe(), act="extend", seat=seat, due=AT + 9 * DAY, reason="ill"))
        bench.at(2 * DAY)  # what green answered in time waits, and its grace is over
        before = len(bench.entries)
        bench.keep(rulings.about_time(bench.scribe(), act="pause", until=AT + 3 * DAY, reason="holidays"))
        assert [entry.body["act"] for entry in bench.entries[before:]] == ["pause"]
        bench.assert_sound()

    def test_where_the_host_is_asked_a_pause_gives_nobody_time(self) -> None:
        bench = Bench("toy", THREE, pace=replace(PACE, late="ask"))
        bench.at(DAY + HOUR // 2)
        bench.keep(rulings.about_time(bench.scribe(), act="pause", until=AT + 3 * DAY, reason="holidays"))
        assert [entry.body["act"] for entry in bench.entries if entry.body["kind"] == "ruling"] == ["pause"]
        bench.assert_sound()

    @pytest.mark.parametrize(
        ("fields", "why"),
        [
            ({"act": "resume"}, "not paused"),
            ({"act": "pause", "until": 5}, "ends before it begins"),
            ({"act": "extend", "seat": "red", "due": AT + HOUR}, "has until"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, bench: Bench, fields: dict[str, object], why: str) -> None:
        bench.at(HOUR)
        with pytest.raises(rulings.RulingError, match=why):
            rulings.about_time(bench.scribe(), reason="because", **fields)

    def test_going_back_gives_nobody_time(self, bench: Bench) -> None:
        chosen(bench)
        bench.at(20 * HOUR).play("red", "any; any; any")
        bench.at(21 * HOUR)
        before = {seat: bank(bench, seat) for seat in THREE}
        bench.back(next(entry.seq for entry in bench.entries if entry.body["kind"] == "start"))
        assert {seat: bank(bench, seat) for seat in THREE} == before
        assert bench.match.clocks is not None
        assert bench.match.clocks.due("red") == bench.time + max(before["red"], 4 * HOUR)
        bench.assert_sound()

    def test_a_result_that_is_ruled_ends_the_game(self, bench: Bench) -> None:
        result = {"ranks": {"red": 1, "green": 1, "blue": 3}, "points": {seat: {"total": 0} for seat in THREE}}
        bench.keep(rulings.adjudicate(bench.scribe(), result, reason="time is up"))
        assert bench.match.phase == "over"
        assert bench.entries[-1].body["result"] == result
        bench.assert_sound()


class Club:
    """Players who send sheets at random times, the same for the same seed, whatever the rhythm of ticks."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.mails: list[tuple[int, str, str]] = []
        at = 0
        for _ in range(60):
            at += random.choice((1, 30, 599, 600, 601, HOUR, 5 * HOUR, DAY, DAY + HOUR, DAY + HOUR + 1))
            seat = random.choice(THREE)
            self.mails.append((at, seat, random.choice(SHEETS)))
        self.outages = [Outage(AT + start, AT + start + 3 * HOUR) for start in (2 * DAY, 9 * DAY)]
        self.random = random

    def play(self, ticks: Iterator[int]) -> Bench:
        """Hand in all sheets in the order of time, with ticks in between."""
        bench = Bench("toy", THREE, pace=PACE)
        upcoming = next(ticks)
        for at, seat, text in self.mails:
            while upcoming <= at:
                self._tick(bench, upcoming)
                upcoming = next(ticks)
            self._tick(bench, at)
            if bench.match.phase == "running" and seat not in bench.match.vacant:
                decided = bench.order(seat, text, came=AT + at)
                assert isinstance(decided, Decided | Refused)
        self._tick(bench, 100 * DAY)
        return bench

    def _tick(self, bench: Bench, at: int) -> None:
        bench.at(at, *(outage for outage in self.outages if outage.begin < AT + at))


SHEETS = ("bid 1", "any", "bid 0; any; any", "clear", "undo", "always any", "reroll; any", "keep fig | any", "resign")


def every(seconds: int) -> Iterator[int]:
    at = 0
    while True:
        at += seconds
        yield at


@pytest.mark.parametrize("seed", range(40))
def test_the_record_does_not_depend_on_how_often_anybody_looks(seed: int) -> None:
    club = Club(seed)
    lazy = club.play(every(200 * DAY))
    busy = club.play(every(7 * 60))
    odd = club.play(iter(sorted({*(Random(seed + 1).randrange(60 * DAY) for _ in range(200)), 10**9})))
    assert [entry.raw for entry in lazy.entries] == [entry.raw for entry in busy.entries]
    assert [entry.raw for entry in lazy.entries] == [entry.raw for entry in odd.entries]
    assert lazy.plans == busy.plans == odd.plans
    lazy.assert_sound()
