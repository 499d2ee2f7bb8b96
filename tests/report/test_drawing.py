import pytest

from pbem.report.drawing import inline
from tests.report.stall import SVG


def test_a_drawing_loses_what_only_a_document_needs() -> None:
    drawn = inline(SVG)
    assert drawn.startswith("<svg")
    assert "http" not in drawn
    assert "<title>the stall</title>" in drawn


def test_a_drawing_shrinks_with_the_page_as_long_as_it_can_be_read_and_does_not_grow() -> None:
    root = inline(SVG).partition(">")[0]
    assert 'viewBox="0 0 600 240"' in root
    assert 'style="display:block;width:100%;min-width:580px;max-width:600px;height:auto' in root
    assert ' width="' not in root


def test_no_drawing_stays_none() -> None:
    assert inline("") == ""


@pytest.mark.parametrize(
    "inside",
    [
        "<script>1</script>",
        '<g onload="x()"/>',
        '<image href="a.png"/>',
        '<a href="https://example.org">x</a>',
        "<style>@import 'x'</style>",
        "<foreignObject/>",
        "<SCRIPT>1</SCRIPT>",
        "<\u017fcript>1</script>",
        "<\u0130mage/>",
        "<\u0131frame/>",
        '<g\tONclick\n= "x()"/>',
        '<g \u00e4="" onl\u0131ck="x()"/>',
        '<a href="JavaScript:x()">\u00e4</a>',
        '<!ENTITY a "b">',
    ],
)
def test_a_drawing_that_acts_or_fetches_is_refused(inside: str) -> None:
    with pytest.raises(ValueError, match="must not hold"):
        inline(f"<svg>{inside}</svg>")


def test_two_documents_are_no_drawing() -> None:
    with pytest.raises(ValueError, match="one SVG document"):
        inline("<p>board</p>")
