"""Building and plazas: TV-6 to TV-18."""

import pytest

from pbem.games.praetor import GAME
from pbem.games.praetor.position import city
from pbem.games.praetor.position.city import best_place, plaza, turned
from pbem.games.praetor.position.moves import Build
from pbem.games.praetor.position.state import Lot
from pbem.games.praetor.table.goods import Goods
from pbem.games.praetor.table.table import Cell
from tests.games.praetor.making import EXAMPLE, Case


def building(count: int, *offer: str, **options: str) -> Case:
    case = Case(count, **options)
    case.offer(*offer)
    case.to_move("blue")
    case.give("blue", goods=Goods(20, 20, 20, 20, 20))
    return case


@pytest.mark.parametrize(("rot", "corners"), [(0, "4212"), (90, "2421"), (180, "1242"), (270, "2124")])
def test_tv_6_turning(rot: int, corners: str) -> None:
    assert "".join(map(str, turned((4, 2, 1, 2), rot))) == corners


def test_tv_7_rotations_compared() -> None:
    case = building(2, "SA1")
    assert [plaza(case.state, "SA1", (1, 1), rot) for rot in (0, 90, 180, 270)] == [1, 0, 3, 1]
    assert case.read("blue", "build SA1 with 1 at 1,1 rot best") == Build("SA1", 1, 1, 1, 180)
    assert case.read("blue", "build SA1 with 1 at 1,1") == Build("SA1", 1, 1, 1, 180)


@pytest.mark.parametrize(("diagonal", "favour"), [("on", 3), ("off", 2)])
def test_tv_8_the_diagonal_tile_counts_or_not(diagonal: str, favour: int) -> None:
    case = building(3, "TP1", plaza_diagonal=diagonal)
    before = case.player("blue").favour
    case.order("blue", "build TP1 with 1 at -1,-1 rot 180")
    assert case.player("blue").favour == before + 5 + favour


def test_tv_9_the_rulebook_example_does_not_decide_it() -> None:
    for diagonal in ("on", "off"):
        case = Case(EXAMPLE, plaza_diagonal=diagonal)
        assert plaza(case.state, "SA1", (-1, 0), 0) == 3


def test_tv_10_twelve_matches_at_most() -> None:
    case = building(2, "NEW1")
    case.set(city={})
    ring = [(x, y) for x in (0, 1, 2) for y in (0, 1, 2) if (x, y) != (1, 1)]
    for number, (x, y) in enumerate(ring):
        case.tile(f"T{number}", corners=(1, 1, 1, 1))
        case.lay(f"T{number}", x, y)
    case.tile("NEW1", corners=(1, 1, 1, 1), cost=Goods(0, 0, 0, 0, 0), favour=0)
    before = case.player("blue").favour
    case.play("blue", Build("NEW1", 1, 1, 1, 0))
    assert case.player("blue").favour == before + 12


def test_tv_11_a_corner_is_not_enough() -> None:
    case = building(2, "SA1")
    assert case.why("blue", "build SA1 with 1 at 2,1 rot 0") == "e_not_adjacent"


def test_tv_12_a_cell_holds_one_tile() -> None:
    assert building(2, "SA1").why("blue", "build SA1 with 1 at 0,0 rot 0") == "e_cell_taken"


def test_tv_13_only_what_is_on_offer() -> None:
    assert building(2, "SA1").why("blue", "build SQ1 with 1 at 1,1 rot 0") == "e_not_offered"


def test_tv_14_the_whole_cost_or_nothing() -> None:
    case = building(2, "LC1")
    case.give("blue", goods=Goods(10, 4, 3, 2, 0))
    before = case.state
    assert case.why("blue", "build LC1 with 1 at 1,1 rot 0") == "e_cannot_pay"
    assert case.state == before


def twelve_tiles(**options: str) -> Case:
    case = building(2, "SA1", **options)
    for number in range(11):
        case.tile(f"XX{number}")
        case.lay(f"XX{number}", 2 + number, 0, owner="blue")
    return case


