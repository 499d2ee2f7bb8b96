"""Using tiles: TV-19 to TV-37."""

import pytest
from msgspec.structs import replace

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.move import Activate, Trade
from pbem.games.praetor.state import Mark, Placed, morale_value
from tests.games.praetor.scene import Scene


def using(*tiles: str, owner: str | None = "blue", **options: str) -> Scene:
    """Return a game of three with some tiles built, blue to move."""
    scene = Scene(3, **options)
    for place, tile in enumerate(tiles):
        scene.lay(tile, 2 + place, 0, owner=owner)
    scene.to_move("blue")
    return scene


def test_tv_19_a_fee_cannot_come_out_of_the_bonus() -> None:
    scene = using()
    scene.give("blue", goods=(0, 4, 3, 2, 1), reserve=(5,))
    assert scene.why("blue", "activate GM2 with 5") == "e_cannot_pay_fee"


def test_tv_20_an_own_tile_costs_nothing() -> None:
    scene = using()
    scene.give("blue", goods=(0, 0, 0, 0, 0))
    scene.order("blue", "activate GM1 with 3")
    assert scene.player("blue").goods == (3, 0, 0, 0, 0)


@pytest.mark.parametrize("text", ["activate WC1 with 1", "activate MK1 with 1", "activate IO1 with 1"])
def test_tv_21_unowned_tiles_cost_nothing(text: str) -> None:
    scene = using()
    scene.set(section="W02")
    scene.give("blue", goods=(0, 3, 3, 0, 0))
    scene.order("blue", text)
    assert scene.player("blue").goods[0] == 0


def test_tv_22_who_has_passed_still_gets_fees() -> None:
    scene = using()
    scene.give("yellow", passed=True)
    scene.order("blue", "activate GM2 with 1")
    assert scene.player("yellow").goods[0] == 11


def test_tv_23_once_per_turn_for_all_together() -> None:
    scene = using()
    scene.order("blue", "activate GM2 with 1")
    scene.to_move("yellow")
    assert scene.why("yellow", "activate GM2 with 1") == "e_already_activated"


def test_tv_24_statues_and_special_tiles() -> None:
    scene = using("ST1", "LC1")
    assert scene.why("blue", "activate ST1 with 2") == "e_no_activation"
    assert scene.why("blue", "activate LC1 with 2") == "e_special"


def test_tv_25_the_smith() -> None:
    scene = using("SM1")
    scene.give("blue", goods=(0, 2, 0, 0, 0), reserve=(5,))
    assert scene.why("blue", "activate SM1 with 5 make 2") == ""
    assert scene.why("blue", "activate SM1 with 5 make 3") == "e_bad_amount"
    assert scene.why("blue", "activate SM1 with 5 make 0") == ""
    assert scene.read("blue", "activate SM1 with 5") == Activate("SM1", 5, make=2)
    scene.order("blue", "activate SM1 with 5 make 0")
    assert scene.player("blue").goods == (0, 2, 0, 0, 0)
    scene.era("II")
    scene.update()
    assert scene.player("blue").retired == 1


def test_tv_25_the_smith_turns_wood_into_weapons() -> None:
    scene = using("SM1")
    scene.give("blue", goods=(0, 5, 0, 0, 1), reserve=(3,))
    scene.order("blue", "activate smith with high make max")
    assert scene.player("blue").goods == (0, 2, 0, 0, 4)


def test_tv_26_trades_go_line_by_line() -> None:
    scene = using()
    scene.give("blue", goods=(0, 3, 0, 0, 0))
    before = scene.state
    assert scene.why("blue", "activate MK1 with 1 buy 1 marble, sell 3 wood") == "e_cannot_pay_trade"
    assert scene.state == before
    scene.order("blue", "activate MK1 with 1 SELL 3 WOOD, BUY 1 MARBLE")
    assert scene.player("blue").goods == (0, 0, 0, 1, 0)


def test_tv_27_prices_of_side_a() -> None:
    scene = using()
    scene.give("blue", goods=(2, 0, 4, 0, 0))
    scene.order("blue", "activate MK1 with 1 sell all stone, buy 2 weapons")
    assert scene.player("blue").goods == (0, 0, 0, 0, 2)


def test_prices_are_those_of_the_own_board() -> None:
    scene = using(sides="all_B")
    scene.to_move("white")
    scene.give("white", goods=(2, 0, 0, 0, 0))
    scene.order("white", "activate MK1 with 1 buy 1 marble")
    assert scene.player("white").goods == (0, 0, 0, 1, 0)


