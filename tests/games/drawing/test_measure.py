"""Widths are those of the packed fonts, which hold what people may be called."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import pbem.games.drawing
from pbem.desk.fonts import FACES
from pbem.games.drawing.text.measure import BOLD, SANS, SERIF, clean, has_all, width_of, widths

FONTS = Path(pbem.games.drawing.__path__[0]) / "fonts"
MOST_BYTES = 250_000


@pytest.mark.parametrize("face", FACES)
def test_the_table_of_widths_is_that_of_the_font(face: str) -> None:
    font = TTFont(FONTS / f"{face}.ttf")
    scale = 1000 / font["head"].unitsPerEm
    known = {chr(code): round(font["hmtx"][glyph][0] * scale) for code, glyph in font.getBestCmap().items()}
    assert widths()[face] == known


def test_the_fonts_are_small_and_their_licences_lie_beside_them() -> None:
    assert sum(path.stat().st_size for path in FONTS.glob("*.ttf")) < MOST_BYTES
    for name in ("Inter", "NotoSerif"):
        assert "SIL OPEN FONT LICENSE" in (FONTS / f"{name}-OFL.txt").read_text("utf-8")


@pytest.mark.parametrize(
    "name", ["Żółć Łukasz", "François-Noël", "Ελένη Παππά", "Ђорђе Шевченко Ґ", "Nguyễn Thị Ánh", "ẞ ß Œuvre ½"]
)
def test_people_may_be_called_in_any_letters_a_desk_takes_but_those_of_the_east(name: str) -> None:
    assert has_all(name, SERIF)
    assert has_all(name, BOLD)


def test_what_the_fonts_lack_is_known() -> None:
    for name in ("\u5f20\u4f1f", "\u0639\u0645\u0631", "\U0001f3b2"):
        assert not has_all(name)


def test_words_are_as_wide_as_their_letters() -> None:
    assert width_of("AA", 10, SANS) == pytest.approx(2 * widths()[SANS]["A"] / 100)
    assert width_of("", 10) == 0
    assert width_of("a\u00adb", 10) == width_of("ab", 10)
    assert width_of("\u5f20", 10) == 10
    assert width_of("i", 10, BOLD) < width_of("W", 10, BOLD)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("plain", "plain"),
        ("two\n\tlines", "two lines"),
        ("\u202eturned\u202c \u200fabout\ufeff", "turned about"),
        ("bell\x07 \x1b[31m", "bell [31m"),
        ("lone \ud800 half", "lone  half"),
        ("soft\u00adhyphen", "soft\u00adhyphen"),
        ("dix\u202f: onze", "dix\u00a0: onze"),
        ("  around  ", "around"),
    ],
)
def test_what_cannot_be_seen_is_dropped(words: str, shown: str) -> None:
    assert clean(words) == shown
