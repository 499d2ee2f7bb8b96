"""The road: its stones from the village to Caesar's Palace, Rome behind its wall, the pawns, and where they came from.

A road that does not fit one row turns back at its end.
"""

from collections.abc import Iterator

from msgspec import Struct

from pbem.games.drawing.icons.catalogue import icon
from pbem.games.drawing.numbers import written
from pbem.games.drawing.pieces.marks import ghost, token
from pbem.games.drawing.places import Box, rect
from pbem.games.drawing.remembered import remembered
from pbem.games.drawing.text.measure import BOLD, SANS
from pbem.games.drawing.text.values import Value, value
from pbem.games.drawing.text.writing import text
from pbem.games.fortuna.picture.drawing_input import DrawingInput
from pbem.games.fortuna.picture.news import former_place
from pbem.games.fortuna.table.table import Road
from pbem.games.game import Seat

_ABREAST = {True: 16, False: 8}  # stones in a row, by whether the drawing is wide
_CRENEL = 6
_NUMBER = 16.5  # what the number of a space takes of its stone

Pawns = tuple[tuple[Seat, int], ...]  # each with its space


class Way(Struct, frozen=True):
    """How a road is laid out: its spaces, in how many rows, how high a stone is, and the room between rows."""

    road: Road
    rows: int
    stone: float
    turn: float

    @property
    def count(self) -> int:
        """How many spaces there are."""
        return self.road.palace - self.road.start + 1


class Stone(Struct, frozen=True):
    """A space of the road and where it lies."""

    space: int
    box: Box
    row: int


def height(sight: DrawingInput) -> float:
    """Return how high the road is."""
    way = _way(sight)
    return way.rows * way.stone + (way.rows - 1) * way.turn


def road(sight: DrawingInput, box: Box) -> str:
    """Draw the road within a box of its height."""
    here = tuple((seat, sight.public.players[seat].pos) for seat in sight.players)
    places = ((seat, former_place(sight, seat)) for seat in sight.players)
    gone = tuple((seat, place) for seat, place in places if place is not None)
    return _drawn(_way(sight), box, here, gone, sight.public.palace.tokens)


