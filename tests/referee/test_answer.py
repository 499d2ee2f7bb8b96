"""How plans answer decisions, played on the toy market. Red holds a fig and wine, rolled 2 and has two coins."""

import pytest

from pbem.referee.language.plan import Plan, texts
from pbem.referee.language.sheet import MAX_ORDERS
from tests.referee.bench import GREEN, RED, Bench


def lines(bench: Bench, seat: str = "red") -> tuple[str, ...]:
    return texts(bench.plans[RED if seat == "red" else GREEN].lines)


def causes(bench: Bench, since: int = 0) -> list[object]:
    return [entry.body["cause"] for entry in bench.entries[since:] if entry.body["kind"] == "move"]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("coins >= 2", True),
        ("coins >= 3", False),
        ("coins > 1", True),
        ("coins > 2", False),
        ("coins <= 2", True),
        ("coins <= 1", False),
        ("coins < 3", True),
        ("coins < 2", False),
        ("coins = 2", True),
        ("coins = 1", False),
        ("coins == 2", True),
        ("coins == 0", False),
        ("coins != 3", True),
        ("coins != 2", False),
        ("coins", True),
        ("points", False),
        ("not points", True),
        ("not coins >= 2", False),
        ("legal reroll", True),
        ("legal keep fig", False),
        ("not legal keep fig", True),
        ("have 2", True),
        ("have 2 2", False),
        ("have 3", False),
        ("not have 3", True),
        ("coins >= 2 and have 2 and not points", True),
        ("coins >= 2 and have 3", False),
        ("coins < 999999999", True),
    ],
)
def test_a_condition_chooses_the_alternative(reroll: Bench, condition: str, holds: bool) -> None:
    since = len(reroll.entries)
    reroll.play("red", f"reroll if {condition} | reroll none")
    assert reroll.moves(since) == [("red", "reroll" if holds else "reroll none")]


def test_the_first_legal_alternative_is_played(keep: Bench) -> None:
    since = len(keep.entries)
    keep.play("red", "keep silk | keep wine | keep fig")
    assert keep.moves(since)[0] == ("red", "keep wine")


def test_any_plays_what_the_house_would(keep: Bench) -> None:
    since = len(keep.entries)
    keep.play("red", "keep silk | any")
    assert keep.moves(since)[0] == ("red", "keep fig")


def test_one_sheet_serves_a_whole_turn_and_the_next_one(bench: Bench) -> None:
    bench.play("red", "bid 0; reroll none; keep wine | any; gift\nnext\nbid 1; keep fig | any")
    bench.play("green", "bid 0; reroll none; any; any")
    assert [move for move in bench.moves() if move[0] == "red"] == [
        ("red", "bid 0"),
        ("red", "reroll none"),
        ("red", "keep wine"),
        ("red", "gift"),
    ]
    bench.play("green", "bid 0")
    assert [text for seat, text in bench.moves() if seat == "red"][4] == "bid 1"
    bench.assert_sound()


def test_a_line_serves_the_decision_of_its_kind_wherever_it_stands(reroll: Bench) -> None:
    since = len(reroll.entries)
    reroll.play("red", "gift; keep wine; reroll none")
    assert reroll.moves(since)[:3] == [("red", "reroll none"), ("red", "keep wine"), ("red", "gift")]


def test_of_two_lines_of_a_kind_the_first_is_used_first(bench: Bench) -> None:
    bench.play("red", "bid 1; bid 2")
    bench.play("green", "bid 0")
    assert bench.moves()[0] == ("red", "bid 1")
    assert lines(bench) == ("bid 2",)


def test_a_chain_is_played_move_by_move_under_one_order(keep: Bench) -> None:
    since = len(keep.entries)
    keep.play("red", "polish then keep wine")
    assert keep.moves(since)[:2] == [("red", "polish"), ("red", "keep wine")]
    assert causes(keep, since)[:2] == [since, since]
    assert keep.match.state.public.points["red"] == 3


def test_a_chain_is_all_or_nothing(keep: Bench) -> None:
    found = keep.refuse("red", "polish then keep silk")
    assert [problem.line for problem in found.problems] == [1]
    since = len(keep.entries)
    keep.play("red", "polish then keep silk | keep fig")
    assert keep.moves(since)[0] == ("red", "keep fig")


def test_a_chain_of_the_same_order_twice_is_checked_twice(keep: Bench) -> None:
    keep.refuse("red", "polish then polish then polish then keep fig")
    since = len(keep.entries)
    keep.play("red", "polish then polish then keep fig")
    assert keep.moves(since)[:3] == [("red", "polish"), ("red", "polish"), ("red", "keep fig")]


