"""Parts of the kit painted, to be looked at pixel by pixel."""

import io
from functools import cache

from PIL import Image, ImageChops

from pbem.desk.fonts import painter
from pbem.games.drawing.document import KNOWN
from pbem.games.drawing.sheet import picture_sheet
from pbem.games.game import Drawing
from pbem.report.drawing import document

AROUND = 6  # units of empty ground on all sides of what is looked at
SIDE = 24
_ROOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{side}" height="{side}" class="d">{body}</svg>'


@cache
def painted(name: str, theme: str = "light", pixels: int = 144) -> Image.Image:
    """Paint a part, with empty ground around it that shows what leaves its box."""
    whole = SIDE + 2 * AROUND
    body = f'<use href="#{name}" width="{SIDE}" height="{SIDE}"/>'
    svg = _ROOT.format(box=f"{-AROUND} {-AROUND} {whole} {whole}", side=whole, body=body)
    return paint(Drawing(svg, {name: KNOWN[name]}), theme, pixels)


def paint(drawing: Drawing, theme: str, pixels: int) -> Image.Image:
    """Paint a square drawing without a ground."""
    from resvg import render, usvg

    svg = document(drawing, picture_sheet(theme))
    width = svg.partition(' width="')[2].partition('"')[0]
    sized = svg.replace(f'width="{width}" height="{width}"', f'width="{pixels}" height="{pixels}"', 1)
    tree = usvg.Tree.from_str(sized, painter().options)
    return Image.open(io.BytesIO(render(tree, (1, 0, 0, 0, 1, 0))))


def spilled(picture: Image.Image, slack: float = 0.15) -> tuple[int, int, int, int] | None:
    """Return where something was painted outside the box of a part; None where nothing was."""
    unit = picture.width / (SIDE + 2 * AROUND)
    low, high = round((AROUND - slack) * unit), round((AROUND + SIDE + slack) * unit)
    alpha = picture.getchannel("A")
    alpha.paste(0, (low, low, high, high))
    return alpha.getbbox()


def shade(picture: Image.Image) -> Image.Image:
    """Return a picture as a grey print shows it, on paper."""
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    return paper.convert("L")


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return by how much two grey pictures differ: 0 if they are alike, 255 if one is white and the other black."""
    histogram = ImageChops.difference(one, other).histogram()
    return sum(grey * count for grey, count in enumerate(histogram)) / sum(histogram)
