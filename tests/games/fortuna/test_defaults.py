"""What is played for a seat that does not answer (7.5)."""

import pytest

from pbem.games.fortuna import GAME
from pbem.games.fortuna.position.moves import Block, Draft, Military, Take
from tests.games.fortuna.making import Case


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
