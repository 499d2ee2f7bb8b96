"""Orders: words to moves in four languages at once, and moves back to words.

    build SA1 with 2 at -1,0 rot 0          build sawmill with low at north of GM2 / best
    activate MK1 with 1 sell 3 wood, buy 1 marble
    labour LC1 activate MQ1                 pass academy yes

What a helper means (`best`, `low`, `high`, `all`, `max`, a type's name, what is left out) is worked out from the view
at hand, so an order read again later may mean a different move.
"""

import re
from collections.abc import Callable, Iterator

from pbem.games.game import Saying, Unread
from pbem.games.praetor.city import ROTATIONS, best_place, best_rotation, is_adjacent
from pbem.games.praetor.effects import traded
from pbem.games.praetor.law import fee_for
from pbem.games.praetor.moves import OLD, Academy, Activate, Build, Labour, Move, Pass, Ready, Rescue, Trade
from pbem.games.praetor.state import Lot, State, View, cells, minus
from pbem.games.praetor.table import GOODS, Cell, Goods
from pbem.games.praetor.update import school_for
from pbem.games.praetor.vocabulary import WORDS
from pbem.games.reading import Lost, Reader, read_whole

STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
_CELL = re.compile(r"(?<!\w)([-\u2212\u2013]?)([0-9]{1,4})\s*,\s*([-\u2212\u2013]?)([0-9]{1,4})(?!\w)")
_CELL_WORD = re.compile(r"cell_(m?)([0-9]+)_(m?)([0-9]+)")
_NOTHING: Goods = (0, 0, 0, 0, 0)

Place = tuple[Cell, str]  # a cell; or a step and the tile, not in the city, that it was to be taken from


def parse(view: View, text: str) -> Move | Unread:
    """Read one order."""
    return read_whole(Reader(WORDS, _CELL.sub(_as_word, text)), lambda reader: _order(view, reader))


def _order(view: View, reader: Reader) -> Move:
    return _READ[reader.need("verbs")](view, reader)


def _as_word(found: re.Match[str]) -> str:
    west, x, south, y = found.groups()
    return f" cell_{'m' * bool(west)}{x}_{'m' * bool(south)}{y} "


def _read_build(view: View, reader: Reader) -> Build:
    return _read_site(view, reader, _read_tile(view, reader, view.state.now.display), level=None)


def _read_activate(view: View, reader: Reader) -> Activate:
    tile = _read_tile(view, reader, tuple(view.state.now.city))
    if not reader.take_id("marks", "with"):
        raise Lost(reader.expected("with"))
    return _read_use(view, reader, tile, _read_level(view, reader), ())


def _read_labour(view: View, reader: Reader) -> Labour:
    camp = _read_camp(view, reader)
    inner = reader.take("verbs")
    if inner == "build":
        return Labour(camp, _read_site(view, reader, _read_tile(view, reader, view.state.now.display), level=OLD))
    if inner != "activate":
        raise Lost(reader.expected("inner"))
    tile = _read_tile(view, reader, tuple(view.state.now.city))
    return Labour(camp, _read_use(view, reader, tile, OLD, (camp,)))


def _read_pass(_view: View, reader: Reader) -> Pass:
    academy = reader.need("answers") if reader.take_id("verbs", "academy") else ""
    rescue = reader.need("answers") if reader.take_id("verbs", "rescue") else ""
    if rescue == "free":
        raise Lost(reader.expected("rescue"))
    return Pass(academy, rescue)  # type: ignore[arg-type]


def _read_academy(view: View, reader: Reader) -> Academy:
    wish = reader.need("answers")
    if wish == "yes" and not reader.is_done:
        reader.take_id("marks", "at")
        return Academy(_read_tile(view, reader, tuple(view.state.now.city)))
    return Academy(school_for(view.state, view.state.now.players[view.seat], wish) if view.seat else "")


