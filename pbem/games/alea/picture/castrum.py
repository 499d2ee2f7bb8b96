"""The Castrum: sets of equal dice in the order in which they pick, and below the provinces on offer."""

from collections.abc import Iterator

from pbem.games.alea.picture import news
from pbem.games.alea.picture.groups import Group, draw_group
from pbem.games.alea.picture.panels import building, ghosts, inside, waiting_place
from pbem.games.alea.picture.sight import Sight
from pbem.games.alea.picture.offers import draw_offer
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.places import Box

_APART = 17  # between sets
_LOST = 21  # the sign of a set that gets nothing
_GHOSTS = 24
_LEAST = 30  # an empty place below this height is not drawn
_BETWEEN = 10


def height(sight: Sight, width: float) -> float:
    """Return how high the Castrum is by itself in a panel of a width."""
    rhythm = sight.rhythm
    sets = len(_rows(sight, width - 22)) * (rhythm.row + 3)
    left = _GHOSTS if news.left_castrum(sight) else 0
    offer = rhythm.offer + _BETWEEN - 2 if news.offered(sight, "provinces") else 0
    return rhythm.title + sets + left + offer + 12 - (8 if not sets + left else 0)


def draw(sight: Sight, box: Box) -> str:
    """Draw the Castrum within a box that is at least as high."""
    ground = inside(sight, box)
    rhythm = sight.rhythm
    offer = Box(ground.x, box.bottom - 12 - rhythm.offer, ground.width, rhythm.offer)
    rows, left = _rows(sight, ground.width), news.left_castrum(sight)
    is_empty = not rows and not left
    room = Box(ground.x, ground.y, ground.width, offer.y - _BETWEEN - ground.y)
    is_open = is_empty and sight.position.phase == "place" and room.height >= _LEAST
    drawn = building(sight, "castrum", box, notes=() if is_open else (_note(sight, is_empty=is_empty),))
    drawn += waiting_place(sight, "castrum", room) if is_open else ""
    middle = ground.y + rhythm.row / 2
    for row in rows:
        for x, group, is_lost in row:
            drawn += draw_group(sight, group, ground.x + x, middle, size=rhythm.die)
            if is_lost:
                aside = 10 if group.is_new else 5
                drawn += icon("latrine", ground.x + x + group.width(rhythm.die) + aside, middle - 7, 14)
        middle += rhythm.row + 3
    drawn += ghosts(sight, left, ground.x, middle - rhythm.row / 2 + _GHOSTS / 2)
    return drawn + draw_offer(sight, "provinces", offer.columns(len(sight.players), 5))


def _note(sight: Sight, *, is_empty: bool) -> str:
    if not is_empty:
        return sight.say("drawn_castrum_order")
    return sight.say("drawn_nobody" if sight.position.phase in {"place", "keep", "card"} else "drawn_done")


def _rows(sight: Sight, room: float) -> list[list[tuple[float, Group, bool]]]:
    """Return all sets by rows, each with where it begins, and whether too few provinces are left for it."""
    rows: list[list[tuple[float, Group, bool]]] = []
    x = 0.0
    for place, group in enumerate(_groups(sight)):
        is_lost = place >= len(sight.position.provinces)
        wide = group.width(sight.rhythm.die) + (_LOST if is_lost else 0)
        if not rows or x + wide > room:
            rows.append([])
            x = 0
        rows[-1].append((x, group, is_lost))
        x += wide + _APART
    return rows


def _groups(sight: Sight) -> Iterator[Group]:
    for camp in news.ranked(sight.position.castrum):
        yield Group(camp.owner, (camp.value,) * camp.size, news.is_camp_new(sight, camp))
