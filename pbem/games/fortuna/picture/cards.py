"""Action cards where they lie: open with what they do, face down and known, or face down and hidden."""

from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.pieces.pieces import card, card_down, changed, emblem, emblem_down
from pbem.games.drawing.places import Box
from pbem.games.drawing.remembered import remembered
from pbem.games.drawing.text import runs
from pbem.games.drawing.text.fitting import fit_first
from pbem.games.drawing.text.measure import BOLD, SANS
from pbem.games.drawing.text.writing import MIDDLE, centred, lines, text
from pbem.games.fortuna.picture.drawing_input import DrawingInput
from pbem.games.fortuna.picture.effects import EMBLEMS, card_run
from pbem.games.fortuna.position.state import HIDDEN, Player, Slot

_LEAST_FOR_EFFECTS = 125  # a card so wide has room for what it does
_ROOMY = 155  # and so wide for a large emblem beside it
_SIZE, _SPLIT = 13, 11.6


def draw_slot(sight: DrawingInput, slot: Slot, box: Box, *, owner: Player | None = None, is_mine: bool = False) -> str:
    """Draw an action card on a side; `is_mine` where only the reader sees which one lies face down."""
    if slot == HIDDEN:
        return card_down(box) + text(box.centre, box.middle + 6, "?", size=17, face=BOLD, kind=f"d-q {MIDDLE}")
    if not slot.is_up:
        return _down(sight, slot.card, box, sign="eye" if is_mine else "lock")
    return _up(sight, slot.card, box, owner)


def draw_changed(box: Box) -> str:
    """Draw the sign that another card lay here."""
    return changed(box)


def _square(box: Box) -> Box:
    if box.width < _LEAST_FOR_EFFECTS:
        return Box(box.x + 5, box.middle - 14, 28, 28)
    side = 34 if box.width >= _ROOMY else 30
    return Box(box.x + (box.height - side) / 2 - 0.5, box.middle - side / 2, side, side)


def _up(sight: DrawingInput, name: str, box: Box, owner: Player | None) -> str:
    return _open(EMBLEMS[name], sight.names("card", name), card_run(name, sight.table, owner), box)


@remembered
def _open(sign: str, names: tuple[str, ...], run: runs.Run, box: Box) -> str:
    square = _square(box)
    drawn = card(box) + emblem(sign, square)
    left = square.right + 6
    room = box.right - left - 5
    title = fit_first(names, room, size=_size(box), split=_split(box))
    if box.width < _LEAST_FOR_EFFECTS:
        return drawn + centred(title, left, box.middle)
    size = runs.fitted(run, room, 11.6 if len(title.lines) == 1 else 10.4)
    block = title.height + size * 0.5 + size * 0.9
    top = box.middle - block / 2
    below = runs.draw(runs.cut(run, room, size), left, top + block, size=size)
    return drawn + lines(title, left, top + title.size * 0.73) + below


def _size(box: Box) -> float:
    return _SIZE if box.width >= _LEAST_FOR_EFFECTS else 12


def _split(box: Box) -> float:
    return _SPLIT if box.width >= _LEAST_FOR_EFFECTS else 11.4


def _down(sight: DrawingInput, name: str, box: Box, *, sign: str) -> str:
    return _turned(EMBLEMS[name], sight.names("card", name), box, sign)


@remembered
def _turned(shown: str, names: tuple[str, ...], box: Box, sign: str) -> str:
    square = _square(box)
    left = square.right + 6
    is_small = box.width < _LEAST_FOR_EFFECTS
    room = box.right - left - (5 if is_small else 21)
    title = fit_first(names, room, size=_size(box), face=SANS, split=_split(box))
    drawn = card_down(box) + emblem_down(shown, square) + centred(title, left, box.middle)
    if is_small:  # the sign stands on the corner of the emblem, and leaves the room to the name
        return drawn + icon(sign, square.right - 9, square.bottom - 9, 12)
    return drawn + icon(sign, box.right - 20, box.middle - 7, 14)
