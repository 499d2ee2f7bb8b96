"""Parts of the game's own: tiles, tracks. They are named by what they hold, so that equal ones are one on any page."""

from hashlib import blake2s

from msgspec import Struct

from pbem.games.drawing.numbers import written
from pbem.games.drawing.parts import symbol
from pbem.games.drawing.places import Box


class Part(Struct, frozen=True):
    """A part: its name, its definition, and how large it was drawn."""

    name: str
    markup: str
    width: float
    height: float


def part(called: str, content: str, width: float, height: float) -> Part:
    """Make a part of what was drawn in a box from 0, 0 on."""
    name = f"d-{called}-{blake2s(content.encode(), digest_size=4).hexdigest()}"
    box = f"0 0 {written(width)} {written(height)}"
    return Part(name, symbol(name, content, kind="d", box=box), width, height)


def use(drawn: Part, box: Box) -> str:
    """Return a part in a box of its proportions."""
    return (
        f'<use href="#{drawn.name}" x="{written(box.x)}" y="{written(box.y)}"'
        f' width="{written(box.width)}" height="{written(box.height)}"/>'
    )
