"""Rows of a text board: within the width, cut where they may be cut."""

import pytest

from pbem.games.rows import WIDTH, abreast, columns, listed, wrapped

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
