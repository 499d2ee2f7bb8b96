"""Panels of buildings: the ground, the sign and the name, and at the right a note."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.pieces.marks import ghost
from pbem.games.drawing.pieces.pieces import free, panel
from pbem.games.drawing.places import Box, Panel
from pbem.games.drawing.text.fitting import fit, fit_first
from pbem.games.drawing.text.measure import SANS, SERIF
from pbem.games.drawing.text.writing import END, MIDDLE, centred, lines

PAD = 11
AFTER_SIGN = 26  # from the edge of the sign to the name
NAME = 16.5  # how large a name is
GHOSTS = 24  # how high the row of those who left is
_GHOST, _PITCH = 17, 22
_TWO_LINES = 44  # how high an empty place must be to have two


class Strip(Struct, frozen=True):
    """Something as wide as the board that is drawn: how high it is, and its parts with their places in it."""

    height: float
    parts: tuple[Panel, ...]


class Band(Struct, frozen=True):
    """Something as wide as the board: how high it is, and how it is drawn within a box of that height."""

    height: float
    draw: Callable[[Box], str]

    def strip(self, width: float) -> Strip:
        """Return it drawn in a width."""
        return Strip(self.height, (Panel(self.draw(Box(0, 0, width, self.height))),))


def building(sight: DrawingInput, name: str, box: Box, *, notes: tuple[str, ...] = ()) -> str:
    """Draw the panel of a building, and the first of some notes that fits beside its name."""
    middle = box.y + sight.rhythm.title / 2 + 1
    left = box.x + PAD + AFTER_SIGN
    called = fit(sight.say(f"drawn_{name}"), box.width - PAD - AFTER_SIGN - 10, size=NAME, face=SERIF)
    drawn = panel(box) + icon(name, box.x + PAD - 1, middle - 10.5, 21) + centred(called, left, middle)
    if not any(notes):
        return drawn
    told = fit_first(notes, box.right - PAD - left - called.width - 12, size=12.3, face=SANS)
    return drawn + centred(told, box.right - PAD, middle, f"d-q {END}")


def inside(sight: DrawingInput, box: Box) -> Box:
    """Return what is left of a panel below its name."""
    top = sight.rhythm.title
    return Box(box.x + PAD, box.y + top, box.width - 2 * PAD, box.height - top - 9)


def waiting_place(sight: DrawingInput, name: str, box: Box) -> str:
    """Draw a building that nobody has entered yet, and what may be placed there."""
    who = fit(sight.say("drawn_nobody"), box.width - 16, size=13, face=SANS)
    hint = fit(sight.say(f"drawn_hint_{name}"), box.width - 16, size=11.8, face=SANS, split=11)
    kind = f"d-q {MIDDLE}"
    if box.height < _TWO_LINES:
        return free(box) + centred(hint, box.centre, box.middle, kind)
    top = box.middle - (who.height + 8 + hint.height) / 2 + who.size * 0.73
    below = top + 8 + hint.size * 0.73
    return free(box) + lines(who, box.centre, top, kind) + lines(hint, box.centre, below, kind)


def ghosts(sight: DrawingInput, seats: Iterable[int], x: float, middle: float) -> str:
    """Draw that some had dice here, and have none any more."""
    return "".join(
        ghost(sight.seat(index), x + _GHOST / 2 + place * _PITCH, middle, _GHOST) for place, index in enumerate(seats)
    )
