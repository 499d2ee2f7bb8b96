"""Final scoring, ties and ranks (5.2 to 5.4)."""

from typing import Any

import pytest

from pbem.games.fortuna import GAME
from pbem.games.game import Outcome
from tests.games.fortuna.making import BLUE, GREY, ORANGE, PURPLE, Case
from tests.wording import game_text


def card_points(hand: list[str], options: dict[str, str] | None = None, **holdings: Any) -> int:
    case = Case(**(options or {}))  # type: ignore[arg-type]
    case.give("blue", pos=15, **holdings).set(step="over", shown={BLUE: tuple(hand)})
    outcome = GAME.outcome(case.state)
    assert outcome is not None
    return outcome.points[BLUE]["total"] - 15


def closed(case: Case) -> Outcome:
    gate = case.state.rules.table.road.gate
    shown = {seat: case.hand(seat) for seat, player in case.public.players.items() if player.pos >= gate}
    outcome = GAME.outcome(case.set(step="over", shown=shown).state)
    assert outcome is not None
    return outcome


@pytest.mark.parametrize(("buildings", "points"), [(("MARKET", "AQUEDUCT", "BASILICA"), 6), (("MARKET",), 2), ((), 0)])
def test_tv_s15_the_building_card(buildings: tuple[str, ...], points: int) -> None:
    assert card_points(["C_BUILDING"], buildings=buildings) == points


def test_b53_equal_cards_count_once_unless_each() -> None:
    assert card_points(["C_VESTAL", "C_VESTAL"], vestals=2) == 4
    assert card_points(["C_VESTAL", "C_VESTAL"], {"identical_c": "each"}, vestals=2) == 8


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, 12),
        ({"money_cards": "split"}, 7),
        ({"c_money_mode": "once"}, 3),
        ({"money_cards": "split", "c_money_mode": "once"}, 3),
    ],
)
def test_b54_the_money_cards(options: dict[str, str], points: int) -> None:
    assert card_points(["C_MONEY3", "C_MONEY5"], options, money=18) == points


def test_f_r31_splitting_finds_the_best_share() -> None:
    split = {"money_cards": "split"}
    assert card_points(["C_MONEY3", "C_MONEY5"], split, money=9) == 3
    assert card_points(["C_MONEY3", "C_MONEY5"], split, money=6) == 2
    assert card_points(["C_MONEY3", "C_MONEY5"], {**split, "c_money_mode": "once"}, money=7) == 2
    assert card_points(["C_MONEY3"], split, money=9) == 3
    assert card_points(["C_MONEY3", "C_MONEY5"], split, money=2) == 0


def test_b55_water_on_the_aqueduct_counts() -> None:
    assert card_points(["C_WATER"], reservoir=2, aqueduct=1, buildings=("AQUEDUCT",)) == 3


@pytest.mark.parametrize(
    ("card", "holdings", "points"),
    [
        ("C_GRAIN", {"grain": 4}, 4),
        ("C_WINE", {"wine": 3}, 3),
        ("C_CENTURION", {"centurions": 3}, 6),
        ("C_MARRIAGE", {"married": True}, 3),
        ("C_MARRIAGE", {"married": False}, 0),
        ("C_MONEY3", {"money": 20}, 6),
        ("C_MONEY5", {"money": 20}, 8),
        ("A_WINE", {"wine": 3}, 0),
        ("B_STEP", {}, 0),
    ],
)
def test_what_a_card_brings(card: str, holdings: dict[str, Any], points: int) -> None:
    assert card_points([card], **holdings) == points


def test_b56_ties_go_by_steps_money_centurions_vestals() -> None:
    def ranks(first: dict[str, Any], second: dict[str, Any]) -> tuple[int, int]:
        outcome = closed(Case(2).give("blue", **first).give("orange", **second))
        return outcome.ranks[BLUE], outcome.ranks[ORANGE]

    by_cards = {"pos": 13, "hand": ["C_VESTAL"], "vestals": 1}
    assert ranks({"pos": 15}, by_cards) == (1, 2)
    assert ranks({"pos": 15, "money": 4}, {"pos": 15, "money": 5}) == (2, 1)
    assert ranks({"pos": 15, "centurions": 2}, {"pos": 15, "centurions": 1}) == (1, 2)
    assert ranks({"pos": 15, "vestals": 1}, {"pos": 15, "vestals": 2}) == (2, 1)
    assert ranks({"pos": 15}, {"pos": 15}) == (1, 1)
    # what comes first decides, whatever comes later
    assert ranks({"pos": 15, "money": 0}, {**by_cards, "money": 20, "centurions": 3}) == (1, 2)
    assert ranks({"pos": 15, "money": 4, "centurions": 3}, {"pos": 15, "money": 5, "centurions": 0}) == (2, 1)
    assert ranks({"pos": 15, "centurions": 2, "vestals": 0}, {"pos": 15, "centurions": 1, "vestals": 3}) == (1, 2)


def test_f_r46_who_is_level_in_everything_shares_a_rank_and_the_next_one_is_left_out() -> None:
    same = {"pos": 14, "money": 3, "centurions": 1, "vestals": 2}
    case = Case().give("blue", **same).give("purple", **same).give("grey", pos=15).give("orange", pos=11)
    assert closed(case).ranks == {GREY: 1, BLUE: 2, PURPLE: 2, ORANGE: 4}


def test_b57_outside_rome_ranks_last() -> None:
    case = Case().give("blue", pos=9, hand=["C_VESTAL", "C_CENTURION"], vestals=3, centurions=3)
    outcome = closed(case.give("grey", pos=10).give("orange", pos=15).give("purple", pos=9, money=0))
    assert outcome.ranks == {ORANGE: 1, GREY: 2, BLUE: 3, PURPLE: 4}
    assert outcome.points[BLUE] == {"road": 9, "total": 9}


def test_those_inside_rome_lay_their_cards_open() -> None:
    case = Case(2).deck("C_WINE").give("blue", pos=9, hand=["C_VESTAL"]).give("orange", pos=14, married=True)
    case.set(at=1).rolled(5).order("favour 5; end")
    assert case.public.shown == {ORANGE: ("C_WINE",)}
    assert game_text(GAME, "showed", who="seats/orange", cards=["privileges/C_WINE"]) in case.heard()
    assert game_text(GAME, "outside", who="seats/blue") in case.heard()
    assert "C_VESTAL" not in str(GAME.public(case.state)["shown"])


def test_the_gate_itself_is_inside_rome() -> None:
    case = Case(2).deck("C_WINE").give("blue", pos=10, hand=["C_VESTAL"]).give("orange", pos=14, married=True)
    case.set(at=1).rolled(5).order("favour 5; end")
    assert case.public.shown == {BLUE: ("C_VESTAL",), ORANGE: ("C_WINE",)}
    outcome = GAME.outcome(case.state)
    assert outcome is not None
    assert outcome.points[BLUE] == {"road": 10, "c_vestal": 2, "total": 12}


def test_there_is_no_outcome_before_the_end() -> None:
    assert GAME.outcome(Case().state) is None
