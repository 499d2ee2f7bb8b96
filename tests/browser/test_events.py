"""The page of an event in a browser: readable at any width, in both themes, by the rules of WCAG."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pbem.desk.archive.shelf.shelf import SHELF, Shelf
from pbem.desk.archive.site.building import build
from pbem.desk.archive.site.running import live_games
from pbem.desk.desk import Desk
from pbem.desk.events.records.event_adding import add_event_export
from pbem.desk.matches.acts.offers.opening import NewGame, new_game
from pbem.desk.people.enrolled import add_player
from pbem.desk.store.values import Member
from tests.browser.looking import Visit, Visitor
from tests.browser.test_axe import violations
from tests.browser.test_site import SLIDING
from tests.wording import SITE, mentions, says, text_of

EXPORT = Path(__file__).parents[1] / "vectors" / "events" / "accept" / "short"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of one event with two games, and of a game that is being played."""
    place = tmp_path_factory.mktemp("hall")
    desk = Desk.create(place / "desk", name="referee.example", address="referee@example.org")
    try:
        shelf = Shelf(place / "desk" / SHELF)
        add_event_export(shelf, EXPORT, desk)
        for name in ("Anna", "Bruno"):
            add_player(desk, Member(name))
        new_game(desk, NewGame("fortuna", {"blue": "Anna", "orange": "Bruno"}, "f1"))
        build(shelf, place / "out", live=live_games(desk))
    finally:
        desk.close()
    return place / "out"


@pytest.fixture
def look(browser: Browser, hall: Path) -> Iterator[Visit]:
    visitor = Visitor(browser, hall)
    yield visitor.open
    visitor.close()
    assert (visitor.complaints, visitor.requests) == ([], [])


def test_an_event_can_be_read_anywhere_and_breaks_no_rule(look: Visit) -> None:
    for width, scheme, folder in ((1200, "light", ""), (390, "dark", "de/")):
        page = look(f"{folder}events/spring.html", width=width, color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page) == []
        assert page.locator(".standings tbody tr").count() == page.locator(".cross tbody tr").count() > 1
    page = look("events/spring.html", width=360, has_script=False)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click(".sat >> nth=0")
    assert page.url.endswith("#r1t1") or page.url.endswith("#r1t2")


def test_lists_of_events_fit_a_phone_and_wide_tables_can_be_slid_and_printed(look: Visit) -> None:
    for name in ("events/index.html", "de/events/index.html", "de/titles/alea.html", "players/rufus.html"):
        page = look(name, width=390)
        for width in (390, 360):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.locator(".slides").evaluate_all(SLIDING) == [], (name, width)
    page = look("events/spring.html", width=390)
    slid = page.locator(".slides").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.tabIndex)"
    )
    assert set(slid) == {0}
    page.evaluate(
        "document.querySelectorAll('.cross tr').forEach(row => { while (row.cells.length < 18)"
        " row.append(row.lastElementChild.cloneNode(true)) })"
    )
    page.set_viewport_size({"width": 700, "height": 1000})  # a page of A4
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") == 700
    assert page.locator(".cross").evaluate("one => one.getBoundingClientRect().right") <= 700


def test_a_table_leads_to_its_game_whose_dice_are_checked_by_the_luck_of_the_event(look: Visit) -> None:
    page = look("events/spring.html")
    page.click("#r1t1 .foot a >> nth=0")
    page.wait_for_selector("html.ready")
    assert "games/spring.1.1.1.html" in page.url
    page.keyboard.press("v")
    page.wait_for_selector("#verify.good, #verify.bad", timeout=120_000)
    assert says(page.inner_text("#verify"), SITE, "js_good")
    told = page.inner_text("#verdict")
    assert mentions(told, SITE, "js_did_draws")
    assert not any(mentions(told, SITE, f"js_cannot_{why}") for why in ("file", "crypto", "other"))


def test_games_are_found_by_their_event(look: Visit) -> None:
    page = look("index.html")
    page.select_option("#event", "spring")
    assert page.inner_text("#found") == text_of(SITE, "found", count=2)
    page.click(".of a >> nth=0")
    assert "events/spring.html#r1t" in page.url


def test_a_game_that_is_being_played_shows_its_public_board(look: Visit) -> None:
    for width, scheme in ((1200, "light"), (390, "dark")):
        page = look("de/index.html", width=width, color_scheme=scheme)
        page.click("a[href='running/f1.html'] >> nth=1")
        assert page.locator(".board > svg:visible").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator(".waits li").count() == 2
        assert violations(page) == []
