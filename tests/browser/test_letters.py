"""Letters in a real window: on a desk, in a pane and on a phone, by day and by night, whatever a mail program drops."""

from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from pbem.games.game import LANGUAGES
from tests.browser.letters import Program, opened, written
from tests.report.reader import VOID
from tests.report.test_by_letters import TITLES

SEEN = Path(__file__).with_name("seen.js").read_text("utf-8")
WIDTHS = (1200, 600, 390, 360)
OPEN_ALL = "document.querySelectorAll('details').forEach(part => { part.open = true })"
SCROLLED = "document.documentElement.scrollWidth"
TREE = """
(function nested(part) {
  const inner = [...part.children].flatMap(nested);
  return part.tagName == "TBODY" ? inner : [[part.tagName.toLowerCase(), inner]];
})(document.documentElement)[0]
"""


class Nesting(HTMLParser):
    """The elements of a page as they are written, each with those in it; a browser adds a `tbody` to every table."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.inner: list[list[Any]] = [[]]
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tbody":
            return
        element: list[Any] = [tag, []]
        self.inner[-1].append(element)
        if tag not in VOID:
            self.inner.append(element[1])

    def handle_endtag(self, tag: str) -> None:
        if tag != "tbody":
            self.inner.pop()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("place", TITLES)
def test_a_letter_can_be_read_whatever_a_mail_program_drops(browser: Browser, place: str, width: int) -> None:
    language = LANGUAGES[WIDTHS.index(width)]
    for scheme, has_style, has_pictures in product(("light", "dark"), (True, False), (True, False)):
        program = Program(width, scheme, has_style, has_pictures)
        page = opened(browser, written(place, language, program), program)
        assert page.evaluate(SCROLLED) <= width, program
        page.evaluate(OPEN_ALL)
        assert page.evaluate(SCROLLED) <= width, program
        seen = page.evaluate(SEEN)
        assert seen["complaints"] == [], program
        assert seen["judged"] > 100
        page.context.close()


@pytest.mark.parametrize("place", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_letter_is_too_long_for_a_phone(browser: Browser, place: str, language: str) -> None:
    program = Program(width=390)
    page = opened(browser, written(place, language, program), program)
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(SCROLLED) <= width
    page.context.close()


@pytest.mark.parametrize("place", TITLES)
def test_a_browser_has_nothing_to_mend_in_a_letter(browser: Browser, place: str) -> None:
    program = Program()
    letter = written(place, "en", program)
    page = opened(browser, letter, program)
    assert page.evaluate(TREE) == Nesting(letter).inner[0][0]
    page.context.close()


def test_the_dark_colours_are_shown_at_night_where_the_style_block_stays(browser: Browser) -> None:
    grounds = []
    for scheme, has_style in product(("light", "dark"), (True, False)):
        program = Program(scheme=scheme, has_style=has_style)
        page = opened(browser, written(TITLES[0], "en", program), program)
        grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        page.context.close()
    day, night = "rgb(243, 236, 224)", "rgb(23, 20, 17)"
    assert grounds == [day, day, night, day]
