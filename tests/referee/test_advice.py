"""Advice on bad sheets: it is found, and bounded."""

import pytest

from pbem.referee.language.advice import UnknownFact, Unmet, tell
from pbem.referee.language.nearest import nearest
from pbem.referee.language.problem import Problem
from pbem.referee.language.seat_rules import SeatRules
from pbem.referee.language.sheet import MAX_PROBLEMS, Condition
from tests.referee.bench import RED, Bench
from tests.referee.variants import CROWDED
from tests.wording import REFEREE, says, text_of

ADVISED = 10


def sight(bench: Bench) -> SeatRules:
    return SeatRules(bench.game, bench.game.view(bench.match.state, RED))


def test_advice_is_bounded_however_much_is_wrong() -> None:
    crowd = Bench("crowded")
    before = CROWDED.written
    found = crowd.refuse("red", "|".join(["bidd 1"] * 400)).problems
    assert len(found) == MAX_PROBLEMS + 1
    assert sum(bool(one.nearest) for one in found) == ADVISED
    assert 0 < CROWDED.written - before <= 2_000


def test_what_is_not_told_any_more_is_said(bench: Bench) -> None:
    found = bench.refuse("red", "|".join(["qqq"] * MAX_PROBLEMS)).problems
    assert found[-1].line == 1
    found = bench.refuse("red", "|".join(["qqq"] * (MAX_PROBLEMS + 1))).problems
    assert found[-1] == Problem(0, text_of(REFEREE, "problems_untold"))


def test_an_unknown_fact_is_named_even_where_its_like_are_not(bench: Bench) -> None:
    found = bench.refuse("red", "bid 1 if " + " and ".join(["coin"] * (ADVISED + 1))).problems
    near = text_of(REFEREE, "no_fact", fact="coin", nearest="coins, points")
    assert [one.text for one in found[:-1]] == [near] * 10
    assert found[-1].text == text_of(REFEREE, "no_such_fact", fact="coin")


def test_the_nearest_of_very_many_orders_is_found() -> None:
    orders = [order for _kind, order in sight(Bench("crowded")).orders("en")]
    assert nearest("bidd 1234", orders)[0] == "bid 1234"


def test_nothing_is_near_to_very_long_words(bench: Bench) -> None:
    (found,) = bench.refuse("red", "x" * 15_000).problems
    assert found.nearest == ()


@pytest.mark.parametrize(("language", "near"), [("en", "coins, points"), ("it", ""), ("fr", "points"), ("de", "")])
def test_a_condition_gets_no_advice(bench: Bench, language: str, near: str) -> None:
    (told,) = tell([Unmet(4, sight(bench), Condition("fact", "coins", ">=", 9))], language)
    assert (told.line, told.nearest) == (4, ())
    assert ">= 9" in told.text
    assert says(told.text, REFEREE, "unmet_fact", language, number=2)
    (told,) = tell([UnknownFact(4, sight(bench), "coin")], language)
    assert (told.line, told.nearest) == (4, ())
    key, places = ("no_fact", {"nearest": near}) if near else ("no_such_fact", {})
    assert told.text == text_of(REFEREE, key, language, fact="coin", **places)
