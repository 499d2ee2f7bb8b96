"""What no roll and no position of a game allows is refused however early it is ordered."""

import pytest

from pbem.games.alea import GAME
from pbem.games.game import LANGUAGES
from tests.games.alea.making import B, begin, parse, view


def why(text: str, players: int = 4) -> str:
    """Return the reason why an order can never be legal, or nothing; B is not asked when the game begins."""
    state = begin(players)
    refusal = GAME.impossible(view(state, B), parse(state, text, B))
    if refusal is None:
        return ""
    assert refusal.rule
    assert len({GAME.say(refusal.saying, language) for language in LANGUAGES}) == 4
    return refusal.saying.key


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("place forum 1 3", "forum_sum"),
        ("place forum 1 2 3", "forum_many"),
        ("place senate 2 2 3", "senate_repeat"),
        ("place castrum 3 4", "castrum_mixed"),
        ("place castrum *3 *4", "castrum_mixed"),
        ("place castrum 5x4 extend 4x4", "dice_most"),
        ("place latrine 1 2", "latrine_one"),
        ("place forum 3 new", "how_elsewhere"),
        ("place senate low", "how_elsewhere"),
        ("place castrum pair", "how_elsewhere"),
        ("place senate 3 best", "choice_and_dice"),
        ("add forum 3", "nothing_is_added"),
        ("reroll 5x4 4x3", "dice_most"),
        ("keep 5", "keep_strange"),
        ("keep 3 2 1", "keep_count"),
        ("assign HIS-M1 to GER4", "assign_colour"),
        ("assign GER-M1 to GER4, GER-M2 to GER4", "assign_gender"),
        ("assign GER-M1 to XI", "no_province"),
        ("assign GER-M1 to XII-1", "assign_colour"),
    ],
)
def test_what_can_never_be_legal(text: str, reason: str) -> None:
    assert why(text) == reason


def test_the_number_of_players_decides_too() -> None:
    assert why("place temple 2", players=3) == "temple_absent"
    assert why("temple low", players=2) == "temple_absent"
    assert why("card IV", players=3) == "not_in_game"
    assert why("card IV", players=4) == ""
    assert why("assign GER-M1 to IV", players=3) == "not_in_game"


@pytest.mark.parametrize(
    "text",
    [
        "place temple 8x6",
        "place senate 2 4",  # around a 3 that stands there
        "place castrum *4",
        "place castrum 4x4 extend 4x4",
        "place forum *3",
        "place forum pair",
        "add senate 6",
        "reroll except 4 4",
        "keep 3 3",
        "card XII-6",
        "province WILD",
        "patrician GER-W3",
        "assign auto",
        "assign GER-M1 to XIII-2, GER-W1 to XIII-2, GER-M2 to XIII-2 extra",
    ],
)
def test_what_may_come_to_be_legal(text: str) -> None:
    assert why(text) == ""