def test_tv_28_the_forum_counts_active_workers() -> None:
    scene = using("FO1")
    scene.give("blue", reserve=(1, 2, 3), placed=(Placed(1, "WC1", built=False),), trainees1=1, retired=1, citizens=2)
    scene.order("blue", "activate FO1 with 1")
    assert scene.player("blue").goods[0] == 18


@pytest.mark.parametrize(("counts", "gold"), [("off", 14), ("on", 16)])
def test_tv_29_a_retired_worker_does_not_count_as_active(counts: str, gold: int) -> None:
    scene = using("FO1", "LC1", retiree_counts=counts)
    scene.give("blue", reserve=(1, 2), retired=1)
    scene.order("blue", "labour LC1 activate FO1")
    assert scene.player("blue").goods[0] == gold


@pytest.mark.parametrize(("counts", "favour"), [("off", 4), ("on", 6)])
def test_maia_counts_active_workers_likewise(counts: str, favour: int) -> None:
    scene = using("TM1", "LC1", retiree_counts=counts)
    scene.give("blue", reserve=(1, 2), retired=1, favour=0)
    scene.order("blue", "labour LC1 activate TM1")
    assert scene.player("blue").favour == favour


def test_tv_30_curia_and_apollo_count_tiles() -> None:
    scene = using("CU1", "TA1", "SA1")
    scene.give("blue", favour=0)
    scene.order("blue", "activate CU1 with 1")
    assert scene.player("blue").goods[0] == 14
    scene.turn("blue", "activate TA1 with 2")
    assert scene.player("blue").favour == 8


def test_tv_31_pluto_and_mercury_count_goods() -> None:
    scene = using("TP1", "TC1", owner="yellow")
    scene.give("blue", goods=(10, 3, 2, 2, 1), favour=0)
    scene.order("blue", "activate TP1 with 1")
    assert scene.player("blue").favour == 5
    assert scene.player("blue").goods == (8, 3, 2, 2, 1)
    scene.turn("blue", "activate TC1 with 2")
    assert scene.player("blue").favour == 5 + 6


def test_tv_31_after_the_fee() -> None:
    scene = using("TC1", owner="yellow")
    scene.tile("TC1", type="temple_mercury", colour="green", fee=(0, 0, 0, 1, 0))
    scene.give("blue", goods=(10, 3, 2, 2, 1), favour=0)
    scene.order("blue", "activate TC1 with 1")
    assert scene.player("blue").favour == 4


@pytest.mark.parametrize(("cap", "favour"), [("0", 40), ("15", 15)])
def test_temples_of_hoarders_may_be_capped(cap: str, favour: int) -> None:
    scene = using("TP1", "TC1", temple_cap=cap)
    scene.give("blue", goods=(0, 20, 20, 10, 10), favour=0)
    scene.order("blue", "activate TP1 with 1")
    assert scene.player("blue").favour == favour
    scene.turn("blue", "activate TC1 with 2")
    assert scene.player("blue").favour == 2 * favour


@pytest.mark.parametrize(
    ("option", "place", "favour"), [("off", 2, 20), ("off", 10, 29), ("on", 2, 16), ("on", 10, 29)]
)
def test_tv_32_venus_gives_the_morale_value(option: str, place: int, favour: int) -> None:
    scene = using("TV1", venus_negative=option)
    scene.give("blue", morale=place, favour=20)
    scene.order("blue", "activate TV1 with 1")
    assert scene.player("blue").favour == favour


@pytest.mark.parametrize(("more", "value"), [(("SA1", "SQ1", "ST1"), 2), ((), 0)])
def test_tv_33_the_colosseum_counts_pairs(more: tuple[str, ...], value: int) -> None:
    scene = using("CO1", *more)
    if not more:
        scene.own("CO1", None)
    scene.order("blue", "activate CO1 with 1")
    assert morale_value(scene.state, scene.player("blue")) == value


def test_tv_34_the_oracle_counts_the_retired() -> None:
    scene = using("OC1")
    scene.give("blue", retired=3, citizens=2, morale=10)
    scene.order("blue", "activate OC1 with 1")
    assert morale_value(scene.state, scene.player("blue")) == 25


