"""The board as SVG: the city with its plazas, owners and workers, the offer, the wall, and the player boards.

Colours are those of Okabe and Ito; whatever has a colour also has a letter, a number or a shape.
"""

from collections.abc import Iterator

from pbem.games.game import Saying, Seat
from pbem.games.praetor.city import sites
from pbem.games.praetor.course import at
from pbem.games.praetor.mat import draw_mat
from pbem.games.praetor.paint import INK, dice, goods, hint, label, rect, seat_mark
from pbem.games.praetor.state import Lot, State, View, cells
from pbem.games.praetor.table import Corners, Tile, Wall, bundle
from pbem.games.praetor.vocabulary import WORDS, say, tell_goods

SIZE = 104
_GAP = 12
_MAT_WIDTH, _MAT_HEIGHT = 384, 190
_GROUNDS = {"red": "#f9e3d6", "green": "#dcf1e8", "grey": "#dddddd", "none": "#f7f4ea"}
_RINGS = {"red": "#D55E00", "green": "#009E73", "grey": "#666666"}
_DESIGNS = {1: "#56B4E9", 2: "#E69F00", 3: "#F0E442", 4: "#CC79A7"}


def draw_svg(view: View, language: str) -> str:
    """Draw a view as a self-contained SVG document."""
    state = view.state
    ground = cells(state.now)
    west, north = min(x for x, _ in ground) - 1, max(y for _, y in ground) + 1
    columns, rows = max(x for x, _ in ground) + 2 - west, north - min(y for _, y in ground) + 2
    city = (columns * SIZE, rows * SIZE)
    offer_width = 2 * (SIZE + _GAP) + _GAP
    width = max(city[0] + offer_width, 2 * (_MAT_WIDTH + _GAP) + _GAP)
    mats_top = max(city[1], 30 + 4 * (SIZE + _GAP)) + _GAP
    height = mats_top + (len(state.rules.seats) + 1) // 2 * (_MAT_HEIGHT + _GAP)
    parts = [
        rect(0, 0, width, height, "#ffffff"),
        *_draw_city(state, west, north, language),
        *_draw_offer(state, city[0] + _GAP, language),
        *_draw_mats(view, mats_top, language),
    ]
    title, desc = f"Praetor, {WORDS.say('facts', 'turn', language)} {state.now.turn}", _say("board_desc", language)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="sans-serif"><title>{title}</title><desc>{desc}</desc>{"".join(parts)}</svg>\n'
    )


def _say(key: str, language: str) -> str:
    return say(Saying(key), language)


