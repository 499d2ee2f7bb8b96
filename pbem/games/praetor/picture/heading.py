"""The head of the board: turn and cycle, the order of play, and what goes on."""

from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.numbers import written
from pbem.games.drawing.pieces.marks import token
from pbem.games.drawing.places import Box
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.measure import BOLD, SERIF, width_of
from pbem.games.drawing.text.writing import END, lines, pinned
from pbem.games.game import NARROW
from pbem.games.praetor.picture.drawing_input import DrawingInput

_TOKEN, _RING = 21, 14.5
_WIDEST, _CLOSEST = 41, 27  # from one token to the next
_SIGN = 10


def heading(sight: DrawingInput, box: Box) -> str:
    """Draw the head within a box."""
    is_phone = sight.look.width == NARROW
    size = 18 if is_phone else 20
    title = sight.title()
    is_last = bool(sight.now.last) and not sight.is_over
    raised = 4 if is_last else 0
    drawn = pinned(box.x, box.middle + size * 0.34 - raised, title, size=size, face=SERIF)
    x = box.x + width_of(title, size, SERIF) + (12 if is_phone else 17)
    if is_last:
        last = fit(sight.say("drawn_last"), x - box.x, size=10.5)
        drawn += lines(last, box.x, box.middle + size * 0.34 + 10.5, "d-q")
    order, x = _order(sight, x, box)
    return drawn + order + _status(sight, x, box)


def _order(sight: DrawingInput, x: float, box: Box) -> tuple[str, float]:
    """Draw who plays after whom, closer together where there is little room; who is asked has a ring."""
    order, middle = sight.order, box.middle
    pitch = min(_WIDEST, max(_CLOSEST, (box.right - x - _RING - _TOKEN / 2) / max(1, len(order) - 1)))
    drawn = ""
    for place, seat in enumerate(order):
        centre = x + _TOKEN / 2 + place * pitch
        if place and pitch > _TOKEN + _SIGN:
            drawn += icon("next", centre - pitch / 2 - _SIGN / 2, middle - _SIGN / 2, _SIGN)
        if seat in sight.now.asked:
            drawn += f'<circle cx="{written(centre)}" cy="{written(middle)}" r="{_RING}" class="d-ring"/>'
        drawn += token(seat, centre, middle, _TOKEN)
    return drawn, x + (len(order) - 1) * pitch + _TOKEN


def _status(sight: DrawingInput, x: float, box: Box) -> str:
    """Tell what goes on where there is room for it; on a phone the panels say it."""
    room = box.right - x - 18
    if sight.look.width == NARROW or room < 60:
        return ""
    size = 14 if sight.is_wide else 12
    told = fit(sight.status(), room, size=size, face=BOLD, split=size * 0.9)
    kind = "" if sight.is_over else "d-a "
    top = box.middle - told.height / 2 + told.size * 0.73
    return lines(told, box.right, top, kind + END)
