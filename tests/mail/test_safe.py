import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.safe import Unusable, UnusableError, clean


def test_escape_sequences_go_as_a_whole() -> None:
    assert clean("\x1b[31mred\x1b[0m \x1b]0;title\x07done\x9b1m") == "red done"


def test_bidi_marks_and_zero_width_characters_go() -> None:
    assert clean("pay\u202e\u200b\u2066 ivo\u00ad\ufeff") == "pay ivo"


def test_line_ends_become_blanks() -> None:
    assert clean("one\r\ntwo\u2028three\x0b four") == "one two three four"


def test_letters_of_other_languages_stay() -> None:
    assert clean("größer è più — marché") == "größer è più — marché"


def test_long_text_is_cut_with_dots() -> None:
    assert clean("a" * 81) == "a" * 77 + "..."
    assert clean("a" * 80) == "a" * 80


def test_a_refusal_is_clean_whoever_made_it() -> None:
    assert UnusableError("no\x1b[2J\n way").value == Unusable("no way")


@given(st.text(), st.integers(4, 100))
def test_nothing_invisible_is_left(text: str, limit: int) -> None:
    line = clean(text, limit)
    assert len(line) <= limit
    assert not any(unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for character in line)


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)
