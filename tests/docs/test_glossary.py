"""The glossary is sorted, and every module and folder that it names is there."""

import re
from itertools import pairwise
from pathlib import Path

HOUSE = Path(__file__).parents[2]
PAGE = (HOUSE / "docs" / "glossary.md").read_text(encoding="utf-8")


def rows_of(heading: str) -> list[list[str]]:
    """Return the cells of each row of the table under a heading, without its head."""
    _, _, rest = PAGE.partition(f"\n## {heading}\n")
    part, _, _ = rest.partition("\n## ")
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_every_module_or_folder_that_it_names_is_there() -> None:
    named = re.findall(r"`(pbem/[a-z_/]+(?:\.py)?)`", PAGE)
    assert len(named) >= 40
    for name in named:
        path = HOUSE / name
        assert path.is_dir() if name.endswith("/") else path.is_file(), name


def test_each_word_has_a_meaning_and_a_home() -> None:
    for word, meaning, home in rows_of("Words"):
        assert meaning.endswith((".", ".)")), word
        assert re.fullmatch(r"`pbem/[a-z_/]+(\.py)?`", home), word


def test_words_are_sorted_and_each_is_there_once() -> None:
    for heading in ("Words", "In code and for readers"):
        words = [row[0].replace("`", "").replace("*", "").casefold() for row in rows_of(heading)]
        assert len(words) >= 15
        for word, after in pairwise(words):
            assert word < after, after
