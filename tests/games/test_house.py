from html import unescape

import pytest
from msgspec.structs import replace

from pbem.games.found import find, named
from pbem.games.game import LANGUAGES
from pbem.games.house import house_values
from pbem.report.render import html, text
from tests.report.press import INFO, page_of, press
from tests.report.stall import BLUE
from tests.wording import DESK, mentions, text_of

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
    page = page_of(BLUE, info=replace(INFO, table=TABLE))
    told = text_of(DESK, "house_others", values="seats: blue, grey; building cost: MARKET 4, PALACE 6; box wine: 15")
    for written in (text(press(), page), unescape(html(press(), page))):
        assert told in " ".join(written.split())


def test_where_there_is_no_house_value_none_is_spoken_of() -> None:
    told = text(press(), page_of(BLUE)) + html(press(), page_of(BLUE))
    assert not mentions(told, DESK, "house_others")


@pytest.mark.parametrize("key", find())
def test_every_game_tells_its_house_values_in_words_of_every_language(key: str) -> None:
    game = named(key)
    told = {language: game.house(game.table(), language) for language in LANGUAGES}
    assert len({len(lines) for lines in told.values()}) == 1
    assert len(set(told.values())) == len(LANGUAGES)
    assert not [line for line in told["fr"] if line in house_values(game.table())]
    for lines in told.values():
        assert all(line and "_" not in line for line in lines)


@pytest.mark.parametrize("key", find())
def test_a_host_who_knows_better_has_no_house_values(key: str) -> None:
    game = named(key)
    table = {**game.table(), "house": []}
    if key == "alea":
        table["senate"] = {**table["senate"], "border": [*table["senate"]["border"][::-1]]}
    assert game.house(table, "en") == ()
