"""The frame of a board: panels below each other and side by side, each from its own corner."""

from pbem.games.drawing.frame.stack import Stack, abreast
from pbem.games.drawing.places import Box, Panel

ROOM = Box(10, 20, 100, 0)


def test_panels_lie_below_each_other() -> None:
    stack = Stack(16, 8)
    stack.put("a", 30, after=5)
    stack.put("b")
    stack.put("c", 10)
    assert stack.panels == [Panel("a", 16, 8), Panel("b", 16, 43), Panel("c", 16, 43)]
    assert stack.top == 53


def test_parts_that_lie_together_keep_their_places() -> None:
    stack = Stack(16, 8)
    stack.put_parts([Panel("a"), Panel("b", 40, 2)], 30)
    assert stack.panels == [Panel("a", 16, 8), Panel("b", 56, 10)]


def test_what_follows_boxes_lies_below_the_last_of_them() -> None:
    stack = Stack(16, 8)
    stack.place([("a", Box(16, 8, 50, 20)), ("b", Box(66, 8, 50, 20))])
    assert stack.panels == [Panel("a", 16, 8), Panel("b", 66, 8)]
    assert stack.top == 28


def test_boxes_lie_side_by_side_and_the_last_odd_one_alone() -> None:
    places = list(abreast(ROOM, 3, columns=2, height=40, gap=10))
    assert places == [Box(10, 20, 45, 40), Box(65, 20, 45, 40), Box(10, 70, 100, 40)]


def test_in_one_column_every_box_has_the_whole_width() -> None:
    assert list(abreast(ROOM, 2, columns=1, height=40, gap=10)) == [
        Box(10, 20, 100, 40),
        Box(10, 70, 100, 40),
    ]
