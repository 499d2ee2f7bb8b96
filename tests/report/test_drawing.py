"""Drawings in a page: each part once, wide and narrow, harmless whatever is in them."""

import re
from xml.etree import ElementTree

import pytest

from pbem.games.drawing.sheet import page_sheet
from pbem.games.game import Drawing
from pbem.report.drawing import defined, document, inline, placed
from tests.report.reader import Reader
from tests.report.stall import JAR, SVG

WIDE = Drawing(SVG, {"d-jar": JAR})
NARROW = Drawing(SVG.replace("600", "360"), {"d-jar": JAR, "d-cup": JAR.replace("jar", "cup")})


def test_a_drawing_loses_what_only_a_document_needs() -> None:
    drawn = placed(SVG)
    assert drawn.startswith("<svg")
    assert "http" not in drawn
    assert "<title>the stall</title>" in drawn


def test_a_page_holds_each_part_once_and_no_id_twice() -> None:
    page = inline([WIDE, NARROW])
    ids = re.findall(r'\sid="([^"]*)"', page)
    assert sorted(ids) == ["d-cup", "d-jar"]
    assert page.count("<style>") == 1
    assert Reader(page).open == []


def test_the_wide_and_the_narrow_drawing_are_shown_by_the_width_of_the_window() -> None:
    page = inline([WIDE, NARROW])
    assert re.search(r'viewBox="0 0 600 240"[^>]* class="d-board d-wide"', page)
    assert re.search(r'viewBox="0 0 360 240"[^>]* class="d-board d-narrow"', page)
    assert ".d-narrow{max-width:480px;display:none}" in page_sheet()
    assert "@media(max-width:640px){.d-wide{display:none}.d-narrow{display:block}}" in page_sheet()


def test_drawings_that_are_alike_stand_there_once_and_are_always_shown() -> None:
    page = inline([WIDE, WIDE])
    assert page.count("the stall") == 1
    assert 'class="d-board"' in page


def test_no_style_is_written_into_a_tag_so_that_a_strict_policy_can_forbid_it() -> None:
    assert not re.search(r"<[^>]*\sstyle=", inline([WIDE, NARROW]))


def test_no_drawing_stays_none() -> None:
    assert inline([]) == ""


def test_a_document_of_its_own_holds_its_parts_and_its_sheet() -> None:
    root = ElementTree.fromstring(document(WIDE, ".d{fill:red}"))
    names = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert names[:5] == ["svg", "style", "defs", "symbol", "path"]
    assert "title" in names


def test_people_may_be_called_what_no_drawing_may_hold() -> None:
    name = "&lt;script&gt; onload=1 javascript:x // @import style=1"
    assert name in placed(SVG.replace("the stall", name))


@pytest.mark.parametrize(
    "inside",
    [
        "<script>1</script>",
        '<g onload="x()"/>',
        '<image href="a.png"/>',
        '<a href="https://example.org">x</a>',
        "<style>@import 'x'</style>",
        '<g style="fill:red"/>',
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
        placed(f"<svg>{inside}</svg>")
    with pytest.raises(ValueError, match="must not hold"):
        defined([Drawing(SVG, {"d-x": f'<symbol id="d-x">{inside}</symbol>'})])


def test_two_documents_are_no_drawing() -> None:
    with pytest.raises(ValueError, match="one SVG document"):
        placed("<p>board</p>")
