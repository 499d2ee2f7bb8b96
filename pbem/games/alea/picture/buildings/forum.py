"""The Forum: its columns from left to right with the dice that stand there, and below the patricians on offer."""

from pbem.games.alea.picture import news
from pbem.games.alea.picture.buildings.offers import draw_offer
from pbem.games.alea.picture.buildings.panels import building, inside
from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.position.state import Die
from pbem.games.drawing.pieces.dice import die
from pbem.games.drawing.pieces.marks import ghost, token
from pbem.games.drawing.pieces.pieces import card, changed, free
from pbem.games.drawing.places import Box

_MOST = 8  # columns in a row
_BETWEEN = 10  # dice and offer
_GAP = 8


def height(sight: DrawingInput) -> float:
    """Return how high the Forum is by itself."""
    rhythm, rows = sight.rhythm, _rows(sight)
    offer = rows * (rhythm.offer + _GAP) - _GAP + _BETWEEN if news.offered(sight, "patricians") else 0
    return rhythm.title + rows * (rhythm.column + _GAP) - _GAP + offer + 12


def draw(sight: DrawingInput, box: Box) -> str:
    """Draw the Forum within a box that is at least as high."""
    ground = inside(sight, box)
    dice, offer = sight.rhythm.column, sight.rhythm.offer
    rows = _rows(sight)
    spare = box.height - height(sight)
    drawn = building(sight, "forum", box, notes=(sight.say("drawn_forum_order"),))
    top = ground.y + spare / 2
    news_ = news.new_columns(sight)
    standing, left = news.columns(sight, sight.position), news.left_columns(sight)
    for column, place in enumerate(_places(sight, ground, top, dice)):
        if column in standing:
            drawn += _column(sight, standing[column], place, is_new=column in news_)
        else:
            drawn += _free(sight, place, left.get(column))
    below = box.bottom - 12 - rows * (offer + _GAP) + _GAP
    return drawn + draw_offer(sight, "patricians", _places(sight, ground, below, offer))


def _rows(sight: DrawingInput) -> int:
    return -(-sight.fixed.columns // _MOST)


def _places(sight: DrawingInput, ground: Box, top: float, high: float) -> list[Box]:
    """Return the places of all columns, in as many rows as they need."""
    rows = _rows(sight)
    abreast = -(-sight.fixed.columns // rows)
    gap = 5 if sight.is_wide else 4
    return [
        place
        for row in range(rows)
        for place in Box(ground.x, top + row * (high + _GAP), ground.width, high).columns(abreast, gap)
    ]


def _column(sight: DrawingInput, held: Die, box: Box, *, is_new: bool) -> str:
    seat = sight.seat(held.owner)
    size = min(28.5, box.width - 8)
    drawn = card(box) + token(seat, box.centre, box.y + 14, 18)
    drawn += die(held.value, box.centre, box.bottom - 6.5 - size / 2, size, seat=seat)
    return drawn + (changed(box) if is_new else "")


def _free(sight: DrawingInput, box: Box, owner: int | None) -> str:
    """Draw a column that is free, and who stood there."""
    return free(box) + (ghost(sight.seat(owner), box.centre, box.middle, 20) if owner is not None else "")
