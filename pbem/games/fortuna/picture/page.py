"""The arrangement of the board: for a page, for a phone, and for the picture of a letter."""

from pbem.games.drawing.document import finish
from pbem.games.drawing.pieces import rule
from pbem.games.drawing.places import Box
from pbem.games.fortuna.picture import favours, hand, heading, pool, road, sides, stock
from pbem.games.fortuna.picture.sight import Sight
from pbem.games.fortuna.state import View
from pbem.games.game import Drawing, Look

_GAP = 9


def draw(view: View, look: Look[View]) -> Drawing:
    """Draw a view."""
    sight = Sight(view, look)
    body, bottom = _arranged(sight)
    return finish(body, width=look.width, height=bottom, called=f"Fortuna, {sight.title()}", told=sight.told())


def describe(view: View, look: Look[View]) -> str:
    """Tell a view in two sentences."""
    return Sight(view, look).told()


def _arranged(sight: Sight) -> tuple[str, float]:
    """Return everything below each other, and where it ends."""
    rhythm = sight.rhythm
    box = Box(rhythm.margin, 0, sight.look.width - 2 * rhythm.margin, 0)
    parts = [heading.heading(sight, _below(box, rhythm.top, rhythm.head))]
    top = rhythm.top + rhythm.head + rhythm.above_road
    parts.append(road.road(sight, _below(box, top, road.height(sight)).grown_across(-3)))
    top += road.height(sight) + rhythm.below_road
    parts.append(favours.favours(sight, _below(box, top, favours.height(sight))))
    top += favours.height(sight) + rhythm.below_favours
    parts.append(pool.draw(sight, _below(box, top, pool.height(sight))))
    top += pool.height(sight)
    all_sides, top = _sides(sight, _below(box, top, 0))
    parts.append(all_sides)
    parts.append(rule(box.x, top, across=box.width) if not sight.is_wide else "")
    parts.append(stock.stock(sight, _below(box, top + 3, 0)))
    top += 3 + stock.height(sight, box) + 6
    # Last, so that nothing moves when a card comes or goes, or when others look at the same board.
    parts.append(hand.draw(sight, _below(box, top, 0)))
    return "".join(parts), top + hand.height(sight)


def _below(box: Box, top: float, height: float) -> Box:
    return Box(box.x, top, box.width, height)


def _sides(sight: Sight, box: Box) -> tuple[str, float]:
    """Draw the sides: four in a row, all equally high, or below each other."""
    places = _in_a_row(sight, box) if sight.is_wide else _in_a_column(sight, box)
    drawn = "".join(sides.draw_side(sight, side, place) for side, place in zip(sight.table.seats, places, strict=True))
    return drawn, places[-1].bottom + _GAP


def _in_a_row(sight: Sight, box: Box) -> list[Box]:
    columns = list(box.columns(len(sight.table.seats), _GAP))
    tall = max(sides.height(sight, side, columns[0].width) for side in sight.table.seats)
    return [Box(column.x, box.y, column.width, tall) for column in columns]


def _in_a_column(sight: Sight, box: Box) -> list[Box]:
    places, top = [], box.y
    for side in sight.table.seats:
        places.append(Box(box.x, top, box.width, sides.height(sight, side, box.width)))
        top = places[-1].bottom + _GAP
    return places
