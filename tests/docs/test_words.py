"""`make words` prints every phrase beside its translation."""

import tomllib

import pytest

from tools.words import HOME, LANGUAGES, main, page, tables


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_stands_beside_its_translation(language: str) -> None:
    printed = page(language, tables()).replace("\\|", "|").splitlines()
    for path in tables():
        assert f"## {path.relative_to(HOME).as_posix()}" in printed
        for texts in tomllib.loads(path.read_text("utf-8")).values():
            row = f"| {texts['en']} | {texts[language]} |".replace("\u00ad", "")
            assert row.splitlines()[0] in printed


def test_the_words_of_one_game_are_printed_in_one_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fortuna", "--in", "de"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("# English and German\n")
    assert printed == page("de", tables("fortuna"))
    headings = [line for line in printed.splitlines() if line.startswith("## ")]
    assert headings
    assert all("/fortuna/" in heading for heading in headings)


def test_without_a_name_all_languages_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out == "\n".join(page(language, tables()) for language in LANGUAGES)


def test_a_folder_without_words_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chess"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "chess" in told.err
