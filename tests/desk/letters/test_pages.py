"""Reports out of the store: the board is drawn beside what its reader saw when the part that is told began."""

import re

import pytest

from pbem.desk.desk import Desk
from pbem.desk.letters.pages import Stretch, make_page
from pbem.desk.letters.writing import environment
from pbem.desk.matches.acts.host.rulings import rule_substitute
from pbem.games.game import Saying
from pbem.report.notice import NOTHING, Notices, about
from pbem.report.page import Eyes, TurnPage
from pbem.report.render import text
from tests.desk.house import BLUE, GAME, head_of, play
from tests.wording import DESK, text_of


def page_of(desk: Desk, since: int, upto: int) -> TurnPage:
    with desk.store.read() as look:
        return make_page(desk, look, Stretch(GAME, since, upto), Eyes(BLUE))


def changes(page: TurnPage) -> int:
    return len(re.findall(r'class="d-(?:changed|corner)"', page.board_svg))


def test_what_changed_in_the_part_that_is_told_is_marked_and_nothing_else(running: Desk) -> None:
    play(running, 12)
    size = head_of(running).size
    assert changes(page_of(running, size - 10, size)) > changes(page_of(running, size, size)) == 0


def test_before_the_start_there_is_nothing_to_compare_with(running: Desk) -> None:
    assert changes(page_of(running, 0, head_of(running).size)) == 0


def test_the_board_is_drawn_wide_and_narrow_with_the_names_of_the_players(running: Desk) -> None:
    size = head_of(running).size
    drawn = page_of(running, size - 1, size).board_svg
    boards = re.findall(r'<svg[^>]* class="d d-board (d-\w+)">', drawn)
    assert boards == ["d-wide", "d-narrow"]
    for board in drawn.split('class="d d-board ')[1:]:
        assert ">Anna<" in board
        assert ">Bruno<" in board


def news_of(page: TurnPage) -> set[str]:
    return {line.name for chapter in page.chapters for line in chapter.lines}


@pytest.mark.sqlite
def test_news_name_who_held_a_seat_then_and_rulings_who_came_for_whom(running: Desk) -> None:
    play(running, 6)
    before = head_of(running).size
    rule_substitute(running, GAME, "blue", "Carla", "on holiday")
    play(running, 6)
    size = head_of(running).size
    assert {"Anna", "Carla"} <= news_of(page_of(running, before - 20, size))
    assert "Carla" not in news_of(page_of(running, before - 20, before))
    assert "Anna" not in news_of(page_of(running, before, size))
    (came,) = page_of(running, before, size).rulings
    assert (came.act, came.name, came.old) == ("ruling_substitute_for", "Carla", "Anna")
    (alone,) = page_of(running, before, before + 1).rulings
    assert (alone.act, alone.name) == ("ruling_substitute", "")
    written = text(environment(), page_of(running, before, size))
    told = text_of(DESK, "ruling_substitute_for", name="Carla", seat="blue", old="Anna", reason="on holiday")
    assert f"! {told}" in written


@pytest.mark.sqlite
def test_what_is_told_has_a_heading_that_says_since_when(running: Desk) -> None:
    size = head_of(running).size

    def heading(part: Stretch, notices: Notices = NOTHING) -> Saying:
        with running.store.read() as look:
            page = make_page(running, look, part, Eyes(BLUE), notices)
        return page.since

    assert heading(Stretch(GAME, size, size)).key == "since_letter"
    assert heading(Stretch(GAME, 0, size)).key == "since_start"
    assert heading(Stretch(GAME, size - 3, size, "since_last")).key == "since_last"
    past = about("past", "entry")
    assert heading(Stretch(GAME, size - 5, size - 4), past) == Saying("at_entry", {"number": size - 5})
