"""Who decides what, what lies ahead, facts, and what is played unasked."""

import pytest

from pbem.games.fortuna import GAME
from pbem.games.fortuna.move import Ask, Block, Draft, Military, Roll, Take
from pbem.games.fortuna.orders import WORDS
from tests.games.fortuna.cases import Case


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


def test_facts_tell_the_own_province_and_the_favours() -> None:
    case = Case().give("blue", money=7, aqueduct=1, buildings=("AQUEDUCT",), hand=["B_STEP", "B_STEP", "C_WINE"])
    facts = GAME.facts(case.favours("6+2 1-").rolled(3, 3).view())
    expected = {"money": 7, "water": 2, "tokens6": 2, "open1": 0, "open6": 1, "die3": 2, "dice": 1, "hand": 3}
    assert expected.items() <= facts.items()
    assert {"step": 2, "c_wine": 1, "aqueduct": 1, "market": 0, "married": 0, "round": 1}.items() <= facts.items()


def test_facts_of_a_view_are_its_owners() -> None:
    case = Case().give("blue", hand=["B_STEP"], money=9)
    assert GAME.facts(case.view("grey"))["step"] == 0
    assert GAME.facts(case.view("grey"))["money"] == 5
    assert "money" not in GAME.facts(GAME.view(case.state, None))


def test_every_fact_has_a_name_in_four_languages() -> None:
    facts = set(GAME.facts(Case().view()))
    assert facts == set(WORDS.ids("facts"))
    for fact in facts:
        for language in ("en", "it", "fr", "de"):
            assert GAME.fact(WORDS.say("facts", fact, language)) == fact
    assert GAME.fact("monete e altro") is None
    assert GAME.fact("") is None


def test_the_house_plays_the_reserved_card_without_action() -> None:
    case = Case().lay(blue="WATER FAMILY").turn(revealed="FAMILY")
    assert GAME.write(GAME.default(case.view()), "en") == "play family noact"
    assert GAME.write(GAME.default(case.turn(revealed=None).view()), "en") == "play water noact"


def test_the_house_swaps_for_the_first_card_it_may() -> None:
    case = Case().lay(blue="FORTUNA", grey="[WATER]", orange="HARVEST").order("play fortuna noact")
    assert GAME.write(GAME.default(case.view()), "en") == "swap harvest"


@pytest.mark.parametrize(("dice", "answer"), [((6,), "favour 6"), ((5,), "favour 5"), ((4,), "favour none")])
def test_the_house_uses_favours_that_cost_nothing(dice: tuple[int, ...], answer: str) -> None:
    case = Case().give("blue", married=True).rolled(*dice)
    assert GAME.write(GAME.default(case.view()), "en") == answer


def test_the_house_keeps_in_a_fixed_order() -> None:
    case = Case().give("blue", buildings=("BASILICA",)).favours("4+3").rolled(4)
    case.deck("C_WATER", "C_VESTAL", "B_STEP").order("favour 4 x1")
    assert GAME.write(GAME.default(case.view()), "en") == "keep step, vestal"


def test_the_house_drafts_picks_and_passes() -> None:
    case = Case().set(step="draft", pool=("VINTAGE", "CLERGY"))
    (picker,) = (decision.seat for decision in GAME.waiting(case.state))
    assert GAME.default(case.view(picker)) == Draft("VINTAGE")
    assert GAME.default(Case().set(step="military").view()) == Military()
    assert GAME.default(Case(2).set(step="block").view()) == Block()
    assert GAME.default(Case().set(step="take").view()) == Take("money")
    arrived = Case().give("blue", pos=14, married=True).rolled(5).deck("C_WATER", "C_MONEY5", "A_FOLLOWER")
    assert GAME.write(GAME.default(arrived.order("favour 5").view()), "en") == "palace money5"


def test_the_house_reserves_nothing_unless_it_must() -> None:
    case = Case().set(step="reserve", reserving=("blue",))
    assert GAME.write(GAME.default(case.view()), "en") == "reserve none"
    must = Case(initial_reserve="mandatory").lay(blue="CLERGY").set(step="reserve", reserving=("blue",))
    assert GAME.write(GAME.default(must.view()), "en") == "reserve clergy"
