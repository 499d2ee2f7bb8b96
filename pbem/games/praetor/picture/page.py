"""The arrangement of the board: for a page, for a phone, and for the picture of a letter."""

from collections.abc import Iterator

from pbem.games.drawing.document import finish
from pbem.games.drawing.frame.stack import Stack, abreast
from pbem.games.drawing.pieces.pieces import rule
from pbem.games.drawing.places import Box, Panel
from pbem.games.game import Drawing, Look
from pbem.games.praetor.picture import offer
from pbem.games.praetor.picture.city import city
from pbem.games.praetor.picture.drawing_input import DrawingInput
from pbem.games.praetor.picture.reuse import (
    heading_once,
    offer_once,
    player_once,
    terms_once,
    tiles_once,
)
from pbem.games.praetor.picture.seats import panels, terms
from pbem.games.praetor.position.state import View


def draw(view: View, look: Look[View]) -> Drawing:
    """Draw a view."""
    sight = DrawingInput(view, look)
    drawn, bottom = _arranged(sight)
    called = f"Praetor, {sight.title()}"
    return finish(drawn, look, height=bottom, called=called, told=sight.told(), own=sight.own)


def describe(view: View, look: Look[View]) -> str:
    """Tell a view in a few sentences."""
    return DrawingInput(view, look).told()


def _arranged(sight: DrawingInput) -> tuple[list[Panel], float]:
    """Return everything below each other, and where it ends."""
    rhythm, width = sight.rhythm, sight.width
    stack = Stack(rhythm.margin, rhythm.top)
    below = Box(0, 0, width, 0)
    stack.put(heading_once(sight, Box(0, 0, width, rhythm.head)), rhythm.head, after=rhythm.above_city)
    ground = city.planned(sight, below)
    stack.put(tiles_once(sight, ground))
    stack.put(city.workers(sight, ground), ground.bottom, after=rhythm.below_city)
    stack.put(offer_once(sight, below), offer.height(sight), after=rhythm.gap + 2)
    stack.place(_players(sight, Box(stack.left, stack.top, width, 0)))
    stack.skip(rhythm.gap)
    above = "" if sight.is_wide else rule(0, 0, across=width)
    stack.put(above + terms_once(sight, Box(0, 1, width, 0)), 1 + terms.height(sight, width), after=6)
    return stack.panels, stack.top


def _players(sight: DrawingInput, box: Box) -> Iterator[tuple[str, Box]]:
    """Yield the player boards and where they lie: two in a row on a page, a last odd one alone."""
    columns = 2 if sight.is_wide else 1
    order, high = sight.order, panels.height(sight)
    places = abreast(box, len(order), columns=columns, height=high, gap=sight.rhythm.gap)
    for seat, place in zip(order, places, strict=True):
        yield player_once(sight, seat, Box(0, 0, place.width, place.height)), place
