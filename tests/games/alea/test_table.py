"""The component table, and what can be wrong with it."""

from typing import Any

import pytest

from pbem.games.alea import GAME
from tests.games.alea.making import seats


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("provinces", "values"), [1, 2, 3], "25 provinces"),
        (("provinces", "wild"), 2, "25 provinces"),
        (("patricians", "values"), [1, 2, 4], "36 patricians"),
        (("fortune", "2"), 13, "30 fortune tiles"),
        (("senate", "singles"), ["I"], "19 senate cards"),
        (("senate", "border"), [["HIS", "HIS"]] * 6, "two different known colours"),
        (("senate", "border_points"), -1, "from 0 to 99"),
        (("senate", "remove_below_4_players"), ["V"], "only senate card IV"),
        (("colours", "GER"), None, "colours"),
        (("per_players", "rounds"), {"2": 9, "3": 6, "4": 5, "5": 5}, "9 rounds for 2 players"),
        (("per_players", "columns"), {"2": 4, "3": 5, "4": 6, "5": 8}, "8 columns for 5 players"),
        (("per_players", "prizes"), {"2": 4, "3": 2, "4": 2, "5": 3}, "4 senate prizes"),
        (("per_players", "temple"), {"2": False}, "temple must have a value"),
        (("version",), 3, "version"),
    ],
)
def test_broken_tables_are_told(path: tuple[str, ...], value: Any, words: str) -> None:
    table = GAME.table()
    inside = table
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    faults = GAME.faults(seats=seats(2), options={}, table=table)
    assert any(words in fault for fault in faults), faults
