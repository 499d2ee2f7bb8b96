"""The arrangement of the board: for a page, for a phone, and for the picture of a letter.

Every panel is drawn from its own corner, and remembered by what it shows: all eyes see the same but for some cards.
"""

from collections.abc import Iterator

from pbem.games.drawing.document import finish
from pbem.games.drawing.frame.stack import Stack
from pbem.games.drawing.pieces.pieces import rule
from pbem.games.drawing.places import Box, Panel
from pbem.games.fortuna.picture.board import favours, pool, road
from pbem.games.fortuna.picture.drawing_input import DrawingInput
from pbem.games.fortuna.picture.reuse import (
    favours_once,
    hand_once,
    heading_once,
    side_once,
    stock_once,
    told_once,
)
from pbem.games.fortuna.picture.seats import sides
from pbem.games.fortuna.position.state import View
from pbem.games.game import Drawing, Look

_GAP = 9


def draw(view: View, look: Look[View]) -> Drawing:
    """Draw a view."""
    sight = DrawingInput(view, look)
    panels, bottom = _arranged(sight)
    return finish(panels, look, height=bottom, called=f"Fortuna, {sight.title()}", told=told_once(sight))


def describe(view: View, look: Look[View]) -> str:
    """Tell a view in two sentences."""
    return DrawingInput(view, look).told()


def _arranged(sight: DrawingInput) -> tuple[list[Panel], float]:
    """Return everything below each other, and where it ends."""
    rhythm, width = sight.rhythm, sight.width
    stack = Stack(rhythm.margin, rhythm.top)
    stack.put(heading_once(sight, Box(0, 0, width, rhythm.head)), rhythm.head, after=rhythm.above_road)
    paved = Box(0, 0, width, road.height(sight))
    stack.put(road.road(sight, paved.grown_across(-3)), paved.height, after=rhythm.below_road)
    asked = Box(0, 0, width, favours.height(sight))
    stack.put(favours_once(sight, asked), asked.height, after=rhythm.below_favours)
    if sight.public.pool:
        stack.put(pool.draw(sight, Box(0, 0, width, pool.height(sight))), pool.height(sight))
    stack.place(_sides(sight, Box(stack.left, stack.top, width, 0)))
    stack.skip(_GAP)
    above = "" if sight.is_wide else rule(0, 0, across=width)
    drawn, tall = stock_once(sight, Box(0, 3, width, 0))
    stack.put(above + drawn, 3 + tall, after=6)
    # Last, so that nothing moves when a card comes or goes, or when others look at the same board.
    own, tall = hand_once(sight, Box(0, 0, width, 0))
    if own:
        stack.put(own)
    return stack.panels, stack.top + tall


def _sides(sight: DrawingInput, box: Box) -> Iterator[tuple[str, Box]]:
    """Yield the sides and where they lie: four in a row, all equally high, or below each other."""
    places = _in_a_row(sight, box) if sight.is_wide else _in_a_column(sight, box)
    for side, place in zip(sight.table.seats, places, strict=True):
        yield side_once(sight, side, place.width, place.height), place


def _in_a_row(sight: DrawingInput, box: Box) -> Iterator[Box]:
    columns = list(box.columns(len(sight.table.seats), _GAP))
    tall = max(sides.height(sight, side, columns[0].width) for side in sight.table.seats)
    yield from (Box(column.x, box.y, column.width, tall) for column in columns)


def _in_a_column(sight: DrawingInput, box: Box) -> Iterator[Box]:
    top = box.y
    for side in sight.table.seats:
        place = Box(box.x, top, box.width, sides.height(sight, side, box.width))
        yield place
        top = place.bottom + _GAP
