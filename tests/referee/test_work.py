"""How much work a sheet can cause: what a game is asked is counted, not the time it takes."""

from collections import Counter
from typing import Any

import pytest

from pbem.referee.language.plan import Plan
from pbem.referee.language.sheet import MAX_CHARACTERS, MAX_CONDITIONS, MAX_LINES, MAX_ORDERS, MAX_PROBLEMS
from pbem.referee.plans import answer as answering
from pbem.referee.plans import trial as trying
from pbem.referee.plans.answer import answer, answer_now
from tests.referee.bench import RED, Bench
from tests.referee.variants import COUNTING


def filled(part: str, between: str, most: int = MAX_CHARACTERS) -> str:
    """Return a sheet of one part over and over, as long as a sheet may be or with so many parts."""
    times = min(most, (MAX_CHARACTERS - len(part)) // len(between + part))
    return between.join([part] * times)


def distinct(words: str, between: str, most: int) -> str:
    return between.join(words.format(n) for n in range(most))


def counted(text: str) -> Counter[str]:
    """Return how often the rules are asked while a sheet is taken or refused."""
    bench = Bench("counting", seed="6")
    COUNTING.calls.clear()
    bench.order("red", text, seen=bench.seen())
    return Counter(COUNTING.calls)


@pytest.mark.parametrize(
    "text",
    [
        filled("any if qw>=1", "|"),
        filled("qqq", "|"),
        filled("bid 1", " then "),
        "any if " + filled("qw>=1", " and "),
        filled("any if qw>=1", "\n", MAX_LINES + 1),
        ";" * MAX_CHARACTERS,
        "bid 1 " + "#" * MAX_CHARACTERS,
    ],
)
def test_a_sheet_of_too_much_asks_the_rules_nothing(text: str) -> None:
    assert counted(text).total() == 0


@pytest.mark.parametrize(
    "text",
    [
        filled("any if qw>=1", "|", MAX_CONDITIONS),
        distinct("any if qw{}>=1", "|", MAX_CONDITIONS),
        filled("any if qw>=1|any if qw>=1", "\n", MAX_LINES),
        "any if " + distinct("legal qw{}", " and ", MAX_CONDITIONS),
        distinct("qw{}", "|", MAX_ORDERS),
        distinct("qw{}", " then ", MAX_ORDERS),
    ],
)
def test_what_nobody_is_told_is_not_looked_at(text: str) -> None:
    calls = counted(text)
    assert calls["parse"] <= MAX_PROBLEMS + 1 + 10 * 16
    assert calls["facts"] <= 1
    assert calls["fact_called"] <= 10 * 1_020
    assert calls["write"] <= 3
    assert calls["check"] == 0


@pytest.mark.parametrize(
    "text",
    [
        filled("bid 1 if coins>=9", "|", MAX_CONDITIONS),
        filled("bid 1 if not coins>=1|bid 2 if coins>=9 else skip", "\n", MAX_LINES),
        "bid 1 if " + filled("coins>=1", " and ", MAX_CONDITIONS - 1) + " and coins>=9",
        filled("any if not legal bid 1", "|", MAX_CONDITIONS),
        filled("bid 77", "|", MAX_ORDERS),
        filled("bid 77 else skip", "\n", MAX_LINES),
    ],
)
def test_the_same_words_are_looked_up_once(text: str) -> None:
    calls = counted(text)
    assert calls["facts"] <= 1
    assert calls["parse"] <= 4
    assert calls["check"] <= 2
    assert calls["write"] <= 4


def test_numbers_count_the_legal_orders_once() -> None:
    text = distinct("{}", "|", MAX_ORDERS)
    assert counted(text)["moves"] <= 2 * 3
    assert counted(text + "|99999")["moves"] <= 2 * 3


def test_problems_are_explained_up_to_their_limit() -> None:
    bench = Bench("counting", seed="6")
    bench.play("red", "bid 0")
    bench.play("green", "bid 0; reroll none")
    bench.play("red", "reroll none")
    line = "|".join(["keep silk"] * 2)
    found = bench.refuse("red", "\n".join([f"{line} else skip"] * MAX_LINES)).problems
    assert len(found) == MAX_PROBLEMS + 1
    assert [bool(one.nearest) for one in found] == [True] * 10 + [False] * (MAX_PROBLEMS - 9)


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, str]]:
    """Count how often each decision of each state is answered."""
    counts: Counter[tuple[str, str]] = Counter()

    def counting(game: Any, state: Any, decision: Any, plan: Plan, **more: Any) -> Any:
        counts[repr(state), decision.seat] += 1
        return answer(game, state, decision, plan, **more)

    for module in (answering, trying):
        monkeypatch.setattr(module, "answer", counting)
    return counts


@pytest.mark.parametrize(
    "text",
    ["reroll none; polish; keep wine; gift", "reroll none", "reroll then any", "always any", "polish; keep wine"],
)
def test_a_decision_is_answered_once(reroll: Bench, answered: Counter[tuple[str, str]], text: str) -> None:
    since = len(reroll.entries)
    reroll.play("red", text)
    assert reroll.moves(since)
    assert answered.total() > 0
    assert set(answered.values()) == {1}


def test_a_stored_sheet_is_answered_once_when_its_turn_comes(bench: Bench, answered: Counter[tuple[str, str]]) -> None:
    bench.play("red", "bid 0; reroll none; keep wine | any; gift none\nnext\nbid 1; reroll none")
    bench.play("green", "bid 0; any; any; any")
    answered.clear()
    bench.play("green", "bid 0")
    assert [text for seat, text in bench.moves() if seat == "red"][4:] == ["bid 1", "reroll none"]
    assert set(answered.values()) == {1}


def test_a_choice_in_parallel_is_answered_once_for_whoever_asks(
    bench: Bench, answered: Counter[tuple[str, str]]
) -> None:
    bench.play("red", "bid 1")
    answered.clear()
    for _ in range(2):
        answer_now(bench.match, bench.decision("red"), bench.plans[RED])
    assert answered.total() == 0


def test_another_plan_is_another_question(bench: Bench, answered: Counter[tuple[str, str]]) -> None:
    bench.play("red", "bid 1")
    kept = answer_now(bench.match, bench.decision("red"), bench.plans[RED])
    answered.clear()
    asked = answer_now(bench.match, bench.decision("red"), Plan())
    assert (answered.total(), kept == asked) == (1, False)


def test_a_ruling_takes_nothing_from_a_trial(bench: Bench) -> None:
    bench.play("red", "bid 1; reroll none; wait")
    bench.default("green")
    assert bench.moves() == [("red", "bid 1"), ("green", "bid 0"), ("red", "reroll none")]
    bench.assert_sound()
