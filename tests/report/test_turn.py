from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import replace

from pbem.games.game import Decision, Saying, Seat
from pbem.report.notice import NOTHING, NoticeProblems, about
from pbem.report.page import Eyes, MatchInfo, MatchTime, Progress, TurnPage
from pbem.report.render import subject
from pbem.report.turn import turn_page
from tests.report.press import INFO, NOTICES, page_of
from tests.report.stall import BLUE, GREY, OUTCOME, PURPLE, SEATS, Stall, View, sells


def told(page: TurnPage) -> list[str]:
    return [line.told for chapter in page.chapters for line in chapter.lines]


def test_a_seat_reads_what_everybody_and_what_it_alone_may_know() -> None:
    assert told(page_of(BLUE)) == ["everybody saw it a cart full of figs (en) · only blue saw it a hidden coin (en)"]


def test_a_public_page_tells_no_private_happening_and_lists_no_orders() -> None:
    page = page_of(None)
    assert told(page) == ["everybody saw it a cart full of figs (en)"]
    assert page.question is None
    assert page.seat == ""
    assert not any(player.is_you for player in page.players)
    assert "secret" not in page.board_text


def test_a_public_page_answers_nobodys_sheet() -> None:
    with pytest.raises(ValueError, match="public report"):
        page_of(None, notices=NOTICES)


def test_who_is_asked_reads_the_question_and_every_order_in_its_language() -> None:
    question = page_of(BLUE, language="fr").question
    assert question is not None
    assert question.about == "what_to_sell blue (fr)"
    sales, polishing = question.groups
    assert [line.number for line in sales.lines] == list(range(1, 12))
    assert sales.lines[2].text == "sell 3 jars of oil fr"
    assert sales.lines[2].effect == "what comes of sell 3 jars of oil (fr)"
    assert [line.number for line in polishing.lines] == [12]
    assert (question.fallback, question.only, question.decline) == ("polish the counter fr", "", "")


def test_an_order_is_a_link_that_opens_an_answer_with_its_lines() -> None:
    info = replace(INFO, address="referee@example.org", sign="pgp")
    question = page_of(BLUE, info=info).question
    assert question is not None
    link = urlsplit(question.groups[0].lines[2].link)
    assert (link.scheme, link.path) == ("mailto", "referee@example.org")
    assert "+" not in link.query
    written = parse_qs(link.query)
    assert written["subject"] == ["Re: The Stall ides (blue)"]
    assert written["body"] == ["\r\n".join((*INFO.reply, "sell 3 jars of oil en;"))]


@pytest.mark.parametrize(
    "info",
    [
        INFO,
        replace(INFO, address="referee@example.org", reply=()),
        replace(INFO, address="referee@example.org", sign="ssh", is_signed_apart=True),
    ],
)
def test_where_no_mail_can_answer_there_is_no_link(info: MatchInfo) -> None:
    question = page_of(BLUE, info=info).question
    assert question is not None
    assert {line.link for group in question.groups for line in group.lines} == {""}


def test_where_one_order_is_legal_the_page_says_so() -> None:
    class Closed(Stall):
        def moves(self, view: View) -> Iterator[str]:
            yield "polish the counter"

    page = turn_page(Closed(), INFO, View(BLUE), Eyes(BLUE), Progress(decisions=(sells(BLUE),)))
    assert page.question is not None
    assert page.question.only == "polish the counter en"


def test_a_decision_that_can_be_declined_says_by_which_order() -> None:
    offer = replace(sells(BLUE), decline="sell nothing")
    question = page_of(BLUE, decisions=(offer,), language="it").question
    assert question is not None
    assert question.decline == "sell nothing it"


def test_of_very_many_orders_none_has_a_number() -> None:
    question = page_of(BLUE, View(BLUE, goods=400)).question
    assert question is not None
    assert {line.number for group in question.groups for line in group.lines} == {0}


def test_the_others_who_are_awaited_are_named_with_what_they_decide() -> None:
    awaited = page_of(GREY).awaited
    assert [line.told for line in awaited] == [
        "Anna: what_to_sell blue (en)",
        "Chloé: what_to_sell orange (en)",
        "purple: what_to_sell purple (en)",
    ]


def test_who_is_not_asked_reads_no_orders() -> None:
    page = page_of(GREY, decisions=(sells(BLUE),))
    assert page.question is None
    assert [line.told for line in page.awaited] == ["Anna: what_to_sell blue (en)"]


@pytest.mark.parametrize("seat", [BLUE, GREY, None])
def test_a_decision_that_is_never_asked_is_not_mentioned(seat: Seat | None) -> None:
    silent = Decision(BLUE, kind="sell", turn="1", about=Saying("a gift"), ask=False)
    page = page_of(seat, decisions=(silent,))
    assert (page.question, page.awaited) == (None, ())


