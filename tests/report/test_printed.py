import pytest

from pbem.report.safe_text import printed


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Anna", "Anna"),
        ("  Chloé   Ünal ", "Chloé Ünal"),
        ("two\nlines\r\n\tand a tab", "two lines and a tab"),
        ("\x1b[31mred\x07", "red"),
        ("abc\u202edcba\u2066\u200f", "abcdcba"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("line\u2028break", "line break"),
        ("<b>", "<b>"),  # escaping is the template's work
        ("", ""),
    ],
)
def test_what_people_chose_is_one_line_of_visible_letters(given: str, shown: str) -> None:
    assert printed(given) == shown


def test_a_long_name_is_cut() -> None:
    assert printed("n" * 50, 40) == "n" * 39 + "\N{HORIZONTAL ELLIPSIS}"
