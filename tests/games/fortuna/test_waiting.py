"""Who decides what, and what lies ahead."""

import pytest

from pbem.games.fortuna import GAME
from pbem.games.fortuna.position.moves import Ask, Block, Draft, Military, Roll, Take
from tests.games.fortuna.making import Case


def test_a_decision_says_what_can_be_said_of_it() -> None:
    decision = Case().set(round=7).waiting()
    assert (decision.seat, decision.kind, decision.turn) == ("blue", "play", "7")
    assert not decision.private
    assert decision.ask
    assert decision.decline is None
    assert GAME.say(decision.about, "it")


@pytest.mark.parametrize(
    ("step", "decline"),
    [("military", Military()), ("roll", Roll()), ("block", Block()), ("play", None), ("swap", None)],
)
def test_optional_decisions_name_their_decline(step: str, decline: object) -> None:
    case = Case(2).set(step=step).give("blue", hand=["C_WINE"])
    assert case.waiting().decline == decline


def test_a_favour_is_forced_only_without_cards_in_hand() -> None:
    case = Case().give("blue", reservoir=0).rolled(1)
    assert case.waiting().forced == Ask()
    assert case.give("blue", hand=["C_WINE"]).waiting().forced is None
    assert Case().rolled(1).waiting().forced is None  # there is water to give


def test_a_single_favour_that_cannot_be_refused_is_forced() -> None:
    case = Case(refuse="1-4").give("blue", married=True).favours("1- 2- 3- 4-").rolled(5)
    assert case.waiting().forced == Ask(5)


def test_the_last_pick_and_the_last_gift_are_forced() -> None:
    assert Case().set(step="draft", pool=("WATER",)).waiting().forced == Draft("WATER")
    assert Case().set(step="draft", pool=("WATER", "HARVEST")).waiting().forced is None
    assert Case().set(step="take").stock(wine=0, grain=0).waiting().forced == Take("money")
    assert Case().set(step="take").waiting().forced is None


def test_the_roll_waits_only_for_cards_in_hand() -> None:
    case = Case().lay(blue="WATER").give("blue", centurions=0, hand=["C_WINE"]).order("play water; swap fortuna")
    assert case.waiting().kind == "roll"
    assert case.order("roll").waiting().kind == "favour"


@pytest.mark.parametrize(("older", "is_asked"), [(["A_GRAIN"], True), ([], False)])
def test_the_end_is_asked_after_a_draw_if_an_older_card_may_be_used(older: list[str], is_asked: bool) -> None:
    case = Case(drawn_privilege_same_turn="no").give("blue", hand=older).favours("6+1").deck("C_WINE").rolled(6)
    case.order("favour 6")
    assert case.hand("blue") == (*older, "C_WINE")
    assert (case.active == "blue" and case.waiting().ask) == is_asked
    if is_asked:
        assert case.waiting().kind == "end"
        assert case.order("use grain gift + wine").player("blue").wine == 2


def test_the_end_is_not_asked_where_nothing_was_drawn() -> None:
    case = Case(drawn_privilege_same_turn="no").give("blue", hand=["A_GRAIN"]).rolled(6).order("favour 6")
    assert (case.waiting().kind, case.waiting().ask) == ("end", False)


def test_by_the_first_version_of_the_rules_the_end_was_passed_unasked() -> None:
    case = Case(drawn_privilege_same_turn="no").give("blue", hand=["A_GRAIN"]).favours("6+1").deck("C_WINE").rolled(6)
    case.order("favour 6")
    (first,) = GAME.earlier()
    (decision,) = first.waiting(case.state)
    assert (first.meta.version, GAME.meta.version, decision.kind, decision.ask) == (1, 2, "end", False)


AHEAD = {
    "play": "play take swap military roll favour keep end palace use",
    "swap": "take swap military roll favour keep end palace use",
    "roll": "take military roll favour keep end palace use",
    "favour": "favour keep end palace use",
    "end": "end palace use",
}


@pytest.mark.parametrize(("step", "kinds"), AHEAD.items())
def test_what_lies_ahead_in_the_own_turn(step: str, kinds: str) -> None:
    now, later = GAME.ahead(Case().set(step=step).view())
    assert now == set(kinds.split())
    assert later == set(AHEAD["play"].split())


def test_what_lies_ahead_of_others() -> None:
    now, later = GAME.ahead(Case(2).view("orange"))
    assert now == later == {*AHEAD["play"].split(), "block"}
    assert GAME.ahead(GAME.view(Case().state, None)) == (frozenset(), frozenset())


def test_after_an_arrival_only_the_coming_seats_have_a_turn() -> None:
    case = Case().deck("C_WINE").give("grey", pos=14, married=True).set(at=1).rolled(5).order("favour 5")
    assert GAME.ahead(case.view("blue")) == (frozenset(), frozenset())
    assert GAME.ahead(case.view("grey")) == (frozenset({"end", "palace", "use"}), frozenset())
    assert GAME.ahead(case.view("purple")) == (frozenset(AHEAD["play"].split()), frozenset())


def test_what_lies_ahead_in_set_up() -> None:
    case = Case().set(step="reserve", reserving=("blue",))
    assert GAME.ahead(case.view("blue"))[0] == {"reserve"}
    assert GAME.ahead(case.view("grey"))[0] == set(AHEAD["play"].split())
    assert GAME.ahead(case.set(step="draft", pool=("WATER",)).view("grey"))[0] == {"draft", "reserve"}
