"""The Senate (10.3)."""

import pytest

from pbem.games.alea.position.buildings import senate_rank
from tests.games.alea.making import A, B, C, after, at_table, legal, refused


def test_v18_a_run() -> None:
    assert after(at_table(2, [2, 3, 4, 6]), "place senate 2 3 4").senate[A] == (2, 4)


def test_v19_not_the_same_run() -> None:
    assert refused(at_table(2, [2, 3, 4], senate={B: (2, 4)}), "place senate 2 3 4") == "senate_equal"


@pytest.mark.parametrize("dice", ["2 3", "3 4 5", "1 2 3 4", "4"])
def test_v20_any_other_run(dice: str) -> None:
    assert refused(at_table(2, [1, 2, 3, 4, 5], senate={B: (2, 4)}), f"place senate {dice}") == ""


def test_v21_a_run_of_one() -> None:
    assert refused(at_table(2, [5]), "place senate 5") == ""
    assert refused(at_table(2, [5], seat=B, senate={A: (5, 5)}), "place senate 5", B) == "senate_equal"


def test_v22_additions_below_above_and_both() -> None:
    state = at_table(2, [2, 4, 4, 5], senate={A: (3, 3)})
    assert legal(state, "senate") == {"2", "4", "2 4", "4 5", "2 4 5"}
    assert refused(state, "place senate 5") == "senate_gap"


def test_v23_an_addition_may_not_copy_another_run() -> None:
    state = at_table(2, [1, 4, 5], senate={A: (2, 3), B: (2, 4)})
    assert legal(state, "senate") == {"1", "4 5", "1 4", "1 4 5"}
    assert refused(state, "place senate 4") == "senate_equal"


def test_v24_no_value_twice() -> None:
    assert refused(at_table(2, [3, 3], senate={A: (3, 3)}), "place senate 3") == "senate_own"
    assert refused(at_table(2, [3, 3]), "place senate 3 3") == "senate_repeat"


def test_v25_six_dice_are_all() -> None:
    assert legal(at_table(2, [1, 6], senate={A: (1, 6)}), "senate") == set()


def test_v26_the_longest_then_the_highest() -> None:
    state = at_table(3, [1], senate={A: (2, 5), B: (4, 6), C: (3, 5)})
    assert senate_rank(state.position) == (A, B, C)
