"""The Forum (10.5)."""

import pytest

from tests.games.alea.making import after, at_table, refused, show_row


@pytest.mark.parametrize(
    ("players", "before", "seat", "placed", "row", "fallen"),
    [
        pytest.param(2, "", 0, "6", "6A", "", id="V37"),
        pytest.param(2, "", 0, "1 4", "1A 4A", "", id="V38"),
        pytest.param(2, "6A", 1, "2", "2B 6A", "", id="V39"),
        pytest.param(2, "1A 3B 6A", 1, "2", "1A 2B 3B 6A", "", id="V40"),
        pytest.param(2, "1A 3A 6B", 1, "3", "1A 3B 3A 6B", "", id="V41"),
        pytest.param(3, "2A 2B", 2, "2", "2C 2A 2B", "", id="V42"),
        pytest.param(2, "1A 3B 3A 6B", 0, "3", "1A 3A 3B 3A", "B", id="V43"),
        pytest.param(2, "1A 3B 3A 6B", 0, "6", "1A 3B 3A 6A", "B", id="V44"),
        pytest.param(2, "1A 3B 3A 3B", 0, "3", "1A 3A 3B 3A", "B", id="V46"),
        pytest.param(2, "1A 2B 5A 6B", 1, "2 3", "1A 2B 2B 3B", "AB", id="V47"),
        pytest.param(2, "1A 1B 2A 5B", 0, "4", "1A 1B 2A 4A", "B", id="V49"),
        pytest.param(2, "1A 1B 2A 5B", 0, "1", "1A 1A 1B 2A", "B", id="V50"),
        pytest.param(2, "2B 3B 5B 6A", 0, "1", "1A 2B 3B 5B", "A", id="V51"),
        pytest.param(2, "3A", 1, "5", "3A 5B", "", id="V53"),
    ],
)
def test_where_dice_go(players: int, before: str, seat: int, placed: str, row: str, fallen: str) -> None:
    dice = [int(die) for die in placed.split()]
    state = at_table(players, [*dice, 6], seat=seat, forum=before)
    position = after(state, f"place forum {placed}", seat)
    assert show_row(position) == row
    gained = [new - old for new, old in zip(position.latrine, state.position.latrine, strict=True)]
    assert gained == [fallen.count("ABCDE"[index]) for index in range(players)]


@pytest.mark.parametrize(
    ("before", "placed", "reason"),
    [
        pytest.param("1A 3B 3A 3B", "6", "forum_falls", id="V45"),
        pytest.param("1A 1B 2A 5B", "1 4", "forum_falls", id="V48"),
        pytest.param("", "2 2", "forum_sum", id="V52-2-2"),
        pytest.param("", "1 3", "forum_sum", id="V52-1-3"),
        pytest.param("", "5 5", "forum_sum", id="V52-5-5"),
        pytest.param("", "1 1 3", "forum_many", id="V52-1-1-3"),
    ],
)
def test_what_may_not_enter(before: str, placed: str, reason: str) -> None:
    dice = [int(die) for die in placed.split()]
    assert refused(at_table(2, dice, forum=before), f"place forum {placed}") == reason
