"""Facts for conditions, in four languages."""

import pytest

from pbem.games.praetor import GAME
from tests.games.praetor.making import Case


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("gold", "gold"),
        ("oro", "gold"),
        ("gold blue", "gold_blue"),
        ("oro blu", "gold_blue"),
        ("free sa1", "free_sa1"),
        ("free smith", "free_smith"),
        ("libera segheria", "free_sawmill"),
        ("libre scierie", "free_sawmill"),
        ("frei saegewerk", "free_sawmill"),
        ("disponibile sa1", "offered_sa1"),
        ("gebaut akademie", "built_academy"),
        ("ouverte w01", "open_w01"),
        ("passed white", "passed_white"),
        ("passe blanc", "passed_white"),
        ("gepasst weiss", "passed_white"),
        ("morale", "morale"),
        ("gunst", "favour"),
        ("level 3", "level3"),
        ("stufe 5", "level5"),
        ("wall deck", "wall_deck"),
        ("giro", "cycle"),
        ("free_sa1", "free_sa1"),
    ],
)
def test_facts_have_words(words: str, name: str) -> None:
    assert GAME.fact(words) == name
    assert name in GAME.facts(Case(2).view("blue"))


@pytest.mark.parametrize("words", ["free", "free blue", "gold sa1", "level 6", "level", "passed", "open sa1", "silver"])
def test_what_is_no_fact(words: str) -> None:
    assert GAME.fact(words) is None


def test_facts_count_what_is_on_the_table() -> None:
    case = Case(3)
    case.offer("SA1", "SA2", "SQ1")
    case.set(section="W05")
    case.to_move("blue")
    case.order("blue", "activate GM2 with 1")
    case.give("yellow", passed=True)
    facts = GAME.facts(case.view("blue"))
    assert (facts["offered_sawmill"], facts["offered_sa1"], facts["offered_mq1"]) == (2, 1, 0)
    assert (facts["built_gold_mine"], facts["free_gold_mine"], facts["free_gm2"], facts["built_gm2"]) == (3, 2, 0, 1)
    assert (facts["open_w05"], facts["open_w06"]) == (1, 0)
    assert (facts["passed_yellow"], facts["passed_blue"], facts["passed_purple"]) == (1, 0, 0)
    assert (facts["gold"], facts["gold_yellow"], facts["workers"], facts["level1"], facts["level2"]) == (
        10,
        11,
        2,
        0,
        1,
    )
    assert (facts["turn"], facts["cycle"], facts["deck"], facts["wall_deck"], facts["era"]) == (1, 1, 20, 13, 1)
    assert facts["last"] == 0
    assert facts["tiles"] == facts["tiles_white"] == 1


def test_the_public_has_no_goods_of_its_own() -> None:
    facts = GAME.facts(GAME.view(Case(2).state, None))
    assert "gold" not in facts
    assert facts["gold_blue"] == 10
