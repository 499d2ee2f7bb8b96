"""Drawings in SVG files: whole documents to open, and parts without a blank to draw with."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import pbem.games
from pbem.games.drawing.art import read_parts

GAMES = Path(pbem.games.__path__[0])
FILES = sorted(GAMES.rglob("*.svg"))
SYMBOL = "{http://www.w3.org/2000/svg}symbol"


def test_there_are_files() -> None:
    assert len(FILES) >= 8


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(GAMES)))
def test_every_symbol_of_a_file_is_read(path: Path) -> None:
    package = ".".join(("pbem.games", *path.relative_to(GAMES).parent.parts))
    parts = read_parts(package, path.name)
    assert list(parts) == [symbol.attrib["id"] for symbol in ElementTree.parse(path).iter(SYMBOL)]
    for name, part in parts.items():
        assert ElementTree.fromstring(part).attrib["id"] == name
        assert "\n" not in part
        assert "> <" not in part
