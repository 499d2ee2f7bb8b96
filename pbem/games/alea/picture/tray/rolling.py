"""The roll of who is to place dice, and the dice that others have rolled already."""

from msgspec import Struct

from pbem.games.alea.picture.buildings.groups import Group, draw_group
from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.flow import flow, rows
from pbem.games.alea.picture.tray import awaited, progress
from pbem.games.drawing.pieces.dice import die
from pbem.games.drawing.places import Box

_DIE, _APART = 41, 6
_LEAST = 24  # smaller dice lie below the name
_EDGE = 13
_SMALL, _ROW, _GAP = 19, 27, 16  # of dice rolled for later turns


class Roll(Struct, frozen=True):
    """How the dice of the one at turn lie: how large they are, and whether in a row of their own."""

    size: float
    is_below: bool


def below(sight: DrawingInput, width: float) -> float:
    """Return how much higher the tray is than a name."""
    roll = _roll(sight, width)
    return (roll.size + 10 if roll.is_below else 0) + _later_height(sight, width)


def draw(sight: DrawingInput, line: Box, box: Box) -> str:
    """Draw the one at turn in the first line of the tray, his dice, and below those of others."""
    active = sight.position.active
    dice, roll = sight.position.rolls[active], _roll(sight, box.width)
    room = progress.room(sight, box.width)
    if not roll.is_below:
        room -= len(dice) * (roll.size + _APART) + 12
    drawn, right = awaited.draw(sight, line, room)
    x, middle = max(right + 20, line.x + awaited.LEFT + awaited.LEAST), line.middle
    if roll.is_below:
        x, middle = line.x + _EDGE, line.bottom + roll.size / 2 - 4
    for number, value in enumerate(dice):
        place = x + roll.size / 2 + number * (roll.size + _APART)
        drawn += die(value, place, middle, roll.size, seat=sight.seat(active))
    return drawn + _draw_later(sight, box)


def _roll(sight: DrawingInput, width: float) -> Roll:
    """Return how the dice lie: beside the name as large as they fit there, or in a row of their own."""
    count = len(sight.position.rolls[sight.position.active])
    beside = (progress.room(sight, width) - awaited.LEAST - 12) / count - _APART
    if beside >= _LEAST or sight.is_wide:
        return Roll(min(_DIE, beside), is_below=False)
    return Roll(min(_DIE, (width - 2 * _EDGE) / count - _APART), is_below=True)


def _later(sight: DrawingInput) -> list[Group]:
    """Return the rolls of those who come later in the lap, where all are rolled at once (A-R42)."""
    count, active = len(sight.players), sight.position.active
    others = [(active + step) % count for step in range(1, count)]
    return [Group(index, sight.position.rolls[index]) for index in others if sight.position.rolls[index]]


def _later_height(sight: DrawingInput, width: float) -> float:
    widths = (group.width(_SMALL) for group in _later(sight))
    return rows(flow(widths, width - 2 * _EDGE, gap=_GAP)) * _ROW


def _draw_later(sight: DrawingInput, box: Box) -> str:
    later = _later(sight)
    spots = flow((group.width(_SMALL) for group in later), box.width - 2 * _EDGE, gap=_GAP)
    top = box.bottom - 5 - _later_height(sight, box.width)
    return "".join(
        draw_group(sight, group, box.x + _EDGE + spot.x, top + (spot.row + 0.5) * _ROW, size=_SMALL)
        for group, spot in zip(later, spots, strict=True)
    )
