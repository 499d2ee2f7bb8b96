"""Pebbles drawn with the kit: a panel for each line that tells the position."""

from typing import Any

from pbem.games.drawing.document import finish
from pbem.games.drawing.pieces.pieces import changed, panel
from pbem.games.drawing.places import Box, Panel
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.writing import centred
from pbem.games.game import Drawing, Look


def draw(look: Look[Any], *, called: str, lines: list[str], is_changed: bool) -> Drawing:
    """Draw lines below each other; the first one is marked if it differs from what the reader saw before."""
    first = box = Box(10, 10, look.width - 20, 36)
    drawn = ""
    for line in lines:
        drawn += panel(box) + centred(fit(line, box.width - 20, size=14), box.x + 10, box.middle)
        box = Box(box.x, box.bottom + 8, box.width, box.height)
    if is_changed:
        drawn += changed(first)
    return finish([Panel(drawn)], look, height=box.y, called=called, told="; ".join(lines))
