"""Where one may build, and the numbers of rows and columns by which every cell is named."""

from collections.abc import Iterable, Iterator

from pbem.games.drawing.numbers import written
from pbem.games.drawing.places import Box
from pbem.games.drawing.text.measure import BOLD, SANS, width_of
from pbem.games.drawing.text.writing import END, MIDDLE, text
from pbem.games.praetor.picture.city.plan import GAP, STREET, Plan
from pbem.games.praetor.picture.drawing_input import DrawingInput
from pbem.games.praetor.position.city import sites as open_cells
from pbem.games.praetor.position.scene import at
from pbem.games.praetor.position.state import cells
from pbem.games.praetor.table.table import Cell

_INSET = 3
_SIZES = (11, 9.5)
_MINUS = "\N{MINUS SIGN}"


def outlined(boxes: Iterable[Box]) -> str:
    """Return the course around some boxes."""
    return "".join(
        f"M{written(box.x)} {written(box.y)}h{written(box.width)}v{written(box.height)}h-{written(box.width)}z"
        for box in boxes
    )


def sites(sight: DrawingInput, ground: Plan) -> Iterator[str]:
    """Draw where one may build: whole cells in gaps, stubs around the city, each with its place where that fits."""
    boxes = []
    for cell in _open(sight):
        box = _site(ground, cell)
        boxes.append(box)
        size = next((size for size in _SIZES if _fits(at(*cell), size, box)), 0)
        if size:
            yield text(box.centre, box.middle + size * 0.36, at(*cell), size=size, kind=f"d-q {MIDDLE}")
    if boxes:
        yield f'<path d="{outlined(boxes)}" class="d-empty"/>'


def _open(sight: DrawingInput) -> tuple[Cell, ...]:
    return () if sight.is_over else open_cells(cells(sight.now))


def _fits(words: str, size: float, box: Box) -> bool:
    return width_of(words, size, SANS) <= box.width - 2 and size <= box.height - 2


def _site(ground: Plan, cell: Cell) -> Box:
    return ground.box(cell).grown(-_INSET) if ground.is_inside(cell) else ground.stub_box(cell)


def numbers(sight: DrawingInput, ground: Plan) -> Iterator[str]:
    """Write the numbers of rows and columns on the edges, also of those beside the city where one may build."""
    size = 11.5 if sight.is_wide else 10
    outside = [cell for cell in _open(sight) if not ground.is_inside(cell)]
    columns, rows = {x for x, _ in outside}, {y for _, y in outside}
    for strip in ground.strips:
        low = strip.top + ground.rows * ground.pitch - GAP + STREET + ground.stub_down + size + 1.5
        for x in range(strip.west, strip.east + 1):
            yield _column(ground.box((x, ground.north)), low, x, size)
        for x in columns & {strip.west - 1, strip.east + 1} - set(ground.columns):
            yield _column(ground.stub_box((x, ground.north)), low, x, size)
        right = strip.left - STREET - ground.stub - 4
        for y in range(ground.south, ground.north + 1):
            yield _row(ground.box((strip.west, y)), right, y, size)
        for y in sorted(rows & {ground.north + 1, ground.south - 1}):
            yield _row(ground.stub_box((strip.west, y)), right, y, size)


def _column(box: Box, low: float, x: int, size: float) -> str:
    return text(box.centre, low, _signed(x), size=size, face=BOLD, kind=f"d-q {MIDDLE}")


def _row(box: Box, right: float, y: int, size: float) -> str:
    return text(right, box.middle + size * 0.36, _signed(y), size=size, face=BOLD, kind=f"d-q {END}")


def _signed(number: int) -> str:
    return str(number).replace("-", _MINUS)
