"""The arrangement of the board: for a page, for a phone, and for the picture of a letter."""

from collections.abc import Iterator

from pbem.games.drawing.document import finish
from pbem.games.drawing.pieces import rule
from pbem.games.drawing.places import Box
from pbem.games.game import Drawing, Look, Seat
from pbem.games.praetor.picture import city, heading, offer, panels, terms
from pbem.games.praetor.picture.sight import Sight
from pbem.games.praetor.state import View


def draw(view: View, look: Look[View]) -> Drawing:
    """Draw a view."""
    sight = Sight(view, look)
    body, bottom = _arranged(sight)
    called = f"Praetor, {sight.title()}"
    return finish(body, width=look.width, height=bottom, called=called, told=sight.told(), own=sight.own)


def describe(view: View, look: Look[View]) -> str:
    """Tell a view in a few sentences."""
    return Sight(view, look).told()


def _arranged(sight: Sight) -> tuple[str, float]:
    """Return everything below each other, and where it ends."""
    rhythm = sight.rhythm
    box = Box(rhythm.margin, rhythm.top, sight.look.width - 2 * rhythm.margin, rhythm.head)
    parts = [heading.heading(sight, box)]
    ground = city.planned(sight, _below(box, box.bottom + rhythm.above_city))
    parts.append(city.city(sight, ground))
    top = ground.bottom + rhythm.below_city
    parts.append(offer.offer(sight, _below(box, top)))
    top += offer.height(sight) + rhythm.gap + 2
    for seat, place in _panels(sight, _below(box, top)):
        parts.append(panels.draw(sight, seat, place))
        top = place.bottom + rhythm.gap
    parts.append("" if sight.is_wide else rule(box.x, top, across=box.width))
    parts.append(terms.terms(sight, _below(box, top + 1)))
    return "".join(parts), top + 1 + terms.height(sight, box.width) + 6


def _below(box: Box, top: float) -> Box:
    return Box(box.x, top, box.width, 0)


def _panels(sight: Sight, box: Box) -> Iterator[tuple[Seat, Box]]:
    """Yield where each player board lies: two in a row where it is wide, a last odd one alone."""
    high, gap, order = panels.height(sight), sight.rhythm.gap, sight.order
    abreast = 2 if sight.is_wide else 1
    for number, seat in enumerate(order):
        row, column = divmod(number, abreast)
        line = Box(box.x, box.y + row * (high + gap), box.width, high)
        is_alone = column == 0 and number == len(order) - 1
        yield seat, line if is_alone else list(line.columns(abreast, gap))[column]
