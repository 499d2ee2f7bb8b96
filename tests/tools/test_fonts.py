"""The tool that makes fonts: what it writes of the packed ones is what the kit reads."""

import tomllib

from fontTools.ttLib import TTFont

from tools.fonts import FACES, FAMILIES, FONTS, WIDTHS, all_widths, at_most, by_character, tell, widest, written


def test_the_table_of_widths_is_what_the_tool_writes() -> None:
    assert tell(all_widths()) == WIDTHS.read_text("utf-8")


def test_few_characters_are_wider_in_other_releases_of_the_fonts() -> None:
    for face, families in FAMILIES.items():
        table, here = by_character(written()[face]), by_character(widest(families))
        assert table.keys() == here.keys()
        assert sum(table[code] > here[code] for code in here) < len(here) / 20


def test_of_two_releases_the_wider_counts() -> None:
    assert at_most({500: "ab", 700: "c"}, {600: "a", 650: "c"}) == {500: "b", 600: "a", 700: "c"}


def test_the_packed_fonts_hold_the_characters_they_were_cut_to_and_no_others() -> None:
    for face, characters in FACES.items():
        held = set(TTFont(FONTS / f"{face}.ttf").getBestCmap())
        assert held <= characters
        assert len(characters - held) < 12  # few are in no font of theirs


def test_characters_that_toml_cannot_hold_are_written_by_their_number() -> None:
    told = tell({"bold": {250: '"\\\u00ad\u202f', 500: "ab"}})
    assert tomllib.loads(told) == {"bold": {"250": '"\\\u00ad\u202f', "500": "ab"}}
