"""Laying out: TV-1 to TV-5, and the options that concern it."""

import pytest

from pbem.games.praetor.position.state import Back, city_deck, morale_value, wall_deck
from pbem.games.praetor.table.goods import Goods
from tests.games.praetor.making import SEATS, Case


@pytest.mark.parametrize(
    ("count", "start", "display", "deck"), [(2, 5, 3, 16), (3, 6, 4, 20), (4, 8, 5, 23), (5, 9, 6, 27)]
)
def test_tv_1_sizes(count: int, start: int, display: int, deck: int) -> None:
    state = Case(count).state
    assert (len(state.now.city), len(state.now.display), city_deck(state)) == (start, display, deck)
    assert wall_deck(state) == 13
    assert state.now.section in state.rules.walls


@pytest.mark.parametrize(("count", "early"), [(2, 11), (3, 14), (4, 16), (5, 18)])
def test_tv_2_the_first_era_lies_on_top(count: int, early: int) -> None:
    for seed in range(20):
        state = Case(count, seed).state
        assert len(state.rules.early) == early
        assert {state.tile(name).era for name in state.now.display} == {"I"}
        assert isinstance(state.now.back, Back)
        assert state.now.back.era == "I"
        assert state.now.back.mark <= count


def test_tv_3_the_hard_game_has_no_market() -> None:
    case = Case(3, no_market="on")
    assert len(case.state.now.city) == 5
    assert len(case.state.now.display) == 4
    assert city_deck(case.state) == 20
    assert not any(case.state.tile(name).type == "market" for name in case.state.now.city)
    seat = case.state.now.asked[0]
    case.offer("SA1")
    assert case.why(seat, "build SA1 with 1 at 1,0") == ""
    case.order(seat, "build SA1 with 1 at 1,0")
    assert case.lot("SA1").owner == seat


def test_the_hard_game_of_five_leaves_the_second_market_out_too() -> None:
    state = Case(5, no_market="on").state
    assert "MK2" not in state.rules.early
    assert city_deck(state) == 26


def test_tv_5_the_same_seed_gives_the_same_game() -> None:
    first, again, other = Case(4, 7).state, Case(4, 7).state, Case(4, 8).state
    assert first == again
    assert first.now.display != other.now.display or first.rules.juniority != other.rules.juniority


def test_everybody_starts_alike() -> None:
    for seat in SEATS:
        player = Case(5).player(seat)
        assert player.goods == Goods(10, 4, 3, 2, 1)
        assert player.reserve == (1, 2, 3)
        assert player.citizens == 5
        assert morale_value(Case(5).state, player) == 0


def test_everybody_has_the_mine_of_the_seat() -> None:
    state = Case(("purple", "white", "blue")).state
    owners = {name: lot.owner for name, lot in state.now.city.items()}
    assert owners == {"GM1": "purple", "GM2": "white", "GM3": "blue", "IO1": None, "WC1": None, "MK1": None}


CITIES = {
    2: "... GM2 ... / WC1 IO1 MK1 / ... GM1 ...",
    3: "... ... GM3 ... / GM2 WC1 IO1 MK1 / ... ... GM1 ...",
    4: "... ... GM3 ... / GM2 WC1 WC2 GM4 / ... IO1 MK1 ... / ... GM1 ... ...",
    5: "... GM3 GM4 ... / ... WC1 WC2 GM5 / GM2 IO1 MK1 ... / ... GM1 ... ...",
}


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_layouts_are_those_of_the_rules(count: int) -> None:
    state = Case(count).state
    rows = [row.split() for row in CITIES[count].split(" / ")]
    drawn = {name: (x, -y) for y, row in enumerate(rows) for x, name in enumerate(row) if name != "..."}
    west, south = drawn["IO1"]
    assert {lot.tile: (lot.x, lot.y) for lot in state.now.city.values()} == {
        name: (x - west, y - south) for name, (x, y) in drawn.items()
    }
    assert all(lot.rot == 0 for lot in state.now.city.values())
    mines = [state.now.city[f"GM{number}"].owner for number in range(1, count + 1)]
    assert mines == list(SEATS[:count])
