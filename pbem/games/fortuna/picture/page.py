"""The arrangement of the board: for a page, for a phone, and for the picture of a letter.

Every panel is drawn from its own corner, and remembered by what it shows: all eyes see the same but for some cards.
"""

from collections.abc import Iterator

from pbem.games.drawing.document import finish
from pbem.games.drawing.pieces.pieces import rule
from pbem.games.drawing.places import Box, Panel
from pbem.games.fortuna.picture.board import favours, pool, road
from pbem.games.fortuna.picture.drawing_input import DrawingInput
from pbem.games.fortuna.picture.reuse import favours_once, hand_once, heading_once, side_once, stock_once, told_once
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
    rhythm = sight.rhythm
    left, width = rhythm.margin, sight.look.width - 2 * rhythm.margin
    top = rhythm.top
    panels = [Panel(heading_once(sight, Box(0, 0, width, rhythm.head)), left, top)]
    top += rhythm.head + rhythm.above_road
    panels.append(Panel(road.road(sight, Box(0, 0, width, road.height(sight)).grown_across(-3)), left, top))
    top += road.height(sight) + rhythm.below_road
    panels.append(Panel(favours_once(sight, Box(0, 0, width, favours.height(sight))), left, top))
    top += favours.height(sight) + rhythm.below_favours
    if sight.public.pool:
        panels.append(Panel(pool.draw(sight, Box(0, 0, width, pool.height(sight))), left, top))
        top += pool.height(sight)
    places = list(_sides(sight, Box(left, top, width, 0)))
    for side, place in zip(sight.table.seats, places, strict=True):
        panels.append(Panel(side_once(sight, side, place.width, place.height), place.x, place.y))
    top = places[-1].bottom + _GAP
    above = rule(0, 0, across=width) if not sight.is_wide else ""
    drawn, tall = stock_once(sight, Box(0, 3, width, 0))
    panels.append(Panel(above + drawn, left, top))
    top += 3 + tall + 6
    # Last, so that nothing moves when a card comes or goes, or when others look at the same board.
    own, tall = hand_once(sight, Box(0, 0, width, 0))
    if own:
        panels.append(Panel(own, left, top))
    return panels, top + tall


def _sides(sight: DrawingInput, box: Box) -> Iterator[Box]:
    """Yield where the sides lie: four in a row, all equally high, or below each other."""
    return _in_a_row(sight, box) if sight.is_wide else _in_a_column(sight, box)


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
