"""What no plan and no player can do to the referee: hold him for ever, or leave half a game behind."""

import pytest

from pbem.referee.acts import rulings
from pbem.referee.acts.rulings import RulingError
from pbem.referee.acts.scribe import MOST_MOVES, Scribe
from tests.referee.bench import AT, GREEN, RED, Bench
from tests.wording import REFEREE, match_of, text_of


def short(rolls: int) -> Bench:
    return Bench(seed="1598", rolls=rolls)


def test_a_ladder_that_ends_refuses_the_sheet_and_writes_nothing() -> None:
    bench = short(16)
    bench.play("red", "bid 0")
    bench.play("green", "bid 0")
    problem = bench.refuse("red", "reroll").problems[0]
    assert (problem.line, problem.text) == (0, text_of(REFEREE, "ladder_end", rolls=16))
    bench.play("red", "reroll none")
    assert bench.asked() == [("red", "keep")]
    bench.assert_sound()


def test_a_ladder_that_ends_refuses_rulings_but_not_the_last_one() -> None:
    bench = short(16)
    bench.play("red", "bid 0; reroll none")
    bench.play("green", "bid 0")
    before = (bench.match, bench.plans, bench.entries[:])
    with pytest.raises(RulingError, match=match_of(REFEREE, "ladder_end", rolls=16)):
        bench.default("red")
    assert before == (bench.match, bench.plans, bench.entries)
    assert bench.refuse("red", "resign").problems[0].text == text_of(REFEREE, "ladder_end", rolls=16)
    bench.rule(rulings.void)
    assert bench.match.phase == "void"


def test_the_last_rung_is_used() -> None:
    bench = short(64)
    for seat in ("red", "green"):
        bench.play(seat, "always any")
    assert bench.match.phase == "over"
    assert max(bench.match.used.values()) == 64
    bench.assert_sound()


def test_happenings_belong_to_the_entry_that_brought_them(bench: Bench) -> None:
    bench.play("red", "bid 1")
    bench.play("green", "bid 0")
    moves = [entry.seq for entry in bench.entries if entry.body["kind"] == "move"]
    assert [(seq, happening.saying.key) for seq, happening in bench.told] == [
        (moves[0], "noted"),
        (moves[1], "noted"),
        (moves[1], "bid"),
        (moves[1], "bid"),
        (moves[1], "saw"),
        (moves[1], "rolled"),
    ]


def test_entries_carry_the_time_of_the_command(bench: Bench) -> None:
    bench.play("red", "bid 1")
    bench.play("green", "bid 0")
    assert {entry.body["at"] for entry in bench.entries[4:]} == {AT + 4}


def test_the_input_is_left_untouched(bench: Bench) -> None:
    match, plans = bench.match, bench.plans
    copied = dict(plans)
    bench.play("green", "bid 1")
    bench.play("red", "bid 1; any; any; any")
    assert (match.head.size, match.turns, plans) == (4, {}, copied)


def test_a_game_of_vacant_and_planned_seats_plays_itself_to_the_end(bench: Bench) -> None:
    bench.play("green", "resign")
    bench.play("red", "always any")
    assert bench.match.phase == "over"
    assert bench.kinds()[-1] == "close"
    assert GREEN in bench.match.vacant
    bench.assert_sound()


def endless() -> Bench:
    bench = Bench("endless")
    bench.play("red", "always any", language="de")
    bench.play("green", "always any")
    return bench


def test_plans_that_never_end_are_stopped_and_their_seats_asked() -> None:
    bench = endless()
    assert len(bench.moves()) == MOST_MOVES
    assert [notice.seat for notice in bench.notices] == [RED, GREEN]
    assert bench.notices[0].problems[0].text == text_of(REFEREE, "many_moves", "de", moves=MOST_MOVES)
    assert bench.notices[1].problems[0].text == text_of(REFEREE, "many_moves", moves=MOST_MOVES)
    bench.assert_sound()


def test_a_game_that_was_stopped_goes_on_with_any_sheet() -> None:
    bench = endless()
    bench.play("red", "always any")
    assert len(bench.moves()) == 2 * MOST_MOVES
    bench.play("green", "clear")
    assert len(bench.moves()) == 2 * MOST_MOVES
    bench.play("green", "bid 2")
    assert ("green", "bid 2") in bench.moves()[2 * MOST_MOVES :]
    bench.assert_sound()


def test_who_is_never_asked_is_never_stopped_at(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.referee.acts.scribe.MOST_MOVES", 1)
    bench.play("red", "bid 0; reroll none; keep wine | any; gift")
    bench.play("green", "bid 0")
    assert bench.asked() == [("red", "reroll")]
    bench.play("red", "reroll none; keep wine; gift")
    assert bench.asked() == [("red", "keep")]
    bench.play("red", "keep wine; gift")
    assert bench.moves()[-1] == ("red", "gift")


def test_an_always_line_is_forgotten_when_nothing_can_need_it_any_more(bench: Bench) -> None:
    bench.play("red", "always bid 0; always gift none")
    bench.play("green", "always any")
    assert [planned.line.text for planned in bench.plans[RED].always] == ["always bid 0", "always gift none"]
    bench.play("red", "reroll none; keep fig | any\nnext\nreroll none")
    assert bench.asked() == [("red", "keep")]
    assert bench.match.state.public.round == 2
    assert [planned.line.text for planned in bench.plans[RED].always] == ["always gift none"]


def test_time_never_goes_back_in_a_record(bench: Bench) -> None:
    bench.play("red", "bid 0")
    later = bench.entries[-1].body["at"] + 5
    scribe = Scribe(bench.match, bench.plans, bench.secrets, later)
    scribe.append("ruling", act="play", reason="", seat="red")
    behind = Scribe(scribe.match, bench.plans, bench.secrets, later - 3600)
    assert behind.append("ruling", act="play", reason="", seat="green").body["at"] == later


def test_an_order_says_when_its_sheet_came_and_never_later_than_it_was_used(bench: Bench) -> None:
    bench.play("red", "bid 0", came=AT - 100)
    bench.play("green", "bid 0", came=AT + 10_000)
    orders = [entry.body for entry in bench.entries if entry.body["kind"] == "order"]
    assert [order["came"] for order in orders] == [AT - 100, orders[1]["at"]]
    bench.assert_sound()
