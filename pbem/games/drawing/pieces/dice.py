"""Dice that show what was rolled, in the colour of who rolled them."""

from pbem.games.drawing.parts import placed
from pbem.games.drawing.pieces.marks import ink_on
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.remembered import remembered

_LEFT, _MIDDLE, _RIGHT = 6.4, 12, 17.6
_PIPS = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_LEFT, _LEFT), (_RIGHT, _RIGHT)),
    3: ((_LEFT, _LEFT), (_MIDDLE, _MIDDLE), (_RIGHT, _RIGHT)),
    4: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
    5: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_MIDDLE, _MIDDLE), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
    6: ((_LEFT, 5.6), (_LEFT, _MIDDLE), (_LEFT, 18.4), (_RIGHT, 5.6), (_RIGHT, _MIDDLE), (_RIGHT, 18.4)),
}


def _pips(number: int) -> str:
    dots = "".join(f'<circle cx="{x:g}" cy="{y:g}" r="2.3"/>' for x, y in _PIPS[number])
    return f'<symbol id="d-pips-{number}" viewBox="0 0 24 24" overflow="visible">{dots}</symbol>'


PARTS = {f"d-pips-{number}": _pips(number) for number in _PIPS}
SIDES = tuple(_PIPS)


@remembered
def die(number: int, x: float, y: float, size: float, *, seat: str = "") -> str:
    """Return a die around a point that shows a number: a player's, or a plain one. Below 1 it is blank."""
    box = Box(x - size / 2, y - size / 2, size, size)
    body = rect(box, f"d-die d-seat-{seat}" if seat else "d-die d-paper", size * 0.2)
    if number not in _PIPS:
        return body
    return body + placed(f"d-pips-{number}", x, y, size, ink_on(seat) if seat else "")
