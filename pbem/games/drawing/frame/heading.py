"""The head of a board: its title, the order of play, and what goes on."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from pbem.games.drawing.frame.drawing_input import BaseInput
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.numbers import written
from pbem.games.drawing.pieces.marks import token
from pbem.games.drawing.places import Box
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.measure import BOLD, SERIF, width_of
from pbem.games.drawing.text.writing import END, lines, pinned

TOKEN = 21  # how large the token of a seat is
AnyInput = BaseInput[Any, Any]
_LEAST = 60  # room that a line about what goes on takes at least


class Order(Struct, frozen=True):
    """How the order of play is drawn: the seats, who has a ring, and the measures."""

    seats: Sequence[str]
    is_ringed: Callable[[int], bool]  # by place
    pitch: float  # from one token to the next
    ring: float
    sign: float  # how large the arrow between two tokens is
    has_signs: bool = True


def title_size(sight: AnyInput) -> int:
    """Return how large the title is."""
    return 18 if sight.is_phone else 20


def title(sight: AnyInput, words: str, x: float, line: float) -> tuple[str, float]:
    """Draw the title on a line, and return where the next thing begins."""
    size = title_size(sight)
    after = 12 if sight.is_phone else 17
    return pinned(x, line, words, size=size, face=SERIF), x + width_of(words, size, SERIF) + after


def order(turns: Order, x: float, middle: float) -> tuple[str, float]:
    """Draw who plays after whom, and return where the last token ends."""
    drawn, pitch, half = "", turns.pitch, turns.sign / 2
    for place, seat in enumerate(turns.seats):
        centre = x + TOKEN / 2 + place * pitch
        if place and turns.has_signs:
            drawn += icon("next", centre - pitch / 2 - half, middle - half, turns.sign)
        if turns.is_ringed(place):
            drawn += _ring(centre, middle, turns.ring)
        drawn += token(seat, centre, middle, TOKEN)
    return drawn, x + (len(turns.seats) - 1) * pitch + TOKEN


def _ring(x: float, y: float, radius: float) -> str:
    return f'<circle cx="{written(x)}" cy="{written(y)}" r="{radius:g}" class="d-ring"/>'


def status(sight: AnyInput, tell: Callable[[], str], x: float, box: Box, *, size: float) -> str:
    """Tell what goes on, from x to the end of a box. On a phone the panels say it."""
    room = box.right - x - 18
    if sight.is_phone or room < _LEAST:
        return ""
    told = fit(tell(), room, size=size, face=BOLD, split=size * 0.9)
    kind = "" if sight.is_over else "d-a "
    top = box.middle - told.height / 2 + told.size * 0.73
    return lines(told, box.right, top, kind + END)
