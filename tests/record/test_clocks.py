"""The clocks of a game: random worlds against a slow model, what an entry does to them, and what they cost."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import convert

from pbem.record.law.timing import clocks_objection
from pbem.record.log.kinds import Content
from pbem.record.log.pace import DAY, Pace
from pbem.record.time.clocks import Clocks
from pbem.record.time.hosting import Hosting
from pbem.record.time.seat_clock import SeatClock
from tests.record.paced import HOUR, PACE
from tests.record.work import work
from tests.record.world import SEATS, Time, World, content_of

PLAIN = PACE | {"rest": [], "offsets": [[0, 0]], "grace": 0, "outage": 60}


def test_random_worlds_are_as_the_model_has_them() -> None:
    told: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for seed in range(150):
        world = World(seed)
        for _ in range(40):
            world.step()
        told.update(world.told)
        refused.update(world.refused)
    # Each of them must have come, and been refused, or nothing was compared.
    assert min(told[name] for name in ("late", "leave", "outage", "extend", "pause", "resume", "back", "move")) > 60
    assert min(refused[name] for name in ("late", "leave", "outage", "extend", "pause", "move")) > 20


class Game:
    """A game with a pace, entry by entry; what may not come says why."""

    def __init__(self, *asks: str, **pace: Any) -> None:
        self.pace: dict[str, Any] = PLAIN | pace
        self.at, self.seq = 100 * DAY, 0
        known = convert(self.pace, Pace)
        self.clocks = Clocks(known, {seat: SeatClock(known.bank) for seat in SEATS})
        self.bodies: list[dict[str, Any]] = []
        self.enter(kind="start", asks=[one.split() for one in asks], luck={}, chance=[], position="0" * 64)

    def enter(self, **fields: Any) -> str | None:
        """Write an entry; returns why it may not come, and then it does not."""
        body: dict[str, Any] = {"at": self.at, "game": "g", "prev": "0" * 64, "seq": self.seq} | fields
        content: Content = content_of(body)
        if why := clocks_objection(self.clocks, content, Hosting(frozenset())):
            return why
        self.clocks = self.clocks.after(content, Hosting(frozenset()))
        self.bodies.append(body)
        self.at, self.seq = body["at"], self.seq + 1
        return None

    def order(self, seat: str, came: int, word: str = "") -> str | None:
        """Enter an order."""
        fields = {"seal": "0" * 64, "seen": None, "sign": "desk", "word": word}
        return self.enter(kind="order", seat=seat, came=came, at=max(self.at, came), **fields)

    def move(self, seat: str, cause: object, *asks: str) -> str | None:
        """Enter a move."""
        opened = {"chance": [], "opens": [], "position": "0" * 64, "text": "x"}
        return self.enter(kind="move", seat=seat, cause=cause, asks=[one.split() for one in asks], **opened)

    def late(self, seat: str, at: int = 0) -> str | None:
        """Call a seat late."""
        due = self.clocks.due(seat)
        return self.enter(kind="clock", act="late", seat=seat, due=due, at=at or max(self.at, due or 0))

    def outage(self, seconds: int) -> str | None:
        """Say that nobody could be reached."""
        begin = self.at
        span = {"from": begin, "to": begin + seconds}
        return self.enter(kind="clock", act="outage", seat="", at=begin + seconds, **span)

    def rule(self, act: str, **fields: Any) -> str | None:
        """Rule about time."""
        return self.enter(kind="ruling", act=act, reason="", **fields)

    def bank(self, seat: str) -> int:
        """Return what a seat has in its bank."""
        return self.clocks.seats[seat].bank


def test_in_the_second_of_the_deadline_both_may_come_and_the_first_counts() -> None:
    due = 100 * DAY + 48 * HOUR
    mail, clock = Game("a 1"), Game("a 1")
    assert mail.order("a", due) is None
    assert mail.move("a", 1, "b 1") is None
    assert clock.late("a", due) is None
    assert clock.order("a", due) is None
    assert "something else than the default" in (clock.move("a", 2, "b 1") or "")
    assert clock.move("a", "late", "b 1") is None
    assert mail.bank("a") == clock.bank("a") == 0


def test_a_second_later_nobody_answers_and_a_second_earlier_nobody_is_late() -> None:
    due = 100 * DAY + 48 * HOUR
    game = Game("a 1", grace=60)
    assert "before its deadline" in (game.late("a", due + 59) or "")
    assert game.order("a", due + 61) is None
    assert "after its deadline" in (game.move("a", 1, "b 1") or "")


def test_only_who_was_late_before_a_pause_without_an_end_began_has_missed_a_deadline() -> None:
    due, missed = 100 * DAY + 48 * HOUR, []
    for begin in (due + 60, due + 61):  # in the last second of the grace an answer still counts
        game = Game("a 1", grace=60)
        assert game.rule("pause", until=0, at=begin) is None
        missed.append(game.clocks.missed("a"))
    assert missed == [None, due]


def test_what_is_asked_and_answered_in_one_second_costs_nothing() -> None:
    game = Game("a 1")
    assert game.order("a", game.at) is None
    assert game.move("a", 1, "a 1", "b 1") is None
    assert game.bank("a") == 48 * HOUR


def test_entries_of_one_second_about_different_seats_may_stand_in_any_order() -> None:
    one, two = Game("a 1", "b 1"), Game("a 1", "b 1")
    for game, seats in ((one, "ab"), (two, "ba")):
        for seat in seats:
            assert game.rule("extend", seat=seat, due=game.at + 60 * HOUR) is None
    assert one.clocks.seats == two.clocks.seats


def test_half_of_its_time_is_over_in_the_middle_and_never_for_a_seat_that_is_not_awaited() -> None:
    game = Game("a 1", bank=48 * HOUR)
    assert game.clocks.half("a") == game.at + 24 * HOUR
    assert game.clocks.half("b") == 0
    assert game.outage(2 * HOUR) is None
    assert game.clocks.half("a") == 100 * DAY + 26 * HOUR


def test_a_takeback_gives_a_question_time_and_no_bank() -> None:
    game = Game("a 1", "b 1")
    assert game.late("a") is None
    assert game.move("a", "late", "a 2", "b 1") is None
    assert game.rule("back", to=0, by=[], asks=[["a", "1"], ["b", "1"]]) is None
    assert game.bank("a") == 48 * HOUR  # of the turn after the late one, which was asked for
    assert not game.clocks.is_late("a")
    game = Game("a 1")
    assert game.order("a", game.at + 47 * HOUR) is None
    assert game.move("a", 1, "b 1") is None
    assert game.rule("back", to=0, by=[], asks=[["a", "1"]]) is None
    assert game.bank("a") == HOUR
    assert game.clocks.due("a") == game.at + 12 * HOUR  # what a turn adds, for this question alone


def test_who_is_asked_again_after_a_takeback_may_answer_although_he_was_late() -> None:
    game = Game("a 1")
    assert game.late("a") is None
    assert game.move("a", "late", "b 1") is None
    assert game.rule("back", to=0, by=[], asks=[["a", "1"]]) is None
    assert game.clocks.seats["a"].lates == 1
    assert "was not late" in (game.move("a", "late", "b 1") or "")
    assert game.order("a", game.at + 12 * HOUR) is None
    assert game.move("a", game.seq - 1, "b 1") is None
    assert game.clocks.seats["a"].lates == 0


def test_a_turn_that_is_taken_back_is_late_once_and_the_next_one_counts() -> None:
    game = Game("a 1")
    for _ in range(3):
        assert game.late("a") is None
        assert game.move("a", "late", "b 1") is None
        assert game.clocks.seats["a"].lates == 1
        assert game.rule("back", to=0, by=[], asks=[["a", "1"]]) is None
    assert game.late("a") is None
    assert game.move("a", "late", "a 2") is None
    assert game.late("a") is None
    assert game.clocks.is_given_up("a")


def test_who_was_late_too_often_neither_answers_nor_is_late_again() -> None:
    game = Game("a 1", lates=1)
    assert game.late("a") is None
    assert game.move("a", "late", "a 2") is None
    assert game.order("a", game.at) is None
    assert "did not change hands" in (game.move("a", game.seq - 1, "b 1") or "")
    assert "did not change hands" in (game.late("a") or "")
    assert game.enter(kind="seat", seat="a", name="Ida", key="desk", luck="", by=[]) is None
    assert game.clocks.due("a") == game.at + 48 * HOUR
    assert game.order("a", game.at) is None
    assert game.move("a", game.seq - 1, "b 1") is None


def test_a_turn_adds_once_and_not_above_the_cap() -> None:
    game = Game("a 1", cap=50 * HOUR)
    for turn in (2, 1, 2, 3):
        assert game.move("a", "forced", f"a {turn}") is None
    assert game.bank("a") == 50 * HOUR
    game = Game("a 1")
    for turn in (2, 1, 2):
        assert game.move("a", "forced", f"a {turn}") is None
    assert game.bank("a") == 60 * HOUR


def busy_extending(count: int) -> Game:
    """Return a game in which outages and extensions take turns while one question is open."""
    game = Game("a 1", "b 1", **at_the_end_of_time())
    for number in range(count):
        assert game.outage(60) is None
        assert game.rule("extend", seat="a", due=(game.clocks.due("a") or 0) + 1 + number % 2) is None
    return game


def busy_turning(count: int) -> Game:
    """Return a game with a new turn in every move, each laid to an order."""
    game = Game("a 0")
    for number in range(count):
        assert game.order("a", game.at + 1) is None
        assert game.move("a", game.seq - 1, f"a {number + 1}") is None
    return game


def busy_ordering(count: int) -> Game:
    """Return a game with orders that cause nothing, and outages between them; then one that does."""
    game = Game("a 1", **at_the_end_of_time())
    for _ in range(count):
        assert game.order("a", game.at) is None
        assert game.outage(60) is None
    assert game.move("a", 1, "b 1") is None
    return game


def busy_leaving(count: int) -> Game:
    """Return a game with many leaves, in which more are announced and given up, and time is asked for."""
    game = Game("a 1", leave=366, bank=366 * DAY, cap=366 * DAY)
    for day in range(110, 210, 2):
        _leave(game, day, 1)
    for number in range(count // 4):
        _leave(game, 1000 + number, 1)
        _leave(game, 1000 + number, 0)
        assert game.rule("extend", seat="a", due=(game.clocks.due("a") or 0) + 1) is None
    return game


def _leave(game: Game, day: int, days: int) -> None:
    assert game.order("a", game.at, "leave") is None
    span = {"from": day * DAY, "to": (day + days) * DAY}
    assert game.enter(kind="clock", act="leave", seat="a", by=[game.seq - 1], **span) is None


def busy_pausing(count: int) -> Game:
    """Return a game that is paused and resumed all the time."""
    game = Game("a 1", "b 1", **at_the_end_of_time())
    for number in range(count):
        assert game.rule("pause", until=game.at + 60 if number % 2 else 0) is None
        assert game.rule("resume") is None
        game.at += 30
    return game


def at_the_end_of_time() -> dict[str, Any]:
    """Return a pace with the largest numbers and as many changes of the clock as an entry can hold."""
    offsets = [[0, 0], *([DAY * number, number % 2] for number in range(1, 2_000))]
    return {"bank": 366 * DAY, "cap": 366 * DAY, "add": 366 * DAY, "rest": [1, 2, 3], "offsets": offsets}


def read_by_tool(game: Game) -> None:
    """Let the small verifier read a game."""
    orders = {body["seq"]: body for body in game.bodies if body["kind"] == "order"}
    tool = Time({"pace": game.pace, "seats": SEATS, "seq": 0, "at": 0}, orders)
    asks: dict[str, str] = {}
    for body in game.bodies:
        asks = dict(body.get("asks", asks.items()))
        is_right, told = tool.read(body, asks, None)
        assert is_right, told


def read_by_package(game: Game) -> None:
    """Let the package read a game."""
    known = convert(game.pace, Pace)
    clocks = Clocks(known, {seat: SeatClock(known.bank) for seat in SEATS})
    for body in game.bodies:
        content = content_of(body)
        assert clocks_objection(clocks, content) is None
        clocks = clocks.after(content)


@pytest.mark.parametrize("read", [read_by_package, read_by_tool], ids=["package", "tool"])
@pytest.mark.parametrize("busy", [busy_extending, busy_turning, busy_ordering, busy_leaving, busy_pausing])
def test_a_record_twice_as_long_costs_about_twice_as_much(
    busy: Callable[[int], Game], read: Callable[[Game], None]
) -> None:
    small, large = busy(150), busy(600)
    once, more = work(lambda: read(small)), work(lambda: read(large))
    assert more < 6 * once  # four times as long


@pytest.mark.parametrize("read", [read_by_package, read_by_tool], ids=["package", "tool"])
def test_the_largest_numbers_cost_what_small_ones_do(read: Callable[[Game], None]) -> None:
    usual, largest = Game("a 1"), Game("a 1", **at_the_end_of_time())
    for game, at in ((usual, 200 * DAY), (largest, 2**53 - 4_000 * DAY)):
        assert game.rule("pause", until=at) is None
        assert game.enter(kind="ruling", act="extend", reason="", seat="a", due=2**53 - 1, at=game.at + 1) is None
    set_up = work(lambda: convert(largest.pace, Pace)._sums)
    assert work(lambda: read(largest)) < 3 * work(lambda: read(usual)) + 3 * set_up
