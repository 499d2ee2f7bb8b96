"""Facts for conditions, in four languages."""

from pbem.games.fortuna import GAME
from pbem.games.fortuna.table.vocabulary import WORDS
from tests.games.fortuna.making import Case


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
