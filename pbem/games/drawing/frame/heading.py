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
_LEAST = 60  # room that a line about what goes on takes at least


class Order(Struct, frozen=True):
    """How the order of play is drawn: the seats, who has a ring, and the measures."""

    seats: Sequence[str]
    is_ringed: Callable[[int], bool]  # by place
    pitch: float  # from one token to the next
    ring: float
    sign: float  # how large the arrow between two tokens is
    has_signs: bool = True


def title_size(sight: BaseInput[Any, Any]) -> int:
    """Return how large the title is."""
    return 18 if sight.is_phone else 20


def title(sight: BaseInput[Any, Any], words: str, x: float, line: float) -> tuple[str, float]:
    """Draw the title on a line, and return where the next thing begins."""
    size = title_size(sight)
    after = 12 if sight.is_phone else 17
    return pinned(x, line, words, size=size, face=SERIF), x + width_of(words, size, SERIF) + after


def order(turns: Order, x: float, middle: float) -> tuple[str, float]:
    """Draw who plays after whom, and return where the last token ends."""
    drawn, pitch = "", turns.pitch
    for place, seat in enumerate(turns.seats):
        centre = x + TOKEN / 2 + place * pitch
        if place and turns.has_signs:
            drawn += icon("next", centre - pitch / 2 - turns.sign / 2, middle - turns.sign / 2, turns.sign)
        if turns.is_ringed(place):
            drawn += f'<circle cx="{written(centre)}" cy="{written(middle)}" r="{turns.ring:g}" class="d-ring"/>'
        drawn += token(seat, centre, middle, TOKEN)
    return drawn, x + (len(turns.seats) - 1) * pitch + TOKEN


def status(sight: BaseInput[Any, Any], tell: Callable[[], str], x: float, box: Box, *, size: float) -> str:
    """Tell what goes on from x to the end of a box, where there is room; on a phone the panels say it."""
    room = box.right - x - 18
    if sight.is_phone or room < _LEAST:
        return ""
    told = fit(tell(), room, size=size, face=BOLD, split=size * 0.9)
    kind = "" if sight.is_over else "d-a "
    top = box.middle - told.height / 2 + told.size * 0.73
    return lines(told, box.right, top, kind + END)
