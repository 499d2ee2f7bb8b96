"""What no position of a game allows is refused however early it is ordered."""

import pytest

from pbem.games.game import LANGUAGES
from pbem.games.praetor import GAME
from pbem.games.praetor.table.goods import Goods
from tests.games.praetor.making import Case


def why(text: str, players: int = 3, **options: str) -> str:
    """Return the reason why an order can never be legal, or nothing; the seat has nothing to do anything with."""
    case = Case(players, **options)
    case.give("blue", goods=Goods(), reserve=(), citizens=0)
    refusal = GAME.impossible(case.view("blue"), case.read("blue", text))
    if refusal is None:
        return ""
    assert refusal.rule
    assert len({GAME.say(refusal.saying, language) for language in LANGUAGES}) == 4
    return refusal.saying.key


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("build MK2 with 1 at best", "not_in_game"),
        ("activate GM5 with 1", "not_in_game"),
        ("build GM1 with 1 at best", "never_built"),
        ("build SA1 with 1 at 1,1 rot 45", "never_turned"),
        ("build SA1 with 6 at best", "no_such_level"),
        ("activate AC1 with 1", "never_used_grey"),
        ("activate ST1 with 1", "never_used_none"),
        ("activate GM1 with 6", "no_such_level"),
        ("activate GM1 with 1 make 1", "never_made"),
        ("activate SM1 with 1 make 7", "never_so_many"),
        ("activate GM1 with 1 take W01", "never_taken"),
        ("activate GM1 with 1 sell 1 wood", "never_traded"),
        ("labour GM1 activate GM2", "no_camp"),
        ("labour LC2 activate GM2", "not_in_game"),
        ("labour LC1 activate AC1", "never_used_grey"),
        ("academy yes GM1", "never_academy"),
        ("academy yes LC2", "not_in_game"),
    ],
)
def test_what_can_never_be_legal(text: str, reason: str) -> None:
    assert why(text) == reason


@pytest.mark.parametrize(
    "text",
    [
        "activate GM1 with low",
        "activate MK1 with high sell all wood, buy max stone",
        "activate market with 1",
        "build oracle with high at north of SA1",
        "activate sawmill with 1",
        "activate SM1 with low make 5",
        "activate IO1 with 1 take W09",
        "labour LC1 build ST1 at best",
        "labour activate GM1",
        "academy yes AC1",
        "pass academy yes rescue no",
        "rescue yes",
        "ready",
    ],
)
def test_what_may_come_to_be_legal(text: str) -> None:
    assert why(text) == ""


def test_the_players_and_options_decide_too() -> None:
    assert why("activate GM5 with 1", players=5) == ""
    assert why("build market with 1 at best", players=5) == ""
    assert why("activate MK1 with 1", no_market="on") == "not_in_game"
