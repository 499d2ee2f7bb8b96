"""The colours are those of the visual language, and can be told apart by everybody."""

import pytest

from pbem.games.drawing.palette import COLOURS, PROVINCES, SEATS, THEMES, colour

LANGUAGE = """
ground F3ECE0/171411 surface FFFCF6/352E28 sunken EBE2D2/25201B line D9CCB6/463D34 line-strong 8A7A64/8F8272
ink 2A231E/F2EADD ink-soft 63574A/BDB09E accent 98291C/F2937B accent-soft F7E4DB/38231C changed 6B35B5/C3A6FF
ok 2C6A3C/86C993 ok-soft E2EEDF/1F3325 hatch CDBFA8/554B40 road DCCFB9/322B24 rome F0D9CC/3D261E
rome-edge C4694A/C9714F tile-red F6DDD2/46291F tile-green DDEBDD/22382A tile-grey E4E0DA/35312D
tile-none F4EEDF/37311F glyph-red B23A22/F2937B glyph-green 2E7048/86C993 glyph-grey 5F5A54/BDB09E
"""
GOODS = "water 3E8FC4 grain D9A62B wine 8E3B63 gold E0B13A wood A5713F stone 9A948B marble E9E4DB steel 8797A3"
WORDS = [  # each ink on every ground it stands on
    ("ink", ("ground", "surface", "sunken", "accent-soft", "ok-soft", "hatch", "road", "rome")),
    ("ink", ("tile-red", "tile-green", "tile-grey", "tile-none")),
    ("ink-soft", ("ground", "surface", "sunken", "accent-soft", "ok-soft")),
    ("accent", ("ground", "surface", "sunken", "accent-soft")),
    ("changed", ("ground", "surface", "sunken", "accent-soft")),
    ("ok", ("ground", "surface", "sunken", "ok-soft")),
    ("on-light", (*(f"province-{name}" for name in PROVINCES), "gold")),
]
MARKS = [  # lines and signs that mean something
    ("outline", ("ground", "surface", "sunken", "accent-soft", "ok-soft", "hatch", "rome")),
    ("changed", ("ground", "surface", "sunken", "hatch", "accent-soft")),
    ("changed-on-light", tuple(f"province-{name}" for name in PROVINCES)),
    ("accent", ("ground", "surface", "sunken", "accent-soft")),
    ("ok", ("ground", "ok-soft")),
    ("line-strong", ("ground", "surface", "sunken", "accent-soft")),
    ("ink-soft", ("ground", "surface", "sunken", "rome")),
    ("rome-edge", ("ground",)),
    ("glyph-red", ("surface", "tile-red")),
    ("glyph-green", ("surface", "tile-green")),
    ("glyph-grey", ("surface", "tile-grey")),
]


def light(code: str) -> float:
    """Return how light a colour is, by the formula of the accessibility guidelines."""
    parts = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, bright = sorted(map(light, (one, other)))
    return (bright + 0.05) / (dark + 0.05)


def test_the_formula_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)


def test_every_colour_of_the_language_is_exact_in_both_themes() -> None:
    told = LANGUAGE.split()
    for name, codes in zip(told[::2], told[1::2], strict=True):
        assert COLOURS[name] == tuple(f"#{code}" for code in codes.split("/")), name


def test_goods_have_the_fills_of_the_language_by_day() -> None:
    told = GOODS.split()
    for name, code in zip(told[::2], told[1::2], strict=True):
        assert colour(name, "light") == f"#{code}", name


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "grounds"), WORDS)
def test_words_can_be_read_on_every_ground(ink: str, grounds: tuple[str, ...], theme: str) -> None:
    for ground in grounds:
        assert contrast(colour(ink, theme), colour(ground, theme)) >= 4.5, f"{ink} on {ground}"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("mark", "grounds"), MARKS)
def test_marks_can_be_seen_on_every_ground(mark: str, grounds: tuple[str, ...], theme: str) -> None:
    for ground in grounds:
        assert contrast(colour(mark, theme), colour(ground, theme)) >= 3, f"{mark} on {ground}"


def test_seats_and_provinces_look_the_same_by_day_and_night() -> None:
    for name in (*(f"seat-{seat}" for seat in SEATS), *(f"province-{code}" for code in PROVINCES)):
        assert len(set(COLOURS[name])) == 1


def test_every_colour_is_written_alike() -> None:
    for pair in COLOURS.values():
        assert all(len(code) == 7 and code == code.upper() and code.startswith("#") for code in pair)
