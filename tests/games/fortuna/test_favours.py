"""The favours of Rome, tax, and the flip of two players (T5, T6)."""

import pytest

from pbem.games.fortuna import GAME
from pbem.games.fortuna.position.moves import Ask
from tests.games.fortuna.making import Case
from tests.wording import game_text

RICH = {"reservoir": 1, "wine": 2, "grain": 2, "centurions": 3, "married": True, "vestals": 2}


def numbers(case: Case) -> set[str]:
    return {text.split()[1] for text in case.legal() if text.startswith("favour ")} - {"none"}


@pytest.mark.parametrize(("die", "usable"), [(1, "1"), (3, "1 2 3"), (6, "1 2 3 4 5 6")])
def test_tv_s05_a_die_reaches_all_numbers_up_to_it(die: int, usable: str) -> None:
    assert numbers(Case().give("blue", **RICH).rolled(die)) == set(usable.split())


def test_tv_s06_grain_for_a_step() -> None:
    case = Case().give("blue", pos=4).rolled(3)
    stock = case.public.stock.grain
    case.order("favour 3 x1")
    blue = case.player("blue")
    assert (blue.grain, blue.pos, blue.money, blue.hand) == (0, 5, 5, 0)
    assert case.public.stock.grain == stock + 1
    assert not case.public.favours[2].is_open
    assert case.active == "grey"


def test_tv_s07a_declining_an_open_card_costs_tax() -> None:
    case = Case().give("blue", grain=0, pos=2).favours("1- 2- 3+").rolled(3)
    assert case.is_refused("favour 3", "too_little")
    case.order("favour none")
    assert (case.player("blue").money, case.player("blue").pos) == (4, 2)
    assert case.public.favours[2].is_open


@pytest.mark.parametrize(
    ("order", "pos", "centurions", "money"),
    [("favour 4 x1", 4, 1, 5), ("favour 4*2", 5, 0, 5), ("favour none", 3, 2, 4)],
)
def test_tv_s07b_the_battle(order: str, pos: int, centurions: int, money: int) -> None:
    case = Case().give("blue", grain=0, centurions=2, pos=3).favours("1- 2-").rolled(4)
    assert case.is_refused("favour 4 x3", "too_little")
    case.order(order)
    blue = case.player("blue")
    assert (blue.pos, blue.centurions, blue.money) == (pos, centurions, money)
    assert case.public.favours[3].is_open == (order == "favour none")


def test_tv_s08_nothing_open_within_the_die_is_free() -> None:
    case = Case().give("blue", pos=2).favours("1-").rolled(1)
    assert case.is_refused("favour 1", "favour_closed")
    case.order("favour none")
    assert (case.player("blue").money, case.player("blue").pos) == (5, 2)


def test_tv_s09_a_card_that_cannot_be_fulfilled_is_taxed() -> None:
    case = Case().give("blue", wine=0, money=2, pos=2).favours("1- 3-").rolled(3).order("favour none")
    assert (case.player("blue").money, case.player("blue").pos) == (1, 2)
    assert case.public.favours[1].is_open


def test_tv_s10_of_two_dice_the_lower_may_be_chosen() -> None:
    def case(**options: str) -> Case:
        return Case(**options).give("blue", grain=0, money=4).favours("1- 2-").rolled(2, 3)  # type: ignore[arg-type]

    assert case().order("favour none").player("blue").money == 4
    assert case().order("favour none die 3").player("blue").money == 3
    assert case(die_choice="highest").order("favour none").player("blue").money == 3
    assert case(die_choice="highest").refusal("favour none die 2").rule == "F-R5"
    assert case().legal() == ["favour none", "favour none die 3"]
    assert case().is_refused("favour none die 4")


def test_tv_s16_marriage_and_palace() -> None:
    case = Case().give("blue", married=True, pos=6).rolled(5).order("favour 5")
    assert case.player("blue").pos == 7
    case = Case().give("blue", married=True, pos=6, buildings=("PALACE",)).rolled(5)
    before = case.player("blue")
    case.order("favour 5")
    after = case.player("blue")
    assert after.pos == 8
    assert (after.money, after.water, after.grain, after.wine) == (
        before.money,
        before.water,
        before.grain,
        before.wine,
    )


def test_favour_5_needs_marriage() -> None:
    assert Case().rolled(5).is_refused("favour 5")


