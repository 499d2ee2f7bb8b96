"""Every legal move, lazily, in a stable order.

A market visit is open-ended; of its trades a finite selection is listed, and `check` accepts all the others too:
nothing; selling one or all of a ware; selling all wares; buying one or as many as gold allows of a ware; selling all
of one ware and buying as many as possible of another.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from pbem.games.praetor.city import ROTATIONS, sites
from pbem.games.praetor.effects import traded
from pbem.games.praetor.goods import NOTHING, WARES, Goods
from pbem.games.praetor.law import (
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
from pbem.games.praetor.moves import OLD, Academy, Activate, Build, Labour, Move, Pass, Ready, Rescue, Trade
from pbem.games.praetor.state import Lot, Player, State, View, cells
from pbem.games.praetor.table import Side


def moves(view: View) -> Iterator[Move]:
    """Return every legal move of the view's seat; none when nothing is asked of it."""
    seat, state = view.seat, view.state
    if seat is None or seat not in state.now.asked:
        return iter(())
    return _LISTS[state.now.phase](state, state.now.players[seat])


def _list_action(state: State, player: Player) -> Iterator[Move]:
    yield from list_passes(state, player)
    yield from list_actions(state, player)


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
    """Yield every action but passing."""
    levels = tuple(sorted(set(player.reserve)))
    yield from list_activations(state, player, levels)
    yield from list_builds(state, player, levels)
    for camp in usable_camps(state, player):
        hired = hire(state, player, camp)
        for use in list_activations(state, hired, (OLD,)):
            yield Labour(camp, use)
        for build in list_builds(state, hired, (OLD,)):
            yield Labour(camp, build)


def list_passes(state: State, player: Player) -> Iterator[Pass]:
    """Yield passing, and passing with a word on academy and rescue where they may come up."""
    for academy in ("", "yes", "free", "no") if may_study(state, player) else ("",):
        for rescue in ("", "yes", "no") if may_need_rescue(state, player) else ("",):
            yield Pass(academy, rescue)


def list_builds(state: State, player: Player, levels: tuple[int, ...]) -> Iterator[Build]:
    """Yield every way to build: tile, cell, rotation, worker."""
    if not levels or not has_marker(state, player):
        return
    payable = [tile for tile in state.now.display if player.goods.covers(state.tile(tile).cost)]
    places = sites(cells(state.now)) if payable else ()
    for tile in payable:
        for x, y in places:
            for rot in ROTATIONS:
                for level in levels:
                    yield Build(tile, level, x, y, rot)


def list_activations(state: State, player: Player, levels: tuple[int, ...]) -> Iterator[Activate]:
    """Yield every way to use a built tile."""
    if not levels:
        return
    for lot in state.now.city.values():
        paid = served(state, player, lot)
        if paid is not None:
            for level in levels:
                yield from _ways(state, paid, lot, level)


def served(state: State, player: Player, lot: Lot) -> Player | None:
    """Return the player after the fee of a tile that can be used now, or None if it cannot."""
    fee = fee_for(state, player.seat, lot)
    if why_not_visit(state, lot) or not player.goods.covers(fee):
        return None
    paid = player
    if fee != NOTHING:
        paid = replace(player, goods=player.goods - fee)
    return None if why_not_served(state, paid, lot) else paid


def usable_camps(state: State, player: Player) -> tuple[str, ...]:
    """Return the Labour Camps a player can use now."""
    if player.retired <= len(player.out) or not can_act(state, player):
        return ()
    camps = [tile for tile in state.now.city if state.tile(tile).type == "labour_camp"]
    return tuple(tile for tile in camps if not why_not_camp(state, player, tile))


def _ways(state: State, paid: Player, lot: Lot, level: int) -> Iterator[Activate]:
    for move in _all_ways(state, paid, lot, level):
        if state.rules.choices.allow_empty or not is_empty(state, paid, move):
            yield move


def _all_ways(state: State, paid: Player, lot: Lot, level: int) -> Iterator[Activate]:
    kind = state.tile(lot.tile).type
    if kind == "smith":
        yield from (Activate(lot.tile, level, make=made) for made in range(min(level, paid.goods.wood), -1, -1))
    elif kind == "outpost":
        yield Activate(lot.tile, level, take=state.now.section)
    elif kind == "market":
        for trades in selected_trades(state.side(paid), paid.goods):
            yield Activate(lot.tile, level, trades=trades)
    else:
        yield Activate(lot.tile, level)


def selected_trades(side: Side, goods: Goods) -> Iterator[tuple[Trade, ...]]:
    """Yield the listed selection of market visits, none twice."""
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
            yield from (trades for trades in _purchases(side, after, (sale,)) if trades[-1].good != good)


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
