"""What no position of a game allows is refused however early it is ordered."""

import pytest

from pbem.games.fortuna import GAME
from pbem.games.game import LANGUAGES
from tests.games.fortuna.making import Case, read


def why(text: str, players: int = 4, **options: str) -> str:
    """Return the reason why an order can never be legal, or nothing."""
    view = Case(players, **options).view()
    refusal = GAME.impossible(view, read(view, text))
    if refusal is None:
        return ""
    assert refusal.rule
    assert len({GAME.say(refusal.saying, language) for language in LANGUAGES}) > 1
    return refusal.saying.key


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("favour 9", "no_such_favour"),
        ("favour 0", "no_such_favour"),
        ("favour 1 x2", "favour_most"),
        ("favour 4 x4", "favour_most"),
        ("favour 3 x0", "at_least_one"),
        ("favour 6 x1", "no_count"),
        ("favour 2 from reservoir", "no_source"),
        ("favour none die 7", "die_faces"),
        ("favour 5 die 3", "beyond_die"),
        ("block 7", "no_such_favour"),
        ("play centurions buy 0", "at_least_one"),
        ("play centurions buy 4", "track_most"),
        ("play graintrade sell 0", "at_least_one"),
        ("play water sell 2", "wrong_act"),
        ("play family take water", "family_gives"),
        ("take water", "family_gives"),
        ("military water noact", "wrong_act"),
        ("play bribery use bribery money", "bribe_own"),
        ("play bribery use water buy 1", "wrong_act"),
        ("draft fortuna", "fortuna_dealt"),
        ("use c_wine", "c_scores_only"),
        ("use follower water", "choose_follower"),
        ("use a_grain", "choose_cube"),
        ("keep step + step + step", "keep_count"),
        ("keep wine + wine", "not_so_often"),
    ],
)
def test_what_can_never_be_legal(text: str, reason: str) -> None:
    assert why(text) == reason


@pytest.mark.parametrize(
    "text",
    [
        "favour 6",
        "favour 4 x3",
        "favour 4 x all",
        "favour 1 from reservoir die 2",
        "favour none die 6",
        "play vestals buy 3",
        "play graintrade sell 14",
        "play harvest water 9",
        "swap fortuna from purple",
        "military bribery use family roll",
        "keep step + step",
        "palace money5",
        "use grain + grain",
        "reserve none",
    ],
)
def test_what_may_come_to_be_legal(text: str) -> None:
    assert why(text) == ""


def test_options_decide_too() -> None:
    assert why("use grain + grain", a_free_cube="different") == "choose_different"
    assert why("reserve none", initial_reserve="mandatory") == "must_reserve"
