import pytest
from msgspec.structs import replace

from pbem.report import house_values, text
from tests.report.press import INFO, page_of, press
from tests.report.stall import BLUE

TABLE = {
    "house": ["seats", "building_cost", "box.wine"],
    "seats": ["blue", "grey"],
    "building_cost": {"MARKET": 4, "PALACE": 6},
    "box": {"wine": 15, "grain": 12},
    "tax": 1,
}


def test_house_values_are_told_line_by_line() -> None:
    assert house_values(TABLE) == ("seats: blue, grey", "building cost: MARKET 4, PALACE 6", "box wine: 15")


def test_a_table_without_house_values_tells_none() -> None:
    assert house_values({"tax": 1}) == ()


def test_a_name_that_is_not_in_the_table_is_an_error() -> None:
    with pytest.raises(KeyError):
        house_values({"house": ["lost"]})


def test_players_read_the_house_values() -> None:
    page = page_of(BLUE, info=replace(INFO, house=house_values(TABLE)))
    assert "\n* building cost: MARKET 4, PALACE 6\n" in text(press(), page)
