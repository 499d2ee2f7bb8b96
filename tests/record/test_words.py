"""Words of a record, told from orders by their text alone, in four languages; and what each must say."""

import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pbem.games.kit.order_words import fold
from pbem.record.log.kinds import Word
from pbem.record.log.record_words import SPELLINGS, Said, public_appeal, read_said, word_of

GAMES = Path(__file__).parents[2] / "pbem" / "games"
HEX = "ab" * 32


def day(text: str) -> int:
    return (date.fromisoformat(text) - date(1970, 1, 1)).days


@pytest.mark.parametrize(
    ("sheet", "word"),
    [
        ("undo", "undo"),
        ("Annuler", "undo"),
        ("zuruecknehmen", "undo"),
        ("undo 3", "undo"),
        ("undone", ""),
        ("einverstanden 7", "agree"),
        ("recours 3: non", "appeal"),
        ("beitreten", "join"),
        ("urlaub 2026-12-20..2027-01-03", "leave"),
        ("resign", "resign"),
        ("Withdraw", "resign"),
        ("resign please", ""),
        ("withdraw from f1", ""),
        ("agree 7\nroll", ""),
        ("play harvest water 1", ""),
        ("", ""),
    ],
)
def test_a_sheet_is_of_a_word(sheet: str, word: Word) -> None:
    assert word_of(sheet) == word


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("undo", Said()),
        ("agree 7", Said(seq=7)),
        ("Accetto 0", Said(seq=0)),
        ("appeal 6: no", Said(seq=6)),
        ("ricorso 6 : no", Said(seq=6)),
        ("einspruch 6 Privat: so nicht", Said(seq=6, is_private=True)),
        ("join", Said()),
        ("join BLUE", Said(seat="blue")),
        (f"join blue luck {HEX.upper()}", Said(seat="blue", luck=HEX)),
        ("leave 2028-02-29", Said(days=(day("2028-02-29"), day("2028-03-01")))),
        ("assenza 2026-12-20..2027-01-03", Said(days=(day("2026-12-20"), day("2027-01-04")))),
        ("absence 2026-12-20 .. AUCUN", Said(days=(day("2026-12-20"), day("2026-12-20")))),
        ("aufgeben", Said()),
        ("ritiro", Said(is_withdrawal=True)),
    ],
)
def test_what_a_word_says(sheet: str, said: Said) -> None:
    assert read_said(sheet) == said


@pytest.mark.parametrize(
    "sheet",
    [
        "undo 5",
        "agree",
        "agree to 7",
        "agree 07",
        "agree 7 8",
        "appeal 6",
        "appeal 6:",
        "appeal: no",
        "appeal 6 secret: no",
        "join blue now",
        "join blue luck",
        f"join luck {HEX} blue",
        "leave",
        "leave tomorrow",
        "leave 2027-02-29",
        "leave 2026-12-20...2027-01-03",
        "leave 2026-12-20..",
        "leave 20.12.2026",
        "roll",
    ],
)
def test_what_does_not_say_what_it_must(sheet: str) -> None:
    assert read_said(sheet) is None


@pytest.mark.parametrize(
    ("sheet", "seq"),
    [("appeal 6: no", 6), (" appeal 6: no\n", 6), ("appeal 6 private: no", None), ("appeal", None), ("roll", None)],
)
def test_which_appeals_everybody_may_read(sheet: str, seq: int | None) -> None:
    assert public_appeal(sheet) == seq


def phrases(table: Any) -> Iterator[str]:
    """Yield every phrase of a table of words."""
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict):
        for inside in table.values():
            yield from phrases(inside)
    elif isinstance(table, list):
        for inside in table:
            yield from phrases(inside)


@pytest.mark.parametrize("path", sorted(GAMES.glob("*/words.toml")), ids=lambda path: path.parent.name)
def test_no_order_of_a_game_begins_like_a_word(path: Path) -> None:
    found = list(phrases(tomllib.loads(path.read_text(encoding="utf-8"))))
    assert len(found) > 100
    assert not [phrase for phrase in found if word_of(fold(phrase))]


def test_no_spelling_is_of_two_words() -> None:
    spelt = "|".join(SPELLINGS).split("|")
    assert len(set(spelt)) == len(spelt)
    assert all(fold(one) == one for one in spelt)
