"""A drawing as a PNG, for letters: mail programs show no SVG. Opaque, in daylight, the same bytes at each run.

The fonts are handed in; no other font is ever looked for.
"""

import io
import re
from collections.abc import Iterable
from math import sqrt
from typing import TYPE_CHECKING

from pbem.games.drawing.palette import colour
from pbem.games.drawing.sheet import picture_sheet
from pbem.games.game import Drawing
from pbem.report.drawing import document

if TYPE_CHECKING:
    from PIL.Image import Image

SCALE = 2  # pixels for each unit of the drawing, at most
MOST_PIXELS = 1_250_000  # a large drawing is painted less densely: painting is to take less than 80 ms
_THEME = "light"
MOST_BYTES = 120_000
# Flat colours and the steps between them at edges, and the effort of the compression, of which twice the time would
# save a tenth; what is too large is written again with more effort, and then with fewer colours.
_WAYS = ((160, 4), (160, 8), (96, 9), (48, 9))
# Boards are paper and pastels: light shades are spread before similar ones are gathered, so that none become one.
_SPREAD = [round(255 * (shade / 255) ** 2) for shade in range(256)]
_GATHERED = [round(255 * (shade / 255) ** 0.5) for shade in range(256)]
_SIZE = re.compile(r'(<svg\b[^>]*?) width="([\d.]+)" height="([\d.]+)"')
_AS_IT_IS = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)


class Painter:
    """Paints drawings with fonts that are read once."""

    def __init__(self, fonts: Iterable[bytes]) -> None:
        from resvg import usvg

        self.options = usvg.Options.default()
        for font in fonts:
            self.options.load_font_data(font)

    def png(self, drawing: Drawing) -> bytes:
        """Return a drawing as a PNG of double density, or as near to it as may be."""
        from resvg import render, usvg

        tree = usvg.Tree.from_str(_enlarged(document(drawing, picture_sheet(_THEME))), self.options)
        return _reduced(render(tree, _AS_IT_IS, bg_color=_ground()))


def _enlarged(svg: str) -> str:
    """Return a document that is twice as large, or as large as may be, of whole pixels."""

    def size(root: re.Match[str]) -> str:
        width, height = float(root[2]), float(root[3])
        scale = min(SCALE, sqrt(MOST_PIXELS / (width * height)))
        return f'{root[1]} width="{round(width * scale)}" height="{round(height * scale)}"'

    return _SIZE.sub(size, svg, count=1)


def _ground() -> tuple[int, int, int, int]:
    red, green, blue = bytes.fromhex(colour("ground", _THEME).removeprefix("#"))
    return red, green, blue, 255


def _reduced(png: bytes) -> bytes:
    """Return the same picture with a table of colours instead of four bytes a pixel: it is a third as large then."""
    from PIL.PngImagePlugin import PngImageFile

    picture = PngImageFile(io.BytesIO(png)).convert("RGB").point(_SPREAD * 3)
    found = b""
    for colours, effort in _WAYS:
        found = _written(picture, colours, effort)
        if len(found) < MOST_BYTES:
            break
    return found


def _written(spread: "Image", colours: int, effort: int) -> bytes:
    from PIL.Image import Dither, Quantize

    few = spread.quantize(colours, method=Quantize.FASTOCTREE, dither=Dither.NONE)
    few.putpalette([_GATHERED[shade] for shade in few.getpalette() or ()])
    written = io.BytesIO()
    few.save(written, "PNG", compress_level=effort)
    return written.getvalue()
