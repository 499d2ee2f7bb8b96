"""The tray: who is awaited for what, his roll or who picks after him, and how far the game is; in the end who won."""

from types import ModuleType

from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.alea.picture.tray import awaited, picking, progress, rolling
from pbem.games.alea.position.state import NOBODY
from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.pieces.pieces import panel, panel_won
from pbem.games.drawing.places import Box
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.measure import SANS, SERIF
from pbem.games.drawing.text.writing import END, centred


def heading(sight: DrawingInput, box: Box) -> str:
    """Draw the line above the tray: the round, and at the right the lap."""
    name = fit(sight.title(), box.width * 0.6, size=18, face=SERIF)
    drawn = centred(name, box.x + 1, box.middle)
    if sight.is_over:
        return drawn
    lap = fit(sight.moment(), box.width - name.width - 16, size=13, face=SANS)
    return drawn + centred(lap, box.right - 1, box.middle, f"d-q {END}")


def height(sight: DrawingInput, width: float) -> float:
    """Return how high the tray is in a width."""
    more: float = 0 if sight.is_over else _course(sight).below(sight, width)
    return sight.rhythm.tray + more


def tray(sight: DrawingInput, box: Box) -> str:
    """Draw the tray within a box of its height."""
    line = Box(box.x, box.y, box.width, sight.rhythm.tray)
    if sight.is_over:
        return _ending(sight, line)
    course: str = _course(sight).draw(sight, line, box)
    return panel(box, is_asked=True) + progress.draw(sight, line) + course


def _course(sight: DrawingInput) -> ModuleType:
    """Return what knows of the moment: dice are placed, or somebody picks."""
    return picking if sight.position.active == NOBODY else rolling


def _ending(sight: DrawingInput, line: Box) -> str:
    """Draw who has won."""
    drawn = panel_won(line) + icon("laurel", line.x + 11, line.middle - 15, 30)
    left, right = line.x + awaited.LEFT + 4, line.right - 14
    if sight.is_wide:
        end = fit(sight.say("drawn_over"), line.width * 0.3, size=13, face=SANS)
        drawn += centred(end, right, line.middle, f"d-q {END}")
        right -= end.width + 16
    return drawn + centred(fit(sight.victory(), right - left, size=19, face=SERIF, split=15), left, line.middle)
