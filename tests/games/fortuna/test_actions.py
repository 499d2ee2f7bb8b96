"""Executing action cards (4.1)."""

import pytest

from pbem.games.fortuna import GAME
from tests.games.fortuna.making import Case
from tests.wording import game_text


def cost(building: str) -> int:
    price: int = GAME.table()["building_cost"][building]
    return price


def test_tv_s02_clergy_turns_a_vestal_into_a_die() -> None:
    case = Case().lay(blue="CLERGY").will_roll(2, 5)
    stock = case.public.stock
    case.order("play clergy; swap winetrade; military none")
    assert (case.player("blue").vestals, case.player("blue").dice) == (0, 2)
    assert (case.public.stock.vestals, case.public.stock.dice) == (stock.vestals + 1, stock.dice - 1)
    assert case.public.turn.dice == (2, 5)
    case.give("blue", married=True)
    assert {"favour 2 x1", "favour 5", "favour none"} <= set(case.legal())  # either die may be used
    assert case.is_refused("favour 6", "beyond_die")


@pytest.mark.parametrize(("short", "why"), [({"dice": 3}, "dice_full"), ({"vestals": 0}, "too_little")])
def test_b14_clergy_needs_a_vestal_and_room_for_a_die(short: dict[str, int], why: str) -> None:
    case = Case().lay(blue="CLERGY").give("blue", **short)
    assert case.is_refused("play clergy", why)


def test_b14_clergy_needs_a_die_in_stock() -> None:
    assert Case().lay(blue="CLERGY").stock(dice=0).refusal("play clergy").rule == "F-R47"
    assert "play clergy" in Case(stock_limits="unlimited").lay(blue="CLERGY").stock(dice=0).legal()


def test_tv_s13_the_market_adds_one_per_unit() -> None:
    case = Case().lay(blue="WINETRADE").give("blue", wine=3, money=2)
    assert case.order("play winetrade sell 3").player("blue").money == 11
    case = Case().lay(blue="WINETRADE").give("blue", wine=3, money=2, buildings=("MARKET",))
    assert case.order("play winetrade sell all").player("blue").money == 14


def test_grain_sells_for_two() -> None:
    case = Case().lay(blue="GRAINTRADE").give("blue", grain=3, money=2)
    case.order("play graintrade sell 2")
    assert (case.player("blue").money, case.player("blue").grain) == (6, 1)
    assert Case().lay(blue="GRAINTRADE").give("blue", grain=1).is_refused("play graintrade sell 2")
    assert Case().lay(blue="GRAINTRADE").give("blue", grain=1).is_refused("play graintrade sell 0")
    assert Case().lay(blue="GRAINTRADE").give("blue", grain=0).is_refused("play graintrade sell all")


@pytest.mark.parametrize("text", ["play centurions buy 0", "play vestals buy 0", "play graintrade sell 0"])
def test_nothing_at_all_is_no_number_to_buy_or_sell(text: str) -> None:
    case = Case().lay(blue="CENTURIONS VESTALS GRAINTRADE").give("blue", money=20, grain=3)
    assert case.is_refused(text, "at_least_one")


def test_b15_money_over_twenty_is_lost_with_a_warning() -> None:
    case = Case().lay(blue="WINETRADE").give("blue", wine=1, money=19).order("play winetrade sell 1")
    assert (case.player("blue").money, case.player("blue").wine) == (20, 0)
    assert game_text(GAME, "lost_money", seat="seats/blue", lost=2) in case.heard()


def test_b12_centurions_cost_by_slot() -> None:
    case = Case().lay(blue="CENTURIONS").give("blue", money=5, centurions=1).order("play centurions buy 2")
    assert (case.player("blue").money, case.player("blue").centurions) == (0, 3)
    assert Case().lay(blue="CENTURIONS").give("blue", money=4).is_refused("play centurions buy 2", "too_dear")
    assert Case().lay(blue="CENTURIONS").give("blue", money=20).is_refused("play centurions buy 3", "slots_full")
    case = Case().lay(blue="CENTURIONS").give("blue", money=7, centurions=0).order("play centurions buy 3")
    assert (case.player("blue").money, case.player("blue").centurions) == (1, 3)


