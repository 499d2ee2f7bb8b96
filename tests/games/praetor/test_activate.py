"""Using tiles: TV-19 to TV-37."""

import pytest
from msgspec.structs import replace

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.position.moves import Activate, Trade
from pbem.games.praetor.position.state import Mark, Placed, morale_value
from pbem.games.praetor.table.goods import Goods, only
from tests.games.praetor.making import Case
from tests.wording import game_text


def using(*tiles: str, owner: str | None = "blue", **options: str) -> Case:
    """Return a game of three with some tiles built, blue to move."""
    case = Case(3, **options)
    for place, tile in enumerate(tiles):
        case.lay(tile, 2 + place, 0, owner=owner)
    case.to_move("blue")
    return case


def test_tv_19_a_fee_cannot_come_out_of_the_bonus() -> None:
    case = using()
    case.give("blue", goods=Goods(0, 4, 3, 2, 1), reserve=(5,))
    assert case.why("blue", "activate GM2 with 5") == "e_cannot_pay_fee"


def test_tv_20_an_own_tile_costs_nothing() -> None:
    case = using()
    case.give("blue", goods=Goods(0, 0, 0, 0, 0))
    case.order("blue", "activate GM1 with 3")
    assert case.player("blue").goods == Goods(3, 0, 0, 0, 0)


@pytest.mark.parametrize("text", ["activate WC1 with 1", "activate MK1 with 1", "activate IO1 with 1"])
def test_tv_21_unowned_tiles_cost_nothing(text: str) -> None:
    case = using()
    case.set(section="W02")
    case.give("blue", goods=Goods(0, 3, 3, 0, 0))
    case.order("blue", text)
    assert case.player("blue").goods.gold == 0


def test_tv_22_who_has_passed_still_gets_fees() -> None:
    case = using()
    case.give("yellow", passed=True)
    case.order("blue", "activate GM2 with 1")
    assert case.player("yellow").goods.gold == 11


def test_tv_23_once_per_turn_for_all_together() -> None:
    case = using()
    case.order("blue", "activate GM2 with 1")
    case.to_move("yellow")
    assert case.why("yellow", "activate GM2 with 1") == "e_already_activated"


def test_tv_24_statues_and_special_tiles() -> None:
    case = using("ST1", "LC1")
    assert case.why("blue", "activate ST1 with 2") == "e_no_activation"
    assert case.why("blue", "activate LC1 with 2") == "e_special"


def test_tv_25_the_smith() -> None:
    case = using("SM1")
    case.give("blue", goods=Goods(0, 2, 0, 0, 0), reserve=(5,))
    assert case.why("blue", "activate SM1 with 5 make 2") == ""
    assert case.why("blue", "activate SM1 with 5 make 3") == "e_bad_amount"
    assert case.why("blue", "activate SM1 with 5 make 0") == ""
    assert case.read("blue", "activate SM1 with 5") == Activate("SM1", 5, make=2)
    case.order("blue", "activate SM1 with 5 make 0")
    assert case.player("blue").goods == Goods(0, 2, 0, 0, 0)
    case.era("II")
    case.update()
    assert case.player("blue").retired == 1


def test_tv_25_the_smith_turns_wood_into_weapons() -> None:
    case = using("SM1")
    case.give("blue", goods=Goods(0, 5, 0, 0, 1), reserve=(3,))
    case.order("blue", "activate smith with high make max")
    assert case.player("blue").goods == Goods(0, 2, 0, 0, 4)


def test_tv_26_trades_go_line_by_line() -> None:
    case = using()
    case.give("blue", goods=Goods(0, 3, 0, 0, 0))
    before = case.state
    assert case.why("blue", "activate MK1 with 1 buy 1 marble, sell 3 wood") == "e_cannot_pay_trade"
    assert case.state == before
    case.order("blue", "activate MK1 with 1 SELL 3 WOOD, BUY 1 MARBLE")
    assert case.player("blue").goods == Goods(0, 0, 0, 1, 0)


def test_tv_27_prices_of_side_a() -> None:
    case = using()
    case.give("blue", goods=Goods(2, 0, 4, 0, 0))
    case.order("blue", "activate MK1 with 1 sell all stone, buy 2 weapons")
    assert case.player("blue").goods == Goods(0, 0, 0, 0, 2)