def test_b37_other_buildings_add_no_step() -> None:
    case = Case().give("blue", married=True, pos=6, buildings=("MARKET",)).rolled(5).order("favour marriage")
    assert case.player("blue").pos == 7


def test_b33_tax_without_money_is_a_step_back() -> None:
    def after(pos: int) -> int:
        return Case().give("blue", money=0, pos=pos).rolled(3).order("favour none").player("blue").pos

    assert [after(7), after(0), after(10)] == [6, 0, 9]


def test_b33_a_step_back_out_of_rome_in_the_last_round_costs_the_rank() -> None:
    case = Case(2).deck("C_WINE").give("blue", pos=14, married=True, money=0).give("orange", pos=10, money=0)
    case.rolled(5).order("favour 5; block none; end").rolled(3).favours("3+").order("favour none")
    assert (case.public.step, case.player("orange").pos) == ("over", 9)
    assert game_text(GAME, "outside", who="seats/orange") in case.heard()
    assert set(case.public.shown) == {"blue"}
    outcome = GAME.outcome(case.state)
    assert outcome is not None
    assert outcome.ranks == {"blue": 1, "orange": 2}


def test_b34_the_lower_die_does_not_help_when_it_reaches_an_open_card() -> None:
    case = Case().give("blue", reservoir=0, wine=0).favours("1+ 2+ 3- 4- 5+").rolled(2, 5).order("favour none")
    assert case.player("blue").money == 4


def test_b35_no_card_within_reach_is_exempt() -> None:
    case = Case().give("blue", vestals=3).favours("1- 2- 3- 4- 5- 6+").rolled(5)
    assert case.waiting().forced == Ask()
    assert case.legal() == ["favour none"]
    assert case.order("favour none").player("blue").money == 5


def test_b36_favour_1_takes_water_from_the_aqueduct() -> None:
    case = Case().give("blue", reservoir=0, aqueduct=1, buildings=("AQUEDUCT",)).rolled(1).order("favour 1")
    assert (case.player("blue").aqueduct, case.player("blue").pos) == (0, 1)
    case.wait_for("blue")
    assert case.player("blue").aqueduct == 1


def test_favour_1_may_name_the_reservoir() -> None:
    case = Case().give("blue", reservoir=1, aqueduct=1, buildings=("AQUEDUCT",)).rolled(1)
    assert case.legal() == ["favour 1 x1", "favour 1 x1 from reservoir", "favour none"]
    case.order("favour 1 from reservoir")
    assert (case.player("blue").reservoir, case.player("blue").aqueduct) == (0, 1)


def test_b38_surplus_steps_are_lost_and_the_pick_comes_before_phase_5() -> None:
    case = Case().give("blue", pos=14, vestals=3).favours("6+2").rolled(6)
    case.deck("C_WINE", "B_STEP", "A_WINE", "C_GRAIN", "C_WATER").order("favour 6")
    assert case.waiting().kind == "palace"
    assert case.public.deck.taken == 3
    assert case.player("blue").pos == 15
    case.order("palace a_wine")
    assert case.waiting().kind == "keep"
    case.order("keep water; end")
    assert case.hand("blue") == ("A_WINE", "C_WATER")


def test_b39_no_unit_beyond_the_palace() -> None:
    case = Case().give("blue", pos=14, wine=2).rolled(2).deck("C_WINE")
    assert case.refusal("favour 2 x2").rule == "F-R9"
    assert case.order("favour 2 x1").player("blue").wine == 1


def test_all_units_when_no_number_is_said() -> None:
    case = Case().give("blue", wine=5).rolled(2).order("favour orgy")
    assert (case.player("blue").wine, case.player("blue").pos) == (3, 2)


def test_religion_moves_in_full() -> None:
    case = Case().give("blue", vestals=2).rolled(6)
    assert case.refusal("favour 6 x1").rule == "F-R8"
    assert case.order("favour 6").player("blue").vestals == 2


def test_a_named_die_must_have_been_rolled_and_reach() -> None:
    case = Case().give("blue", **RICH).rolled(2, 4)
    assert case.is_refused("favour 3 die 2")
    assert case.is_refused("favour 1 die 6")
    assert case.is_refused("favour 7")
    assert case.order("favour 3 x1 die 4").player("blue").pos == 1


