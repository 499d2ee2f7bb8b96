"""Every legal move, lazily, in a stable order.

A market visit is open-ended; of its trades a finite selection is listed, and `check` accepts all the others too:
nothing; selling one or all of a ware; selling all wares; buying one or as many as gold allows of a ware; selling all
of one ware and buying as many as possible of another.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain

from msgspec.structs import replace

from pbem.games.praetor.law.law import (
    CLOSED,
    academies,
    can_act,
    fee_for,
    has_marker,
    hire,
    is_empty,
    may_need_rescue,
    may_study,
    why_not_camp,
    why_not_served,
    why_not_visit,
)
from pbem.games.praetor.position.city import ROTATIONS, sites
from pbem.games.praetor.position.effects import traded
from pbem.games.praetor.position.moves import (
    OLD,
    Academy,
    Activate,
    Build,
    Labour,
    Move,
    Pass,
    Ready,
    Rescue,
    Saving,
    Studying,
    Trade,
)
from pbem.games.praetor.position.state import Lot, Player, State, View, cells
from pbem.games.praetor.table.goods import WARES, Goods
from pbem.games.praetor.table.table import Cell, Side, Tile


def moves(view: View) -> Iterator[Move]:
    """Return every legal move of the view's seat; none when nothing is asked of it."""
    seat, state = view.seat, view.state
    if seat is None or seat not in state.now.asked:
        return iter(())
    return _LISTS[state.now.phase](state, state.now.players[seat])


def _list_action(state: State, player: Player) -> Iterator[Move]:
    return chain(list_passes(state, player), list_actions(state, player))


def _list_academy(state: State, player: Player) -> Iterator[Academy]:
    return (Academy(at) for at in (*academies(state, player), ""))


_LISTS: dict[str, Callable[[State, Player], Iterator[Move]]] = {
    "ready": lambda _state, _player: iter((Ready(),)),
    "action": _list_action,
    "academy": _list_academy,
    "rescue": lambda _state, _player: iter((Rescue(use=True), Rescue(use=False))),
}


def must_pass(state: State, player: Player) -> bool:
    """Tell whether a player can only pass: no worker left (P-R23), or nothing legal to do (P-R25)."""
    return next(list_actions(state, player), None) is None


def list_actions(state: State, player: Player) -> Iterator[Build | Activate | Labour]:
    """Return every action but passing: with active workers first, then through Labour Camps."""
    levels = tuple(sorted(set(player.reserve)))
    lists = (list_activations, list_builds, _list_labours)
    return chain.from_iterable(listed(state, player, levels) for listed in lists)  # each not before it is asked for


def _list_labours(state: State, player: Player, _levels: tuple[int, ...]) -> Iterator[Labour]:
    for camp in usable_camps(state, player):
        hired = hire(state, player, camp)
        for use in list_activations(state, hired, (OLD,)):
            yield Labour(camp, use)
        for build in list_builds(state, hired, (OLD,)):
            yield Labour(camp, build)


def list_passes(state: State, player: Player) -> Iterator[Pass]:
    """Yield passing, and passing with a word on academy and rescue where they may come up."""
    on_academy: tuple[Studying, ...] = ("",)
    if may_study(state, player):
        on_academy = ("", "yes", "free", "no")
    on_rescue: tuple[Saving, ...] = ("",)
    if may_need_rescue(state, player):
        on_rescue = ("", "yes", "no")
    for academy in on_academy:
        for rescue in on_rescue:
            yield Pass(academy, rescue)


def list_builds(state: State, player: Player, levels: tuple[int, ...]) -> Iterator[Build]:
    """Return every way to build: tile, cell, rotation, worker."""
    payable = payable_tiles(state, player)
    if not payable or not levels:
        return iter(())
    places = sites(cells(state.now))
    return chain.from_iterable([_builds(tile, places, levels) for tile in payable])


def payable_tiles(state: State, player: Player) -> list[str]:
    """Return the tiles on offer that a player can pay for and has a marker for."""
    if not has_marker(state, player):
        return []
    return [tile for tile in state.now.display if player.goods.covers(state.tile(tile).cost)]


@lru_cache(maxsize=256)  # the same for all who ask until the city grows
def _builds(tile: str, places: tuple[Cell, ...], levels: tuple[int, ...]) -> tuple[Build, ...]:
    return tuple([Build(tile, level, x, y, rot) for x, y in places for rot in ROTATIONS for level in levels])


def list_activations(state: State, player: Player, levels: tuple[int, ...]) -> Iterator[Activate]:
    """Return every way to use a built tile, tile by tile as they are asked for."""
    return chain.from_iterable(_list_visits(state, player, levels))


def _list_visits(state: State, player: Player, levels: tuple[int, ...]) -> Iterator[Iterable[Activate]]:
    if not levels:
        return
    tiles, allow_empty = state.rules.table.tiles, state.rules.choices.allow_empty
    free_of_charge = (None, player.seat)
    for lot in state.now.city.values():
        tile = tiles[lot.tile]
        if lot.user is not None or tile.colour in CLOSED:
            continue
        if tile.type in _PARTICULAR or not allow_empty:
            paid = served(state, player, lot)
            if paid is not None:
                yield _ways(state, paid, tile, levels)
        elif lot.owner in free_of_charge or player.goods.covers(tile.fee):  # most tiles ask for no more than that
            yield _plain_visits(lot.tile, levels)


