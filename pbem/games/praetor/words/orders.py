"""Orders: words to moves in four languages at once, and moves back to words.

    build SA1 with 2 at -1,0 rot 0          build sawmill with low at north of GM2 / best
    activate MK1 with 1 sell 3 wood, buy 1 marble
    labour LC1 activate MQ1                 pass academy yes

What a helper means (`best`, `low`, `high`, `all`, `max`, a type's name, what is left out) is worked out from the view
at hand, so an order read again later may mean a different move.
"""

from collections.abc import Callable, Iterator

from pbem.games.game import Saying, Unread
from pbem.games.kit.reading import Lost, Reader, read_whole
from pbem.games.praetor.course.update import school_for
from pbem.games.praetor.law.law import fee_for
from pbem.games.praetor.position.effects import traded
from pbem.games.praetor.position.moves import OLD, Academy, Activate, Build, Labour, Move, Pass, Ready, Rescue, Trade
from pbem.games.praetor.position.state import View
from pbem.games.praetor.table.goods import NOTHING, Goods
from pbem.games.praetor.table.vocabulary import WORDS
from pbem.games.praetor.words.naming import read_camp, read_level, read_site, read_tile, with_cells


def parse(view: View, text: str) -> Move | Unread:
    """Read one order."""
    return read_whole(Reader(WORDS, with_cells(text)), lambda reader: _order(view, reader))


def _order(view: View, reader: Reader) -> Move:
    verb = reader.need("verbs")
    reader.kind = _KINDS.get(verb, "action")
    return _READ[verb](view, reader)


def _read_build(view: View, reader: Reader) -> Build:
    return read_site(view, reader, read_tile(view, reader, view.state.now.display), level=None)


def _read_activate(view: View, reader: Reader) -> Activate:
    tile = read_tile(view, reader, tuple(view.state.now.city))
    if not reader.take_id("marks", "with"):
        raise Lost(reader.expected("with"))
    return _read_use(view, reader, tile, read_level(view, reader), ())


def _read_labour(view: View, reader: Reader) -> Labour:
    camp = read_camp(view, reader)
    inner = reader.take("verbs")
    if inner == "build":
        return Labour(camp, read_site(view, reader, read_tile(view, reader, view.state.now.display), level=OLD))
    if inner != "activate":
        raise Lost(reader.expected("inner"))
    tile = read_tile(view, reader, tuple(view.state.now.city))
    return Labour(camp, _read_use(view, reader, tile, OLD, (camp,)))


def _read_pass(_view: View, reader: Reader) -> Pass:
    academy = ""
    if reader.take_id("verbs", "academy"):
        academy = reader.need("answers")
    rescue = ""
    if reader.take_id("verbs", "rescue"):
        rescue = reader.need("answers")
    if rescue == "free":
        raise Lost(reader.expected("rescue"))
    return Pass(academy, rescue)  # type: ignore[arg-type]


def _read_academy(view: View, reader: Reader) -> Academy:
    wish = reader.need("answers")
    if wish == "yes" and not reader.is_done:
        reader.take_id("marks", "at")
        return Academy(read_tile(view, reader, tuple(view.state.now.city)))
    if view.seat is None:
        return Academy()
    player = view.state.now.players[view.seat]
    return Academy(school_for(view.state, player, wish))


def _read_rescue(_view: View, reader: Reader) -> Rescue:
    wish = reader.need("answers")
    if wish == "free":
        raise Lost(reader.expected("rescue"))
    return Rescue(use=wish == "yes")


def _read_ready(_view: View, _reader: Reader) -> Ready:
    return Ready()


def _read_use(view: View, reader: Reader, tile: str, level: int, camps: tuple[str, ...]) -> Activate:
    kind = view.state.tile(tile).type
    goods = _goods_left(view, (*camps, tile))
    made = None
    if kind == "smith":
        made = max(0, min(level, goods.wood))  # P-R14
    if reader.take_id("marks", "make") and not reader.take_id("marks", "max"):
        made = reader.need_number("number")
    take = ""
    if kind == "outpost":
        take = view.state.now.section
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
        return NOTHING
    goods = view.state.now.players[view.seat].goods
    for tile in tiles:
        if lot := view.state.now.city.get(tile):
            goods = goods - fee_for(view.state, view.seat, lot)
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
        everything = {"sell": "all", "buy": "max"}[verb]
        whole = reader.take_id("marks", everything)
        count = 0
        if not whole:
            count = reader.need_number("number")
        good = reader.need("goods")
        if good == "gold":
            raise Lost(Unread(Saying("gold_has_no_price")))
        trade = Trade(sell=verb == "sell", count=count, good=good)
        if whole:
            trade = _whole(view, goods, trade)
        yield trade
        goods = _after(view, goods, trade)


def _whole(view: View, goods: Goods, trade: Trade) -> Trade:
    if trade.sell or view.seat is None:
        return Trade(sell=trade.sell, count=goods.amount(trade.good), good=trade.good)
    price = view.state.side(view.state.now.players[view.seat]).buy.amount(trade.good)
    return Trade(sell=False, count=goods.gold // price, good=trade.good)


def _after(view: View, goods: Goods, trade: Trade) -> Goods:
    if view.seat is None:
        return goods
    return traded(view.state.side(view.state.now.players[view.seat]), goods, (trade,)) or goods


_KINDS = {"academy": "academy", "rescue": "rescue", "ready": "ready"}
_READ: dict[str, Callable[[View, Reader], Move]] = {
    "build": _read_build,
    "activate": _read_activate,
    "labour": _read_labour,
    "pass": _read_pass,
    "academy": _read_academy,
    "rescue": _read_rescue,
    "ready": _read_ready,
}
