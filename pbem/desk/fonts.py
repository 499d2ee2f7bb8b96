"""The fonts that lie beside the drawing kit, read once: pictures in letters are painted with them and no others."""

from functools import cache
from pathlib import Path

import pbem.games.drawing
from pbem.report.picture import Painter

FACES = ("sans", "bold", "serif")


@cache
def painter() -> Painter:
    """Return who paints the pictures of letters."""
    folder = Path(pbem.games.drawing.__path__[0]) / "fonts"
    return Painter((folder / f"{face}.ttf").read_bytes() for face in FACES)
