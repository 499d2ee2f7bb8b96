"""The worked examples of the rulebook: TV-S1 to TV-S9."""

import pytest
from msgspec.structs import replace

from pbem.games.game import Seat
from pbem.games.praetor.course.turn import go_on
from pbem.games.praetor.position.city import meeting, turned
from pbem.games.praetor.position.scene import Scene
from pbem.games.praetor.position.state import Mark, Placed, State, cells
from pbem.games.praetor.table.goods import Goods
from tests.games.praetor.making import EXAMPLE, Case

START = (10, 4, 3, 2, 1)


def sawmill_built() -> Case:
    case = Case(EXAMPLE)
    case.offer("SA1", "SQ1", "MQ1", "SM1", "AC1")
    case.give("yellow", favour=20)
    case.to_move("yellow", "purple", "white", "blue")
    case.order("yellow", "BUILD SA1 WITH 2 AT -1,0 ROT 0")
    return case


def test_tv_s1_yellow_builds_the_sawmill() -> None:
    case = sawmill_built()
    yellow, lot = case.player("yellow"), case.lot("SA1")
    assert yellow.goods == Goods(8, 4, 3, 2, 1)
    assert (lot.x, lot.y, lot.rot, lot.owner) == (-1, 0, 0, "yellow")
    assert lot.builder == Mark(Seat("yellow"), 2)
    assert lot.user is None
    assert yellow.favour == 20 + 1 + 3
    assert yellow.reserve == (1, 3)
    assert case.state.now.display == ("SQ1", "MQ1", "SM1", "AC1")


def test_tv_s1_corner_by_corner() -> None:
    case = Case(EXAMPLE)
    corners = turned(case.state.tile("SA1").corners, 0)
    designs = meeting(cells(case.state.now), (-1, 0), diagonal=True)
    assert [touching.count(corner) for corner, touching in zip(corners, designs, strict=True)] == [1, 2, 0, 0]


def test_tv_s1_favour_moves_once() -> None:
    case = Case(EXAMPLE)
    clock = case.state.now.clock
    assert sawmill_built().state.now.clock == clock + 1


def test_tv_s2_purple_uses_it_in_the_same_turn() -> None:
    case = sawmill_built()
    case.order("purple", "ACTIVATE SA1 WITH 3")
    assert case.player("purple").goods == Goods(9, 7, 3, 2, 1)
    assert case.player("yellow").goods.gold == 9
    assert case.lot("SA1").user == Mark(Seat("purple"), 3)
    assert case.lot("SA1").builder == Mark(Seat("yellow"), 2)


def test_tv_s3_white_builds_a_section_of_the_wall() -> None:
    case = Case(EXAMPLE)
    case.set(section="W01")
    case.give("white", goods=Goods(10, 4, 3, 2, 2))
    before = case.player("white").favour
    case.turn("white", "ACTIVATE IO1 WITH 1")
    white = case.player("white")
    assert white.goods == Goods(10, 4, 3, 0, 0)
    assert white.favour == before + 10
    assert white.walls == ("W01",)
    assert case.state.now.section == ""


def test_tv_s4_blue_finds_the_sawmill_used() -> None:
    case = sawmill_built()
    case.order("purple", "ACTIVATE SA1 WITH 3")
    case.to_move("blue")
    before = case.state
    assert case.why("blue", "ACTIVATE SA1 WITH 3") == "e_already_activated"
    assert case.state == before
    case.order("blue", "ACTIVATE GM4 WITH 3")
    assert case.player("blue").goods == Goods(13, 4, 3, 2, 1)


def labour_city() -> Case:
    case = Case(EXAMPLE)
    case.lay("LC1", -1, 0, owner="blue")
    case.lay("MQ1", 1, -1, owner="yellow")
    case.give("purple", retired=1, citizens=4, goods=Goods(10, 0, 0, 0, 1))
    case.give("blue", retired=1, citizens=4)
    return case


