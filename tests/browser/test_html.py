"""Every page and every letter is HTML that a strict reader has nothing to say against, with script and without."""

from pathlib import Path

import html5lib
import pytest

from pbem.games.game import LANGUAGES
from tests.browser.letters import Program, written
from tests.report.test_by_letters import TITLES


def faults(text: str, *, scripting: bool = False) -> list[object]:
    parser = html5lib.HTMLParser()
    parser.parse(text, scripting=scripting)
    return [(place, code, more) for place, code, more in parser.errors]


@pytest.mark.parametrize(
    "text",
    [
        "<p>no doctype</p>",
        "<!DOCTYPE html><title>x</title><p><b>crossed</p></b>",
        "<!DOCTYPE html><title>x</title><table><p>out of place</p></table>",
        '<!DOCTYPE html><title>x</title><p id="a" id="b">twice</p>',
        "<!DOCTYPE html><title>x</title><p>&nothing;</p>",
    ],
)
def test_a_strict_reader_is_strict(text: str) -> None:
    assert faults(text)


@pytest.mark.parametrize("scripting", [True, False])
def test_every_page_of_a_site_is_read_without_a_fault(site: Path, scripting: bool) -> None:
    pages = sorted(site.rglob("*.html"))
    kinds = {path.relative_to(site).parts[0] for path in pages}
    assert {"index.html", "check.html", "games", "players", "titles", "years", *LANGUAGES[1:]} <= kinds
    found = {path: faults(path.read_text(encoding="utf-8"), scripting=scripting) for path in pages}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("place", TITLES)
def test_letters_of_every_game_are_read_without_a_fault(place: str) -> None:
    for language in LANGUAGES:
        assert faults(written(place, language, Program(has_pictures=False))) == []