def _draw_city(state: State, west: int, north: int, language: str) -> Iterator[str]:
    ground = cells(state.now)
    for x, y in sites(ground):
        left, top = (x - west) * SIZE, (north - y) * SIZE
        yield rect(left + 6, top + 6, SIZE - 12, SIZE - 12, "none", stroke="#bbbbbb", dash=True)
        yield label(left + SIZE // 2, top + SIZE // 2 + 5, at(x, y), 14, colour="#767676")
    for (x, y), lot in ground.items():
        yield from _draw_lot(state, lot, ((x - west) * SIZE, (north - y) * SIZE), language)


def _draw_lot(state: State, lot: Lot, corner: tuple[int, int], language: str) -> Iterator[str]:
    left, top = corner
    tile = state.tile(lot.tile)
    yield "<g>" + hint(f"{tile.id} {WORDS.say('types', tile.type, language)} ({at(lot.x, lot.y)})")
    yield from _draw_tile(tile, lot.corners, left, top, language)
    if tile.colour in _RINGS:
        yield rect(left + 70, top + 48, 24, 24, "#ffffff", stroke=_RINGS[tile.colour], thick=True)
    if lot.owner:
        yield seat_mark(left + 24, top + 60, lot.owner)
        yield from goods(left + 26, top + 82, bundle(tile.fee))
    if lot.builder:
        yield dice(left + 42, top + 50, lot.builder.level, lot.builder.seat)
    if lot.user:
        yield dice(left + 72, top + 50, lot.user.level, lot.user.seat)
    yield "</g>"


def _draw_tile(tile: Tile, corners: Corners, left: int, top: int, language: str) -> Iterator[str]:
    """Draw a tile as it lies: id and name on top, plazas in the corners."""
    yield rect(left + 1, top + 1, SIZE - 2, SIZE - 2, _GROUNDS[tile.colour], stroke=INK)
    yield from _draw_corners(corners, left, top)
    yield label(left + SIZE // 2, top + 15, tile.id, 13, bold=True)
    for line, words in enumerate(_in_two(WORDS.say("types", tile.type, language))):
        yield label(left + SIZE // 2, top + 30 + 12 * line, words, 10)


def _in_two(name: str) -> tuple[str, ...]:
    words = name.split()
    if len(name) <= 13 or len(words) < 2:
        return (name,)
    return " ".join(words[:-1]), words[-1]


def _draw_corners(corners: Corners, left: int, top: int) -> Iterator[str]:
    far = SIZE - 12
    for design, (dx, dy) in zip(corners, ((12, 12), (far, 12), (far, far), (12, far)), strict=True):
        yield _draw_design(design, left + dx, top + dy)


def _draw_design(design: int, x: int, y: int) -> str:
    """Draw a plaza: circle, square, triangle or diamond, with its number."""
    colour = _DESIGNS.get(design, "#ffffff")
    style = f'fill="{colour}" stroke="{INK}"'
    shapes = {
        1: f'<circle cx="{x}" cy="{y}" r="9" {style}/>',
        3: f'<path d="M{x} {y - 10}L{x + 10} {y + 8}H{x - 10}Z" {style}/>',
        4: f'<path d="M{x} {y - 11}L{x + 11} {y}L{x} {y + 11}L{x - 11} {y}Z" {style}/>',
    }
    square = f'<rect x="{x - 8}" y="{y - 8}" width="16" height="16" {style}/>'
    return shapes.get(design, square) + label(x, y + 4, str(design), 10)


def _draw_offer(state: State, left: int, language: str) -> Iterator[str]:
    yield label(left + SIZE, 20, _say("board_offer", language), 15, bold=True)
    for place, name in enumerate(state.now.display):
        tile = state.tile(name)
        x, y = left + place % 2 * (SIZE + _GAP), 30 + place // 2 * (SIZE + _GAP)
        fee = f"; {tell_goods(bundle(tile.fee), language)}" if any(tile.fee) else ""
        words = f"{tile.id} {WORDS.say('types', tile.type, language)}: {tell_goods(bundle(tile.cost), language)}"
        yield "<g>" + hint(f"{words}; {tile.favour} {_say('board_favour', language)}{fee}")
        yield from _draw_tile(tile, tile.corners, x, y, language)
        yield from goods(x + 12, y + 48, bundle(tile.cost))
        yield label(x + 52, y + 76, f"+{tile.favour}", 14, bold=True)
        yield from goods(x + 26, y + 82, bundle(tile.fee))
        yield "</g>"
    if state.now.section:
        top = 30 + 3 * (SIZE + _GAP)
        yield from _draw_section(state.rules.table.walls[state.now.section], left, top, language)


def _draw_section(wall: Wall, left: int, top: int, language: str) -> Iterator[str]:
    yield rect(left, top, 2 * SIZE + _GAP, 60, "#eeeeee", stroke=INK)
    yield label(left + 60, top + 20, f"{_say('board_wall', language)} {wall.id}", 13, bold=True)
    yield label(left + 60, top + 44, f"+{wall.favour}", 15, bold=True)
    yield from goods(left + 110, top + 20, bundle(wall.cost))


def _draw_mats(view: View, top: int, language: str) -> Iterator[str]:
    seats: list[Seat] = list(view.state.rules.seats)
    for place, seat in enumerate(seats):
        x = _GAP + place % 2 * (_MAT_WIDTH + _GAP)
        y = top + place // 2 * (_MAT_HEIGHT + _GAP)
        yield from draw_mat(view, seat, (x, y, _MAT_WIDTH, _MAT_HEIGHT), language)
