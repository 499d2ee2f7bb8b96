"""The arrangement of the board: for a page, for a phone, and for the picture of a letter."""

from collections.abc import Iterator

from pbem.games.drawing.document import finish
from pbem.games.drawing.pieces.pieces import rule
from pbem.games.drawing.places import Box, Panel
from pbem.games.game import Drawing, Look, Seat
from pbem.games.praetor.picture import offer
from pbem.games.praetor.picture.city import city
from pbem.games.praetor.picture.drawing_input import DrawingInput
from pbem.games.praetor.picture.reuse import heading_once, offer_once, player_once, terms_once, tiles_once
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
    rhythm, left = sight.rhythm, sight.rhythm.margin
    width, top = sight.look.width - 2 * left, rhythm.top
    below = Box(0, 0, width, 0)
    drawn = [Panel(heading_once(sight, Box(0, 0, width, rhythm.head)), left, top)]
    top += rhythm.head + rhythm.above_city
    ground = city.planned(sight, below)
    drawn += Panel(tiles_once(sight, ground), left, top), Panel(city.workers(sight, ground), left, top)
    top += ground.bottom + rhythm.below_city
    drawn.append(Panel(offer_once(sight, below), left, top))
    top += offer.height(sight) + rhythm.gap + 2
    for seat, place in _panels(sight, Box(left, top, width, 0)):
        drawn.append(Panel(player_once(sight, seat, Box(0, 0, place.width, place.height)), place.x, place.y))
        top = place.bottom + rhythm.gap
    above = "" if sight.is_wide else rule(0, 0, across=width)
    drawn.append(Panel(above + terms_once(sight, Box(0, 1, width, 0)), left, top))
    return drawn, top + 1 + terms.height(sight, width) + 6


def _panels(sight: DrawingInput, box: Box) -> Iterator[tuple[Seat, Box]]:
    """Yield where each player board lies: two in a row where it is wide, a last odd one alone."""
    high, gap, order = panels.height(sight), sight.rhythm.gap, sight.order
    abreast = 2 if sight.is_wide else 1
    for number, seat in enumerate(order):
        row, column = divmod(number, abreast)
        line = Box(box.x, box.y + row * (high + gap), box.width, high)
        is_alone = column == 0 and number == len(order) - 1
        yield seat, line if is_alone else list(line.columns(abreast, gap))[column]
