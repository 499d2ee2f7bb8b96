"""The Castrum (10.4)."""

from pbem.games.alea.position.state import Camp
from tests.games.alea.making import (
    A,
    B,
    C,
    D,
    after,
    asked,
    at_table,
    camps,
    do,
    end_of_round,
    evaluate,
    legal,
    refused,
)


def test_v27_equal_dice() -> None:
    assert after(at_table(2, [4, 4, 6]), "place castrum 4 4").castrum == (Camp(A, 4, 2),)


def test_v28_no_set_twice_and_no_mixture() -> None:
    state = at_table(2, [4, 4, 4, 5, 5], castrum="B2x4")
    assert legal(state, "castrum") == {"4 new", "4 4 4 new", "5 new", "5 5 new"}
    assert refused(state, "place castrum 4 4") == "castrum_equal"
    assert refused(state, "place castrum 4 5") == "castrum_mixed"


def test_v29_only_the_extension_by_two() -> None:
    assert legal(at_table(2, [4, 4], castrum="A1x4 B2x4"), "castrum") == {"4 4 extend 1x4"}


def test_v30_extend_or_new_and_without_a_word_extend() -> None:
    state = at_table(2, [4], castrum="A2x4")
    assert legal(state, "castrum") == {"4 extend 2x4", "4 new"}
    assert after(state, "place castrum 4").castrum == (Camp(A, 4, 3),)
    assert after(state, "place castrum 4 new").castrum == (Camp(A, 4, 2), Camp(A, 4, 1))


def test_v31_own_sets_count_too() -> None:
    assert legal(at_table(2, [4], castrum="A1x4 A2x4"), "castrum") == {"4 extend 2x4"}


def test_v32_four_fours() -> None:
    state = at_table(2, [1, 3, 3, 4, 4, 4, 4, 6])
    assert after(state, "place castrum 4x4").castrum == (Camp(A, 4, 4),)


def test_v33_one_set_a_turn() -> None:
    assert refused(at_table(2, [3, 3, 4, 4]), "place castrum 3 3 4 4") == "castrum_mixed"


def test_an_extension_that_cannot_be_becomes_a_new_set() -> None:
    state = at_table(2, [4], castrum="A2x4 B3x4")
    assert after(state, "place castrum 4").castrum == (*camps("A2x4 B3x4"), Camp(A, 4, 1))
    assert refused(state, "place castrum 4 extend") == "castrum_equal"


def test_v34_four_provinces_for_five_sets() -> None:
    state = evaluate(end_of_round(4, castrum="A3x2 B2x6 A2x5 C1x6 D1x5")).state
    assert state.position.queue == (A, B, A, C)
    assert state.position.latrine[D] == 1


def test_v35_what_nobody_takes_leaves_the_game() -> None:
    state = evaluate(end_of_round(3, castrum="A2x1 B1x6")).state
    left = state.position.provinces[2]
    for seat in (A, B):
        assert asked(state) == [seat]
        step = do(state, f"province {state.position.provinces[0]}", seat)
        state = step.state
    assert state.position.provinces_removed == (left,)


def test_v36_more_dice_then_higher_values() -> None:
    state = evaluate(end_of_round(3, castrum="A3x5 B4x3 C4x5")).state
    assert state.position.castrum == camps("C4x5 B4x3 A3x5")