def test_tv_34_those_out_too() -> None:
    scene = using("OC1", "LC1")
    scene.give("blue", retired=1, citizens=4)
    scene.order("blue", "labour LC1 activate OC1")
    assert morale_value(scene.state, scene.player("blue")) == 2


def test_tv_35_the_work_camp_needs_a_citizen() -> None:
    scene = using()
    scene.give("blue", citizens=0)
    assert scene.why("blue", "activate WC1 with 1") == "e_no_citizen"
    scene.give("blue", citizens=1)
    scene.order("blue", "activate WC1 with 1")
    assert (scene.player("blue").citizens, scene.player("blue").trainees1) == (0, 1)


def test_tv_36_the_outpost_must_be_paid() -> None:
    scene = using()
    scene.set(section="W01")
    assert scene.why("blue", "activate IO1 with 1") == "e_cannot_pay_section"


def test_tv_36_a_section_is_taken_once() -> None:
    scene = using()
    scene.tile("IO9", type="outpost", colour="green")
    scene.lay("IO9", 2, 0)
    scene.set(section="W01")
    scene.give("blue", goods=(0, 0, 0, 9, 9))
    scene.order("blue", "activate IO1 with 1 take W01")
    scene.to_move("blue")
    assert scene.why("blue", "activate IO9 with 2") == "e_no_section"


def test_tv_36_only_the_open_section() -> None:
    scene = using()
    scene.set(section="W01")
    scene.give("blue", goods=(0, 9, 9, 9, 9))
    assert scene.why("blue", "activate IO1 with 1 take W02") == "e_no_section"


def test_tv_37_a_worker_placed_is_gone() -> None:
    scene = using()
    scene.give("blue", reserve=(1,), placed=(Placed(4, "WC1", built=False),))
    assert scene.why("blue", "activate GM1 with 4") == "e_no_worker"


@pytest.mark.parametrize(("tile", "good"), [("GM1", 0), ("SA1", 1), ("SQ1", 2), ("MQ1", 3)])
def test_production_is_by_level(tile: str, good: int) -> None:
    scene = using("SA1", "SQ1", "MQ1")
    scene.give("blue", goods=(0, 0, 0, 0, 0))
    scene.order("blue", f"activate {tile} with 3")
    assert scene.player("blue").goods == tuple(3 if place == good else 0 for place in range(5))


@pytest.mark.parametrize(
    ("tile", "text"),
    [
        ("SM1", "activate SM1 with 1 make 0"),
        ("MK1", "activate MK1 with 1"),
        ("TP1", "activate TP1 with 1"),
        ("TV1", "activate TV1 with 1"),
        ("OC1", "activate OC1 with 1"),
    ],
)
def test_empty_activations_are_legal_unless_forbidden(tile: str, text: str) -> None:
    for option, why in (("on", ""), ("off", "e_empty")):
        scene = using(*([tile] if tile != "MK1" else []), allow_empty=option)
        scene.give("blue", goods=(5, 0, 0, 0, 0))
        assert scene.why("blue", text) == why
        move = scene.read("blue", text)
        assert (move in GAME.moves(scene.view("blue"))) == (not why)


def test_fees_of_a_vacant_seat_go_to_the_bank() -> None:
    scene = using()
    scene.state = GAME.vacate(scene.state, Seat("yellow")).state
    scene.order("blue", "activate GM2 with 1")
    assert scene.player("blue").goods[0] == 10
    assert scene.player("yellow").goods[0] == 10


def test_parameters_belong_to_their_tiles() -> None:
    scene = using("SM1")
    scene.set(section="W02")
    assert scene.why("blue", "activate GM1 with 1 make 1") == "no_smith"
    assert scene.why("blue", "activate GM1 with 1 take W02") == "no_outpost"
    assert scene.why("blue", "activate GM1 with 1 sell 1 wood") == "no_market"
    assert scene.why("blue", "activate MK1 with 1 sell 0 wood") == "bad_trade"
    wrong = Activate("MK1", 1, trades=(Trade(sell=True, count=1, good="gold"),))
    refusal = GAME.check(scene.view("blue"), wrong)
    assert refusal is not None
    assert refusal.saying.key == "bad_trade"


def test_a_tile_remembers_who_used_it() -> None:
    scene = using()
    scene.order("blue", "activate GM1 with 3")
    assert scene.lot("GM1").user == Mark(Seat("blue"), 3)
    assert scene.lot("GM1") == replace(scene.lot("GM1"), builder=None)