def test_tv_15_markers_run_out() -> None:
    assert twelve_tiles().why("blue", "build SA1 with 1 at 1,1 rot 0") == "e_no_marker"
    assert not any(isinstance(move, Build) for move in GAME.moves(twelve_tiles().view("blue")))


def test_tv_15_unless_they_are_without_limit() -> None:
    assert twelve_tiles(max_tiles="0").why("blue", "build SA1 with 1 at 1,1 rot 0") == ""


def test_tv_16_the_display_stays_short() -> None:
    case = building(2, "SA1", "SQ1", "MQ1")
    case.order("blue", "build SA1 with 1 at best")
    assert case.state.now.display == ("SQ1", "MQ1")


def test_tv_17_the_builder_may_use_the_tile() -> None:
    case = building(2, "SA1", "SQ1")
    case.order("blue", "build SA1 with 1 at best")
    gold = case.player("blue").goods.gold
    case.turn("blue", "activate SA1 with 3")
    assert case.player("blue").goods.gold == gold
    assert case.player("blue").goods.wood == 23


def test_tv_18_the_best_place() -> None:
    case = Case(EXAMPLE)
    case.offer("SA1")
    assert best_place(case.state, "SA1") == ((-1, 0), 0, 3)
    case.to_move("yellow")
    assert case.read("yellow", "BUILD SA1 WITH LOW AT BEST") == Build("SA1", 1, -1, 0, 0)


def test_the_best_place_is_the_best_of_all() -> None:
    for seed in range(5):
        case = Case(4, seed)
        for tile in case.state.now.display:
            _, _, bonus = best_place(case.state, tile)
            moves = [move for move in GAME.moves(case.view(case.state.now.asked[0])) if isinstance(move, Build)]
            found = [plaza(case.state, tile, (move.x, move.y), move.rot) for move in moves if move.tile == tile]
            assert not found or bonus == max(found)


def test_a_best_place_is_looked_for_once_however_often_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    sites = city.sites

    def look(ground: dict[Cell, Lot]) -> tuple[Cell, ...]:
        looked.append(ground)
        return sites(ground)

    monkeypatch.setattr(city, "sites", look)
    case = building(4, "SA1", "SQ1")
    first = {best_place(case.state, "SA1") for _ in range(100)}
    assert len(first) == 1
    assert len(looked) <= 1
    case.order("blue", "build SQ1 with 1 at best")
    after = {best_place(case.state, "SA1") for _ in range(100)}
    assert len(after) == 1
    assert len(looked) <= 3, "in a city that has grown it is another one"


@pytest.mark.parametrize("rot", [45, 360, 1])
def test_only_quarter_turns(rot: int) -> None:
    assert building(2, "SA1").why("blue", f"build SA1 with 1 at 1,1 rot {rot}") == "e_bad_rotation"


def test_checks_come_in_the_order_of_the_rules() -> None:
    case = building(2, "LC1")
    case.give("blue", goods=Goods(0, 0, 0, 0, 0), reserve=(2,))
    assert case.why("blue", "build SA1 with 1 at 0,0 rot 45") == "e_not_offered"
    assert case.why("blue", "build LC1 with 1 at 0,0 rot 45") == "e_no_worker"
    assert case.why("blue", "build LC1 with 2 at 0,0 rot 45") == "e_cannot_pay"
    case.give("blue", goods=Goods(9, 9, 9, 9, 9))
    assert case.why("blue", "build LC1 with 2 at 0,0 rot 45") == "e_cell_taken"
    assert case.why("blue", "build LC1 with 2 at 5,5 rot 45") == "e_not_adjacent"
    assert case.why("blue", "build LC1 with 2 at 1,1 rot 45") == "e_bad_rotation"
    assert case.why("blue", "build LC1 with 2 at 1,1 rot 90") == ""
