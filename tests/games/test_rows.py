"""Rows of a text board: within the width, cut where they may be cut."""

import textwrap
from unicodedata import category, combining, east_asian_width

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.games.kit.rows import WIDTH, abreast, columns, columns_of, flush_left, flush_right, listed, wrap, wrapped

MANY = [f"value number {n}" for n in range(20)]


def test_a_list_is_cut_between_values_only() -> None:
    lines = list(listed("label", *MANY))
    assert len(lines) > 1
    assert all(len(line) <= WIDTH for line in lines)
    assert ", ".join(MANY) == " ".join(line.strip() for line in lines).removeprefix("label: ")
    assert all(line.endswith(",") for line in lines[:-1])


def test_an_empty_list_is_a_dash() -> None:
    assert list(listed("label")) == ["label: -"]


@pytest.mark.parametrize("first", ["short", "wide " * 20])
def test_parts_stand_abreast_while_they_fit(first: str) -> None:
    lines = list(abreast("LABEL", first, "", "next", margin=10))
    assert lines[0].startswith("LABEL     ")
    assert all(len(line) <= WIDTH for line in lines)
    assert all(line.startswith(" " * 10) for line in lines[1:])
    assert lines[-1].endswith("next")


def test_parts_that_fit_share_a_line() -> None:
    assert list(abreast("A", "one", "two", margin=4)) == ["A   one   two"]


def test_wrapped_lines_are_indented_after_the_first() -> None:
    first, second, *_ = wrapped("word " * 40, indent="    ")
    assert not first.startswith(" ")
    assert second.startswith("    word")


def test_columns_are_flush_right() -> None:
    assert columns("row", ["1", "22"], margin=5, width=4) == "row     1  22"


LETTERS = st.sampled_from(["a", "bc", "é", "7", "-", "--", "_", "(", ",", "\u00a0", "\t", "\x1c"])
WORDS = st.one_of(st.sampled_from(["word", "well-known", "3-2", "-"]), st.lists(LETTERS, max_size=4).map("".join))
INDENTS = st.sampled_from(["", "  ", "* ", "      "])


@given(st.lists(WORDS, max_size=30).map(" ".join), st.integers(8, 40), INDENTS, INDENTS, st.booleans())
@example("  led by blanks and then some words", 12, "", "    ", True)
@example("is a well-known word", 12, "", "", True)
@example("is a well-known word", 12, "", "", False)
@example("a word that fits no first line", 8, "      ", "", False)
@example("longer than a line, hyperbolically", 8, "", "", False)
@example("   ", 9, "* ", "", True)
def test_text_is_broken_as_textwrap_does_it(text: str, width: int, first: str, rest: str, has_hyphens: bool) -> None:
    slow = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=has_hyphens)
    assert wrap(text, width, first=first, rest=rest, has_hyphens=has_hyphens) == slow


@pytest.mark.parametrize("sign", ["王", "🎲", "한"])
def test_signs_that_take_two_columns_are_counted_so(sign: str) -> None:
    assert columns_of(sign * 40) == 80
    assert columns_of("e\u0301" + "é" * 3) == 4 + 1  # an accent of its own is counted only beside wide signs
    for text in (sign * 40, f"waits for {sign * 40} and {sign * 3}, then for {sign * 20}"):
        lines = wrap(text, first="* ", rest="  ")
        assert all(columns_of(line) <= WIDTH for line in lines)
        assert len(lines) > 1
        assert "".join("".join(lines).removeprefix("* ").split()) == text.replace(" ", "")


def test_every_wide_sign_is_counted_so_and_no_other() -> None:
    for code in (*range(0xD800), *range(0xE000, 0x110000)):
        sign = chr(code)
        if category(sign) == "Cn":  # nobody knows how wide it will be
            continue
        assert (columns_of(f"a{sign}") == 3) == (east_asian_width(sign) in "WF" and not combining(sign)), hex(code)


def test_what_has_no_room_in_a_column_is_marked() -> None:
    assert flush_right("Wolfeschlegelstein", 12) == " Wolfeschle…"
    assert flush_left("Verheiratet", 9) == "Verheir… "
    assert flush_right("王" * 40, 12) == " 王王王王王…"
    assert columns_of(flush_right("王" * 40, 13)) == 13
    assert flush_left("Gold", 6) == "Gold  "
