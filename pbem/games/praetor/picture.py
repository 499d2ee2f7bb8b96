"""The board as SVG: the city with its plazas, owners and workers, the offer, the wall, and the player boards.

Colours are those of Okabe and Ito; whatever has a colour also has a letter, a number or a shape.
"""

from collections.abc import Iterator

import pbem.games.svg as pen
from pbem.games.game import Saying
from pbem.games.praetor.city import sites
from pbem.games.praetor.goods import GOODS, NOTHING
from pbem.games.praetor.mat import HEIGHT as MAT_HEIGHT
from pbem.games.praetor.mat import WIDTH as MAT_WIDTH
from pbem.games.praetor.mat import draw_mat
from pbem.games.praetor.paint import INK, SIZE, defined, dice, goods, heading, label, start, use
from pbem.games.praetor.scene import at
from pbem.games.praetor.state import Lot, State, View, cells, city_deck, era, wall_deck
from pbem.games.praetor.table import Corners, Tile, Wall
from pbem.games.praetor.vocabulary import WORDS, say, tell_goods

_GAP = 12
_SECTION_TOP = 30 + 3 * (SIZE + _GAP)
_LEGEND_TOP = _SECTION_TOP + 108
_LEGEND = ("red", "green", "grey", "fee")
_FAR = SIZE - 12
_CORNERS = ((12, 12), (_FAR, 12), (_FAR, _FAR), (12, _FAR))


def draw_svg(view: View, language: str) -> str:
    """Draw a view as a self-contained SVG document."""
    state = view.state
    ground = cells(state.now)
    west, north = min(x for x, _ in ground) - 1, max(y for _, y in ground) + 1
    columns, rows = max(x for x, _ in ground) + 2 - west, north - min(y for _, y in ground) + 2
    offer_left = columns * SIZE + _GAP
    width = max(offer_left + 2 * (SIZE + _GAP), 2 * (MAT_WIDTH + _GAP) + _GAP)
    mats_top = max(rows * SIZE, _LEGEND_TOP + 18 * (len(_LEGEND) + 2)) + _GAP
    height = mats_top + (len(state.rules.seats) + 1) // 2 * (MAT_HEIGHT + _GAP)
    parts = (
        pen.title(f"Praetor, {WORDS.say('facts', 'turn', language)} {state.now.turn}"),
        pen.desc(_say("board_desc", language)),
        defined(state.rules.table.designs),
        pen.element("path", d=f"M0 0H{width}V{height}H0Z", fill="#fff"),
        *_draw_city(state, west, north, language),
        *_draw_offer(state, offer_left, language),
        *_draw_legend(offer_left, language),
        *_draw_mats(state, mats_top, language),
    )
    look: dict[str, pen.Attribute] = {
        "font_family": "sans-serif",
        "font_size": 11,
        "text_anchor": "middle",
        "fill": INK,
    }
    box = f"0 0 {width} {height}"
    return pen.document("".join(parts), viewBox=box, width=width, height=height, role="img", **look) + "\n"


def _say(key: str, language: str) -> str:
    return say(Saying(key), language)


def _draw_city(state: State, west: int, north: int, language: str) -> Iterator[str]:
    ground = cells(state.now)
    places = [((x - west) * SIZE, (north - y) * SIZE, at(x, y)) for x, y in sites(ground)]
    outline = "".join(f"M{left + 6} {top + 6}h92v92h-92z" for left, top, _ in places)
    yield f'<path d="{outline}" fill="none" stroke="#bbb" stroke-dasharray="4"/><g font-size="14" fill="#767676">'
    yield from (label(left + 52, top + 57, name) for left, top, name in places)
    yield "</g>"
    for (x, y), lot in ground.items():
        yield from _draw_lot(state, lot, (x - west) * SIZE, (north - y) * SIZE, language)


def _draw_lot(state: State, lot: Lot, left: int, top: int, language: str) -> Iterator[str]:
    tile = state.tile(lot.tile)
    name = WORDS.say("types", tile.type, language)
    yield f'<g transform="translate({left},{top})">' + pen.title(f"{tile.id} {name} ({at(lot.x, lot.y)})")
    yield from _draw_tile(tile, lot.corners, name)
    if tile.colour != "none":
        yield use(f"a-{tile.colour}", 70, 48)
    if lot.owner:
        yield use(f"m-{lot.owner}", 24, 60)
        yield from goods(26, 82, tile.fee.bundle())
    if lot.builder:
        yield dice(42, 50, lot.builder.level, lot.builder.seat)
    if lot.user:
        yield dice(72, 50, lot.user.level, lot.user.seat)
    yield "</g>"


