import re

import pytest

from tests.games.toy import GAME
from tests.wording import REFEREE, game_says, game_text, match_of, mentions, says, text_of, values_of

BROKEN = text_of(REFEREE, "have_what", words="3x7")


def test_a_message_is_told_by_its_key_and_its_values() -> None:
    assert says(BROKEN, REFEREE, "have_what", words="3x7")
    assert not says(BROKEN, REFEREE, "have_what", words="9x4")
    assert not says(BROKEN, REFEREE, "have_what", "it", words="3x7")
    assert not says(BROKEN, REFEREE, "condition_form", words="3x7")


def test_a_place_that_is_not_given_may_hold_anything() -> None:
    assert says(BROKEN, REFEREE, "have_what")
    assert says(text_of(REFEREE, "have_what", words="a\n(b"), REFEREE, "have_what")
    assert not says(BROKEN, REFEREE, "empty")


def test_what_fills_the_places_is_read_back() -> None:
    assert values_of(BROKEN, REFEREE, "have_what") == {"words": "3x7"}
    stale = text_of(REFEREE, "no_fact", "de", fact="coin", nearest="coins, points")
    assert values_of(stale, REFEREE, "no_fact", "de") == {"fact": "coin", "nearest": "coins, points"}
    assert values_of(stale, REFEREE, "no_fact", "en") is None


def test_a_text_around_a_phrase_mentions_it_but_does_not_say_it() -> None:
    text = f"line 2: {BROKEN}\n"
    assert mentions(text, REFEREE, "have_what", words="3x7")
    assert not mentions(text, REFEREE, "have_what", words="9x4")
    assert not says(text, REFEREE, "have_what")


def test_a_phrase_is_found_wherever_its_lines_break_and_is_not_said_so() -> None:
    text = text_of(REFEREE, "join_gone", "fr", game="f1")
    wrapped = "\n  ".join(text.split())
    assert wrapped.split() == text.split()
    assert mentions(wrapped, REFEREE, "join_gone", "fr", game="f1")
    assert not mentions(wrapped, REFEREE, "join_gone", "fr", game="f2")
    assert not says(wrapped, REFEREE, "join_gone", "fr", game="f1")


def test_signs_of_a_phrase_are_no_signs_of_a_pattern() -> None:
    assert re.search(match_of(REFEREE, "have_what", words="(3+7)"), text_of(REFEREE, "have_what", words="(3+7)"))


def test_every_place_is_named_rightly() -> None:
    with pytest.raises(KeyError, match="have_what has no place dice"):
        says(BROKEN, REFEREE, "have_what", dice="3x7")
    with pytest.raises(KeyError, match="words"):
        text_of(REFEREE, "have_what")


def test_what_a_game_says_is_compared_in_the_same_way() -> None:
    refused = game_text(GAME, "not_asked", seats=["choices/fig"])
    assert game_says(GAME, refused, "not_asked", seats=["choices/fig"])
    assert game_says(GAME, refused, "not_asked")
    assert not game_says(GAME, refused, "not_asked", seats=["choices/wine"])
    assert not game_says(GAME, refused, "game_over")
