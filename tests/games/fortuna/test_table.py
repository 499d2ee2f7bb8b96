"""The component table, the options, and what is wrong with them."""

from typing import Any

import pytest

from pbem.games.fortuna import GAME
from pbem.games.fortuna.table import OPTIONS, Options, rules_of
from pbem.games.game import Seat

SEATS = (Seat("blue"), Seat("orange"))


def faults(**changes: Any) -> tuple[str, ...]:
    return GAME.faults(seats=SEATS, options={}, table={**GAME.table(), **changes})


def test_the_shipped_table_has_no_fault() -> None:
    assert GAME.faults(seats=SEATS, options={}, table=GAME.table()) == ()


def test_the_table_is_a_copy() -> None:
    GAME.table()["road"]["palace"] = 3
    assert GAME.table()["road"]["palace"] == 15


@pytest.mark.parametrize("seats", [("blue",), ("blue", "blue"), ("blue", "red"), ()])
def test_seats_must_be_two_to_four_sides(seats: tuple[str, ...]) -> None:
    assert GAME.faults(seats=tuple(map(Seat, seats)), options={}, table=GAME.table())


@pytest.mark.parametrize("options", [{"vestal_prices": "1-1-1"}, {"colour": "red"}, {"setup": "table"}])
def test_options_must_be_known(options: dict[str, str]) -> None:
    (fault,) = GAME.faults(seats=SEATS, options=options, table=GAME.table())
    assert next(iter(options)) in fault


def test_option_defaults_are_their_first_values() -> None:
    rules = rules_of({}, GAME.table())
    for option in OPTIONS:
        assert option.values[0] == getattr(rules.options, option.name) or getattr(rules.options, option.name) == "table"
    first = {option.name: option.values[0] for option in OPTIONS}
    assert rules_of(first, GAME.table()).table == rules.table
    assert {option.name for option in OPTIONS} == set(Options.__struct_fields__)


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


def test_an_option_overwrites_its_field_of_the_table() -> None:
    table = {**GAME.table(), "vestal_prices": [2, 2, 2]}
    assert rules_of({}, table).table.vestal_prices == (2, 2, 2)
    assert rules_of({"vestal_prices": "1-3-5"}, table).table.vestal_prices == (1, 3, 5)
    assert rules_of({"bribe_empty_side_cost": "0"}, table).table.bribery.fee_empty == 0


def test_favours_follow_the_table() -> None:
    """F-R1: the numbers of Orgy and Food are data."""
    favours = ["SUPPLY", "FOOD", "ORGY", "BATTLE", "MARRIAGE", "RELIGION"]
    assert faults(favours=favours) == ()
    assert rules_of({}, {**GAME.table(), "favours": favours}).table.favours[1] == "FOOD"
