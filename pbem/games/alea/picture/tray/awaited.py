"""Who is awaited, and what for."""

from msgspec.structs import replace

from pbem.games.alea.picture.drawing_input import DrawingInput
from pbem.games.drawing.pieces.marks import token
from pbem.games.drawing.places import Box
from pbem.games.drawing.text.fitting import Fitted, fit
from pbem.games.drawing.text.measure import BOLD, SERIF
from pbem.games.drawing.text.writing import lines

LEFT = 45  # from the edge of the tray to the name
LEAST = 118  # room that a name has at least


def tight(words: str, room: float, *, size: float, face: str) -> Fitted:
    """Return words that stay as wide as they are in our fonts: something stands right beside them."""
    found = fit(words, room, size=size, face=face)
    return replace(found, room=found.width)


def draw(sight: DrawingInput, line: Box, room: float) -> tuple[str, float]:
    """Draw token and name of who is awaited, and what for; return where they end."""
    left = line.x + LEFT
    name = tight(sight.joined(sight.asked), room, size=17, face=SERIF)
    word = tight(sight.question(), room, size=12.5, face=BOLD)
    drawn = token(sight.seat(sight.asked[0]), line.x + 25, line.middle, 27)
    drawn += lines(name, left, line.middle - 2) + lines(word, left, line.middle + 15.5, "d-a")
    return drawn, left + max(name.width, word.width)
