"""The pages around the replays: search, filters, languages, a phone, no script."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import GAMES
from tests.browser.looking import Visit


def shown(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-game]:not([hidden])')].map(card => card.dataset.game)"
    )
    return sorted(found)


def test_the_front_page_shows_the_newest_games_as_small_boards(visit: Visit) -> None:
    page = visit("index.html")
    assert shown(page) == sorted(GAMES)
    assert page.locator(".emblem svg").count() == len(GAMES)
    page.click("[data-game=alea-two] h3 a")
    assert "games/alea-two.html" in page.url


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (lambda page: page.check("[name=title][value=fortuna]", force=True), ["fortuna-joint", "fortuna-two"]),
        (lambda page: page.select_option("#players", "2"), ["alea-two", "fortuna-two"]),
        (lambda page: page.select_option("#year", "2027"), sorted(GAMES)),
        (lambda page: page.fill("#words", "dietér"), ["fortuna-joint"]),
        (lambda page: page.fill("#words", "praetor elena"), ["praetor-substitute"]),
        (lambda page: page.fill("#words", "nobody of this name"), []),
        (lambda page: page.select_option("#result", "shared"), []),
    ],
)
def test_search_and_filters_find_games(visit: Visit, act: object, expected: list[str]) -> None:
    page = visit("index.html")
    act(page)  # type: ignore[operator]  # a function of a page
    assert shown(page) == expected
    assert page.inner_text("#found") == f"{len(expected)} games found"


def test_the_winner_can_be_searched_for(visit: Visit) -> None:
    page = visit("index.html")
    page.fill("#words", "bruno")
    page.select_option("#result", "won")
    won = shown(page)
    page.select_option("#result", "")
    assert set(won) < set(shown(page))
    assert won


@pytest.mark.parametrize("language", ["it", "fr", "de"])
def test_pages_are_there_in_every_language_and_lead_to_replays_in_it(visit: Visit, language: str) -> None:
    page = visit("index.html")
    page.click(f".tongues [hreflang={language}]")
    assert page.url.endswith(f"/{language}/index.html")
    page.click("[data-game=alea-two] h3 a")
    page.wait_for_selector("html.ready")
    assert page.evaluate("document.documentElement.lang") == language


@pytest.mark.parametrize(
    "name",
    ["index.html", "titles/fortuna.html", "players/anna.html", "players/index.html", "years/2027.html", "check.html"],
)
@pytest.mark.parametrize("has_script", [True, False])
def test_pages_can_be_read_on_a_phone_with_script_and_without(visit: Visit, name: str, *, has_script: bool) -> None:
    for language in ("", "de/"):
        page = visit(language + name, width=360, height=740, has_script=has_script)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.is_visible("main h1")


def test_a_player_has_results_opponents_and_ratings(visit: Visit) -> None:
    page = visit("players/bruno.html")
    assert [page.locator("main h2").nth(at).inner_text() for at in range(2)] == ["Opponents", "Ratings"]
    assert page.locator("main table").first.locator("tbody tr").count() == len(GAMES)


def test_dark_follows_the_reader(visit: Visit) -> None:
    ground = {
        scheme: visit("index.html", color_scheme=scheme).evaluate(
            "getComputedStyle(document.documentElement).backgroundColor"
        )
        for scheme in ("light", "dark")
    }
    assert ground == {"light": "rgb(243, 236, 224)", "dark": "rgb(23, 20, 17)"}


def test_the_checkpoint_stands_where_one_is_told_to_keep_it(visit: Visit, site: Path) -> None:
    page = visit("check.html")
    assert (site / "site.checkpoint").read_text().splitlines()[2] in page.inner_text("main")
