"""Letters and pages by the rules of WCAG 2.2 AA, as far as axe-core can judge them, everything unfolded."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.letters import Program, opened, written
from tests.browser.looking import Visit
from tests.report.test_by_letters import TITLES

RULES = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
}
OPEN_ALL = "document.querySelectorAll('details').forEach(part => { part.open = true })"
LOOKS = [(1200, "light"), (390, "dark")]
PAGES = (
    "index.html",
    "games/fortuna-joint.html",
    "games/alea-two.html",
    "games/praetor-substitute.html",
    "check.html",
)


def violations(page: Page) -> list[str]:
    page.evaluate(OPEN_ALL)
    found: dict[str, Any] = Axe().run(page, options=RULES).response
    assert found["testEngine"]["name"] == "axe-core"
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found["violations"]]


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
@pytest.mark.parametrize("place", TITLES)
def test_a_letter_breaks_no_rule(browser: Browser, place: str, width: int, scheme: str) -> None:
    program = Program(width, scheme)
    page = opened(browser, written(place, "de", program), program)
    assert violations(page) == []
    page.context.close()


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_breaks_no_rule(visit: Visit, name: str, width: int, scheme: str) -> None:
    assert violations(visit(name, width=width, color_scheme=scheme)) == []


def test_a_page_that_breaks_a_rule_is_found(browser: Browser) -> None:
    page = opened(browser, "<html lang=en><title>x</title><img src='data:,'></html>", Program())
    assert violations(page) == ['image-alt: <img src="data:,">']
    page.context.close()