def _read_rescue(_view: View, reader: Reader) -> Rescue:
    wish = reader.need("answers")
    if wish == "free":
        raise Lost(reader.expected("rescue"))
    return Rescue(use=wish == "yes")


def _read_ready(_view: View, _reader: Reader) -> Ready:
    return Ready()


def _read_camp(view: View, reader: Reader) -> str:
    """Read the camp; left out, it is an own one or the only one."""
    if reader.left[:1] and (reader.left[0].upper() in view.state.rules.table.tiles or _is_type(reader)):
        return _read_tile(view, reader, tuple(view.state.now.city))
    lots = [lot for lot in view.state.now.city.values() if view.state.tile(lot.tile).type == "labour_camp"]
    own = [lot.tile for lot in lots if lot.owner == view.seat]
    return _only(view.state, "labour_camp", tuple(own[:1] or [lot.tile for lot in lots]))


def _is_type(reader: Reader) -> bool:
    return WORDS.match("types", reader.left) is not None


def _read_tile(view: View, reader: Reader, among: tuple[str, ...]) -> str:
    """Read a tile by its id, or by its name where only one of that name is meant."""
    tiles = view.state.rules.table.tiles
    word = reader.left[0].upper() if reader.left else ""
    if word in tiles:
        reader.mark(reader.left[0])
        return word
    kind = reader.take("types")
    if kind is None:
        from difflib import get_close_matches

        unread = reader.unread("types")
        ids = get_close_matches(word, tiles, n=3, cutoff=0.6)
        raise Lost(Unread(unread.saying, (*ids, *unread.nearest)))
    return _only(view.state, kind, tuple(tile for tile in among if tiles[tile].type == kind))


def _only(state: State, kind: str, found: tuple[str, ...]) -> str:
    if len(found) > 1:
        saying = Saying("e_ambiguous_name", {"name": f"types/{kind}", "tiles": list(found)})
        raise Lost(Unread(saying, found))
    return found[0] if found else next(tile.id for tile in state.rules.table.tiles.values() if tile.type == kind)


def _read_level(view: View, reader: Reader) -> int:
    level = reader.number()
    if level is not None:
        return level
    end = reader.take("marks")
    if end not in ("low", "high"):
        raise Lost(reader.expected("worker"))
    reserve = view.state.now.players[view.seat].reserve if view.seat else ()
    return (min if end == "low" else max)(reserve, default=0)


def _read_site(view: View, reader: Reader, tile: str, *, level: int | None) -> Build:
    """Read worker, place and rotation, in any order; the rotation is the best one unless said."""
    called = level is not None
    places: list[Place | None] = []
    rot: int | None = None
    while word := reader.take("marks"):
        if word == "with" and not called:
            level = _read_level(view, reader)
        elif word == "at":
            places = list(_read_places(view, reader))
        elif word == "rot":
            rot = _read_rotation(reader)
        else:
            raise Lost(reader.expected("site"))
    if level is None or not places:
        raise Lost(reader.expected("with" if level is None else "place"))
    return _site(view.state, tile, level, places, rot)


def _site(state: State, tile: str, level: int, places: list[Place | None], rot: int | None) -> Build:
    """Take the first place that is legal, else the first one named; None is the best place."""
    ground = cells(state.now)
    legal = (place for place in places if place is None or _is_site(ground, place))
    place = next(legal, places[0])
    if place is None:
        (x, y), turn, _ = best_place(state, tile, ROTATIONS if rot is None else (rot,))
        return Build(tile, level, x, y, turn)
    (x, y), beside = place
    if beside:
        return Build(tile, level, x, y, rot or 0, beside)
    return Build(tile, level, x, y, best_rotation(state, tile, (x, y)) if rot is None else rot)


def _is_site(ground: dict[Cell, Lot], place: Place) -> bool:
    cell, beside = place
    return not beside and cell not in ground and is_adjacent(ground, cell)


