"""The head of the board: round, order of play, the roll, and what goes on."""

from pbem.games.drawing.frame import heading as frame
from pbem.games.drawing.pieces.dice import die
from pbem.games.drawing.places import Box
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.writing import lines
from pbem.games.fortuna.picture.drawing_input import DrawingInput

_MOST_DICE = 4
_PITCH, _PITCH_OF_PHONES = 41, 37  # from one token to the next
_RING, _SIGN = 15, 11
_DIE = 23


def heading(sight: DrawingInput, box: Box) -> str:
    """Draw the head within a box."""
    middle = box.middle
    drawn, x = frame.title(sight, sight.title(), box.x, middle + frame.title_size(sight) * 0.34)
    if sight.public.palace.arrivals and not sight.is_over:
        last = fit(sight.say("drawn_last"), x - box.x, size=10.5)
        drawn += lines(last, box.x, box.bottom + 2, "d-q")
    order, x = frame.order(_order(sight), x, middle)
    roll, x = _roll(sight, x, box.right, middle)
    size = 13.5 if sight.is_wide else 12
    return drawn + order + roll + frame.status(sight, sight.status, x, box, size=size)


def _order(sight: DrawingInput) -> frame.Order:
    """Return who plays after whom; who is at it has a ring."""
    public = sight.public
    return frame.Order(
        public.order,
        is_ringed=lambda place: place == public.at and not sight.is_over,
        pitch=_PITCH_OF_PHONES if sight.is_phone else _PITCH,
        ring=_RING,
        sign=_SIGN,
    )


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
