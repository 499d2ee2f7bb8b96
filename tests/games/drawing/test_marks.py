"""Players' marks: colour, shape and letter, each enough where the others cannot be seen."""

from itertools import combinations

import pytest

from pbem.games.drawing.palette import SEATS, THEMES, colour
from pbem.games.drawing.pieces.marks import LEAST_LETTER, MARKS, PARTS, bare, ghost, ink_on, level, token
from pbem.games.found import find, named
from tests.games.drawing.painting import difference, painted, shade, spilled
from tests.games.drawing.test_palette import contrast

LANGUAGE = {
    "blue": ("#0072B2", "white", "B"),
    "grey": ("#555555", "white", "E"),
    "orange": ("#E69F00", "dark", "O"),
    "purple": ("#CC79A7", "dark", "P"),
    "brown": ("#6B3A14", "white", "N"),
    "green": ("#009E73", "dark", "V"),
    "yellow": ("#F0E442", "dark", "Y"),
    "white": ("#FFFFFF", "dark", "T"),
    "black": ("#1F1B18", "white", "K"),
}
GOODS = set("WGMSA")


def test_the_nine_marks_are_those_of_the_language() -> None:
    inks = {"d-light": "white", "d-dark": "dark"}
    assert {seat: (SEATS[seat], inks[mark.ink], mark.letter) for seat, mark in MARKS.items()} == LANGUAGE


def test_every_seat_of_every_game_has_a_mark() -> None:
    assert {seat for game in find() for seat in named(game).meta.seats} <= set(MARKS)


def test_letters_differ_and_none_is_that_of_a_good() -> None:
    letters = [mark.letter for mark in MARKS.values()]
    assert len(set(letters)) == 9
    assert not GOODS & set(letters)


@pytest.mark.parametrize("seat", MARKS)
def test_the_letter_can_be_read_on_the_colour(seat: str) -> None:
    ink = {"d-light": "on-dark", "d-dark": "on-light"}[ink_on(seat)]
    assert contrast(colour(ink, "light"), SEATS[seat]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seat", MARKS)
def test_a_mark_stands_out_from_the_ground_by_its_fill_or_its_outline(seat: str, theme: str) -> None:
    for ground in ("ground", "surface", "sunken", "accent-soft"):
        around = colour(ground, theme)
        assert max(contrast(SEATS[seat], around), contrast(colour("outline", theme), around)) >= 3


def test_shapes_are_told_apart_without_colours_and_letters() -> None:
    shapes = {seat: shade(painted(f"d-ghost-{seat}")) for seat in MARKS}
    for one, other in combinations(MARKS, 2):
        assert difference(shapes[one], shapes[other]) > 2.5, (one, other)


def test_marks_are_told_apart_in_a_small_grey_print() -> None:
    marks = {seat: shade(painted(f"d-seat-{seat}", pixels=27)) for seat in MARKS}  # 18 pixels, and the ground around
    for one, other in combinations(MARKS, 2):
        assert difference(marks[one], marks[other]) > 6, (one, other)


@pytest.mark.parametrize("name", PARTS)
def test_a_mark_stays_in_its_box(name: str) -> None:
    assert spilled(painted(name)) is None


def test_a_small_mark_loses_its_letter_never_its_shape() -> None:
    assert 'href="#d-seat-blue"' in token("blue", 9, 9, LEAST_LETTER)
    assert 'href="#d-bare-blue"' in token("blue", 9, 9, LEAST_LETTER - 1)
    assert MARKS["blue"].shape in PARTS["d-bare-blue"]
    assert "<text" not in PARTS["d-bare-blue"]


def test_a_worker_has_its_level_on_its_mark_and_placed_elsewhere_on_its_outline() -> None:
    here, elsewhere = (level("white", 5, 20, 40, 24, is_elsewhere=away) for away in (False, True))
    assert 'href="#d-level-5-white" x="8" y="28" width="24" height="24"' in here
    assert 'href="#d-away-5-white" x="8" y="28" width="24" height="24"' in elsewhere
    inside, outline = PARTS["d-level-5-white"], PARTS["d-away-5-white"]
    assert 'class="d-mark d-seat-white"' in inside
    assert 'class="d-ghost"' in outline
    assert all(">5</text>" in part for part in (inside, outline))
    assert 'class="d-letter d-dark"' in inside
    assert 'class="d-letter d-q"' in outline


def test_a_mark_is_placed_around_its_point() -> None:
    for placed in (token, bare, ghost):
        assert 'x="10" y="30" width="20" height="20"' in placed("grey", 20, 40, 20)
