"""Dice of one player that stand together: his token, and beside it the dice."""

from msgspec import Struct

from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.drawing.pieces.dice import die
from pbem.games.drawing.pieces.marks import token
from pbem.games.drawing.pieces.pieces import changed
from pbem.games.drawing.places import Box

_TOKEN = 0.94  # of a die
_SPACE = 4.5  # between token and dice
_CLOSE = 2.6  # between dice


class Group(Struct, frozen=True):
    """Dice of an owner; a die of 0 is one whose value does not matter any more."""

    owner: int
    dice: tuple[int, ...]
    is_new: bool = False

    def width(self, size: float) -> float:
        """Return how wide it is with dice of a size."""
        return size * _TOKEN + _SPACE + len(self.dice) * (size + _CLOSE) - _CLOSE


def draw_group(sight: DrawingInput, group: Group, x: float, middle: float, *, size: float) -> str:
    """Draw a group that begins at x, around a middle line."""
    seat = sight.seat(group.owner)
    drawn = token(seat, x + size * _TOKEN / 2, middle, size * _TOKEN)
    left = x + size * _TOKEN + _SPACE + size / 2
    for number, value in enumerate(group.dice):
        drawn += die(value, left + number * (size + _CLOSE), middle, size, seat=seat)
    if group.is_new:
        drawn += changed(Box(x - 4, middle - size / 2 - 1.8, group.width(size) + 14, size + 3.6))
    return drawn


def size_for(groups: list[Group], room: float, size: float) -> float:
    """Return the size of dice in which the widest of some groups fits a room."""
    widest = max((group.width(size) for group in groups), default=0)
    if widest <= room:
        return size
    most = max(len(group.dice) for group in groups)
    return (room - _SPACE - (most - 1) * _CLOSE) / (most + _TOKEN)