def test_prices_are_those_of_the_own_board() -> None:
    case = using(sides="all_B")
    case.to_move("white")
    case.give("white", goods=Goods(2, 0, 0, 0, 0))
    case.order("white", "activate MK1 with 1 buy 1 marble")
    assert case.player("white").goods == Goods(0, 0, 0, 1, 0)


def test_tv_28_the_forum_counts_active_workers() -> None:
    case = using("FO1")
    case.give("blue", reserve=(1, 2, 3), placed=(Placed(1, "WC1", built=False),), trainees1=1, retired=1, citizens=2)
    case.order("blue", "activate FO1 with 1")
    assert case.player("blue").goods.gold == 18


@pytest.mark.parametrize(("counts", "gold"), [("off", 14), ("on", 16)])
def test_tv_29_a_retired_worker_does_not_count_as_active(counts: str, gold: int) -> None:
    case = using("FO1", "LC1", retiree_counts=counts)
    case.give("blue", reserve=(1, 2), retired=1)
    case.order("blue", "labour LC1 activate FO1")
    assert case.player("blue").goods.gold == gold


@pytest.mark.parametrize(("counts", "favour"), [("off", 4), ("on", 6)])
def test_maia_counts_active_workers_likewise(counts: str, favour: int) -> None:
    case = using("TM1", "LC1", retiree_counts=counts)
    case.give("blue", reserve=(1, 2), retired=1, favour=0)
    case.order("blue", "labour LC1 activate TM1")
    assert case.player("blue").favour == favour


def test_tv_30_curia_and_apollo_count_tiles() -> None:
    case = using("CU1", "TA1", "SA1")
    case.give("blue", favour=0)
    case.order("blue", "activate CU1 with 1")
    assert case.player("blue").goods.gold == 14
    case.turn("blue", "activate TA1 with 2")
    assert case.player("blue").favour == 8


def test_tv_31_pluto_and_mercury_count_goods() -> None:
    case = using("TP1", "TC1", owner="yellow")
    case.give("blue", goods=Goods(10, 3, 2, 2, 1), favour=0)
    case.order("blue", "activate TP1 with 1")
    assert case.player("blue").favour == 5
    assert case.player("blue").goods == Goods(8, 3, 2, 2, 1)
    case.turn("blue", "activate TC1 with 2")
    assert case.player("blue").favour == 5 + 6


def test_tv_31_after_the_fee() -> None:
    case = using("TC1", owner="yellow")
    case.tile("TC1", type="temple_mercury", colour="green", fee=Goods(0, 0, 0, 1, 0))
    case.give("blue", goods=Goods(10, 3, 2, 2, 1), favour=0)
    case.order("blue", "activate TC1 with 1")
    assert case.player("blue").favour == 4


@pytest.mark.parametrize(("cap", "favour"), [("0", 40), ("15", 15)])
def test_temples_of_hoarders_may_be_capped(cap: str, favour: int) -> None:
    case = using("TP1", "TC1", temple_cap=cap)
    case.give("blue", goods=Goods(0, 20, 20, 10, 10), favour=0)
    case.order("blue", "activate TP1 with 1")
    assert case.player("blue").favour == favour
    case.turn("blue", "activate TC1 with 2")
    assert case.player("blue").favour == 2 * favour


@pytest.mark.parametrize(
    ("option", "place", "favour"), [("off", 2, 20), ("off", 10, 29), ("on", 2, 16), ("on", 10, 29)]
)
def test_tv_32_venus_gives_the_morale_value(option: str, place: int, favour: int) -> None:
    case = using("TV1", venus_negative=option)
    case.give("blue", morale=place, favour=20)
    case.order("blue", "activate TV1 with 1")
    assert case.player("blue").favour == favour


@pytest.mark.parametrize(("more", "value"), [(("SA1", "SQ1", "ST1"), 2), ((), 0)])
def test_tv_33_the_colosseum_counts_pairs(more: tuple[str, ...], value: int) -> None:
    case = using("CO1", *more)
    if not more:
        case.own("CO1", None)
    case.order("blue", "activate CO1 with 1")
    assert morale_value(case.state, case.player("blue")) == value


def test_tv_34_the_oracle_counts_the_retired() -> None:
    case = using("OC1")
    case.give("blue", retired=3, citizens=2, morale=10)
    case.order("blue", "activate OC1 with 1")
    assert morale_value(case.state, case.player("blue")) == 25


def test_tv_34_those_out_too() -> None:
    case = using("OC1", "LC1")
    case.give("blue", retired=1, citizens=4)
    case.order("blue", "labour LC1 activate OC1")
    assert morale_value(case.state, case.player("blue")) == 2


