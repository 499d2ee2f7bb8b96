"""The end of a round: order, tokens, favours; and the last round (4.5, 5.1)."""

import pytest

from pbem.games.fortuna import GAME
from pbem.games.fortuna.course.rounds import new_order
from tests.games.fortuna.making import Case


def end_round(case: Case) -> Case:
    """End the round from the last player's last choice, with nothing open within his die."""
    favours = case.public.favours
    case.set(at=len(case.public.order) - 1).favours("1-").rolled(1)
    case.set(favours=(case.public.favours[0], *favours[1:]))
    return case.order("favour none")


def tokens(case: Case) -> list[int]:
    return [favour.tokens for favour in case.public.favours]


def test_b49_open_cards_gain_a_token_up_to_three() -> None:
    case = end_round(Case().favours("1- 2+3 3+0 4- 5- 6-"))
    assert tokens(case) == [0, 3, 1, 0, 0, 0]
    assert all(favour.is_open for favour in case.public.favours)
    assert case.public.round == 2


def test_b52_tokens_never_exceed_three() -> None:
    case = Case()
    for _ in range(5):
        end_round(case.favours("1- 2- 3- 6-"))
    assert tokens(case) == [0, 0, 0, 3, 3, 0]


def test_f_r48_tokens_are_supplied_or_run_out() -> None:
    plenty = end_round(Case().set(tokens=2).favours("1- 2+ 3+ 4+ 5+ 6+"))
    assert tokens(plenty) == [0, 1, 1, 1, 1, 1]
    assert plenty.public.tokens == -3
    scarce = end_round(Case(token_limit="strict").set(tokens=2).favours("1- 2+ 3+ 4+ 5+ 6+"))
    assert tokens(scarce) == [0, 1, 1, 0, 0, 0]
    assert scarce.public.tokens == 0
    full = end_round(Case(token_limit="strict").set(tokens=1).favours("1- 2+3 3+1 4- 5+1 6-"))
    assert tokens(full) == [0, 3, 2, 0, 1, 0]  # a full card takes none away


def test_b50_the_holder_of_fortuna_is_first_then_wealth_then_clockwise() -> None:
    case = Case().lay(orange="[FORTUNA]").give("blue", money=7).give("grey", money=4).give("purple", money=7)
    assert end_round(case).public.order == ("orange", "purple", "blue", "grey")


@pytest.mark.parametrize(
    ("option", "order"), [("wealth", ("orange", "blue", "grey")), ("keep_first", ("blue", "orange", "grey"))]
)
def test_b51_fortuna_on_the_empty_side(option: str, order: tuple[str, ...]) -> None:
    case = Case(3, fortuna_on_empty_side=option).lay(purple="FORTUNA").give("orange", money=6)
    assert new_order(case.state.rules, case.public) == order


def test_b51_or_it_may_not_go_there() -> None:
    case = Case(3, fortuna_on_empty_side="forbid").lay(blue="FORTUNA", purple="WATER", grey="FAMILY")
    case.order("play fortuna")
    assert case.refusal("swap water").rule == "F-R26"
    assert "swap family" in case.legal()
    other = Case(3, fortuna_on_empty_side="forbid").lay(blue="CLERGY", purple="WATER").order("play clergy")
    assert "swap water" in other.legal()


def test_b59_the_last_round_changes_neither_tokens_nor_order() -> None:
    case = Case().deck("C_WINE").lay(orange="FORTUNA").give("grey", money=20)
    case.give("purple", pos=14, married=True).set(at=3).favours("2+1 3+2").rolled(5)
    case.order("favour 5; end")
    assert case.public.step == "over"
    assert tokens(case) == [0, 1, 2, 0, 0, 0]
    assert case.public.order == ("blue", "grey", "orange", "purple")
    assert case.public.round == 1
    assert GAME.outcome(case.state) is not None


def test_f_r43_the_gate_of_rome_ends_nothing() -> None:
    case = Case(2).give("blue", pos=9, married=True).rolled(5).order("favour 5; block none")
    assert (case.player("blue").pos, case.public.palace.arrivals) == (10, ())
    assert case.finish_turn().public.round == 2


def test_players_after_the_arrival_still_play_and_those_before_do_not() -> None:
    case = Case().deck("C_WINE").give("grey", pos=14, married=True).set(at=1).rolled(5).order("favour 5; end")
    seen = []
    while case.public.step != "over":
        seen.append(case.active)
        case.finish_turn()
    assert seen == ["orange", "purple"]


def test_a_closed_game_refuses_everything() -> None:
    case = Case().set(step="over")
    assert case.refusal("end").rule == "5.1"
    assert case.legal() == []
    assert GAME.ahead(case.view()) == (frozenset(), frozenset())
