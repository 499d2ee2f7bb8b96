"""Names and labels of letters and pages, in any common font: whole, in two lines, smaller, cut with an ellipsis."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from pbem.games.game import LANGUAGES, NARROW, WIDE, Look
from pbem.report.drawing import inline
from pbem.report.fitted_names import LEAST, above_column
from pbem.report.notice import Part, Slip, slip_page
from pbem.report.render import html, slip_html
from tests.browser.conftest import BrowserWith
from tests.browser.letters import Program, opened, written
from tests.report.press import phrase_table, press
from tests.report.test_by_letters import TITLES, letter, walk
from tests.report.test_games import load, seats_of
from tools.fontsets import NARROWEST, SETS, WIDEST

SEEN = Path(__file__).with_name("fitting.js").read_text("utf-8")
PHONES, DESKS = (360, 390), (600, 640, 1200)
ENDLESS = "Wolfeschlegelsteinhausenbergerdorff"
NAMES = ("Bruno", "Katharina", "Dieter", ENDLESS, "Wilhelm")
TURNED_OFF = Program(has_pictures=False)
TABLES = (  # of the letters of an event: their columns, and example cells
    (("table", "seat", "with", "game"), ("12", "orange", "Wilhelmina, Dieter, Bruno, Maximilian", "spring.2.12.1")),
    (("rank", "player", "points", "played", "moved"), ("12", "Katharina", "10 1/2", "3", "+12")),
    (("table", "result"), ("12", "1. Wilhelmina, 2. Katharina, 3. Dieter, 4. Bruno")),
)


@pytest.fixture(params=SETS)
def window(browser_with: BrowserWith, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A window with one of the sets of fonts."""
    page = opened(browser_with(request.param), "", TURNED_OFF)
    yield page
    page.context.close()


def seen(window: Page, width: int) -> dict[str, Any]:
    """Return what is seen in a window of a width: nothing of it is broken, or out of its place."""
    window.set_viewport_size({"width": width, "height": 900})
    found: dict[str, Any] = window.evaluate(SEEN)
    assert found["broken"] == found["untitled"] == found["outside"] == [], (width, found)
    return found


def too_long(width: int, columns: int) -> set[str]:
    """Return the names that may be cut above columns in a window of a width."""
    fitted = [above_column(name, columns) for name in NAMES[:columns]]
    return {name.wide.whole for name in fitted if (name.wide if width in DESKS else name.narrow).is_cut}


@pytest.mark.parametrize("place", TITLES)
def test_in_the_players_table_no_name_is_cut_that_has_room(window: Page, place: str) -> None:
    for language in LANGUAGES:
        window.set_content(written(place, language, TURNED_OFF, NAMES))
        for width in PHONES + DESKS:
            found = seen(window, width)
            assert set(found["cut"]) <= too_long(width, len(found["sizes"])), (language, width)
            assert (ENDLESS in found["cut"]) == (len(found["sizes"]) > 3)
            assert min(found["sizes"]) >= LEAST


@pytest.mark.parametrize("place", TITLES)
def test_without_a_style_block_nothing_is_broken_either(window: Page, place: str) -> None:
    bare = TURNED_OFF._replace(has_style=False)
    for language in LANGUAGES:
        window.set_content(written(place, language, bare, NAMES))
        for width in (PHONES[0], DESKS[0]):
            seen(window, width)


def said(key: str, language: str) -> str:
    return phrase_table()[key][language]


@cache
def last_letter(place: str, language: str) -> str:
    game = load(place)
    _, state, _ = walk(game, 5, 1000)[-1]
    return html(press(), letter(game, state, seats_of(game)[0], language=language, names=NAMES))


@pytest.mark.parametrize("place", TITLES)
def test_in_the_table_of_results_neither_names_nor_points_are_broken(window: Page, place: str) -> None:
    for language in LANGUAGES:
        window.set_content(last_letter(place, language))
        for width in PHONES + DESKS[:1]:
            found = seen(window, width)
            cut = {text.partition(" (")[0] for text in found["cut"]}
            assert cut <= too_long(width, len(seats_of(load(place)))), (language, width)


def test_the_tables_of_an_event_fit_a_phone(window: Page) -> None:
    for language in LANGUAGES:
        parts = [
            Part(("",), rows=(tuple(said(f"event_col_{name}", language) for name in names), *[row] * 3))
            for names, row in TABLES
        ]
        page = slip_page(
            Slip(("slip_event_round",), {"title": "Spring", "event": "spring"}, parts=tuple(parts)),
            subject="x",
            language=language,
        )
        window.set_content(slip_html(press(), page))
        for width in PHONES:
            seen(window, width)


# Other names for those who played: nine letters, and ten.
RENAME = """
names => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.parentElement.closest("script")) continue;
    for (const [name, other] of Object.entries(names)) {
      if (text.data.includes(name)) text.data = text.data.replaceAll(name, other);
    }
  }
}
"""
PAGES = ("index", "titles/fortuna", "players/index", "players/anna", "players/bruno", "years/2025", "check")


@pytest.mark.parametrize("fonts", [WIDEST, NARROWEST])
def test_the_pages_of_a_site_fit_a_phone(browser_with: BrowserWith, site: Path, fonts: str) -> None:
    window = opened(browser_with(fonts), "", TURNED_OFF)
    for folder, name in product(("", "de/", "fr/"), PAGES):
        window.goto((site / f"{folder}{name}.html").as_uri())
        window.evaluate(RENAME, {"Bruno": "Katharina", "Anna": "Wilhelmina"})
        for width in PHONES:
            seen(window, width)
    window.context.close()


# Words of drawings that leave their drawing, or stand on others.
BOARD = """
() => [...document.querySelectorAll("body > svg:not(.d-parts)")].filter(one => one.checkVisibility()).flatMap(board => {
  const paper = board.getBoundingClientRect();
  const words = [...board.querySelectorAll("text")].filter(one => one.checkVisibility() && !one.closest("symbol"))
    .map(one => [one.textContent, one.getBoundingClientRect()]);
  const crossed = words.flatMap(([word, one], at) => words.slice(at + 1).filter(([, other]) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return wide > 0.5 && high > 0.45 * Math.min(one.height, other.height);
  }).map(([other]) => `${word} | ${other}`));
  const outside = words.filter(([, one]) => one.right > paper.right || one.left < paper.left).map(([word]) => word);
  return [...crossed, ...outside, ...(words.length > 9 ? [] : ["no words"])];
})
"""


@cache
def boards(place: str, language: str) -> str:
    """Return a page of the boards of a game, for wide and for narrow windows."""
    game = load(place)
    seats = seats_of(game)
    before, state, _ = walk(game, 8, 40)[2]
    views = [game.view(one, seats[0]) for one in (state, before)]
    looks = [Look(language, width, dict(zip(seats, NAMES, strict=False)), views[1]) for width in (WIDE, NARROW)]
    return f"<!DOCTYPE html><body>{inline(tuple(game.draw(views[0], look) for look in looks))}"


@pytest.mark.parametrize("place", TITLES)
def test_words_of_a_board_stand_apart_and_stay_on_it(window: Page, place: str) -> None:
    for language in ("de", "it"):
        window.set_content(boards(place, language))
        for width in (WIDE, NARROW):
            window.set_viewport_size({"width": width, "height": 900})
            assert window.evaluate(BOARD) == [], (language, width)
