"""The style sheet: custom properties for pages, literal colours for pictures, and nothing that no drawing uses."""

import re
from pathlib import Path

import pytest

import pbem.games
from pbem.games.drawing.palette import COLOURS, THEMES, colour
from pbem.games.drawing.sheet import RULES, page_sheet, picture_sheet

SOURCES = "".join(path.read_text("utf-8") for path in Path(pbem.games.__path__[0]).rglob("*.py"))


def rules(sheet: str) -> dict[str, str]:
    return dict(re.findall(r"(\.d[\w-]*)\{([^{}]*)\}", sheet))


def test_a_page_follows_the_readers_theme() -> None:
    sheet = page_sheet()
    dark = sheet.partition("@media(prefers-color-scheme:dark)")[2].partition("}}")[0]
    assert f"--ink:{colour('ink', 'light')}" in sheet
    assert f"--ink:{colour('ink', 'dark')}" in dark
    assert "--seat-blue" not in dark  # what does not change is told once
    assert rules(sheet)[".d-q"] == "fill:var(--ink-soft)"


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_has_literal_colours_and_the_packed_fonts(theme: str) -> None:
    sheet = picture_sheet(theme)
    assert "var(" not in sheet
    assert rules(sheet)[".d-q"] == f"fill:{colour('ink-soft', theme)}"
    assert "system-ui" not in sheet
    assert rules(sheet)[".d-b"] == "font-weight:700"  # the renderer knows hundreds only


def test_both_sheets_have_all_rules_with_every_place_filled() -> None:
    for sheet in (page_sheet(), picture_sheet()):
        assert rules(sheet).keys() >= RULES.keys()
        assert not re.search(r"\{[a-z-]+\}", sheet)


def test_a_rule_names_colours_of_the_palette_alone() -> None:
    for selector, rule in RULES.items():
        assert "#" not in rule, selector


def test_every_property_of_a_page_is_defined() -> None:
    used = set(re.findall(r"var\(--([\w-]+)\)", page_sheet()))
    assert used <= set(COLOURS)


def test_nothing_else_in_the_house_of_drawings_names_a_colour() -> None:
    games = Path(pbem.games.__path__[0])
    rooms = (games / "drawing", games / "fortuna" / "picture", games / "alea" / "picture")
    for path in (path for room in rooms for path in room.rglob("*.py")):
        if path.name != "palette.py":
            assert not re.search(r"#[0-9A-Fa-f]{6}\b", path.read_text("utf-8")), path


def test_a_sheet_is_small() -> None:
    assert len(page_sheet()) < 12_000
