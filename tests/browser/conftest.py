"""A site that is built once, and a browser that looks at it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from pbem.desk.archive.adding import add_export
from pbem.desk.archive.building import build
from pbem.desk.archive.shelf import SHELF, Shelf
from pbem.desk.desk import Desk
from tests.browser.looking import Visit, Visitor

ROOT = Path(__file__).parents[2]
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
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    chromium = shutil.which("chromium")
    assert chromium, "the tests of pages need chromium: `make packages`"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def visit(browser: Browser, site: Path) -> Iterator[Visit]:
    """Opens pages of the site; when the test is over, none of them may have complained or asked for anything."""
    visitor = Visitor(browser, site)
    yield visitor.open
    visitor.close()
    assert visitor.complaints == []
    assert visitor.requests == []
