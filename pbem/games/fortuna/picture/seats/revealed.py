"""Hands laid open at the end: each privilege with the points it brings."""

from collections.abc import Iterator

from pbem.games.drawing.pieces.pieces import card
from pbem.games.drawing.places import Box
from pbem.games.drawing.text import runs
from pbem.games.drawing.text.runs import Run
from pbem.games.fortuna.course.scoring import card_points
from pbem.games.fortuna.picture.drawing_input import DrawingInput
from pbem.games.fortuna.picture.effects import privilege_icon
from pbem.games.game import Seat

_HIGH, _GAP, _SIZE, _PAD = 23, 5, 11, 6


def height(sight: DrawingInput, side: str, width: float) -> float:
    """Return how high the hand of a side is, in a panel of a width; nothing before the end."""
    rows = len(_rows(sight, Seat(side), width)) if side in sight.public.shown else 0
    return rows * (_HIGH + _GAP) + (4 if rows else 0)


def draw(sight: DrawingInput, seat: Seat, box: Box) -> str:
    """Draw the hand that a player laid open, below each other where one row is not enough."""
    drawn = ""
    for number, row in enumerate(_rows(sight, seat, box.width)):
        x = box.x
        for run in row:
            place = Box(x, box.y + number * (_HIGH + _GAP), _wide(run), _HIGH)
            drawn += card(place, 5) + runs.draw(run, x + _PAD, place.middle + _SIZE * 0.37, size=_SIZE)
            x += place.width + _GAP
    return drawn


def _rows(sight: DrawingInput, seat: Seat, width: float) -> list[list[Run]]:
    rows: list[list[Run]] = []
    left = 0.0
    for run in _runs(sight, seat):
        if not rows or left + _wide(run) > width:
            rows.append([])
            left = 0
        rows[-1].append(run)
        left += _wide(run) + _GAP
    return rows


def _wide(run: Run) -> float:
    return runs.width(run, _SIZE) + 2 * _PAD


def _runs(sight: DrawingInput, seat: Seat) -> Iterator[Run]:
    """Yield each privilege of a hand: what brings points with them, the others by their icon."""
    hand = sight.public.shown.get(seat, ())
    points = card_points(sight.view.rules, sight.public.players[seat], hand)
    for name in dict.fromkeys(hand):
        sign = f"#{privilege_icon(name, sight.table)}"
        copies = hand.count(name)
        many = (f"{copies}\N{MULTIPLICATION SIGN}",) if copies > 1 else ()
        worth = (f"+{points[name.lower()]}",) if name.lower() in points else ()
        yield (*many, sign, *worth)
