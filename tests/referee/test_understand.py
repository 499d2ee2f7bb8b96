import pytest

from pbem.referee.plan import Planned
from pbem.referee.sheet import Problem, Sheet, read_sheet
from pbem.referee.understand import Reading, understand
from tests.referee.bench import RED, Bench

ALL = frozenset({"bid", "reroll", "polish", "keep", "gift"})


def read(
    bench: Bench, text: str, seat: str = "red", *, language: str = "en", is_current: bool = False
) -> tuple[tuple[tuple[Planned, ...], ...], tuple[Problem, ...]]:
    sheet = read_sheet(text)
    assert isinstance(sheet, Sheet)
    view = bench.game.view(bench.match.state, RED if seat == "red" else bench.match.seats[1])
    asked = bench.match.decision_of(bench.match.seats[0] if seat == "red" else bench.match.seats[1]) is not None
    return understand(Reading(bench.game, view, language, "source", asked, is_current), sheet)


def planned(bench: Bench, text: str, seat: str = "red", *, is_current: bool = False) -> Planned:
    blocks, problems = read(bench, text, seat, is_current=is_current)
    assert not problems
    ((found,),) = blocks
    return found


def problem(bench: Bench, text: str, seat: str = "red", *, language: str = "en", is_current: bool = False) -> Problem:
    _blocks, (found,) = read(bench, text, seat, language=language, is_current=is_current)
    return found


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("bid 1", {"bid"}),
        ("keep fig | keep wine | any", {"keep"}),
        ("keep fig | gift", {"keep", "gift"}),
        ("polish then keep fig", {"polish", "keep"}),
        ("reroll then polish then keep fig", {"reroll", "keep"}),
        ("polish then any", {"polish"}),
        ("any", ALL),
        ("any if coins", ALL),
    ],
)
def test_a_line_answers_the_kinds_where_its_chains_begin_and_end(bench: Bench, text: str, kinds: set[str]) -> None:
    assert planned(bench, text).kinds == kinds


def test_a_bare_wait_answers_nothing(bench: Bench) -> None:
    assert planned(bench, "wait").kinds == frozenset()


def test_any_takes_what_can_come_up_where_it_stands(keep: Bench) -> None:
    assert planned(keep, "any").kinds == {"keep", "polish", "gift"}
    blocks, _problems = read(keep, "gift\nnext\nany")
    assert blocks[1][0].kinds == ALL
    assert planned(keep, "always any").kinds == ALL


def test_an_order_for_what_cannot_come_up_is_refused_at_once(keep: Bench) -> None:
    found = problem(keep, "gift\nbid 1")
    assert found.line == 2
    assert "`bid` cannot come up" in found.text
    assert "gift, keep, polish" in found.text


def test_below_next_only_later_turns_count(keep: Bench) -> None:
    assert read(keep, "gift\nnext\nbid 1")[1] == ()
    keep.play("red", "keep fig")
    keep.play("green", "reroll none; keep fig | any")
    for seat in ("red", "green"):
        keep.play(seat, "bid 0")
    assert keep.match.state.public.round == 2
    said = "come up for you where this line stands"
    assert problem(keep, "gift\nnext\nbid 1").text == f"`bid` cannot {said}; what can: nothing"
    assert problem(keep, "gift\nnext\nany").text == f"no decision can {said}"


def test_an_always_line_may_wait_for_any_turn(keep: Bench) -> None:
    assert planned(keep, "always bid 1").kinds == {"bid"}


def test_words_that_are_no_order_are_told_with_the_nearest_legal_orders(bench: Bench) -> None:
    found = problem(bench, "bid 0\nbit 2")
    assert (found.line, found.nearest[0]) == (2, "bid 2")
    assert found.text.startswith("'bit 2': expected an order")
    assert len(found.nearest) == 3


def test_problems_speak_the_players_language(bench: Bench) -> None:
    found = problem(bench, "offro 1", language="it")
    assert "atteso un ordine" in found.text
    assert found.nearest[0] == "offri 1"


def test_without_legal_orders_the_nearest_words_are_told(reroll: Bench) -> None:
    found = problem(reroll, "kep fig", "green")
    assert found.text.endswith("; similar words: keep")
    assert found.nearest == ()


def test_orders_are_understood_in_four_languages(bench: Bench) -> None:
    blocks, problems = read(bench, "offri 1; relance; behalte Feige | qualsiasi; CADEAU")
    assert not problems
    assert [one.kinds for one in blocks[0]] == [{"bid"}, {"reroll"}, {"keep"}, {"gift"}]


def test_all_problems_are_told_at_once(bench: Bench) -> None:
    text = "bit 1\nkeep figs | keep wine | kep\nbid 1 if money >= 1 and legal nonsense\n\nreroll then jump then 7"
    found = read(bench, text)[1]
    assert [one.line for one in found] == [1, 2, 2, 3, 3, 5, 5]


def test_an_unknown_fact_is_told_with_the_nearest_known(bench: Bench) -> None:
    found = problem(bench, "bid 1 if coin >= 1")
    assert found.text.startswith("there is no fact 'coin'; the nearest: coins, ")
    assert found.nearest == ()


def test_facts_are_known_in_four_languages(bench: Bench) -> None:
    assert planned(bench, "bid 1 if monete >= 1 and pièces and MUENZEN < 9 and punti = 0 and die3 < 1")


def test_a_number_takes_the_order_of_the_report_it_quotes(bench: Bench) -> None:
    assert planned(bench, "2", is_current=True).line.alternatives[0].moves == ("bid 1",)
    assert planned(bench, "3 | 1", is_current=True).kinds == {"bid"}


@pytest.mark.parametrize("number", ["0", "4", "99999"])
def test_a_number_that_is_not_in_the_report_is_a_problem(bench: Bench, number: str) -> None:
    assert problem(bench, number, is_current=True).text == f"there is no order number {number} in the report"


def test_a_number_without_its_report_is_a_problem(bench: Bench) -> None:
    assert "`seen`" in problem(bench, "2").text


def test_a_number_without_a_question_is_a_problem(reroll: Bench) -> None:
    assert "nothing is asked" in problem(reroll, "1", "green", is_current=True).text


def test_a_very_large_number_is_no_number(bench: Bench) -> None:
    assert "expected an order" in problem(bench, "9" * 5_000, is_current=True).text
    assert "expected a choice" in problem(bench, "bid " + "9" * 5_000).text
