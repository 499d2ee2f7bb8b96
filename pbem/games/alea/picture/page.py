"""The arrangement of the board: for a page, for a phone, and for the picture of a letter."""

from collections.abc import Iterator
from functools import partial

from pbem.games.alea.picture import stock
from pbem.games.alea.picture.buildings import castrum, forum, houses
from pbem.games.alea.picture.buildings.panels import Band, Strip
from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.pieces.emblems import PARTS
from pbem.games.alea.picture.reuse import (
    castrum_once,
    forum_once,
    player_heights,
    player_parts,
    stock_once,
    table_once,
)
from pbem.games.alea.picture.seats import cards
from pbem.games.alea.picture.tray import tray
from pbem.games.alea.position.state import Building, View
from pbem.games.drawing.document import finish
from pbem.games.drawing.frame.stack import Stack
from pbem.games.drawing.places import Box, Panel
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.writing import lines
from pbem.games.game import MAIL, Drawing, Look
from pbem.games.kit.svg import group

_FORUM = 0.602  # of the width, beside the Castrum
_LATRINE = 356  # how wide a flat one is
_ABOVE_CARDS = 21


def draw(view: View, look: Look[View]) -> Drawing:
    """Draw a view."""
    sight = DrawingInput(view, look)
    panels, bottom = _stacked(sight)
    called = f"Alea Iacta Est, {sight.title()}"
    told = table_once(sight, "told", sight.told)
    return finish(panels, look, height=bottom, called=called, told=told, own=PARTS)


def describe(view: View, look: Look[View]) -> str:
    """Tell a view in a few sentences."""
    return DrawingInput(view, look).told()


def _stacked(sight: DrawingInput) -> tuple[list[Panel], float]:
    """Return everything below each other, and where it ends. What only moves down is otherwise drawn as it was."""
    rhythm = sight.rhythm
    stack = Stack(rhythm.margin, rhythm.top)
    for strip in _strips(sight, sight.width):
        stack.put_parts(strip.parts, strip.height, after=rhythm.gap)
    return stack.panels, stack.top + rhythm.margin - rhythm.gap


def _strips(sight: DrawingInput, width: float) -> Iterator[Strip]:
    yield from table_once(sight, "tray", lambda: [band.strip(width) for band in _tray(sight, width)])
    if sight.view.offer:
        high = _ABOVE_CARDS + cards.height(sight, cards.on_offer(sight), width) - 4
        yield Band(high, partial(_choice, sight)).strip(width)
    if sight.position.phase not in {"assign", "over"}:
        yield from table_once(sight, "buildings", lambda: [band.strip(width) for band in _buildings(sight, width)])
    yield from _players(sight, width)
    yield from stock_once(sight, lambda: [band.strip(width) for band in _stock(sight, width)])


def _tray(sight: DrawingInput, width: float) -> Iterator[Band]:
    if not sight.is_wide:
        yield Band(sight.rhythm.head - sight.rhythm.gap, partial(tray.heading, sight))
    yield Band(tray.height(sight, width), partial(tray.tray, sight))


def _stock(sight: DrawingInput, width: float) -> Iterator[Band]:
    if high := stock.height(sight, width):
        yield Band(high, partial(stock.stock, sight))


def _choice(sight: DrawingInput, box: Box) -> str:
    """Draw the Senate cards that the reader may choose from."""
    word = lines(fit(sight.say("drawn_offered"), box.width, size=12.5), box.x + 1, box.y + 12, "d-a")
    return word + cards.draw(sight, cards.on_offer(sight), Box(box.x, box.y + _ABOVE_CARDS, box.width, 0))


def _buildings(sight: DrawingInput, width: float) -> Iterator[Band]:
    names = houses.houses(sight)
    if not sight.is_wide:
        yield Band(forum.height(sight), partial(forum_once, sight))
        yield Band(castrum.height(sight, width), partial(castrum_once, sight))
        rows = [names[:2], names[2:]] if sight.look.width == MAIL and len(names) > 2 else [[name] for name in names]
        yield from (_house_row(sight, row) for row in rows)
        return
    yield _house_row(sight, names)
    room = width - sight.rhythm.gap
    high = max(forum.height(sight), castrum.height(sight, room * (1 - _FORUM)))
    yield Band(high, partial(_places, sight))


def _house_row(sight: DrawingInput, names: list[Building]) -> Band:
    return Band(max(houses.height(sight, name) for name in names), partial(_houses, sight, names))


def _houses(sight: DrawingInput, names: list[Building], box: Box) -> str:
    places = _house_places(sight, names, box)
    return "".join(group(houses.draw(sight, name, place)) for name, place in zip(names, places, strict=True))


def _house_places(sight: DrawingInput, names: list[Building], box: Box) -> Iterator[Box]:
    """Yield where houses stand side by side; a Latrine that has its dice beside its name is wider than others."""
    gap = sight.rhythm.gap
    if len(names) <= 2 or not houses.is_flat(sight, "latrine"):
        yield from box.columns(len(names), gap)
        return
    yield from Box(box.x, box.y, box.width - _LATRINE - gap, box.height).columns(len(names) - 1, gap)
    yield Box(box.right - _LATRINE, box.y, _LATRINE, box.height)


def _places(sight: DrawingInput, box: Box) -> str:
    """Draw Forum and Castrum side by side."""
    room = box.width - sight.rhythm.gap
    left = Box(box.x, box.y, room * _FORUM, box.height)
    right = Box(left.right + sight.rhythm.gap, box.y, room - left.width, box.height)
    return group(forum_once(sight, left)) + group(castrum_once(sight, right))


def _players(sight: DrawingInput, width: float) -> Iterator[Strip]:
    """Yield the players: two by two, the last of an odd number over the full width, or all below each other."""
    abreast = 2 if sight.is_wide else 1
    everybody = list(sight.players)
    for first in range(0, len(everybody), abreast):
        row = everybody[first : first + abreast]
        wide = (width - (len(row) - 1) * sight.rhythm.gap) / len(row)
        heights = [player_heights(sight, index, wide) for index in row]
        tall = max(map(sum, heights))
        places = Box(0, 0, width, tall).columns(len(row), sight.rhythm.gap)
        parts: list[Panel] = []
        for index, place, (above, _) in zip(row, places, heights, strict=True):
            parts += player_parts(sight, index, place, above)
        yield Strip(tall, tuple(parts))
