"""How far the game is, and how many rerolls are left to who is at it."""

from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.tray.awaited import LEFT, tight
from pbem.games.alea.position.state import NOBODY
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.places import Box
from pbem.games.drawing.text.fitting import Fitted, fit
from pbem.games.drawing.text.measure import BOLD, SANS, width_of
from pbem.games.drawing.text.writing import END, centred, lines, pinned

_EDGE = 14
_NUMBER = 58  # room for the rerolls as a number


def draw(sight: DrawingInput, line: Box) -> str:
    """Draw it at the right of the tray; where there is little room the rerolls alone, by sign and number."""
    is_placing = sight.position.active != NOBODY
    if not sight.is_wide:
        return _number(sight, line) if is_placing else ""
    right = line.right - _EDGE
    if not is_placing:
        return centred(_round(sight), right, line.middle, END)
    rerolls = _rerolls(sight)
    drawn = lines(_round(sight), right, line.middle - 3, END) + lines(rerolls, right, line.middle + 16, f"d-q {END}")
    return drawn + icon("reroll", right - rerolls.width - 20, line.middle + 4.5, 15)


def room(sight: DrawingInput, width: float) -> float:
    """Return how much room it leaves in a tray for a name and what stands beside that."""
    is_placing = sight.position.active != NOBODY
    if not sight.is_wide:
        return width - LEFT - (_NUMBER if is_placing else 12)
    rerolls = _rerolls(sight).width + 24 if is_placing else 0
    return width - LEFT - _EDGE - 16 - max(_round(sight).width, rerolls)


def _round(sight: DrawingInput) -> Fitted:
    return fit(f"{sight.title()}, {sight.moment()}", 230, size=14)


def _tokens(sight: DrawingInput) -> int:
    return sight.position.players[sight.position.active].tokens


def _rerolls(sight: DrawingInput) -> Fitted:
    return tight(sight.counted("drawn_rerolls", _tokens(sight)), 200, size=12.5, face=SANS)


def _number(sight: DrawingInput, line: Box) -> str:
    count, right = str(_tokens(sight)), line.right - _EDGE
    sign = icon("reroll", right - width_of(count, 15, BOLD) - 23, line.middle - 9, 18)
    return sign + pinned(right, line.middle + 5.4, count, size=15, face=BOLD, kind=END)