def test_f_r7_favours_5_and_6_may_be_refused_unless_the_host_says_no() -> None:
    def case(*dice: int, **options: str) -> Case:
        return Case(**options).give("blue", married=True, vestals=0).rolled(*dice)  # type: ignore[arg-type]

    assert case(5).order("favour none").player("blue").money == 4
    assert case(5, refuse="1-4").refusal("favour none").rule == "F-R7"
    assert case(4, refuse="1-4").order("favour none").player("blue").money == 4
    assert case(4, 5, refuse="1-4").order("favour none").player("blue").money == 4
    assert case(4, 5, refuse="1-4").refusal("favour none die 5").rule == "F-R7"
    pious = Case(refuse="1-4").give("blue", vestals=1).favours("5-")
    assert pious.rolled(6).refusal("favour none").rule == "F-R7"
    assert pious.rolled(5).order("favour none").player("blue").money == 4
    unable = Case(refuse="1-4").give("blue", vestals=0).rolled(6)
    assert unable.order("favour none").player("blue").money == 4


def test_b42_a_step_does_not_avert_tax_and_comes_once() -> None:
    case = Case().give("blue", pos=8, hand=["B_STEP", "B_STEP"]).rolled(3).order("use b")
    assert case.player("blue").pos == 9
    assert case.refusal("use b").rule == "F-R36"
    assert case.order("favour none").player("blue").money == 4


def test_b44_the_first_of_two_players_may_block() -> None:
    case = Case(2).favours("1- 2+1 3+0 4+0 5+2 6-").rolled(1).order("favour none")
    assert case.waiting().kind == "block"
    assert case.is_refused("block 2", "not_blockable")
    assert case.is_refused("block 1", "not_blockable")
    assert case.legal() == ["block 3", "block 4", "block none"]
    case.order("block 4")
    assert (case.public.favours[3].is_open, case.public.favours[3].reason) == (False, "blocked")
    case.finish_turn()
    assert case.public.round == 2
    assert case.public.favours[3].is_open
    assert case.public.favours[3].tokens == 0


def test_b44_the_second_player_and_three_players_do_not_block() -> None:
    case = Case(2).set(at=1).favours("1-").rolled(1)
    assert case.is_refused("block 4")
    assert case.order("favour none").public.round == 2
    case = Case(3).favours("1-").rolled(1).order("favour none")
    assert case.is_refused("block 4")


def test_b44_without_a_card_to_block_the_step_is_skipped() -> None:
    case = Case(2).favours("1- 2+1 3+1 4+1 5+2 6-").rolled(1).order("favour none")
    assert case.active == "orange"


def test_f_r29_the_flip_is_offered_on_the_palace_too() -> None:
    case = Case(2).lay(blue="FORTUNA").give("blue", pos=14, centurions=0).deck("C_WINE")
    case.order("play fortuna; swap family")
    assert case.waiting().kind == "block"


def test_b61_an_item_that_does_not_fit_is_illegal_and_none_is_taxed() -> None:
    case = Case().give("blue", centurions=1).rolled(5)
    assert case.is_refused("favour 6")
    assert case.is_refused("favour 4 x2")
    assert case.order("favour none").player("blue").money == 4


@pytest.mark.parametrize(
    ("text", "why", "rule"),
    [
        ("favour 1 x2", "favour_most", "1.3"),
        ("favour 4 x4", "favour_most", "1.3"),
        ("favour 4 x0", "at_least_one", "1.3"),
        ("favour 3 x2", "too_little", "T5"),
        ("favour 2 x2", "favour_near", "F-R9"),
    ],
)
def test_a_number_of_units_is_refused_for_its_own_reason(text: str, why: str, rule: str) -> None:
    case = Case().give("blue", pos=14, wine=2, grain=1, reservoir=2, centurions=3).rolled(6)
    assert (case.refusal(text).saying.key, case.refusal(text).rule) == (why, rule)


def test_the_refusal_tells_what_a_favour_takes() -> None:
    refusal = Case().give("blue", reservoir=2).rolled(6).refusal("favour 1 x2")
    args = {"number": 1, "favour": "favours/SUPPLY", "most": 1, "what": "goods/water"}
    assert (refusal.saying.key, refusal.saying.args) == ("favour_most", args)