def test_a_chain_begins_at_the_decision_of_its_first_move_and_its_rest_is_kept_over_chance(reroll: Bench) -> None:
    since = len(reroll.entries)
    reroll.play("red", "reroll then polish then keep wine")
    assert reroll.moves(since) == [("red", "reroll")]
    assert reroll.asked() == [("red", "keep")]
    assert lines(reroll) == ("polish then keep wine",)


def test_the_rest_of_a_chain_goes_on_after_chance(reroll: Bench) -> None:
    since = len(reroll.entries)
    reroll.play("red", "reroll then any")
    assert [text for seat, text in reroll.moves(since) if seat == "red"] == ["reroll", "keep fig", "gift none"]


def test_a_chain_may_reach_over_the_decisions_of_others(bench: Bench) -> None:
    bench.play("red", "bid 1 then reroll")
    bench.play("green", "bid 0")
    assert bench.moves() == [("red", "bid 1"), ("green", "bid 0"), ("red", "reroll")]


def test_moves_in_between_come_before_the_line_below_them(keep: Bench) -> None:
    since = len(keep.entries)
    keep.play("red", "polish; keep wine")
    assert keep.moves(since)[:2] == [("red", "polish"), ("red", "keep wine")]


def test_moves_in_between_below_a_line_come_after_it(keep: Bench) -> None:
    since = len(keep.entries)
    keep.play("red", "keep wine; polish")
    assert ("red", "polish") not in keep.moves(since)


def test_a_move_in_between_alone_leaves_the_question_open(keep: Bench) -> None:
    since = len(keep.entries)
    keep.play("red", "polish")
    assert keep.moves(since) == [("red", "polish")]
    assert keep.asked() == [("red", "keep")]


def test_a_move_in_between_that_fails_is_passed_over_if_told_so(keep: Bench) -> None:
    since = len(keep.entries)
    for otherwise in ("skip", "pass"):
        found = keep.preview("red", f"polish if coins >= 9 else {otherwise}; keep wine")
        assert [act.move.kind for act in found.acts][:1] == ["keep"]  # type: ignore[union-attr]
    keep.refuse("red", "polish if coins >= 9; keep wine")
    assert keep.moves(since) == []


def test_an_always_line_is_used_again_and_again(bench: Bench) -> None:
    for seat in ("red", "green"):
        bench.play(seat, "always bid 0; always any")
    assert bench.match.phase == "over"
    assert [text for _seat, text in bench.moves() if text.startswith("bid")] == ["bid 0"] * 4
    bench.assert_sound()


def test_a_line_of_the_sheet_comes_before_the_always_line(bench: Bench) -> None:
    bench.play("red", "always bid 0; bid 2")
    bench.play("green", "bid 0")
    assert bench.moves()[0] == ("red", "bid 2")


def test_an_always_line_that_does_not_fit_stops_without_refusing_the_sheet(reroll: Bench) -> None:
    since = len(reroll.entries)
    reroll.play("red", "always reroll if coins >= 9; keep wine")
    assert reroll.moves(since) == []
    assert reroll.asked() == [("red", "reroll")]


def test_an_always_line_of_moves_in_between_is_used_once_at_a_decision(keep: Bench) -> None:
    since = len(keep.entries)
    keep.play("red", "always polish; keep wine")
    assert keep.moves(since)[:2] == [("red", "polish"), ("red", "keep wine")]
    assert keep.plans[RED].rested == ()


def test_an_endless_move_in_between_does_not_hold_the_referee() -> None:
    bench = Bench("freepolish", seed="1598")
    for seat in ("red", "green"):
        bench.play(seat, "always polish; always bid 0; always reroll none; always keep fig | any")
    assert bench.match.phase == "over"
    assert [text for _seat, text in bench.moves()].count("polish") == 4
    bench.assert_sound()


def test_always_lines_are_replaced_by_kind(bench: Bench) -> None:
    bench.play("red", "always bid 1; always keep fig | any; always gift none")
    bench.play("red", "always keep wine | any")
    assert texts(bench.plans[RED].always) == ("always bid 1", "always gift none", "always keep wine | any")


def test_an_always_any_goes_on_for_the_kinds_that_are_not_renewed(bench: Bench) -> None:
    bench.play("red", "always any if coins >= 9")
    bench.play("red", "always any")
    assert len(bench.plans[RED].always) == 1
    bench.play("red", "always bid 2")
    old, new = bench.plans[RED].always
    assert (texts([old, new]), "bid" in old.kinds, "keep" in old.kinds) == (("always any", "always bid 2"), False, True)


