"""One way to cut order text into statements, for blocks, typed orders and sheets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.block.block import order_lines
from pbem.mail.block.statements import statements, without_comment


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("roll; pass\nend", [(1, "roll"), (1, "pass"), (2, "end")]),
        ("roll\r\npass\rend", [(1, "roll"), (2, "pass"), (3, "end")]),
        ("roll # not; pass", [(1, "roll"), (1, "pass")]),
        ("# nothing\n\n ; ;\t\n  roll \t twice ", [(4, "roll twice")]),
        ("", []),
        (
            "roll; tell Anna: table #3; at 8 ; # no remark ;",
            [(1, "roll"), (1, "tell Anna: table #3\uff1b at 8 \uff1b # no remark")],
        ),
        ("dis Anna : a;b\nroll # x", [(1, "dis Anna : a\uff1bb"), (2, "roll")]),
        ("tell Anna; hi: #3\n# tell Anna: hi; roll", [(1, "tell Anna"), (1, "hi:"), (2, "roll")]),
    ],
)
def test_line_ends_and_semicolons_end_a_statement_and_its_comment(text: str, found: list[tuple[int, str]]) -> None:
    assert list(statements(text)) == found


def test_a_comment_is_no_part_of_a_statement() -> None:
    assert without_comment("  play   water 1 # he knows nothing") == "play water 1"
    assert without_comment("#") == ""


@given(st.text(st.characters(max_codepoint=127), max_size=80))
def test_typed_orders_are_the_statements_without_their_numbers(text: str) -> None:
    assert list(order_lines(text)) == [words for _, words in statements(text)]
