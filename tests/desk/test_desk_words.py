"""A desk word is a row, phrases, a function and a line on the page for players: what is missing is told by name."""

import re
from collections.abc import Iterator
from inspect import signature
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.desk.wording.word_rows import ROWS, AtDesk, DeskWord, InGame, function_of
from pbem.games.game import LANGUAGES
from pbem.games.kit.order_words import fold
from pbem.phrases import Table
from pbem.record.log.record_words import word_of
from pbem.referee.language.sheet import KEYWORDS
from tests.wording import DESK

DOCS = Path(__file__).parents[2] / "docs"
RECORD = "pbem/record/log/record_words.py"
ORDERING = {fold(word) for words in KEYWORDS.values() for word in words.split()}


def missing(row: DeskWord, rows: tuple[DeskWord, ...] = ROWS, table: Table = DESK.table) -> list[str]:
    """Return everything that a word lacks, each with the language or the file."""
    return [
        *_unspelled(row),
        *_ambiguous(row, rows),
        *_untold(row, table),
        *_unanswered(row),
        *_unwritten(row),
    ]


def _unspelled(row: DeskWord) -> Iterator[str]:
    for language, spelled in zip(LANGUAGES, row.spelled, strict=True):
        if not spelled:
            yield f"{row.key}: not spelled in {language}"
        elif row.in_game and row.in_game.form == "record" and not word_of(fold(spelled)):
            yield f"{row.key}: {RECORD} does not know {spelled!r} ({language})"
        elif row.in_game and row.in_game.form != "record" and word_of(fold(spelled)):
            yield f"{row.key}: {RECORD} takes {spelled!r} ({language}) for a word of the record"


def _ambiguous(row: DeskWord, rows: tuple[DeskWord, ...]) -> Iterator[str]:
    others = {fold(word): other.key for other in rows if other.key != row.key for word in other.spelled}
    for language, spelled in zip(LANGUAGES, row.spelled, strict=True):
        if spelled and fold(spelled) in others:
            yield f"{row.key}: {spelled!r} ({language}) is {others[fold(spelled)]} already"
        if row.in_game and fold(spelled) in ORDERING:
            yield f"{row.key}: {spelled!r} ({language}) means something else among orders"


def _untold(row: DeskWord, table: Table) -> Iterator[str]:
    keys = [f"word_{row.key}"] if row.in_game and row.in_game.is_in_help else []
    if row.at_desk:
        keys += [f"club_{row.key}", f"slip_club_{row.key}"]
    for key in keys:
        told = table.get(key, {})
        for language in LANGUAGES:
            if not told.get(language):
                yield f"{row.key}: templates/phrases.toml has no [{key}] in {language}"


def _unanswered(row: DeskWord) -> Iterator[str]:
    places = [(row.at_desk.answered_by, 3)] if row.at_desk else []
    if row.in_game and row.in_game.answered_by:  # else the letter itself answers, or the referee
        places.append((row.in_game.answered_by, 2))
    for place, count in places:
        try:
            takes = len(signature(function_of(place)).parameters)
        except (ImportError, AttributeError, ValueError):
            yield f"{row.key}: there is no function pbem.desk.{place}"
            continue
        if takes != count:
            yield f"{row.key}: pbem.desk.{place} takes {takes} values, not {count}"


def _unwritten(row: DeskWord) -> Iterator[str]:
    pages = ["mail.md"] if row.in_game and row.in_game.is_in_help else []
    pages += ["club.md"] if row.at_desk else []
    for page in pages:
        lines = _lines(page, row.en)
        if not lines:
            yield f"{row.key}: the table in docs/{page} has no line that begins with `{row.en}`"
        for language, spelled in zip(LANGUAGES, row.spelled, strict=True):
            if lines and not any(_has(line[LANGUAGES.index(language)], spelled) for line in lines):
                yield f"{row.key}: docs/{page} does not say {spelled!r} in {language}"


def _lines(page: str, first: str) -> list[list[str]]:
    """Return the cells of the lines of a table that begin with a word."""
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    rows = [line.split("|")[1:5] for line in lines if re.match(rf"\| `{re.escape(first)}[ `]", line)]
    return [row for row in rows if len(row) == len(LANGUAGES)]


def _has(cell: str, spelled: str) -> bool:
    return bool(spelled) and re.search(rf"`{re.escape(spelled)}[ `]", cell) is not None


@pytest.mark.parametrize("row", ROWS, ids=[row.key for row in ROWS])
def test_a_desk_word_lacks_nothing(row: DeskWord) -> None:
    lacks = missing(row)
    assert not lacks, "\n" + "\n".join(lacks)


def test_every_word_has_one_row() -> None:
    assert len({row.key for row in ROWS}) == len(ROWS)


NEW = DeskWord("weather", "weather", "meteo", "meteo", "wetter", in_game=InGame("alone", ""))


def test_what_a_new_word_lacks_is_told_by_name() -> None:
    told = dict.fromkeys(LANGUAGES, "{word}")
    assert missing(NEW, table={"word_weather": {**told, "fr": ""}}) == [
        "weather: templates/phrases.toml has no [word_weather] in fr",
        "weather: the table in docs/mail.md has no line that begins with `weather`",
    ]
    half = replace(NEW, de="", it="stato", in_game=InGame("alone", "club.helping:tell_weather"))
    assert missing(half, table={"word_weather": told}) == [
        "weather: not spelled in de",
        "weather: 'stato' (it) is status already",
        "weather: there is no function pbem.desk.club.helping:tell_weather",
        "weather: the table in docs/mail.md has no line that begins with `weather`",
    ]


def test_a_word_to_the_desk_needs_a_function_and_a_heading_of_its_answer() -> None:
    row = replace(NEW, in_game=None, at_desk=AtDesk("post.hearing.games.word_answers:tell_help"))
    told = {"club_weather": dict.fromkeys(LANGUAGES, "{word}")}
    assert missing(row, table=told) == [
        *(f"weather: templates/phrases.toml has no [slip_club_weather] in {language}" for language in LANGUAGES),
        "weather: pbem.desk.post.hearing.games.word_answers:tell_help takes 2 values, not 3",
        "weather: the table in docs/club.md has no line that begins with `weather`",
    ]
    nobody = replace(row, at_desk=AtDesk(""))
    assert "weather: there is no function pbem.desk." in missing(nobody, table=told)


def test_a_word_that_enters_the_record_is_one_there_too() -> None:
    row = replace(NEW, in_game=InGame("record", "", is_in_help=False))
    assert missing(row)[0] == "weather: pbem/record/log/record_words.py does not know 'weather' (en)"
    assert missing(replace(row, en="undo"), rows=())[0].endswith("does not know 'meteo' (it)")
    order = replace(row, en="undo", in_game=InGame("order", "", is_in_help=False))
    assert missing(order, rows=()) == [
        "weather: pbem/record/log/record_words.py takes 'undo' (en) for a word of the record"
    ]