def test_tv_s5_a_purple_calls_a_retired_worker() -> None:
    case = labour_city()
    case.turn("purple", "LABOUR LC1 ACTIVATE GM2")
    purple = case.player("purple")
    assert purple.goods == Goods(16, 0, 0, 0, 0)
    assert case.player("blue").goods == Goods(10, 4, 3, 2, 2)
    assert case.lot("GM2").user == Mark(Seat("purple"), 6, retired=True)
    assert purple.camps == ("LC1",)
    assert len(purple.out) == 1
    assert purple.reserve == (1, 2, 3)


def test_tv_s5_b_blue_uses_the_same_camp_in_the_same_turn() -> None:
    case = labour_city()
    case.turn("purple", "LABOUR LC1 ACTIVATE GM2")
    case.turn("blue", "LABOUR LC1 ACTIVATE MQ1")
    assert case.player("blue").goods == Goods(9, 4, 3, 8, 2)
    assert case.player("yellow").goods == Goods(11, 4, 3, 2, 1)
    assert case.player("blue").camps == ("LC1",)
    assert case.player("purple").camps == ("LC1",)


def test_tv_s6_purple_goes_through_the_update() -> None:
    case = Case(EXAMPLE)
    case.era("I")
    case.lay("AC1", -1, 0, owner="yellow")
    case.lay("SA2", 1, -1, owner="purple")
    case.lay("MQ1", 2, 0, owner="yellow")
    placed = (Placed(1, "WC1", built=False), Placed(2, "IO1", built=False), Placed(5, "SA2", built=False))
    case.give(
        "purple",
        favour=40,
        morale=10,
        goods=Goods(3, 0, 2, 0, 0),
        trainees1=1,
        placed=placed,
        retired=1,
        out=(Placed(6, "MQ1", built=False),),
        reserve=(),
        citizens=3,
    )
    case.update({"purple academy": "yes"})
    purple = case.player("purple")
    assert purple.goods == Goods(0, 0, 1, 0, 0)
    assert case.player("yellow").goods.stone == 3 + 1
    assert purple.reserve == (1, 1, 2)
    assert (purple.trainees1, purple.trainees2, purple.retired, purple.out) == (0, 0, 2, ())
    assert purple.favour == 52
    assert case.state.side(purple).morale[purple.morale] == 4


def test_tv_s7_the_top_of_a_stack_goes_first() -> None:
    case = Case(("yellow", "blue", "purple"))
    case.give("yellow", favour=69)
    case.give("blue", favour=66, arrival=30)
    case.give("purple", favour=66, arrival=31)
    case.set(phase="order", asked=())
    scene = Scene(case.state, case.fate)
    go_on(scene)
    assert scene.now.order == ("purple", "blue", "yellow")


@pytest.mark.parametrize(
    ("count", "rome", "favour", "order"),
    [
        (3, "blue", (10, 8, 9), ("yellow", "white", "blue")),
        (5, "yellow", (9, 10, 6, 7, 8), ("white", "black", "purple", "blue", "yellow")),
    ],
)
def test_tv_s8_start_favour_and_first_order(
    count: int, rome: str, favour: tuple[int, ...], order: tuple[str, ...]
) -> None:
    case = Case(count, rome=rome)
    assert tuple(player.favour for player in case.state.now.players.values()) == favour
    assert case.state.now.order == order


def test_tv_s9_earlier_sections_give_their_backs() -> None:
    case = Case(EXAMPLE)
    case.set(section="W01")
    case.give("white", goods=Goods(0, 0, 0, 2, 2), walls=("W02", "W03"))
    before, clock = case.player("white").favour, case.state.now.clock
    case.turn("white", "ACTIVATE IO1 WITH LOW")
    assert case.player("white").favour == before + 16
    assert case.state.now.clock == clock + 1
    assert case.player("white").walls == ("W02", "W03", "W01")


def test_backs_may_differ_between_sections() -> None:
    case = Case(EXAMPLE)
    table = case.state.rules.table
    walls = table.walls | {"W02": replace(table.walls["W02"], back=1), "W03": replace(table.walls["W03"], back=7)}
    case.state = State(replace(case.state.rules, table=replace(table, walls=walls)), case.state.now)
    case.set(section="W01")
    case.give("white", goods=Goods(0, 0, 0, 2, 2), walls=("W02", "W03"), favour=0)
    case.turn("white", "ACTIVATE IO1 WITH LOW")
    assert case.player("white").favour == 10 + 1 + 7
