import re
from collections.abc import Callable
from html import unescape

import pytest
from jinja2 import Environment, UndefinedError
from msgspec.structs import fields, replace

from pbem.desk.wording.desk_words import word
from pbem.games.game import LANGUAGES, Seat
from pbem.games.kit.rows import columns_of
from pbem.mail.kinds import BLOCK
from pbem.referee.language.problem import Problem
from pbem.referee.language.sheet import KEYWORDS
from pbem.report.choices import ChoiceGroup, ChoiceLine, LegendLine
from pbem.report.notice import TOPICS, NoticeLines, NoticeReceipt
from pbem.report.page import (
    AwaitedLine,
    Badge,
    MatchTime,
    Picture,
    PlayerLine,
    Question,
    Result,
    ResultColumn,
    ResultRow,
    SheetLines,
    TurnPage,
)
from pbem.report.player_table import Cell, LedgerRow
from pbem.report.render import COLUMNS, MOST_BYTES, html, text, undivided, units
from pbem.report.story import Chapter, Clause, TurnLine
from tests.report.press import INFO, NOTE, TEMPLATES, page_of, phrase_table, press
from tests.report.reader import Reader, assert_stands_alone
from tests.report.stall import BLUE, GREY, ORANGE, OUTCOME, PURPLE, View, sells
from tests.report.test_phrases import SHEET
from tests.wording import DESK, mentions, text_of

STRANGE = ("<b>bold</b>", "{{7*7}}", "{% raw %}", "\"quoted' & co", "<script>alert(1)</script>")
Render = Callable[[Environment, TurnPage], str]
UNUSED: dict[tuple[type, str], set[str]] = {
    (TurnPage, "txt"): {"board_svg", "picture", "badges", "is_cut", "subject"},
    (Picture, "html"): {"drawing"},
    (Picture, "txt"): {"drawing", "cid", "alt", "width"},
    (PlayerLine, "txt"): {"badge"},
    (Badge, "txt"): {"letter", "fill", "ink"},
    (ChoiceLine, "txt"): {"link"},
    (TurnLine, "txt"): {"atoms"},
    (Clause, "txt"): {"lead"},
}


def words(render: Render, page: TurnPage) -> str:
    """Return what a letter says, wherever its lines break; code is in backticks, as in the tables."""
    written = render(press(), page)
    if render is html:
        written = unescape(re.sub(r"</?code[^>]*>", "`", written))
    return " ".join(written.split())


def over(language: str = "en") -> TurnPage:
    return page_of(None, decisions=(), outcome=OUTCOME, language=language)


@pytest.mark.parametrize(
    "struct",
    [
        TurnPage,
        Problem,
        SheetLines,
        PlayerLine,
        Badge,
        AwaitedLine,
        Picture,
        Question,
        ResultColumn,
        ResultRow,
        Result,
        ChoiceGroup,
        ChoiceLine,
        LegendLine,
        LedgerRow,
        Cell,
        Chapter,
        TurnLine,
        Clause,
    ],
)
@pytest.mark.parametrize("kind", ["html", "txt"])
def test_every_field_of_a_page_is_used_by_its_template(struct: type[TurnPage], kind: str) -> None:
    source = "".join(path.read_text("utf-8") for path in TEMPLATES.rglob(f"*.{kind}") if path.stem != "slip")
    unused = {field.name for field in fields(struct) if not re.search(rf"\.{field.name}\b", source)}
    assert unused == UNUSED.get((struct, kind), set())


def test_a_template_that_asks_for_what_is_not_promised_fails() -> None:
    with pytest.raises(UndefinedError):
        press().from_string("{{ page.secret }}").render(page=page_of(BLUE))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", [BLUE, GREY, None])
