import pytest

from tools.words import LANGUAGES, PAGES, page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_stands_beside_its_translation(language: str) -> None:
    assert (PAGES / f"{language}.md").read_text("utf-8") == page(language), "run `make docs`"
