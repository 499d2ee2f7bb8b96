"""Action cards that are still to be drafted, before the sides are full."""

from pbem.games.drawing.places import Box
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.writing import lines
from pbem.games.fortuna.picture.cards import draw_slot
from pbem.games.fortuna.picture.drawing_input import DrawingInput
from pbem.games.fortuna.position.state import Slot

_HEAD, _GAP = 20, 6


def _abreast(sight: DrawingInput) -> int:
    return 4 if sight.is_wide else 3


def height(sight: DrawingInput) -> float:
    """Return how high the pool is; nothing where there is none."""
    count = len(sight.public.pool)
    if not count:
        return 0
    return _HEAD + -(-count // _abreast(sight)) * (sight.rhythm.card + _GAP) + 6


def draw(sight: DrawingInput, box: Box) -> str:
    """Draw the cards that nobody has chosen yet."""
    if not sight.public.pool:
        return ""
    drawn = lines(fit(sight.say("drawn_pool"), box.width, size=12.5), box.x + 1, box.y + 12, "d-q")
    abreast = _abreast(sight)
    for number, card in enumerate(sight.public.pool):
        row, column = divmod(number, abreast)
        line = Box(box.x, box.y + _HEAD + row * (sight.rhythm.card + _GAP), box.width, sight.rhythm.card)
        drawn += draw_slot(sight, Slot(card), line.column(column, abreast, _GAP))
    return drawn
