"""Seats and options of an opening, and what can be wrong with them."""

import pytest

from pbem.games.fortuna import GAME
from pbem.games.fortuna.course.setup import rules_of
from pbem.games.fortuna.table.options import OPTIONS, Options
from pbem.games.game import Seat

SEATS = (Seat("blue"), Seat("orange"))


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


def test_an_option_overwrites_its_field_of_the_table() -> None:
    table = {**GAME.table(), "vestal_prices": [2, 2, 2]}
    assert rules_of({}, table).table.vestal_prices == (2, 2, 2)
    assert rules_of({"vestal_prices": "1-3-5"}, table).table.vestal_prices == (1, 3, 5)
    assert rules_of({"bribe_empty_side_cost": "0"}, table).table.bribery.fee_empty == 0
