"""A game that is too long for its page: drawings are left out by steps, the page says which, and words all stay."""

import pytest

from pbem.desk.archive.site.wording import environment
from pbem.games.game import LANGUAGES
from pbem.report.replay.page import ReplayPage
from pbem.report.replay.rendering import render_replay
from tests.desk.archive.rooms import pages_of
from tests.wording import SITE, text_of


@pytest.fixture(scope="module")
def pages() -> list[ReplayPage]:
    return pages_of("fortuna-two")


def rendered(page: ReplayPage) -> str:
    return render_replay(environment(), [page])


def left_out(page: ReplayPage) -> dict[str, str]:
    return next((fact.told for fact in page.facts if fact.phrase == "about_left_out"), {})


def test_each_page_is_smaller_than_the_one_before(pages: list[ReplayPage]) -> None:
    sizes = [len(rendered(page).encode()) for page in pages]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == len(pages) == 4


def test_the_first_that_fits_is_shown_and_else_the_last(pages: list[ReplayPage]) -> None:
    whole = list(map(rendered, pages))
    for most, shown in (
        (len(whole[0].encode()), 0),
        (len(whole[0].encode()) - 1, 1),
        (len(whole[2].encode()), 2),
        (1, 3),
    ):
        assert render_replay(environment(), pages, most) == whole[shown]


def test_what_is_left_out_is_said_in_all_languages(pages: list[ReplayPage]) -> None:
    first, text, wide, english = pages
    assert not left_out(first)
    assert not left_out(text)
    assert len({left_out(wide)[one] for one in LANGUAGES}) == len(LANGUAGES)
    assert left_out(english)["en"].startswith(left_out(wide)["en"])
    assert text_of(SITE, "left_out_languages") in left_out(english)["en"]
    assert left_out(english)["en"] in rendered(english)


def test_words_and_eyes_stay(pages: list[ReplayPage]) -> None:
    assert pages[-1].steps == pages[0].steps
    assert pages[-1].people == pages[0].people
    assert pages[-1].has_secrets
