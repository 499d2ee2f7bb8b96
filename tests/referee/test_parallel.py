"""Decisions in parallel: collected in secret, appended together in seat order."""

import pytest

from pbem.referee.acts.rulings import RulingError
from tests.referee.bench import Bench

THREE = ("red", "green", "blue")


@pytest.mark.parametrize("rules", ["toy", "secretbids"])
@pytest.mark.parametrize("order", [("red", "green", "blue"), ("blue", "green", "red"), ("green", "blue", "red")])
def test_choices_are_appended_together_in_seat_order_when_the_last_is_in(rules: str, order: tuple[str, ...]) -> None:
    bench = Bench(rules, THREE)
    start = len(bench.entries)
    for seat in order[:-1]:
        bench.play(seat, "bid 1")
        assert len(bench.entries) == start
        assert bench.asked() == [(seat, "bid") for seat in THREE]
    bench.play(order[-1], "bid 2")
    assert bench.kinds(start)[:6] == ["order", "move"] * 3
    assert [seat for seat, _text in bench.moves()[:3]] == list(THREE)
    assert dict(bench.moves()[:3])[order[-1]] == "bid 2"
    bench.assert_sound()


def test_the_record_does_not_tell_who_answered_last() -> None:
    records = []
    for order in (("red", "green"), ("green", "red")):
        bench = Bench()
        for seat in order:
            bench.play(seat, "bid 1")
        records.append([entry.raw for entry in bench.entries])
    assert records[0] == records[1]


def test_a_choice_can_be_changed_until_the_last_is_in() -> None:
    bench = Bench("secretbids")
    bench.play("red", "bid 1")
    bench.play("red", "bid 2")
    bench.play("green", "bid 0")
    assert bench.moves() == [("red", "bid 2"), ("green", "bid 0")]


def test_a_choice_can_be_taken_back_until_the_last_is_in() -> None:
    bench = Bench()
    bench.play("red", "bid 1")
    bench.play("red", "clear")
    bench.play("green", "bid 0")
    assert bench.moves() == []
    assert bench.asked() == [("red", "bid"), ("green", "bid")]


@pytest.mark.parametrize("rules", ["toy", "secretbids"])
def test_a_default_is_played_together_with_what_others_chose(rules: str) -> None:
    bench = Bench(rules, THREE)
    bench.play("red", "bid 2")
    bench.play("blue", "bid 1")
    bench.default("green")
    assert bench.moves()[:3] == [("red", "bid 2"), ("green", "bid 0"), ("blue", "bid 1")]
    assert bench.kinds(5)[:6] == ["ruling", "order", "move", "move", "order", "move"]
    bench.assert_sound()


def test_a_default_does_not_go_ahead_of_those_still_awaited_but_is_kept_like_a_choice() -> None:
    bench = Bench("toy", THREE)
    bench.play("red", "bid 2")
    head = bench.match.head
    decided = bench.default("green")
    assert bench.match.head == head, "nobody can see it"
    assert [(notice.seat, notice.aside.act) for notice in decided.notices if notice.aside] == [("green", "play")]
    with pytest.raises(RulingError, match="green has answered"):
        bench.default("green")
    bench.default("blue")
    assert bench.moves()[:3] == [("red", "bid 2"), ("green", "bid 0"), ("blue", "bid 0")]
    bench.assert_sound()


def test_a_vacant_seat_is_not_waited_for() -> None:
    bench = Bench("toy", THREE)
    bench.play("green", "resign")
    bench.play("blue", "bid 1")
    bench.play("red", "bid 1")
    assert bench.moves()[:3] == [("red", "bid 1"), ("green", "bid 0"), ("blue", "bid 1")]
    bench.assert_sound()
