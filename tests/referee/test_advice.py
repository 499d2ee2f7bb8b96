"""Advice on bad sheets: it is found, and bounded."""

import pytest

from pbem.referee.advice import Flaw, UnknownFact, nearest, tell
from pbem.referee.sheet import MAX_PROBLEMS, Problem
from pbem.referee.sight import Sight
from tests.referee.bench import RED, Bench
from tests.referee.variants import CROWDED

ADVISED = 10


def sight(bench: Bench) -> Sight:
    return Sight(bench.game, bench.game.view(bench.match.state, RED))


def test_advice_is_bounded_however_much_is_wrong() -> None:
    crowd = Bench("crowded")
    before = CROWDED.written
    found = crowd.refuse("red", "|".join(["qqq"] * 400)).problems
    assert len(found) == MAX_PROBLEMS + 1
    assert sum(bool(one.nearest) for one in found) == ADVISED
    assert 0 < CROWDED.written - before <= 2_000


def test_what_is_not_told_any_more_is_said(bench: Bench) -> None:
    found = bench.refuse("red", "|".join(["qqq"] * MAX_PROBLEMS)).problems
    assert found[-1].line == 1
    found = bench.refuse("red", "|".join(["qqq"] * (MAX_PROBLEMS + 1))).problems
    assert found[-1] == Problem(0, "what follows was not looked at: first put these right")


def test_an_unknown_fact_is_named_even_where_its_like_are_not(bench: Bench) -> None:
    found = bench.refuse("red", "bid 1 if " + " and ".join(["coin"] * (ADVISED + 1))).problems
    assert [one.text.startswith("there is no fact 'coin'; the nearest: coins, ") for one in found] == [True] * 10 + [
        False
    ]
    assert found[-1].text == "there is no fact 'coin'"


def test_the_nearest_of_very_many_orders_is_found() -> None:
    orders = sight(Bench("crowded")).orders("en")
    assert nearest("bidd 1234", orders)[0] == "bid 1234"


def test_the_nearest_to_very_long_words_is_found(bench: Bench) -> None:
    assert nearest("x" * 16_000, sight(bench).orders("en"))


@pytest.mark.parametrize("language", ["en", "it", "fr", "de"])
def test_a_condition_gets_no_advice(bench: Bench, language: str) -> None:
    (told,) = tell([Flaw(4, sight(bench), "coins")], language)
    assert (told.line, "coins" in told.text, told.nearest) == (4, True, ())
    (told,) = tell([UnknownFact(4, sight(bench), "coin")], language)
    assert (told.line, "coin" in told.text, told.nearest) == (4, True, ())