def test_names_are_printed_without_tricks() -> None:
    info = replace(INFO, names={BLUE: "An\u202ena\n\nHead: 00", GREY: "x" * 90})
    players = page_of(BLUE, info=info, decisions=()).players
    assert players[0].name == "Anna Head: 00"
    assert len(players[1].name) == 40


def test_the_answer_to_a_sheet_keeps_only_what_there_is_to_say() -> None:
    page = page_of(BLUE, notices=about("played", "sell\u202e 1"))
    assert [(part.phrase, part.lines) for part in page.sheet] == [("played", ("sell 1",))]
    assert page.problems == ()


def test_the_result_stands_best_first_with_a_row_for_each_category() -> None:
    result = page_of(None, decisions=(), outcome=OUTCOME).result
    assert result is not None
    assert [(column.seat, column.rank, column.total) for column in result.columns] == [
        ("grey", 1, 11),
        ("blue", 2, 4),
        ("orange", 2, 4),
        ("purple", 4, 1),
    ]
    assert [(row.category, row.points) for row in result.rows][:2] == [("oil", (9, 3, 4, 1)), ("figs", (2, 0, 0, 0))]


def test_a_total_that_the_game_counts_itself_is_not_added_up() -> None:
    outcome = replace(OUTCOME, points={seat: {"steps": 9, "cards": 9, "total": 15} for seat in SEATS})
    result = page_of(None, decisions=(), outcome=outcome).result
    assert result is not None
    assert {column.total for column in result.columns} == {15}
    assert [row.category for row in result.rows] == ["steps", "cards"]
    assert result.ties == ()


def test_what_a_game_counts_after_its_total_stands_below_it() -> None:
    points = {seat: {"steps": 9, "total": 9, "spare": at} for at, seat in enumerate(SEATS)}
    points[SEATS[-1]] = {"steps": 9, "cards": 1, "total": 10, "spare": 3}
    result = page_of(None, decisions=(), outcome=replace(OUTCOME, points=points)).result
    assert result is not None
    assert [row.category for row in result.rows] == ["steps", "cards"]
    assert [row.category for row in result.ties] == ["spare"]


@pytest.mark.parametrize(
    "changes",
    [
        {"decisions": ()},
        {"happenings": ()},
        {"language": "de"},
        {"outcome": OUTCOME},
        {"notices": NOTHING},
        {"info": replace(INFO, size=99, at=0, names={BLUE: "somebody else"})},
    ],
)
def test_the_subject_is_the_same_whatever_there_is_to_tell(changes: dict[str, Any]) -> None:
    assert subject(page_of(BLUE, **changes)) == "The Stall ides (blue)"


def test_the_subject_of_a_public_page_names_no_seat() -> None:
    assert subject(page_of(None)) == "The Stall ides"


def test_the_subject_is_one_line_whatever_the_match_is_called() -> None:
    assert "\n" not in subject(page_of(PURPLE, info=replace(INFO, id="ides\r\nBcc: x@example.org")))


def test_the_date_is_universal_time() -> None:
    assert page_of(BLUE).date == "2023-11-14 22:13 UTC"


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({}, Saying("first_asked", {"about": "what_to_sell blue (en)", "until": ""})),
        ({"decisions": (sells(GREY),)}, Saying("first_waits", {"waits": "Bruno: what_to_sell grey (en)"})),
        ({"decisions": (), "outcome": OUTCOME}, Saying("first_over", {"names": "Bruno"})),
        ({"decisions": (), "info": replace(INFO, void="a lost box")}, Saying("first_void")),
        ({"notices": (NoticeProblems((), is_refused=True),)}, Saying("first_refused")),
        ({"decisions": ()}, Saying("first_news")),
    ],
)
def test_the_first_line_says_it_all(changes: dict[str, Any], first: Saying) -> None:
    assert page_of(BLUE, **changes).first == first


def test_the_first_line_says_until_when() -> None:
    time = MatchTime(until="Thursday", grace="", is_asking=False, banks={}, leaves={}, awaited={})
    assert page_of(BLUE, info=replace(INFO, time=time)).first.args["until"] == "Thursday"


def test_the_table_tells_what_has_changed_and_leaves_out_what_nobody_has() -> None:
    [row] = page_of(BLUE, View(BLUE, goods=12), before=View(BLUE, goods=9)).ledger
    assert [(cell.value, cell.change) for cell in row.cells] == [("12", "+3")] * 4
    assert {cell.change for row in page_of(BLUE).ledger for cell in row.cells} == {""}
