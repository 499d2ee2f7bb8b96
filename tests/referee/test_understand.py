from collections.abc import Mapping

import pytest

from pbem.referee.language.plan import Planned
from pbem.referee.language.problem import Problem
from pbem.referee.language.sheet import Sheet, read_lines, read_sheet
from pbem.referee.language.understand import Reading, understand
from tests.games.toy import Toy
from tests.games.toy.rules import View
from tests.referee.bench import RED, Bench
from tests.wording import REFEREE, game_text, says, text_of

ALL = frozenset({"bid", "reroll", "polish", "keep", "gift"})


def read(
    bench: Bench, text: str, seat: str = "red", *, language: str = "en", is_current: bool = False
) -> tuple[tuple[tuple[Planned, ...], ...], tuple[Problem, ...]]:
    sheet = read_lines(text)
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
    assert found.text == text_of(REFEREE, "cannot_come_up", kind="bid", possible="gift, keep, polish")


def test_below_next_only_later_turns_count(keep: Bench) -> None:
    assert read(keep, "gift\nnext\nbid 1")[1] == ()
    keep.play("red", "keep fig")
    keep.play("green", "reroll none; keep fig | any")
    for seat in ("red", "green"):
        keep.play(seat, "bid 0")
    assert keep.match.state.public.round == 2
    never = text_of(REFEREE, "cannot_come_up", kind="bid", possible=text_of(REFEREE, "nothing"))
    assert problem(keep, "gift\nnext\nbid 1").text == never
    assert problem(keep, "gift\nnext\nany").text == text_of(REFEREE, "nothing_comes_up")


def test_an_always_line_may_wait_for_any_turn(keep: Bench) -> None:
    assert planned(keep, "always bid 1").kinds == {"bid"}


def test_words_that_are_no_order_are_told_with_the_nearest_legal_orders(bench: Bench) -> None:
    found = problem(bench, "bid 0\nbit 2")
    assert (found.line, found.nearest) == (2, ("bid 2",))
    expected = game_text(bench.game, "expected", what="kinds", word="bit 2")
    assert found.text == f"'bit 2': {expected}"


def test_problems_speak_the_players_language(bench: Bench) -> None:
    found = problem(bench, "offro 1", language="it")
    assert game_text(bench.game, "expected", "it", what="kinds", word="offro 1") in found.text
    assert found.nearest[0] == "offri 1"


def test_where_nothing_is_asked_the_nearest_orders_are_those_that_can_be_read(reroll: Bench) -> None:
    found = problem(reroll, "kep fig", "green")
    assert found.nearest == ("keep fig",)
    found = problem(reroll, "kep fig", "green", language="de")
    assert found.nearest == ("behalte Feige",)


def test_where_no_order_comes_of_it_similar_words_are_told(bench: Bench) -> None:
    found = problem(bench, "polich nonsense nonsense")
    assert says(found.text, REFEREE, "near_words", nearest="polish, polis, poliere")
    assert found.nearest == ()


def test_the_nearest_orders_are_found_by_verb_first(bench: Bench) -> None:
    assert problem(bench, "kep wien").nearest == ("keep wine",)
    assert problem(bench, "keep wien").nearest == ("keep wine",)
    assert problem(bench, "keep wine now").nearest == ("keep wine",)
    assert problem(bench, "fig").nearest == ("keep fig",)
    assert problem(bench, "reroll nonee").nearest == ("reroll none", "reroll")
    assert problem(bench, "polish the floor").nearest == ("polish",)


def test_none_are_near_where_nothing_is(bench: Bench) -> None:
    for text in ("qqq", "keep qqq", "bid qqq"):
        assert problem(bench, text).nearest == ()


def test_the_nearest_orders_are_those_that_the_line_could_be(keep: Bench) -> None:
    assert problem(keep, "gift\nbidd 1").nearest == ()  # no bid can come up in this turn
    assert problem(keep, "gift\nnext\nbidd 1").nearest == ("bid 1",)
    assert problem(keep, "keep sillk").nearest == ("keep fig", "keep wine")  # silk was not drawn: all that were
    assert problem(keep, "keep figg").nearest == ("keep fig",)


def test_what_can_never_be_legal_is_refused_however_early(bench: Bench) -> None:
    found = problem(bench, "bid 1\nnext\nkeep none")
    assert (found.line, found.text) == (3, "'keep none': nobody can ever do that")
    assert problem(bench, "bid 1\nkeep fig | keep none").line == 2
    sheet = read_sheet("bid 1\nkeep fig | keep none")
    assert isinstance(sheet, Sheet)
    view = bench.game.view(bench.match.state, RED)
    taken = Reading(bench.game, view, "en", "source", is_asked=True, is_current=False, is_new=False)
    assert understand(taken, sheet)[1] == ()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Hi Bruno, nice weather"),
        ("en", "I hope you are well"),
        ("en", "Nobody else wants to play today"),
        ("en", "If only it would rain"),
        ("it", "Ciao Bruno, che bel tempo"),
        ("it", "Se domani piove andiamo al cinema"),
        ("fr", "Salut Bruno, quel beau temps"),
        ("fr", "Il fait beau aujourd'hui"),
        ("de", "Hallo Bruno, schönes Wetter"),
        ("de", "Wenn es regnet, bleiben wir daheim"),
    ],
)
def test_prose_is_told_once(bench: Bench, language: str, text: str) -> None:
    found = problem(bench, f"{text}\nbid 1", language=language)
    assert found.line == 1
    assert found.text == text_of(REFEREE, "prose_line", language)
    assert found.nearest == ()