def served(state: State, player: Player, lot: Lot) -> Player | None:
    """Return the player after the fee of a tile that can be used now, or None if it cannot."""
    tile = state.tile(lot.tile)
    if why_not_visit(tile, lot):
        return None
    fee = fee_for(state, player.seat, lot)
    if not player.goods.covers(fee):
        return None
    paid = replace(player, goods=player.goods - fee)
    if why_not_served(state, paid, tile):
        return None
    return paid


def usable_tiles(state: State, player: Player) -> list[str]:
    """Return the built tiles that a player could use now with some worker of the reserve."""
    levels = tuple(sorted(set(player.reserve)))
    visits = chain.from_iterable(_list_visits(state, player, levels))
    return list(dict.fromkeys(visit.tile for visit in visits))


def usable_camps(state: State, player: Player) -> tuple[str, ...]:
    """Return the Labour Camps a player can use now."""
    if player.retired <= len(player.out) or not can_act(state, player):
        return ()
    tiles = state.rules.table.tiles
    camps = [tile for tile in state.now.city if tiles[tile].type == "labour_camp"]
    return tuple(tile for tile in camps if not why_not_camp(state, player, tile))


def _ways(state: State, paid: Player, tile: Tile, levels: tuple[int, ...]) -> Iterable[Activate]:
    """Return every way to use a tile; those without any effect only where the table allows them (P-R10)."""
    list_ways = _PARTICULAR.get(tile.type, _plain_ways)
    ways = list_ways(state, paid, tile.id, levels)
    if state.rules.choices.allow_empty:
        return ways
    return [move for move in ways if not is_empty(state, paid, move)]


def _plain_ways(_state: State, _paid: Player, tile: str, levels: tuple[int, ...]) -> tuple[Activate, ...]:
    return _plain_visits(tile, levels)


@lru_cache(maxsize=1024)
def _plain_visits(tile: str, levels: tuple[int, ...]) -> tuple[Activate, ...]:
    return tuple(Activate(tile, level) for level in levels)


def _smith_ways(_state: State, paid: Player, tile: str, levels: tuple[int, ...]) -> Iterable[Activate]:
    return _smith_visits(tile, levels, paid.goods.wood)


@lru_cache(maxsize=1024)
def _smith_visits(tile: str, levels: tuple[int, ...], wood: int) -> tuple[Activate, ...]:
    """As many weapons as the level and the wood allow, or fewer, or none (P-R14)."""
    ways = ((level, made) for level in levels for made in range(min(level, wood), -1, -1))
    return tuple(Activate(tile, level, make=made) for level, made in ways)


def _outpost_ways(state: State, _paid: Player, tile: str, levels: tuple[int, ...]) -> Iterable[Activate]:
    return [Activate(tile, level, take=state.now.section) for level in levels]


def _market_ways(state: State, paid: Player, tile: str, levels: tuple[int, ...]) -> Iterable[Activate]:
    """The level of a worker does not matter in a market: the visits are worked out once for all."""
    visits = selected_trades(state.side(paid), paid.goods)
    return [Activate(tile, level, trades=trades) for level in levels for trades in visits]


# tiles that ask for more than a worker and a fee
_PARTICULAR: dict[str, Callable[[State, Player, str, tuple[int, ...]], Iterable[Activate]]] = {
    "smith": _smith_ways,
    "outpost": _outpost_ways,
    "market": _market_ways,
    "work_camp": _plain_ways,
}


@lru_cache(
    maxsize=256
)  # of the goods that a seat has several ask: for each market, and for each state until they change
def selected_trades(side: Side, goods: Goods) -> tuple[tuple[Trade, ...], ...]:
    """Return the listed selection of market visits, none twice."""
    return tuple(_list_trades(side, goods))


def _list_trades(side: Side, goods: Goods) -> Iterator[tuple[Trade, ...]]:
    sales = _whole_sales(goods)
    yield ()
    for good, sale in sales.items():
        if sale.count > 1:
            yield (Trade(sell=True, count=1, good=good),)
        yield (sale,)
    if len(sales) > 1:
        yield tuple(sales.values())
    yield from _purchases(side, goods, ())
    for good, sale in sales.items():
        after = traded(side, goods, (sale,))
        if after is not None:
            for trades in _purchases(side, after, (sale,)):
                if trades[-1].good != good:
                    yield trades


def _whole_sales(goods: Goods) -> dict[str, Trade]:
    """Return, for each ware there is some of, the sale of all of it."""
    sales = {}
    for good in WARES:
        count = goods.amount(good)
        if count:
            sales[good] = Trade(sell=True, count=count, good=good)
    return sales


def _purchases(side: Side, goods: Goods, sold: tuple[Trade, ...]) -> Iterator[tuple[Trade, ...]]:
    for good in WARES:
        most = goods.gold // side.buy.amount(good)
        if most > 1 and not sold:
            yield (Trade(sell=False, count=1, good=good),)
        if most:
            yield (*sold, Trade(sell=False, count=most, good=good))