def test_a_sheet_of_always_lines_leaves_the_unused_lines_alone(bench: Bench) -> None:
    bench.play("red", "bid 1; keep wine | any")
    bench.play("red", "always gift")
    assert lines(bench) == ("bid 1", "keep wine | any")


def test_a_new_sheet_replaces_unused_lines(bench: Bench) -> None:
    bench.play("red", "bid 1; keep wine | any\nnext\nbid 1")
    bench.play("red", "bid 2")
    assert (lines(bench), bench.plans[RED].later) == (("bid 2",), ())
    assert len(bench.plans[RED].sources) == 1


def test_else_wait_stops_and_asks(bench: Bench) -> None:
    bench.play("red", "bid 0; reroll if coins >= 9 else wait; keep wine | any")
    bench.play("green", "bid 0")
    assert bench.asked() == [("red", "reroll")]


def test_else_pass_declines_or_takes_the_default(bench: Bench) -> None:
    bench.play("red", "bid 1 if coins >= 9 else pass; reroll if coins >= 9 else pass; keep silk else pass")
    bench.play("green", "bid 0")
    assert [text for seat, text in bench.moves() if seat == "red"] == ["bid 0", "reroll none", "keep fig", "gift none"]


def test_else_skip_goes_on_to_the_next_line(bench: Bench) -> None:
    bench.play("red", "bid 2 if coins >= 9 else skip; bid 1 if coins >= 8 else skip; always bid 2")
    bench.play("green", "bid 0")
    assert bench.moves()[0] == ("red", "bid 2")
    assert lines(bench) == ()


def test_lines_of_a_kind_below_a_skipped_one_are_tried_in_their_order(keep: Bench) -> None:
    since = len(keep.entries)
    keep.play("red", "keep silk else skip; keep salt else skip; keep wine; keep fig")
    assert keep.moves(since)[0] == ("red", "keep wine")


def test_whether_a_private_line_was_skipped_is_not_seen_by_a_move_in_between(keep: Bench) -> None:
    since = len(keep.entries)
    keep.play("red", "keep silk else skip; polish; keep wine")
    assert keep.moves(since)[0] == ("red", "keep wine")
    assert [notice.unused for notice in keep.notices] == [("polish",)]


def test_a_bare_wait_stops_where_it_is_reached(bench: Bench) -> None:
    bench.play("red", "bid 0; wait; reroll; keep wine | any")
    bench.play("green", "bid 0")
    assert bench.asked() == [("red", "reroll")]


def test_a_bare_wait_stops_before_a_decision_nobody_is_asked(keep: Bench) -> None:
    keep.play("red", "keep wine; wait")
    assert keep.asked() == [("red", "gift")]
    keep.play("red", "gift")
    assert ("red", "gift") in keep.moves()


def test_lines_below_a_wait_are_out_of_reach(reroll: Bench) -> None:
    reroll.play("red", "reroll none; gift; wait; keep wine")
    assert reroll.asked() == [("red", "keep")]


def test_a_line_that_cannot_come_up_does_not_hide_the_wait_below_it() -> None:
    bench = Bench(seed="1598")
    bench.play("red", "bid 2; reroll; wait; keep wine | any")
    bench.play("green", "bid 0")
    assert bench.asked() == [("red", "keep")]
    assert bench.moves() == [("red", "bid 2"), ("green", "bid 0")]


def test_unused_lines_end_with_the_turn_and_are_told(keep: Bench) -> None:
    keep.play("red", "keep wine; polish; polish; next; bid 1")
    (notice,) = keep.notices
    assert (notice.seat, notice.unused, notice.problems) == ("red", ("polish", "polish"), ())
    assert lines(keep) == ("bid 1",), "the lines below `next` wait for the turn to come"
    keep.play("green", "reroll none; keep fig | any; next; bid 0")
    assert keep.match.state.public.round == 2
    assert keep.moves()[-2:] == [("red", "bid 1"), ("green", "bid 0")]
    assert [notice.seat for notice in keep.notices] == ["red"]


def test_a_wait_that_ends_with_the_turn_is_no_unused_line(keep: Bench) -> None:
    keep.play("red", "keep wine; wait")
    keep.default("red")
    keep.play("green", "reroll none; keep fig | any")
    assert keep.notices == []


def test_unused_lines_are_told_when_the_game_ends(bench: Bench) -> None:
    bench.play("green", "always any")
    bench.play("red", "always any; gift none; gift none\nnext\ngift none; gift none")
    assert bench.match.phase == "over"
    assert [notice.unused for notice in bench.notices] == [("gift none",), ("gift none",)]
    assert all(plan == Plan() for plan in bench.plans.values())


