"""A site that is built once, and a browser that looks at it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from pbem.desk.archive.adding import add_export
from pbem.desk.archive.shelf.shelf import SHELF, Shelf
from pbem.desk.archive.site.building import build
from pbem.desk.desk import Desk
from tests.browser.looking import Visit, Visitor
from tools.chromium import chromium
from tools.fontsets import SETS, WIDEST, environment

ROOT = Path(__file__).parents[2]
BrowserWith = Callable[[str], Browser]  # by the name of a set of fonts
GAMES = ("fortuna-two", "alea-two", "praetor-substitute", "fortuna-joint")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of four games, of all titles, one with signed orders and one with rulings, under a signed log."""
    place = tmp_path_factory.mktemp("site")
    desk = Desk.create(place / "desk", name="referee.example", address="referee@example.org")
    try:
        shelf = Shelf(place / "desk" / SHELF)
        for game in GAMES:
            add_export(shelf, ROOT / "archive" / game, desk)
    finally:
        desk.close()
    build(shelf, place / "out", url="https://games.example/")
    return place / "out"


@pytest.fixture(scope="session")
def browser_with(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserWith]:
    """Debian's Chromium with a set of fonts and no other; one for each set, which starts when it is first asked for."""
    program = chromium()
    with sync_playwright() as playwright, ExitStack() as running:

        @cache
        def started(name: str) -> Browser:
            words = environment(SETS[name], tmp_path_factory.mktemp("fonts") / name)
            browser = playwright.chromium.launch(
                executable_path=program, args=["--no-sandbox"], env=dict[str, str | float | bool](words)
            )
            running.callback(browser.close)
            return browser

        yield started


@pytest.fixture(scope="session")
def browser(browser_with: BrowserWith) -> Browser:
    """Chromium with the widest fonts: with these it is most likely that something has no room."""
    return browser_with(WIDEST)


@pytest.fixture
def visit(browser: Browser, site: Path) -> Iterator[Visit]:
    """Opens pages of the site; when the test is over, none of them may have complained or asked for anything."""
    visitor = Visitor(browser, site)
    yield visitor.open
    visitor.close()
    assert visitor.complaints == []
    assert visitor.requests == []
