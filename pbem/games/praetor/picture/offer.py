"""What may be had: the tiles on display with cost and favour, and the open section of the wall."""

from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.pieces.pieces import card, card_down, changed
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.text import runs
from pbem.games.drawing.text.measure import BOLD
from pbem.games.drawing.text.runs import Run
from pbem.games.drawing.text.writing import MIDDLE, text
from pbem.games.praetor.picture.city import faces
from pbem.games.praetor.picture.city.cuts import FULL
from pbem.games.praetor.picture.city.faces import Face
from pbem.games.praetor.picture.drawing_input import DrawingInput
from pbem.games.praetor.picture.effects import costs, given
from pbem.games.praetor.picture.news import is_offer_new, is_section_new
from pbem.games.praetor.position.state import wall_deck
from pbem.games.praetor.table.table import Tile, Wall

_PAD, _GAP = 8, 8
_FAVOUR, _COST, _EFFECT = 18, 13, 11.6
_FARTHEST = 48  # from one good of a price to the next
_SMALLEST = 0.85  # of an effect's size: rather than that something is left out


def height(sight: DrawingInput) -> float:
    """Return how high all cards are."""
    rows = -(-(len(sight.now.display) + 1) // sight.rhythm.cards)
    return rows * (sight.rhythm.card + _GAP) - _GAP


def offer(sight: DrawingInput, box: Box) -> str:
    """Draw the display and the wall within a box, in rows."""
    drawn = ""
    for number, tile in enumerate((*sight.now.display, None)):
        row, column = divmod(number, sight.rhythm.cards)
        line = Box(box.x, box.y + row * (sight.rhythm.card + _GAP), box.width, sight.rhythm.card)
        place = list(line.columns(sight.rhythm.cards, _GAP))[column]
        if tile is None:
            drawn += _wall(sight, place) + (changed(place) if is_section_new(sight) else "")
        else:
            drawn += _offered(sight, sight.state.tile(tile), place)
            drawn += changed(place) if is_offer_new(sight, tile) else ""
    return drawn


def _thumb(sight: DrawingInput, box: Box) -> Box:
    side = box.height - 2 * _PAD - sight.rhythm.foot
    return Box(box.x + _PAD, box.y + _PAD, side, side)


def _beside(thumb: Box, box: Box) -> Box:
    return Box(thumb.right + 9, box.y, box.right - thumb.right - 14, box.height)


def _foot(sight: DrawingInput, ways: tuple[Run, ...], box: Box) -> str:
    """Draw the first way to tell something that fits below a price, or below everything where there is a row for it."""
    if not ways:
        return ""
    thumb = _thumb(sight, box)
    place = Box(thumb.x, box.y, box.width - 2 * _PAD, box.height) if sight.rhythm.foot else _beside(thumb, box)
    sizes = [(run, runs.fitted(run, place.width, _EFFECT)) for run in ways]
    run, size = next((found for found in sizes if found[1] >= _SMALLEST * _EFFECT), sizes[-1])
    return runs.draw(runs.cut(run, place.width, size), place.x, box.bottom - 9, size=size, kind="d-q")


def _offered(sight: DrawingInput, tile: Tile, box: Box) -> str:
    thumb = _thumb(sight, box)
    shown = faces.face(Face(tile, tile.corners, sight.names(tile)), FULL)
    drawn = card(box) + sight.place(shown, thumb)
    if tile.colour != "none":
        drawn += sight.place(faces.marks(None, tile.colour, FULL), thumb)
    effects = given(tile.type, sight.state.rules.choices)
    return drawn + _price(costs(tile.cost), tile.favour, _beside(thumb, box)) + _foot(sight, effects, box)


def _price(paid: tuple[Run, ...], favour: int, box: Box) -> str:
    """Draw the favour something brings, and below what it costs, two goods in a row."""
    drawn = icon("laurel", box.x - 1, box.y + 10, 20)
    drawn += text(box.x + 23, box.y + 26, str(favour), size=_FAVOUR, face=BOLD)
    room = min(box.width / 2, _FARTHEST)
    top, step, most = (47, 18, _COST) if len(paid) <= 4 else (42, 14, 11)
    size = min((runs.fitted(run, room - 3, most) for run in paid), default=most)
    for number, run in enumerate(paid):
        row, column = divmod(number, 2)
        drawn += runs.draw(run, box.x + column * room, box.y + top + row * step, size=size)
    return drawn


def _wall(sight: DrawingInput, box: Box) -> str:
    """Draw the open section; where it was taken, that there is none until the next turn."""
    thumb, section = _thumb(sight, box), sight.now.section
    is_open = bool(section)
    ground = card(box) if is_open else card_down(box)
    size = thumb.width * 0.56
    sign = icon("wall", thumb.centre - size / 2, thumb.y + thumb.height * 0.11, size)
    drawn = rect(thumb, "d-common d-tile-grey", 3) + (sign if is_open else f'<g opacity=".45">{sign}</g>')
    drawn += text(thumb.centre, thumb.bottom - 11, section or "\N{EN DASH}", size=12, face=BOLD, kind=MIDDLE)
    if is_open:
        wall: Wall = sight.state.rules.table.walls[section]
        drawn += _price(costs(wall.cost), wall.favour, _beside(thumb, box))
    return ground + drawn + _foot(sight, (_deck(sight),), box)


def _deck(sight: DrawingInput) -> Run:
    """Return how many sections are left, and what the next one adds to all later ones."""
    left: Run = ("#deck", str(wall_deck(sight.state)))
    return left if sight.now.wall_back < 0 else (*left, "#wall", f"+{sight.now.wall_back}")
