"""Names are fitted in this order: whole, in two lines, smaller, shorter, cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.games.drawing.text.fitting import LEAST, fit, fit_first
from pbem.games.drawing.text.measure import BOLD, SERIF, width_of
from pbem.games.drawing.text.writing import centred, lines, pinned, text

NAME = "Wasser\u00adversorgung"


def room_for(words: str, size: float) -> float:
    return width_of(words, size, BOLD)


def test_what_fits_stays_whole() -> None:
    fitted = fit(NAME, 200, size=13, split=12)
    assert (fitted.lines, fitted.size, fitted.is_cut) == (("Wasserversorgung",), 13, False)


def test_what_is_too_long_is_broken_at_its_soft_hyphen() -> None:
    fitted = fit(NAME, room_for("versorgung", 12), size=13, split=12)
    assert (fitted.lines, fitted.size) == (("Wasser-", "versorgung"), 12)


def test_what_is_too_long_is_broken_at_the_blank_that_makes_its_lines_most_alike() -> None:
    fitted = fit("Rappresentanza del Clero", 110, size=13, split=12)
    assert fitted.lines == ("Rappresentanza", "del Clero")


def test_a_blank_that_keeps_words_together_does_not_break_them() -> None:
    assert fit("Wine gift\u00a0(A)", 62, size=13, split=12).lines == ("Wine", "gift\u00a0(A)")


def test_what_is_too_long_for_two_lines_becomes_smaller_to_four_fifths() -> None:
    fitted = fit(NAME, room_for("versorgung", 10), size=13, split=12)
    assert fitted.lines == ("Wasser-", "versorgung")
    assert 12 * LEAST - 0.1 <= fitted.size < 12


def test_without_room_for_two_lines_it_becomes_smaller_at_once() -> None:
    fitted = fit(NAME, room_for("Wasserversorgung", 11), size=13)
    assert fitted.lines == ("Wasserversorgung",)
    assert fitted.size <= 11


def test_a_shorter_name_comes_before_the_ellipsis() -> None:
    names = ("Distribuzione dell'acqua", "Acqua")
    assert fit_first(names, 200, size=12).lines == ("Distribuzione dell'acqua",)
    assert fit_first(names, 50, size=12).lines == ("Acqua",)


def test_what_fits_nowhere_is_cut_and_told_in_a_title() -> None:
    fitted = fit("Distribuzione", 40, size=12)
    assert fitted.is_cut
    assert fitted.lines[0].endswith("\u2026")
    assert "<title>Distribuzione</title>" in lines(fitted, 0, 0)
    assert "<title>" not in lines(fit("Di", 40, size=12), 0, 0)


@given(st.text(max_size=80), st.floats(12, 300), st.sampled_from(["bold", "serif", "sans"]), st.booleans())
def test_nothing_is_ever_wider_than_its_room(words: str, room: float, face: str, is_split: bool) -> None:
    fitted = fit(words, room, size=13, face=face, split=12 if is_split else 0)
    assert fitted.width <= room
    assert len(fitted.lines) <= (2 if is_split else 1)
    assert 13 * LEAST - 1.5 <= fitted.size <= 13


def test_lines_near_the_end_of_their_room_are_pinned_and_others_are_free() -> None:
    assert "textLength" in lines(fit("Weinlese", room_for("Weinlese", 13) + 2, size=13), 0, 0)
    assert "textLength" not in lines(fit("Weinlese", 300, size=13), 0, 0)
    assert f'textLength="{width_of("Runde 4", 20, SERIF):.1f}"' in pinned(0, 0, "Runde 4", size=20, face=SERIF)


def test_capitals_stand_around_the_middle_line() -> None:
    one = centred(fit("Anna", 100, size=10), 5, 50)
    assert one == '<text x="5" y="53.6" class="d-b" font-size="10">Anna</text>'


@pytest.mark.parametrize("words", ["<b>&\"'", "a\x00b"])
def test_words_are_escaped_and_cleaned(words: str) -> None:
    made = text(1, 2, words, size=9)
    assert "<b>" not in made
    assert "\x00" not in made
