"""SVG elements: what they are given is escaped, attributes are written in order."""

from xml.etree import ElementTree as ET

from pbem.games.kit import svg

BAD = "<script>&\"'</script>"


def test_words_are_escaped_wherever_they_stand() -> None:
    for made in (svg.text(1, 2, BAD), svg.title(BAD), svg.desc(BAD)):
        element = ET.fromstring(made)
        assert element.text == BAD
        assert len(element) == 0


def test_attributes_are_escaped() -> None:
    element = ET.fromstring(svg.element("rect", fill=BAD))
    assert element.attrib == {"fill": BAD}


def test_attributes_keep_their_order_and_their_svg_names() -> None:
    made = svg.element("rect", x=1, font_size=11, class_="cell", viewBox="0 0 1 1")
    assert made == '<rect x="1" font-size="11" class="cell" viewBox="0 0 1 1"/>'


def test_a_document_holds_groups_and_a_title() -> None:
    made = svg.document(svg.title("A & B") + svg.group(svg.text(0, 0, "x"), id="g"), role="img")
    root = ET.fromstring(made)
    assert [child.tag.rpartition("}")[2] for child in root] == ["title", "g"]
    assert root.attrib == {"role": "img"}
