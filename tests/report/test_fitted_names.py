"""Names above columns: whole, in two lines, smaller, cut; by the widest of the fonts that readers have."""

import pytest
from fontTools.ttLib import TTFont

from pbem.games.drawing.text.measure import ANY_SANS, ANY_SERIF, width_of
from pbem.report.fitted_names import LEAST, above_column, fit_anywhere
from tools.fontsets import SETS

NAMES = ("Anna", "Bruno", "Chloé", "Dieter", "Elena", "Wilhelm", "Katharina", "Żółć", "Ђорђе", "Ελένη", "Nguyễn Ánh")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("fonts", SETS)
def test_no_font_that_readers_have_is_wider_than_the_table_says(fonts: str, name: str) -> None:
    for face, family in ((ANY_SANS, SETS[fonts].sans), (ANY_SERIF, SETS[fonts].serif)):
        for path in (family.plain, family.bold):
            font = TTFont(path)
            glyphs = {letter: font.getBestCmap().get(ord(letter)) for letter in name}
            shown = "".join(letter for letter in name if glyphs[letter])
            advances = sum(font["hmtx"][glyphs[letter]][0] for letter in shown)
            assert len(shown) >= len(name) - 1
            assert advances / font["head"].unitsPerEm <= width_of(shown, 1, face)


def test_the_names_of_five_have_room_on_a_phone_unless_they_are_long() -> None:
    for name in ("Anna", "Bruno", "Chloé", "Dieter", "Elena"):
        assert above_column(name, 5).narrow.lines == (name,)
    assert above_column("Wilhelm", 5).narrow.is_cut
    assert not above_column("Wilhelm", 3).narrow.is_cut
    assert not above_column("Wilhelmina", 5).wide.is_cut


def test_a_name_of_two_words_takes_two_lines_before_it_becomes_smaller() -> None:
    shown = above_column("Anna Maria", 5).narrow
    assert (shown.lines, shown.size) == (("Anna", "Maria"), 13)


def test_no_name_is_smaller_than_the_least_size_of_a_letter() -> None:
    longest = fit_anywhere("Wolfeschlegelstein", 60, 15)
    assert (longest.size, longest.is_cut, longest.whole) == (LEAST, True, "Wolfeschlegelstein")
    assert longest.width <= 60
    fitting = fit_anywhere("Dieter", width_of("Dieter", LEAST, ANY_SANS), 15)
    assert (fitting.size, fitting.is_cut) == (LEAST, False)