def test_lines_below_next_serve_the_following_turn_only(bench: Bench) -> None:
    bench.play("red", "bid 1; any; any; any\nnext\nbid 0\nnext\nbid 1")
    assert bench.asked() == [("red", "bid"), ("green", "bid")]
    bench.play("green", "always any")
    assert [text for seat, text in bench.moves() if seat == "red" and text.startswith("bid")] == ["bid 1", "bid 0"]


def test_an_optional_decision_is_declined_when_the_sheet_goes_on(bench: Bench) -> None:
    bench.play("red", "bid 0; keep wine | any")
    bench.play("green", "bid 0")
    assert bench.moves()[2:4] == [("red", "reroll none"), ("red", "keep wine")]
    order = bench.kinds().index("order")
    assert causes(bench)[2] == order


def test_an_optional_decision_is_asked_when_the_sheet_ends(bench: Bench) -> None:
    bench.play("red", "bid 0")
    bench.play("green", "bid 0")
    assert bench.asked() == [("red", "reroll")]


def test_a_line_that_cannot_come_up_any_more_declines_nothing(bench: Bench) -> None:
    bench.play("red", "bid 0; bid 1")
    bench.play("green", "bid 0")
    assert lines(bench) == ("bid 1",)
    assert bench.asked() == [("red", "reroll")]


def test_what_nobody_is_asked_is_answered_by_a_line_or_by_default(keep: Bench) -> None:
    since = len(keep.entries)
    keep.play("red", "keep wine")
    assert keep.moves(since)[1] == ("red", "gift none")
    assert causes(keep, since) == [since, "default"]


def test_a_line_answers_what_nobody_is_asked(keep: Bench) -> None:
    since = len(keep.entries)
    keep.play("red", "keep wine; gift if coins >= 2")
    assert keep.moves(since)[1] == ("red", "gift")
    assert causes(keep, since) == [since, since]


def poor(text: str) -> Bench:
    bench = Bench(seed="1598")
    bench.play("red", f"bid 2; keep fig | any\nnext\n{text}")
    bench.play("green", "bid 2; keep fig | any")
    return bench


def test_a_forced_move_is_played_without_asking_and_without_an_order() -> None:
    bench = poor("keep fig | any")
    assert bench.moves()[4:6] == [("red", "bid 0"), ("green", "bid 0")]
    assert causes(bench)[4:6] == ["forced", "forced"]
    assert bench.moves()[6][0] == "red"


def test_a_forced_move_uses_the_line_that_orders_it() -> None:
    assert lines(poor("bid 0; wait")) == ("wait",)


def test_a_forced_move_uses_no_line_that_orders_another() -> None:
    bench = poor("bid 0 if points >= 99; wait")
    assert lines(bench) == ("bid 0 if points >= 99", "wait")


def test_a_forced_move_may_be_the_first_of_a_chain() -> None:
    bench = poor("bid 0 then any")
    assert bench.moves()[6][0] == "red"
    assert causes(bench)[4] == "forced"


def test_a_plan_does_not_grow_with_the_use_of_an_always_chain(bench: Bench) -> None:
    for seat in ("red", "green"):
        bench.play(seat, "always bid 0; always reroll then keep fig | any; always keep fig | any")
    for _ in range(20):
        if bench.match.phase == "over":
            break
        seat = bench.asked()[0][0]
        bench.play(seat, "any")
    assert bench.match.phase == "over"
    bench.assert_sound()


def test_a_very_long_chain_and_very_many_alternatives_are_no_trouble(keep: Bench) -> None:
    chain = keep.refuse("red", " then ".join(["polish"] * MAX_ORDERS))
    assert [problem.text for problem in chain.problems] == ["'polish': you cannot do that now"]
    found = keep.refuse("red", "|".join(["keep silk"] * MAX_ORDERS))
    assert len(found.problems) == 8
    since = len(keep.entries)
    keep.play("red", "keep silk|" * (MAX_ORDERS - 1) + "any")
    assert keep.moves(since)[0] == ("red", "keep fig")


def test_a_line_that_was_skipped_is_not_what_the_sheet_goes_on_with(reroll: Bench) -> None:
    """What can be declined is declined for the sake of lines that are left; a line that did not fit is none of them."""
    since = len(reroll.entries)
    reroll.play("red", "reroll if coins >= 9 else skip")
    assert (reroll.moves(since), reroll.asked()) == ([], [("red", "reroll")])
    reroll.play("red", "reroll if coins >= 9 else skip; keep wine")
    assert reroll.moves(since)[:2] == [("red", "reroll none"), ("red", "keep wine")]
