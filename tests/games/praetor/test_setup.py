"""Laying out: TV-1 to TV-5, and the options that concern it."""

import pytest

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.state import Back, city_deck, morale_value, wall_deck
from tests.games.praetor.scene import SEATS, Scene


@pytest.mark.parametrize(
    ("count", "start", "display", "deck"), [(2, 5, 3, 16), (3, 6, 4, 20), (4, 8, 5, 23), (5, 9, 6, 27)]
)
def test_tv_1_sizes(count: int, start: int, display: int, deck: int) -> None:
    state = Scene(count).state
    assert (len(state.now.city), len(state.now.display), city_deck(state)) == (start, display, deck)
    assert wall_deck(state) == 13
    assert state.now.section in state.rules.walls


@pytest.mark.parametrize(("count", "early"), [(2, 11), (3, 14), (4, 16), (5, 18)])
def test_tv_2_the_first_era_lies_on_top(count: int, early: int) -> None:
    for seed in range(20):
        state = Scene(count, seed).state
        assert len(state.rules.early) == early
        assert {state.tile(name).era for name in state.now.display} == {"I"}
        assert isinstance(state.now.back, Back)
        assert state.now.back.era == "I"
        assert state.now.back.mark <= count


def test_tv_3_the_hard_game_has_no_market() -> None:
    scene = Scene(3, no_market="on")
    assert len(scene.state.now.city) == 5
    assert len(scene.state.now.display) == 4
    assert city_deck(scene.state) == 20
    assert not any(scene.state.tile(name).type == "market" for name in scene.state.now.city)
    seat = scene.state.now.asked[0]
    scene.offer("SA1")
    assert scene.why(seat, "build SA1 with 1 at 1,0") == ""
    scene.order(seat, "build SA1 with 1 at 1,0")
    assert scene.lot("SA1").owner == seat


def test_the_hard_game_of_five_leaves_the_second_market_out_too() -> None:
    state = Scene(5, no_market="on").state
    assert "MK2" not in state.rules.early
    assert city_deck(state) == 26


def test_tv_4_the_expert_game_is_not_for_two() -> None:
    seats = (Seat("blue"), Seat("yellow"))
    assert GAME.faults(seats=seats, options={"expert": "on"}, table=GAME.table())
    assert not GAME.faults(seats=(*seats, Seat("white")), options={"expert": "on"}, table=GAME.table())


def test_tv_5_the_same_seed_gives_the_same_game() -> None:
    first, again, other = Scene(4, 7).state, Scene(4, 7).state, Scene(4, 8).state
    assert first == again
    assert first.now.display != other.now.display or first.rules.juniority != other.rules.juniority


def test_everybody_starts_alike() -> None:
    for seat in SEATS:
        player = Scene(5).player(seat)
        assert player.goods == (10, 4, 3, 2, 1)
        assert player.reserve == (1, 2, 3)
        assert player.citizens == 5
        assert morale_value(Scene(5).state, player) == 0


def test_everybody_has_the_mine_of_the_seat() -> None:
    state = Scene(("purple", "white", "blue")).state
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
    state = Scene(count).state
    rows = [row.split() for row in CITIES[count].split(" / ")]
    drawn = {name: (x, -y) for y, row in enumerate(rows) for x, name in enumerate(row) if name != "..."}
    west, south = drawn["IO1"]
    assert {lot.tile: (lot.x, lot.y) for lot in state.now.city.values()} == {
        name: (x - west, y - south) for name, (x, y) in drawn.items()
    }
    assert all(lot.rot == 0 for lot in state.now.city.values())
    mines = [state.now.city[f"GM{number}"].owner for number in range(1, count + 1)]
    assert mines == list(SEATS[:count])


def test_sides_are_free_by_seat() -> None:
    scene = Scene(3, side_yellow="B")
    assert [scene.player(seat).board for seat in SEATS[:3]] == ["A", "B2", "A"]


@pytest.mark.parametrize(("sides", "boards"), [("all_A", ["A", "A", "A"]), ("all_B", ["B1", "B2", "B3"])])
def test_sides_may_be_the_same_for_all(sides: str, boards: list[str]) -> None:
    scene = Scene(3, sides=sides, side_yellow="B", side_blue="A")
    assert [scene.player(seat).board for seat in SEATS[:3]] == boards


def test_rome_and_juniority_may_be_given_or_drawn() -> None:
    given = Scene(3, rome="white", juniority="yellow, white blue").state.rules
    assert (given.rome, given.juniority) == ("white", ("yellow", "white", "blue"))
    assert Scene(3, juniority="seats").state.rules.juniority == ("blue", "yellow", "white")
    assert len({Scene(3, seed).state.rules.rome for seed in range(30)}) == 3
    assert len({Scene(3, seed).state.rules.juniority for seed in range(60)}) == 6


@pytest.mark.parametrize(
    "options",
    [
        {"rome": "purple"},
        {"juniority": "blue"},
        {"juniority": ""},
        {"juniority": "blue blue yellow"},
        {"max_tiles": "many"},
        {"temple_cap": "-1"},
        {"mode": "fax"},
    ],
)
def test_wrong_options_are_refused(options: dict[str, str]) -> None:
    faults = GAME.faults(seats=tuple(Seat(s) for s in SEATS[:3]), options=options, table=GAME.table())
    assert len(faults) == 1
    assert next(iter(options)) in faults[0]