def test_the_text_is_at_most_76_columns_wide(language: str, seat: Seat | None) -> None:
    names = dict.fromkeys(INFO.names, "a very long name " * 3)
    info = replace(INFO, names=names, id="a-match-with-a-long-name-" * 3)
    for page in (page_of(seat, info=info, language=language), over(language)):
        body, note, end = text(press(), page).partition(NOTE)
        assert max(map(len, body.splitlines())) <= COLUMNS
        assert (note, end) == (NOTE, "\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_heading_of_an_answer_is_at_most_76_columns_wide(language: str) -> None:
    assert set(TOPICS) >= SHEET
    lines = tuple(NoticeLines(topic, ("line",)) for topic in TOPICS if topic in SHEET - {"receipt"})
    notices = (*lines, NoticeReceipt("ab" * 32, 0))
    body = text(press(), page_of(BLUE, notices=notices, language=language)).partition(NOTE)[0]
    assert "ab" * 32 in body
    assert max(map(len, body.splitlines())) <= COLUMNS


def test_a_line_too_long_for_the_text_is_broken_not_lost() -> None:
    problem = Problem(3, "w" * 200, ("sell " * 40,))
    page = replace(page_of(BLUE), problems=(problem,))
    body = text(press(), page).partition(NOTE)[0]
    assert max(map(len, body.splitlines())) <= COLUMNS
    assert "w" * 200 in re.sub(r"\s", "", body)


@pytest.mark.parametrize("render", [html, text])
def test_problems_of_a_plan_and_a_refused_sheet_are_told_apart(render: Render) -> None:
    plan, nothing, line = (text_of(DESK, "problems"), text_of(DESK, "refused"), text_of(DESK, "problem_line", line=2))
    told = words(render, page_of(BLUE))
    assert (plan in told, nothing in told) == (True, False)
    told = words(render, replace(page_of(BLUE), is_refused=True))
    assert (plan in told, nothing in told) == (False, True)
    assert told.index(nothing) < told.index(f"{line} (sel 1 jars of oil):")


@pytest.mark.parametrize("render", [html, text])
def test_a_problem_of_the_whole_sheet_names_no_line(render: Render) -> None:
    page = replace(page_of(BLUE), problems=(Problem(0, "the sheet is empty"),))
    assert "the sheet is empty" in render(press(), page)
    assert text_of(DESK, "problem_line", line=0) not in words(render, page)


@pytest.mark.parametrize("render", [html, text])
def test_a_seat_reads_the_statements_its_answer_begins_with_the_public_does_not(render: Render) -> None:
    for line in INFO.reply:
        assert line in render(press(), page_of(BLUE))
        assert line not in render(press(), page_of(None))


@pytest.mark.parametrize("render", [html, text])
def test_who_may_decline_reads_what_silence_counts_as(render: Render) -> None:
    offer = replace(sells(BLUE), decline="sell nothing")
    told = words(render, page_of(BLUE, decisions=(offer,)))
    assert text_of(DESK, "passed_over", order="sell nothing en") in told
    assert not mentions(words(render, page_of(BLUE)), DESK, "passed_over")


@pytest.mark.parametrize("render", [html, text])
def test_what_breaks_ties_stands_below_the_total(render: Render) -> None:
    points = {seat: {"oil": 9, "total": 9, "spare": 1} for seat in OUTCOME.points}
    told = words(render, page_of(None, decisions=(), outcome=replace(OUTCOME, points=points)))
    places = [told.index(part) for part in ("oil", text_of(DESK, "total"), "spare", text_of(DESK, "ties"))]
    assert places == sorted(places)


@pytest.mark.parametrize("render", [html, text])
def test_a_void_game_asks_nothing_and_says_why(render: Render) -> None:
    for seat in (BLUE, None):
        page = page_of(seat, decisions=(), info=replace(INFO, void="a <lost> box", reply=()))
        told = words(render, page)
        assert text_of(DESK, "void") in told
        assert text_of(DESK, "void_reason", reason="a <lost> box") in told
        assert not [key for key in ("asked", "not_asked", "answer") if text_of(DESK, key) in told]
        assert ("<lost>" in render(press(), page)) == (render is text)


def test_the_text_has_no_line_that_ends_in_blanks_and_no_double_gap() -> None:
    for page in (page_of(BLUE), page_of(None), over()):
        lines = text(press(), page)
        assert not re.search(r"[ \t]$", lines, re.MULTILINE)
        assert "\n\n\n" not in lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", [BLUE, None])
def test_the_html_is_whole_and_stands_alone(language: str, seat: Seat | None) -> None:
    for page in (page_of(seat, language=language), over(language)):
        written = html(press(), page)
        assert_stands_alone(written)
        assert f'<html lang="{language}">' in written


@pytest.mark.parametrize("name", STRANGE)
def test_a_name_is_only_ever_a_name(name: str) -> None:
    page = page_of(BLUE, info=replace(INFO, names=dict.fromkeys(INFO.names, name)))
    shown = page.players[0].name
    read = Reader(html(press(), page))
    assert not read.tags & {"script"}
    assert read.words.count(shown) == 10  # four at the table, three awaited, one ruled about, two drawn
    assert shown in text(press(), page)
    assert "49" not in read.words


def test_whatever_a_player_wrote_is_escaped() -> None:
    page = page_of(BLUE)
    strange = replace(
        page,
        match="<i>",
        subject="<i>",
        chapters=(Chapter("<i>", (TurnLine(BLUE, "<i>", (Clause("", "<i>", concerns=True),), ("<i>", "<i>")),)),),
        problems=(Problem(1, "<i>", ("<i>",)),),
        board_text="<i>",
        head="<i>",
        note="<i>",
    )
    assert "<i>" not in html(press(), strange).replace(f"<i>{text_of(DESK, 'vacant')}</i>", "")


@pytest.mark.parametrize("render", [html, text])
def test_a_public_page_holds_nothing_private(render: Render) -> None:
    written = render(press(), page_of(None))
    assert "a cart full of figs" in written
    for private in ("hidden coin", "hidden fig", "jars of oil", "polish", "secret of"):
        assert private not in written


@pytest.mark.parametrize("render", [html, text])
def test_a_seat_reads_nothing_of_another(render: Render) -> None:
    written = render(press(), page_of(GREY))
    assert "hidden fig" in written
    assert "hidden coin" not in written


@pytest.mark.parametrize("render", [html, text])
def test_what_is_asked_comes_first_then_orders_news_board_players_answer_and_the_record(render: Render) -> None:
    written = render(press(), page_of(BLUE)).partition("</head>")[2] if render is html else text(press(), page_of(BLUE))
    parts = (
        text_of(DESK, "first_asked", about="what_to_sell blue"),
        "hat_to_sell blue (en)",
        *(text_of(DESK, key) for key in ("orders", "since_letter", "board", "players", "answer", "entries")),
        NOTE[:20],
    )
    places = [unescape(written).index(part) for part in parts]
    assert places == sorted(places)


@pytest.mark.parametrize("render", [html, text])
def test_the_same_page_gives_the_same_bytes(render: Render) -> None:
    press.cache_clear()
    first = render(press(), page_of(BLUE))
    press.cache_clear()
    assert render(press(), page_of(BLUE)) == first


def test_the_note_is_printed_as_it_is() -> None:
    assert f"\n{NOTE}\n" in text(press(), page_of(BLUE))
    assert NOTE in Reader(html(press(), page_of(BLUE))).words


def test_a_drawing_too_large_for_a_letter_is_left_out_and_its_text_stays() -> None:
    page = page_of(BLUE)
    large = replace(page, board_svg=page.board_svg.replace("</svg>", "<rect/>" * 15_000 + "</svg>"))
    written = html(press(), large)
    assert len(written.encode()) < MOST_BYTES
    assert "<svg" not in written
    assert "<details open" in written
    assert "secret of blue" in written


def test_a_long_list_of_orders_with_its_links_fits_a_letter() -> None:
    info = replace(INFO, address="referee@example.org", sign="pgp")
    written = html(press(), replace(page_of(BLUE, View(BLUE, goods=50), info=info), board_svg=""))
    assert written.count('href="mailto:') == 50
    assert len(written.encode()) < MOST_BYTES


@pytest.mark.parametrize("render", [html, text])
@pytest.mark.parametrize("sign", ["ssh", "pgp", "x509", "dkim", "desk"])
def test_who_signs_with_a_key_that_no_mail_program_has_is_told_to_sign_first(render: Render, sign: str) -> None:
    info = replace(INFO, address="referee@example.org", sign=sign, is_signed_apart=sign == BLOCK)
    page = page_of(BLUE, info=info)
    assert (text_of(DESK, "sign_first") in words(render, page)) == (sign == "ssh")
    assert ("mailto:" in render(press(), page)) == (render is html and sign in ("pgp", "x509", "dkim"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_to_answer_tells_the_words_of_the_desk_and_a_line_of_the_game(language: str) -> None:
    asked = page_of(BLUE, language=language)
    for written in (html(press(), asked), text(press(), asked)):
        whole = " ".join(unescape(re.sub(r"</?code[^>]*>", "`", written)).split())
        for key in ("help", "status", "preview", "undo", "tell"):
            assert f"`{word(key, language)}" in whole
        at = LANGUAGES.index(language)
        assert f"`{KEYWORDS['next'].split()[at]}`" in whole
        assert f"`{KEYWORDS['always'].split()[at]}`" in whole
        assert f"`sell 1 jars of oil {language} | polish the counter {language}`" in whole
        assert phrase_table()["no_clock"][language] in whole
    timed = replace(INFO, time=MatchTime(until="soon", grace="", is_asking=False, banks={}, leaves={}, awaited={}))
    assert phrase_table()["no_clock"][language] not in " ".join(text(press(), page_of(BLUE, info=timed)).split())
    assert phrase_table()["more_words"]["en"] not in " ".join(text(press(), page_of(None)).split())


def test_signs_of_the_drawn_board_are_explained_where_they_occur() -> None:
    page = page_of(BLUE)
    assert "mark_" not in " ".join(page.marks)
    drawn = '<rect class="d-changed"/><path class="d-hatch"/><use href="#d-lock"/><use href="#d-ghost-blue"/>'
    told = html(press(), replace(page, board_svg=drawn))
    for key in ("mark_changed", "mark_down", "mark_lock", "mark_gone"):
        assert phrase_table()[key]["en"] in told
    assert phrase_table()["mark_eye"]["en"] not in told


def test_the_line_above_a_letter_tells_news() -> None:
    above = html(press(), page_of(BLUE)).partition('class="quiet" style="display:none')[2].partition("</div>")[0]
    assert text_of(DESK, "first_asked", about="what_to_sell blue (en)") in unescape(above)
    assert "everybody saw it" in above
    assert "hidden fig" not in above


def test_names_of_wide_signs_keep_a_letter_within_its_columns() -> None:
    names = {BLUE: "王" * 40, GREY: "Wolfeschlegelsteinhausen", ORANGE: "🎲" * 20, PURPLE: ""}
    written = text(press(), page_of(BLUE, info=replace(INFO, names=names)))
    assert max(columns_of(line) for line in written.partition(NOTE[:20])[0].splitlines()) <= COLUMNS
    assert " 王王王王王…" in written
    assert " Wolfeschle…" in written


@pytest.mark.parametrize("render", [html, text])
def test_everybody_reads_what_was_ruled_and_why(render: Render) -> None:
    for seat in (BLUE, None):
        told = text_of(DESK, "ruling_play", seat="Bruno", reason="no answer for a week")
        assert told in words(render, page_of(seat))


def test_lines_without_numbers_and_links_leave_no_room_for_them() -> None:
    few, many = page_of(BLUE), page_of(BLUE, View(BLUE, goods=400))
    assert 'width="44"' in html(press(), few)
    assert 'width="44"' not in html(press(), many)


def test_what_each_line_of_a_group_does_is_said_of_each() -> None:
    page = page_of(BLUE)
    assert page.question is not None
    group = replace(page.question.groups[0], shared="the jar breaks")
    page = replace(page, question=replace(page.question, groups=(group,)))
    for render in (html, text):
        assert text_of(DESK, "each_of_these", effect="the jar breaks") in words(render, page)


def test_who_did_nothing_that_is_told_has_no_line() -> None:
    page = page_of(BLUE)
    silent = TurnLine(BLUE, "Silent Anna", (), ())
    page = replace(page, chapters=(Chapter("", (silent,)),))
    for written in (html(press(), page), text(press(), page)):
        assert "Silent Anna" not in written


def test_a_number_stays_with_its_unit_and_plain_text_has_no_soft_hyphens() -> None:
    assert units("3 T 12 Std. 30 Min.") == "3\u00a0T 12\u00a0Std. 30\u00a0Min."
    assert undivided("Senats\u00adkarten") == "Senatskarten"
