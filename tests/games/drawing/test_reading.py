"""The reader of drawings sees what collides: without it the tests of boards would mean nothing."""

from pbem.games.drawing.document import finish
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.places import Panel
from pbem.games.drawing.text.writing import END, MIDDLE, text
from pbem.games.game import Drawing, Look
from tests.games.drawing.reading import collisions, strays, texts


def drawn(body: str) -> Drawing:
    return finish([Panel(body)], Look(width=100), height=50, called="a", told="b")


def test_words_on_words_and_words_on_icons_are_seen() -> None:
    one = text(10, 20, "Anna", size=12)
    assert not collisions(drawn(one + text(10, 40, "Bruno", size=12)))
    assert len(collisions(drawn(one + text(20, 22, "Bruno", size=12)))) == 1
    assert len(collisions(drawn(one + one))) == 1
    assert len(collisions(drawn(one + icon("coin", 12, 10, 15)))) == 1
    assert not collisions(drawn(icon("coin", 12, 10, 15) + icon("wine", 12, 10, 15)))


def test_anchors_are_seen() -> None:
    mark = icon("coin", 0, 10, 15)
    assert not collisions(drawn(mark + text(30, 20, "Anna", size=12)))
    assert collisions(drawn(mark + text(30, 20, "Anna", size=12, kind=END)))
    assert collisions(drawn(mark + text(24, 20, "Anna", size=12, kind=MIDDLE)))


def test_what_leaves_the_canvas_is_seen() -> None:
    assert not strays(drawn(text(10, 20, "Anna", size=12)))
    for body in (text(80, 20, "Anna", size=12), text(10, 5, "Anna", size=12), icon("coin", -5, 10, 15)):
        assert len(strays(drawn(body))) == 1


def test_words_are_read_without_their_titles() -> None:
    assert texts(drawn('<text x="1" y="20" font-size="9"><title>Maximiliane</title>Max\u2026</text>')) == ["Max\u2026"]
