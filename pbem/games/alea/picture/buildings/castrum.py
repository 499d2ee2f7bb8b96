"""The Castrum: sets of equal dice in the order in which they pick, and below the provinces on offer."""

from collections.abc import Iterator

from pbem.games.alea.picture import news
from pbem.games.alea.picture.buildings.groups import Group, draw_group
from pbem.games.alea.picture.buildings.offers import draw_offer
from pbem.games.alea.picture.buildings.panels import GHOSTS, PAD, building, ghosts, inside, waiting_place
from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.flow import flow, rows
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.places import Box

_APART = 19  # between sets
_SIGN = 26  # room for the sign of a set that gets nothing
_CLOSE = 3  # between rows
_LEAST = 30  # an empty place below this height is not drawn
_ABOVE_OFFER, _BELOW = 10, 12


def height(sight: DrawingInput, width: float) -> float:
    """Return how high the Castrum is by itself in a panel of a width."""
    dice = _dice_height(sight, width - 2 * PAD)
    offer = sight.rhythm.offer + (_ABOVE_OFFER - 2 if dice else 0) if news.offered(sight, "provinces") else 0
    return sight.rhythm.title + dice + offer + _BELOW


def _dice_height(sight: DrawingInput, room: float) -> float:
    sets = rows(flow(_widths(sight), room, gap=_APART)) * (sight.rhythm.row + _CLOSE)
    return sets + (GHOSTS if news.left_castrum(sight) else 0)


def draw(sight: DrawingInput, box: Box) -> str:
    """Draw the Castrum within a box that is at least as high."""
    ground, high = inside(sight, box), sight.rhythm.offer
    offer = Box(ground.x, box.bottom - _BELOW - high, ground.width, high)
    room = Box(ground.x, ground.y, ground.width, offer.y - _ABOVE_OFFER - ground.y)
    is_empty = not _dice_height(sight, ground.width)
    if is_empty and sight.position.phase == "place" and room.height >= _LEAST:
        drawn = building(sight, "castrum", box) + waiting_place(sight, "castrum", room)
    else:
        drawn = building(sight, "castrum", box, notes=(_note(sight),)) + _sets(sight, ground)
    return drawn + draw_offer(sight, "provinces", offer.columns(len(sight.players), 5))


def _note(sight: DrawingInput) -> str:
    if sight.position.castrum:
        return sight.say("drawn_castrum_order")
    return sight.say("drawn_nobody" if sight.position.phase in {"place", "keep", "card"} else "drawn_done")


def _groups(sight: DrawingInput) -> Iterator[Group]:
    for camp in news.ranked(sight.position.castrum):
        yield Group(camp.owner, (camp.value,) * camp.size, news.is_camp_new(sight, camp))


def _is_lost(sight: DrawingInput, place: int) -> bool:
    """Tell whether there are too few provinces for the set in a place of the order."""
    return place >= len(sight.position.provinces)


def _widths(sight: DrawingInput) -> Iterator[float]:
    for place, group in enumerate(_groups(sight)):
        yield group.width(sight.rhythm.die) + (_SIGN if _is_lost(sight, place) else 0)


def _sets(sight: DrawingInput, ground: Box) -> str:
    """Draw all sets, and below who had some."""
    size, pitch, drawn = sight.rhythm.die, sight.rhythm.row + _CLOSE, ""
    spots = flow(_widths(sight), ground.width, gap=_APART)
    for place, (group, spot) in enumerate(zip(_groups(sight), spots, strict=True)):
        x, middle = ground.x + spot.x, ground.y + sight.rhythm.row / 2 + spot.row * pitch
        drawn += draw_group(sight, group, x, middle, size=size)
        if _is_lost(sight, place):
            aside = 12 if group.is_new else 5
            drawn += icon("latrine", x + group.width(size) + aside, middle - 7, 14)
    return drawn + ghosts(sight, news.left_castrum(sight), ground.x, ground.y + rows(spots) * pitch + GHOSTS / 2)
