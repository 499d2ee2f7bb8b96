"""The toy market drawn with the kit: a panel for each line of the board, the die, and what changed."""

from pbem.games.drawing.document import finish
from pbem.games.drawing.pieces.dice import die
from pbem.games.drawing.pieces.pieces import changed, panel
from pbem.games.drawing.places import Box, Panel
from pbem.games.drawing.text.fitting import fit
from pbem.games.drawing.text.measure import SANS
from pbem.games.drawing.text.people import person
from pbem.games.drawing.text.writing import centred
from pbem.games.game import Drawing, Look
from tests.games.toy.rules import View

_HIGH = 40


def draw(view: View, look: Look[View], text: str, told: str) -> Drawing:
    """Draw the lines of a board below each other."""
    lines = text.split("\n")
    body, top = "", 10.0
    for seat, line in zip((*view.public.coins, None), lines, strict=True):
        box = Box(10, top, look.width - 20, _HIGH)
        named = line.replace(seat, person(look, seat, seat), 1) if seat else line
        body += panel(box) + centred(fit(named, box.width - 60, size=13, face=SANS, split=11), 22, box.middle)
        if seat and look.before and look.before.public.points[seat] != view.public.points[seat]:
            body += changed(box)
        top = box.bottom + 8
    body += die(view.public.die, look.width - 34, top - 28, 26)
    return finish([Panel(body)], look, height=top + 4, called=told.partition(".")[0], told=told)
