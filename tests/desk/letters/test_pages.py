"""Reports out of the store: the board is drawn beside what its reader saw when the part that is told began."""

import re

from pbem.desk.desk import Desk
from pbem.desk.letters.pages import Stretch, make_page
from pbem.report.page import Eyes, TurnPage
from tests.desk.house import BLUE, GAME, head_of, play


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