@pytest.mark.parametrize(("prices", "price"), [("1-3-5", 8), ("1-2-3", 5)])
def test_b13_vestals_cost_by_slot_and_option(prices: str, price: int) -> None:
    case = Case(vestal_prices=prices).lay(blue="VESTALS").give("blue", money=10).order("play vestals buy 2")
    assert (case.player("blue").money, case.player("blue").vestals) == (10 - price, 3)


def test_buying_all_stops_at_the_purse() -> None:
    case = Case().lay(blue="VESTALS").give("blue", money=7).order("play vestals buy all")
    assert (case.player("blue").money, case.player("blue").vestals) == (4, 2)
    assert Case().lay(blue="VESTALS").give("blue", money=2).is_refused("play vestals buy all")
    assert Case().lay(blue="VESTALS").give("blue", money=20, vestals=3).is_refused("play vestals buy all")


def test_buying_all_stops_at_the_last_slot() -> None:
    case = Case().lay(blue="VESTALS").give("blue", money=20, vestals=1).order("play vestals buy all")
    assert case.player("blue").vestals == 3


def test_b16_water_leaves_the_aqueduct_first() -> None:
    case = Case().lay(blue="HARVEST").give("blue", reservoir=2, aqueduct=1, buildings=("AQUEDUCT",))
    first = case.state
    case.order("play harvest water 2")
    assert (case.me.grain, case.me.aqueduct, case.me.reservoir) == (5, 0, 1)
    case.state = first
    case.order("play harvest water 2 from reservoir")
    assert (case.me.grain, case.me.aqueduct, case.me.reservoir) == (5, 1, 0)
    case.state = first
    case.order("play harvest water 2 from aqueduct")
    assert (case.me.aqueduct, case.me.reservoir) == (0, 1)
    case.state = first
    case.order("play harvest water 3 from reservoir")
    assert (case.me.grain, case.me.water) == (6, 0)


def test_b17_a_short_stock_limits_the_harvest() -> None:
    case = Case().lay(blue="HARVEST").give("blue", reservoir=2).stock(grain=3)
    assert case.refusal("play harvest water 2").rule == "F-R53"
    case.order("play harvest water 1")
    assert (case.me.grain, case.public.stock.grain) == (4, 0)
    case = Case().lay(blue="HARVEST").give("blue", reservoir=2).stock(grain=1).order("play harvest")
    assert (case.me.grain, case.public.stock.grain) == (2, 0)
    assert Case().lay(blue="HARVEST").stock(grain=0).is_refused("play harvest")
    case = Case(stock_limits="unlimited").lay(blue="HARVEST").give("blue", reservoir=2).stock(grain=3)
    assert case.order("play harvest water 2").me.grain == 5


def test_all_water_means_as_much_as_there_are_cubes() -> None:
    case = Case().lay(blue="VINTAGE").give("blue", reservoir=5).stock(wine=4).order("play vintage water all")
    assert (case.me.wine, case.me.reservoir, case.public.stock.wine) == (5, 3, 0)


def test_water_cannot_be_returned_that_is_not_there() -> None:
    assert Case().lay(blue="VINTAGE").is_refused("play vintage water 2")


def test_water_distribution_takes_what_is_left() -> None:
    case = Case().lay(blue="WATER").stock(water=1).order("play water")
    assert (case.me.reservoir, case.public.stock.water) == (2, 0)
    assert Case().lay(blue="WATER").stock(water=0).is_refused("play water")
    case = Case(stock_limits="unlimited").lay(blue="WATER").stock(water=0).order("play water")
    assert case.me.reservoir == 3


def test_b18_marrying_needs_three_money() -> None:
    case = Case().lay(blue="FAMILY").give("blue", money=2)
    assert case.is_refused("play family marry", "too_dear")
    assert case.refusal("play family roll").rule == "F-R24"
    assert case.is_refused("play family take wine")
    case.order("play family noact")
    assert not case.me.married
    case = Case().lay(blue="FAMILY").give("blue", money=3).order("play family marry")
    assert case.me.married
    assert case.me.money == 0
    assert Case().lay(blue="FAMILY").give("blue", married=True).is_refused("play family marry")


