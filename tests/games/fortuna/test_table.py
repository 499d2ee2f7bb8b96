"""The component table, and what can be wrong with it."""

from typing import Any

import pytest

from pbem.games.fortuna import GAME
from pbem.games.fortuna.course.setup import rules_of
from pbem.games.game import Seat

SEATS = (Seat("blue"), Seat("orange"))


def faults(**changes: Any) -> tuple[str, ...]:
    return GAME.faults(seats=SEATS, options={}, table={**GAME.table(), **changes})


def test_the_shipped_table_has_no_fault() -> None:
    assert GAME.faults(seats=SEATS, options={}, table=GAME.table()) == ()


def test_the_table_is_a_copy() -> None:
    GAME.table()["road"]["palace"] = 3
    assert GAME.table()["road"]["palace"] == 15


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": ["blue", "grey", "orange"]},
        {"favours": ["SUPPLY"] * 6},
        {"building_cost": {"MARKET": 4}},
        {"building_copies": {"2": 2}},
        {"vestal_prices": [1, 2]},
        {"centurion_prices": []},
        {"privileges": {"B_STEP": {"copies": 26, "four": 4}}},
        {"road": {"start": 0, "gate": 16, "palace": 15}},
        {"tax": -1},
        {"tax": "one"},
        {"unknown": 1},
        {"start": {**GAME.table()["start"], "dice": 0}},
        {"start": {**GAME.table()["start"], "vestals": 4}},
        {"money": {"start": 25, "max": 20}},
        {"vestal_prices": [1, 3, -5]},
    ],
    ids="-".join,
)
def test_a_broken_row_is_named(changes: dict[str, Any]) -> None:
    found = faults(**changes)
    assert found
    assert all(isinstance(fault, str) for fault in found)


def test_favours_follow_the_table() -> None:
    """F-R1: the numbers of Orgy and Food are data."""
    favours = ["SUPPLY", "FOOD", "ORGY", "BATTLE", "MARRIAGE", "RELIGION"]
    assert faults(favours=favours) == ()
    assert rules_of({}, {**GAME.table(), "favours": favours}).table.favours[1] == "FOOD"