def _way(sight: DrawingInput) -> Way:
    spaces = sight.table.road
    rows = -(-(spaces.palace - spaces.start + 1) // _ABREAST[sight.is_wide])
    return Way(spaces, rows, sight.rhythm.stone, sight.rhythm.turn)


@remembered
def _drawn(way: Way, box: Box, here: Pawns, gone: Pawns, tokens: int) -> str:
    stones = tuple(_stones(way, box))
    parts = [_paved(way, box, stones)]
    for stone in stones:
        pawns = tuple(seat for seat, space in here if space == stone.space)
        left = tuple(seat for seat, space in gone if space == stone.space)
        parts.append(_landmark(way.road, stone, tokens, is_free=not pawns and not left))
        parts.append(_pieces(stone.box, pawns, left))
    return "".join(parts)


@remembered
def _paved(way: Way, box: Box, stones: tuple[Stone, ...]) -> str:
    """Draw what never changes."""
    return "".join((_band(way, box), *_walls(way, stones), *(_stone(way.road, stone) for stone in stones)))


def _stones(way: Way, box: Box) -> Iterator[Stone]:
    abreast = -(-way.count // way.rows)
    for index in range(way.count):
        row, place = divmod(index, abreast)
        if row % 2:
            place = abreast - 1 - place  # it runs back
        line = Box(box.x, box.y + row * (way.stone + way.turn), box.width, way.stone)
        yield Stone(way.road.start + index, line.column(place, abreast, 4), row)


def _band(way: Way, box: Box) -> str:
    """Draw the paved ground, and a sign where it turns."""
    drawn = rect(box.grown(3), "d-road", 8)
    for row in range(way.rows - 1):
        x = box.right - 26 if row % 2 == 0 else box.x + 12
        drawn += icon("turn", x, box.y + (row + 1) * (way.stone + way.turn) - way.turn / 2 - 7, 14)
    return drawn


def _walls(way: Way, stones: tuple[Stone, ...]) -> Iterator[str]:
    """Draw Rome behind its wall, row by row."""
    for row in range(way.rows):
        inside = [stone.box for stone in stones if stone.row == row and stone.space >= way.road.gate]
        if inside:
            left, right = min(box.x for box in inside), max(box.right for box in inside)
            yield _wall(Box(left - 3.5, inside[0].y - 9, right - left + 7, inside[0].height + 16))


def _wall(box: Box) -> str:
    """Draw a wall with battlements between two towers."""
    tower, rise = 13, 4
    count = max(1, round((box.width - 2 * tower) / 26))
    step = (box.width - 2 * tower) / (2 * count + 1)
    top, low = box.y - _CRENEL, box.y
    path = f"M{written(box.x)} {written(box.bottom)}V{written(top - rise)}h{tower}V{written(low)}"
    for merlon in range(count):
        start = box.x + tower + (2 * merlon + 1) * step
        path += f"H{written(start)}V{written(top)}h{written(step)}V{written(low)}"
    path += f"H{written(box.right - tower)}V{written(top - rise)}h{tower}V{written(box.bottom)}z"
    slits = "".join(f"M{written(x)} {written(top + 1)}v5" for x in (box.x + tower / 2, box.right - tower / 2))
    return f'<path d="{path}" class="d-rome"/><path d="{slits}" class="d-slit"/>'


def _stone(spaces: Road, stone: Stone) -> str:
    is_rome = stone.space >= spaces.gate
    kind = "d-paving"
    if stone.space == spaces.start:
        kind = "d-village"
    elif stone.space in (spaces.gate, spaces.palace):
        kind = "d-court"
    elif is_rome:
        kind = "d-inner"
    is_special = stone.space in (spaces.start, spaces.gate, spaces.palace)
    face, ink = (BOLD, "") if is_special else (SANS, "d-q")
    number = text(stone.box.x + 5, stone.box.y + 13.5, str(stone.space), size=11.5, face=face, kind=ink)
    return rect(stone.box, kind, 6) + number


def _pieces(box: Box, here: tuple[Seat, ...], gone: tuple[Seat, ...]) -> str:
    """Draw what stands on a stone: pawns and former places."""
    if len(here) == len(gone) == 1:
        return _moved(box, here[0], gone[0])
    drawn = ""
    for seat, (x, y, size) in zip((*here, *gone), _spots(box, len(here) + len(gone)), strict=True):
        drawn += token(seat, x, y, size) if seat in here else ghost(seat, x, y, size * 0.85)
    return drawn


def _moved(box: Box, here: Seat, gone: Seat) -> str:
    """Draw a pawn, and smaller at its side that another one left."""
    low = box.bottom - 6
    return token(here, box.centre - 7.5, low - 11, 22) + ghost(gone, box.centre + 12, low - 7, 14)


def _spots(box: Box, count: int) -> Iterator[tuple[float, float, float]]:
    """Yield where so many tokens stand on a stone, and how large they are."""
    low = box.bottom - 5
    if not count:
        return
    if count == 1:
        size = min(23, box.width * 0.62)
        yield box.centre, low - size / 2 - 1, size
    elif count == 2:
        size = min(20.5, box.width / 2 - 0.5)
        yield from ((box.centre + side * (size / 2 - 0.2), low - size / 2 - 1, size) for side in (-1, 1))
    else:
        size = min(box.width / 2 - 1, (low - box.y - _NUMBER) / 2)
        for number in range(count):
            row, column = divmod(number, 2)
            is_alone = number == count - 1 and count % 2 == 1
            side = 0 if is_alone else 2 * column - 1
            yield box.centre + side * size / 2, low - size * (1.5 - row) + 1, size


def _landmark(spaces: Road, stone: Stone, tokens: int, *, is_free: bool) -> str:
    """Draw village, gate or palace: large on a free stone, else small in its corner."""
    names = {spaces.palace: "palace", spaces.gate: "gate", spaces.start: "village"}
    name = names.get(stone.space)
    if name is None:
        return ""
    box = stone.box
    discs = _tokens(tokens, box) if name == "palace" else ""
    if not is_free:
        return discs or icon(name, box.right - 19, box.y + 3, 15)
    size = min(28, box.width - 8) - (5 if discs else 0)
    return icon(name, box.centre - size / 2, box.bottom - size - 4, size) + discs


def _tokens(count: int, box: Box) -> str:
    """Draw the tokens that lie in the palace: discs, a number where they are many."""
    if not count:
        return ""
    if count > 3:
        return value(Value("token", count), box.x + 4, box.y + 23, size=9.5, icon_size=10)
    top = box.y + 4.5 if box.width >= 50 else box.y + 16  # beside the number of the space, or below it
    return "".join(icon("token", box.right - 3 - 9 * (place + 1), top, 9) for place in range(count))
