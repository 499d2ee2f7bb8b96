"""Tables of words that are read part by part say what TOML says."""

import tomllib
from pathlib import Path

import pytest

import pbem
from pbem.desk.wording.phrases import templates
from pbem.sections import Sections

HOME = Path(pbem.__file__).parent
TABLES = sorted([*templates().glob("*.toml"), *HOME.rglob("messages.toml"), *HOME.rglob("words.toml")])


@pytest.mark.parametrize("path", TABLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_parts_of_a_table_are_the_whole(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    whole = tomllib.loads(text)
    assert len(whole) > 5
    assert dict(Sections(text)) == whole
    assert list(Sections(text)) == list(whole)


def test_entries_of_one_line_and_sections_may_follow_each_other() -> None:
    text = "# first\none = 1\ntwo = [\n  2,\n]\n[three]\none = 3\n[four.a]\nb = 4\n[three.more]\nc = 5\n"
    assert dict(Sections(text)) == tomllib.loads(text)


def test_only_what_is_asked_for_is_parsed() -> None:
    parts = Sections('[good]\nen = "word"\n[bad]\nen = unreadable\n')
    assert parts["good"] == {"en": "word"}
    assert "bad" in parts
    with pytest.raises(tomllib.TOMLDecodeError):
        parts["bad"]
    with pytest.raises(KeyError):
        parts["none"]