def _draw_tile(tile: Tile, corners: Corners, name: str) -> Iterator[str]:
    """Draw a tile as it lies: id and name on top, plazas in the corners."""
    yield use(f"t-{tile.colour}", 0, 0)
    yield from (use(f"p{design}", *corner) for design, corner in zip(corners, _CORNERS, strict=True))
    yield heading(52, 15, tile.id)
    yield from (label(52, 29 + 12 * line, words) for line, words in enumerate(_in_two(name)))


def _in_two(name: str) -> tuple[str, ...]:
    words = name.split()
    if len(name) <= 13 or len(words) < 2:
        return (name,)
    return " ".join(words[:-1]), words[-1]


def _draw_offer(state: State, left: int, language: str) -> Iterator[str]:
    yield heading(left + SIZE, 20, _say("board_offer", language), 15)
    for place, tile_id in enumerate(state.now.display):
        tile = state.tile(tile_id)
        name = WORDS.say("types", tile.type, language)
        x, y = left + place % 2 * (SIZE + _GAP), 30 + place // 2 * (SIZE + _GAP)
        fee = ""
        if tile.fee != NOTHING:
            fee = f"; {tell_goods(tile.fee.bundle(), language)}"
        cost = f"{tell_goods(tile.cost.bundle(), language)}; {tile.favour} {_say('board_favour', language)}"
        yield f'<g transform="translate({x},{y})">' + pen.title(f"{tile.id} {name}: {cost}{fee}")
        yield from _draw_tile(tile, tile.corners, name)
        yield from goods(6, 48, tile.cost.bundle(), 25)
        yield heading(52, 76, f"+{tile.favour}")
        yield from goods(26, 82, tile.fee.bundle())
        yield "</g>"
    if state.now.section:
        yield from _draw_section(state.rules.table.walls[state.now.section], left, _SECTION_TOP, language)
    words = ((WORDS.say("facts", name, language), count) for name, count in _decks(state))
    yield start(left, _SECTION_TOP + 78, ", ".join(f"{word} {count}" for word, count in words), 11)


def _decks(state: State) -> tuple[tuple[str, object], ...]:
    return ("deck", city_deck(state)), ("era", era(state.now)), ("wall_deck", wall_deck(state))


def _draw_section(wall: Wall, left: int, top: int, language: str) -> Iterator[str]:
    yield f'<g transform="translate({left},{top})">' + pen.title(
        f"{wall.id}: {tell_goods(wall.cost.bundle(), language)}"
    )
    yield f'<path d="M0 0h220v60h-220z" fill="#eee" stroke="{INK}"/>'
    yield heading(56, 22, f"{_say('board_wall', language)} {wall.id}") + heading(56, 46, f"+{wall.favour}", 15)
    yield from goods(110, 24, wall.cost.bundle(), 30)
    yield "</g>"


def _draw_legend(left: int, language: str) -> Iterator[str]:
    """Say what the signs on a tile mean."""
    for place, good in enumerate(GOODS):
        x, y = left + place % 3 * 74, _LEGEND_TOP + place // 3 * 18
        yield use(f"g-{good}", x, y) + start(x + 16, y + 10, WORDS.say("goods", good, language), 11)
    for line, key in enumerate(_LEGEND, 2):
        y = _LEGEND_TOP + line * 18
        if key != "fee":
            yield f'<use href="#pr-a-{key}" transform="translate({left},{y}) scale(.5)"/>'
        yield start(left + 16, y + 10, _say(f"legend_{key}", language), 11)


def _draw_mats(state: State, top: int, language: str) -> Iterator[str]:
    for place, seat in enumerate(state.rules.seats):
        x = _GAP + place % 2 * (MAT_WIDTH + _GAP)
        y = top + place // 2 * (MAT_HEIGHT + _GAP)
        yield f'<g transform="translate({x},{y})">'
        yield from draw_mat(state, seat, language)
        yield "</g>"