def test_b19_the_early_roll_is_the_only_roll() -> None:
    case = Case().lay(blue="FAMILY").give("blue", married=True, money=18).will_roll(5)
    case.order("play family roll")
    assert case.waiting().kind == "take"
    assert case.public.turn.dice == (5,)
    case.order("take money")
    assert case.me.money == 20
    case.order("swap fortuna; military none")
    assert case.waiting().kind == "favour"
    assert case.public.turn.dice == (5,)
    assert case.fate.slots.count("1 blue/1") == 1


def test_b20_a_die_gained_after_the_early_roll_waits() -> None:
    case = Case().lay(blue="FAMILY CLERGY").give("blue", married=True).will_roll(5)
    case.order("play family roll; take wine; swap fortuna; military clergy")
    assert case.me.dice == 2
    assert case.public.turn.dice == (5,)
    assert case.waiting().kind == "favour"


def test_the_family_gives_what_is_in_stock() -> None:
    case = Case().lay(blue="FAMILY").give("blue", married=True).stock(wine=0, grain=0).will_roll(1)
    assert case.is_refused("play family take wine")
    assert case.is_refused("play family take water")
    case.order("play family roll")
    assert case.legal() == ["take money"]


def test_there_is_one_roll_in_a_turn() -> None:
    """F-R24: married in T1, an early roll in T3 through Bribery; never two."""
    case = Case().lay(blue="FAMILY BRIBERY", grey="FORTUNA").will_roll(4)
    case.order("play family marry; swap fortuna; military bribery use family roll")
    assert case.waiting().kind == "take"
    case.order("take grain")
    assert case.waiting().kind == "favour"
    case = Case().lay(blue="FAMILY BRIBERY").give("blue", married=True).will_roll(4)
    case.order("play family roll; take wine; swap fortuna")
    assert case.refusal("military bribery use family roll").rule == "F-R24"


def test_f_r10_no_early_roll_on_the_palace() -> None:
    case = Case().lay(blue="FAMILY").give("blue", married=True, pos=15).set(palace=Case().public.palace)
    assert case.refusal("play family roll").rule == "F-R10"


def test_b21_the_palace_needs_marriage() -> None:
    case = Case().lay(blue="FAMILY BUILDING").give("blue", money=3 + cost("PALACE"))
    assert case.refusal("play building build palace").rule == "F-R66"
    case.order("play family marry; swap fortuna; military building build palace")
    assert case.player("blue").money == 0
    assert case.player("blue").buildings == ("PALACE",)


def test_b22_buildings_have_limits() -> None:
    case = (
        Case().lay(blue="BUILDING").give("blue", money=20, buildings=("MARKET", "AQUEDUCT", "BASILICA"), married=True)
    )
    assert case.is_refused("play building build palace", "no_room")
    assert (
        Case()
        .lay(blue="BUILDING")
        .give("blue", money=20, buildings=("MARKET",))
        .is_refused("play building build market", "built_already")
    )
    case = Case().lay(blue="BUILDING").give("blue", money=20)
    case.set(buildings={**case.public.buildings, "MARKET": 0})
    assert case.is_refused("play building build market", "pile_empty")
    case = Case().lay(blue="BUILDING").give("blue", money=cost("MARKET") - 1)
    assert case.is_refused("play building build market", "too_dear")


def test_b23_the_aqueduct_fills_in_the_next_turn_and_once() -> None:
    case = Case(2).lay(blue="BUILDING").give("blue", money=20)
    case.order("play building build aqueduct")
    assert case.player("blue").aqueduct == 0
    stock = case.finish_turn().public.stock.water
    case.wait_for("blue")
    assert case.player("blue").aqueduct == 1
    assert case.public.stock.water == stock - 1
    stock = case.finish_turn().public.stock.water
    case.wait_for("blue")
    assert case.player("blue").aqueduct == 1
    assert case.public.stock.water == stock


def test_b23_an_empty_stock_fills_no_aqueduct() -> None:
    case = Case(2).give("blue", buildings=("AQUEDUCT",)).stock(water=0)
    assert case.finish_turn().wait_for("blue").player("blue").aqueduct == 0
    case = Case(2, stock_limits="unlimited").give("blue", buildings=("AQUEDUCT",)).stock(water=0)
    assert case.finish_turn().wait_for("blue").player("blue").aqueduct == 1