def test_all_prose_of_a_sheet_is_told_together(bench: Bench) -> None:
    text = "Dear Bruno\nwhat a lovely day it is\nbid 1\nbitt 2\nSee you soon\nThanks"
    prose, order = sorted(read(bench, text)[1], key=lambda one: one.line)
    assert prose.text == text_of(REFEREE, "prose_lines", lines="1, 2, 5, 6")
    assert (order.line, order.nearest) == (4, ("bid 2",))


@pytest.mark.parametrize("text", ["kep figg", "bidd one", "reroll please now", "fig wine salt", "qqq", "keep it"])
def test_bad_orders_are_no_prose(bench: Bench, text: str) -> None:
    told = [found.text for found in read(bench, text)[1]]
    assert not any(says(one, REFEREE, key) for one in told for key in ("prose_line", "prose_lines"))


def test_what_stands_below_a_signature_is_not_read(bench: Bench) -> None:
    for text in ("bid 1\n-- \nBruno of the Market", "bid 1\n--\nkeep nonsense"):
        assert read(bench, text)[1] == ()
    assert read(bench, "bid 1 -- Bruno")[1]


def test_a_game_without_dice_has_none_to_ask_for(bench: Bench) -> None:
    class Diceless(Toy):
        def facts(self, view: View) -> Mapping[str, int]:
            return {name: n for name, n in super().facts(view).items() if not name.startswith("die")}

    game = Diceless()
    sheet = read_sheet("bid 1 if have 4 4")
    assert isinstance(sheet, Sheet)
    view = game.view(bench.match.state, RED)
    (found,) = understand(Reading(game, view, "en", "source", is_asked=True, is_current=False), sheet)[1]
    assert found.text == text_of(REFEREE, "have_no_dice")


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
    assert found.text == text_of(REFEREE, "no_fact", fact="coin", nearest="coins, points")
    assert found.nearest == ()


def test_facts_are_known_in_four_languages(bench: Bench) -> None:
    assert planned(bench, "bid 1 if monete >= 1 and pièces and MUENZEN < 9 and punti = 0 and die3 < 1")


def test_a_number_takes_the_order_of_the_report_it_quotes(bench: Bench) -> None:
    assert planned(bench, "2", is_current=True).line.alternatives[0].moves == ("bid 1",)
    assert planned(bench, "3 | 1", is_current=True).kinds == {"bid"}


@pytest.mark.parametrize("number", ["0", "4", "99999"])
def test_a_number_that_is_not_in_the_report_is_a_problem(bench: Bench, number: str) -> None:
    assert problem(bench, number, is_current=True).text == text_of(REFEREE, "no_number", number=number)


def test_a_number_without_its_report_is_a_problem(bench: Bench) -> None:
    assert problem(bench, "2").text == text_of(REFEREE, "number_unseen")


def test_a_number_without_a_question_is_a_problem(reroll: Bench) -> None:
    assert problem(reroll, "1", "green", is_current=True).text == text_of(REFEREE, "number_unasked")


def test_a_very_large_number_is_no_number(bench: Bench) -> None:
    number = "9" * 5_000
    order = game_text(bench.game, "expected", what="kinds", word=number)
    choice = game_text(bench.game, "expected", what="choices", word=number)
    assert order in problem(bench, number, is_current=True).text
    assert choice in problem(bench, f"bid {number}").text


@pytest.mark.parametrize(
    ("text", "told", "nearest"),
    [
        ("bid (0 | 1)", {"choices": "0, 1"}, ("bid 0",)),
        ("2  bid 0..2: -1 coin", {"choices": "0, 1, 2"}, ("bid 0",)),
        ("keep (fig | silk)", {"choices": "fig, silk"}, ()),
        ("2  bid 1: -1 coin; then you have 1", {"order": "bid 1"}, ()),
        ("bid 1: -1 coin", {"order": "bid 1"}, ()),
        ("2 bid 1", {"order": "bid 1"}, ()),
    ],
)
def test_a_line_that_is_copied_from_a_letter_gets_one_problem_that_teaches(
    bench: Bench, text: str, told: dict[str, str], nearest: tuple[str, ...]
) -> None:
    found = problem(bench, text)
    key = "printed_order" if "order" in told else "printed_choice"
    assert found.text.endswith(text_of(REFEREE, key, **told))
    assert found.nearest == nearest


def test_brackets_among_other_words_are_no_choice(bench: Bench) -> None:
    assert problem(bench, "dear Ida (and Ivo), how are you").text == text_of(REFEREE, "prose_line")