def test_tv_35_the_work_camp_needs_a_citizen() -> None:
    case = using()
    case.give("blue", citizens=0)
    assert case.why("blue", "activate WC1 with 1") == "e_no_citizen"
    case.give("blue", citizens=1)
    case.order("blue", "activate WC1 with 1")
    assert (case.player("blue").citizens, case.player("blue").trainees1) == (0, 1)


def test_tv_36_the_outpost_must_be_paid() -> None:
    case = using()
    case.set(section="W01")
    assert case.why("blue", "activate IO1 with 1") == "e_cannot_pay_section"


def test_tv_36_a_section_is_taken_once() -> None:
    case = using()
    case.tile("IO9", type="outpost", colour="green")
    case.lay("IO9", 2, 0)
    case.set(section="W01")
    case.give("blue", goods=Goods(0, 0, 0, 9, 9))
    case.order("blue", "activate IO1 with 1 take W01")
    case.to_move("blue")
    assert case.why("blue", "activate IO9 with 2") == "e_no_section"


def test_tv_36_only_the_open_section() -> None:
    case = using()
    case.set(section="W01")
    case.give("blue", goods=Goods(0, 9, 9, 9, 9))
    assert case.why("blue", "activate IO1 with 1 take W02") == "e_no_section"


def test_tv_37_a_worker_placed_is_gone() -> None:
    case = using()
    case.give("blue", reserve=(1,), placed=(Placed(4, "WC1", built=False),))
    assert case.why("blue", "activate GM1 with 4") == "e_no_worker"


@pytest.mark.parametrize(("tile", "good"), [("GM1", "gold"), ("SA1", "wood"), ("SQ1", "stone"), ("MQ1", "marble")])
def test_production_is_by_level(tile: str, good: str) -> None:
    case = using("SA1", "SQ1", "MQ1")
    case.give("blue", goods=Goods(0, 0, 0, 0, 0))
    case.order("blue", f"activate {tile} with 3")
    assert case.player("blue").goods == only({good: 3})


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
        case = using(*([tile] if tile != "MK1" else []), allow_empty=option)
        case.give("blue", goods=Goods(5, 0, 0, 0, 0))
        assert case.why("blue", text) == why
        move = case.read("blue", text)
        assert (move in GAME.moves(case.view("blue"))) == (not why)


def test_fees_of_a_vacant_seat_go_to_the_bank() -> None:
    case = using()
    case.state = GAME.vacate(case.state, Seat("yellow")).state
    case.order("blue", "activate GM2 with 1")
    assert case.player("blue").goods.gold == 10
    assert case.player("yellow").goods.gold == 10
    places = {"seat": "seats/blue", "owner": "seats/yellow", "fee": {"gold": 1}, "tile": "GM2"}
    assert GAME.say(case.told[0], "en") == game_text(GAME, "paid_bank", **places)


def test_fees_of_a_seat_that_was_taken_over_go_to_it() -> None:
    case = using()
    case.state = GAME.occupy(GAME.vacate(case.state, Seat("yellow")).state, Seat("yellow")).state
    case.order("blue", "activate GM2 with 1")
    assert case.player("yellow").goods.gold == 11
    places = {"seat": "seats/blue", "owner": "seats/yellow", "fee": {"gold": 1}, "tile": "GM2"}
    assert GAME.say(case.told[0], "en") == game_text(GAME, "paid_fee", **places)


def test_parameters_belong_to_their_tiles() -> None:
    case = using("SM1")
    case.set(section="W02")
    assert case.why("blue", "activate GM1 with 1 make 1") == "no_smith"
    assert case.why("blue", "activate GM1 with 1 take W02") == "no_outpost"
    assert case.why("blue", "activate GM1 with 1 sell 1 wood") == "no_market"
    assert case.why("blue", "activate MK1 with 1 sell 0 wood") == "bad_trade"
    wrong = Activate("MK1", 1, trades=(Trade(sell=True, count=1, good="gold"),))
    refusal = GAME.check(case.view("blue"), wrong)
    assert refusal is not None
    assert refusal.saying.key == "bad_trade"


def test_a_tile_remembers_who_used_it() -> None:
    case = using()
    case.order("blue", "activate GM1 with 3")
    assert case.lot("GM1").user == Mark(Seat("blue"), 3)
    assert case.lot("GM1") == replace(case.lot("GM1"), builder=None)