def _read_places(view: View, reader: Reader) -> Iterator[Place | None]:
    first = True
    while True:
        found = _CELL_WORD.fullmatch(reader.left[0]) if reader.left else None
        if found:
            reader.mark(reader.left[0])
            west, x, south, y = found.groups()
            yield (-int(x) if west else int(x), -int(y) if south else int(y)), ""
        elif reader.take_id("marks", "best"):
            yield None
        elif side := reader.take("directions"):
            yield _beside(view, reader, side)
        elif first:
            raise Lost(reader.expected("place"))
        else:
            return
        first = False


def _beside(view: View, reader: Reader, side: str) -> Place:
    reader.take_id("marks", "of")
    tile = _read_tile(view, reader, tuple(view.state.now.city))
    dx, dy = STEPS[side]
    lot = view.state.now.city.get(tile)
    return ((dx, dy), tile) if lot is None else ((lot.x + dx, lot.y + dy), "")


def _read_rotation(reader: Reader) -> int | None:
    if reader.take_id("marks", "best"):
        return None
    return reader.need_number("rotation")


def _read_use(view: View, reader: Reader, tile: str, level: int, camps: tuple[str, ...]) -> Activate:
    kind = view.state.tile(tile).type
    goods = _goods_left(view, (*camps, tile))
    made = max(0, min(level, goods[1])) if kind == "smith" else None  # P-R14
    if reader.take_id("marks", "make") and not reader.take_id("marks", "max"):
        made = reader.need_number("number")
    take = view.state.now.section if kind == "outpost" else ""
    if reader.take_id("marks", "take"):
        take = _read_section(view, reader)
    return Activate(
        tile,
        level,
        make=made,
        take=take,
        trades=tuple(_read_trades(view, reader, goods)),
    )


def _goods_left(view: View, tiles: tuple[str, ...]) -> Goods:
    """Return what the seat has after the fees of some tiles."""
    if view.seat is None:
        return _NOTHING
    goods = view.state.now.players[view.seat].goods
    for tile in tiles:
        if lot := view.state.now.city.get(tile):
            goods = minus(goods, fee_for(view.state, view.seat, lot))
    return goods


def _read_section(view: View, reader: Reader) -> str:
    word = reader.left[0].upper() if reader.left else ""
    if word not in view.state.rules.table.walls:
        raise Lost(reader.expected("section"))
    reader.mark(reader.left[0])
    return word


def _read_trades(view: View, reader: Reader, goods: Goods) -> Iterator[Trade]:
    while verb := reader.take("marks"):
        if verb not in ("sell", "buy"):
            raise Lost(reader.expected("trade"))
        whole = reader.take_id("marks", "all" if verb == "sell" else "max")
        count = 0 if whole else reader.need_number("number")
        good = reader.need("goods")
        if good == "gold":
            raise Lost(Unread(Saying("gold_has_no_price")))
        trade = Trade(sell=verb == "sell", count=count, good=good)
        if whole:
            trade = _whole(view, goods, trade)
        yield trade
        goods = _after(view, goods, trade)


def _whole(view: View, goods: Goods, trade: Trade) -> Trade:
    ware = GOODS.index(trade.good)
    if trade.sell or view.seat is None:
        return Trade(sell=trade.sell, count=goods[ware], good=trade.good)
    price = view.state.side(view.state.now.players[view.seat]).buy[ware]
    return Trade(sell=False, count=goods[0] // price, good=trade.good)


def _after(view: View, goods: Goods, trade: Trade) -> Goods:
    if view.seat is None:
        return goods
    return traded(view.state.side(view.state.now.players[view.seat]), goods, (trade,)) or goods


_READ: dict[str, Callable[[View, Reader], Move]] = {
    "build": _read_build,
    "activate": _read_activate,
    "labour": _read_labour,
    "pass": _read_pass,
    "academy": _read_academy,
    "rescue": _read_rescue,
    "ready": _read_ready,
}
