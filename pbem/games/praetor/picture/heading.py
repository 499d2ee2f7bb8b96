"""The head of the board: turn and cycle, the order of play, and what goes on."""

from pbem.games.drawing.frame import heading as frame
from pbem.games.drawing.places import Box
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.writing import lines
from pbem.games.praetor.picture.drawing_input import DrawingInput

_RING, _SIGN = 14.5, 10
_WIDEST, _CLOSEST = 41, 27  # from one token to the next


def heading(sight: DrawingInput, box: Box) -> str:
    """Draw the head within a box."""
    is_last = bool(sight.now.last) and not sight.is_over
    line = box.middle + frame.title_size(sight) * 0.34
    raised = 4 if is_last else 0
    drawn, x = frame.title(sight, sight.title(), box.x, line - raised)
    if is_last:
        last = fit(sight.say("drawn_last"), x - box.x, size=10.5)
        drawn += lines(last, box.x, line + 10.5, "d-q")
    order, x = frame.order(_order(sight, box.right - x), x, box.middle)
    size = 14 if sight.is_wide else 12
    return drawn + order + frame.status(sight, sight.status, x, box, size=size)


def _order(sight: DrawingInput, room: float) -> frame.Order:
    """Return who plays after whom, close together in little room; who is asked has a ring."""
    order = sight.order
    pitch = min(_WIDEST, max(_CLOSEST, (room - _RING - frame.TOKEN / 2) / max(1, len(order) - 1)))
    return frame.Order(
        order,
        is_ringed=lambda place: order[place] in sight.now.asked,
        pitch=pitch,
        ring=_RING,
        sign=_SIGN,
        has_signs=pitch > frame.TOKEN + _SIGN,
    )
