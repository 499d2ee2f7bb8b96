"""The head of the board: round, order of play, the roll, and what goes on."""

from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.numbers import written
from pbem.games.drawing.pieces.dice import die
from pbem.games.drawing.pieces.marks import token
from pbem.games.drawing.places import Box
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.measure import BOLD, SERIF, width_of
from pbem.games.drawing.text.writing import END, lines, pinned
from pbem.games.fortuna.picture.drawing_input import DrawingInput
from pbem.games.game import NARROW

_MOST_DICE = 4
_TOKEN, _PITCH, _RING = 21, 41, 15
_DIE = 23


def heading(sight: DrawingInput, box: Box) -> str:
    """Draw the head within a box."""
    is_phone = sight.look.width == NARROW
    size = 18 if is_phone else 20
    title = sight.title()
    middle = box.middle
    drawn = pinned(box.x, middle + size * 0.34, title, size=size, face=SERIF)
    x = box.x + width_of(title, size, SERIF) + (12 if is_phone else 17)
    if sight.public.palace.arrivals and not sight.is_over:
        last = fit(sight.say("drawn_last"), x - box.x, size=10.5)
        drawn += lines(last, box.x, box.bottom + 2, "d-q")
    order, x = _order(sight, x, middle)
    roll, x = _roll(sight, x, box.right, middle)
    return drawn + order + roll + _status(sight, x, box)


def _order(sight: DrawingInput, x: float, middle: float) -> tuple[str, float]:
    """Draw who plays after whom; who is at it has a ring."""
    public = sight.public
    pitch = _PITCH if sight.look.width != NARROW else 37
    drawn = ""
    for place, seat in enumerate(public.order):
        centre = x + _TOKEN / 2 + place * pitch
        if place:
            drawn += icon("next", centre - pitch / 2 - 5.5, middle - 5.5, 11)
        if place == public.at and not sight.is_over:
            drawn += f'<circle cx="{written(centre)}" cy="{written(middle)}" r="{_RING}" class="d-ring"/>'
        drawn += token(seat, centre, middle, _TOKEN)
    return drawn, x + (len(public.order) - 1) * pitch + _TOKEN


def _roll(sight: DrawingInput, x: float, end: float, middle: float) -> tuple[str, float]:
    """Draw the dice of who is at it, smaller where there is little room."""
    dice = sight.public.turn.dice
    if not dice:
        return "", x
    dice = dice[:_MOST_DICE]
    size = min(_DIE, (end - x - 16) / len(dice) - 4)
    x += 16 + size / 2
    drawn = ""
    for number in dice:
        drawn += die(number, x, middle, size, seat=sight.public.active)
        x += size + 4
    return drawn, x - size / 2


def _status(sight: DrawingInput, x: float, box: Box) -> str:
    """Tell what goes on where there is room for it: beside the dice, or not at all on a phone, whose panels say it."""
    room = box.right - x - 18
    if sight.look.width == NARROW or room < 60:
        return ""
    size = 13.5 if sight.is_wide else 12
    told = fit(sight.status(), room, size=size, face=BOLD, split=size * 0.9)
    kind = "" if sight.is_over else "d-a "
    top = box.middle - told.height / 2 + told.size * 0.73
    return lines(told, box.right, top, kind + END)
