"""The pages around the replays: search, filters, languages, a phone, no script."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import GAMES
from tests.browser.looking import Visit
from tests.wording import SITE, says, text_of

SLIDING = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"


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
        (lambda page: page.select_option("#year", "2025"), sorted(GAMES)),
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
    key = {0: "found_none", 1: "found_one"}.get(len(expected), "found")
    assert says(page.inner_text("#found"), SITE, key, **({"count": len(expected)} if expected else {}))


def test_what_is_asked_for_stands_in_the_address_and_is_come_back_to(visit: Visit) -> None:
    page = visit("index.html")
    assert not page.is_visible("#reset")
    page.fill("#words", "anna & bruno")
    assert page.evaluate("location.hash") == "#q=anna+%26+bruno"
    page.fill("#words", "bruno")
    page.check("[name=title][value=fortuna]", force=True)
    page.select_option("#players", "2")
    assert shown(page) == ["fortuna-two"]
    assert page.evaluate("location.hash") == "#q=bruno&players=2&title=fortuna"
    page.click("[data-game=fortuna-two] h3 a")
    page.wait_for_selector("html.ready")
    page.go_back()
    assert shown(page) == ["fortuna-two"]
    assert page.input_value("#words") == "bruno"
    page.click(".tongues [hreflang=de]")
    assert page.inner_text("#found") == text_of(SITE, "found_one", "de", count=1)
    page.evaluate("location.hash = '#title=alea&year=1066'")
    page.wait_for_function("document.getElementById('words').value === ''")
    assert shown(page) == ["alea-two"]
    page.evaluate("location.hash = '#content'")
    assert shown(page) == ["alea-two"]
    page.click("#reset")
    assert shown(page) == sorted(GAMES)
    assert page.evaluate("location.hash + document.activeElement.id") == "words"
    assert not page.is_visible("#reset")
    assert page.evaluate("['Straße', 'Łukasz Ørsted', 'D\u2019Æsir', 'İpek'].map(fold)") == [
        "strasse",
        "lukasz orsted",
        "d'aesir",
        "ipek",
    ]


def test_one_is_told_as_one_in_every_language(site: Path) -> None:
    told = {
        language: re.search(r'class="lead">([^<]*)<', (site / language / "players" / "elena.html").read_text("utf-8"))
        for language in ("", "it", "fr", "de")
    }
    won = {
        "": "player_won",
        "it": "player_won",
        "fr": "player_won_one",
        "de": "player_won",
    }  # in French none is like one

    def lead(language: str) -> str:
        games = text_of(SITE, "player_games_one", language or "en", count=1)
        return f"{games}, {text_of(SITE, won[language], language or 'en', count=0)}"

    assert {language: found and found[1] for language, found in told.items()} == {one: lead(one) for one in won}


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
    ["index.html", "titles/fortuna.html", "players/anna.html", "players/index.html", "years/2025.html", "check.html"],
)
@pytest.mark.parametrize("has_script", [True, False])
def test_pages_can_be_read_on_a_phone_with_script_and_without(visit: Visit, name: str, *, has_script: bool) -> None:
    for language in ("", "de/"):
        page = visit(language + name, width=360, height=740, has_script=has_script)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.is_visible("main h1")
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.locator(".slides").evaluate_all(SLIDING) == []


def test_paper_has_no_navigation_and_long_names_end_in_dots(visit: Visit) -> None:
    page = visit("index.html")
    name = page.locator(".people a >> nth=0")
    name.evaluate("one => { one.textContent = 'Maximiliane '.repeat(6) }")
    assert name.evaluate("one => one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow") == "ellipsis"
    page.emulate_media(media="print")
    assert not page.is_visible(".bar nav")
    assert not page.is_visible(".tongues")
    assert (
        page.locator("h1, h2, h3").evaluate_all("all => all.map(one => getComputedStyle(one).breakAfter)")
        == ["avoid"] * page.locator("h1, h2, h3").count()
    )


def test_a_player_has_results_opponents_and_ratings(visit: Visit) -> None:
    page = visit("players/bruno.html")
    headings = [page.locator("main h2").nth(at).inner_text() for at in range(2)]
    assert headings == [text_of(SITE, "opponents"), text_of(SITE, "ratings")]
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
