"""A sensible quick player: it looks one action ahead and weighs favour, goods, workers and morale."""

from collections.abc import Iterator
from random import Random

from pbem.games.praetor.course.update import school_for
from pbem.games.praetor.law.law import fee_for, gains_level, has_marker, hire
from pbem.games.praetor.law.listing import list_activations, usable_camps
from pbem.games.praetor.position.city import best_place
from pbem.games.praetor.position.effects import use
from pbem.games.praetor.position.moves import OLD, Academy, Activate, Build, Labour, Move, Pass, Ready, Rescue, Trade
from pbem.games.praetor.position.state import Player, State, View, morale_value, wall_deck
from pbem.games.praetor.table.goods import GOODS, WARES, Goods

Weighed = tuple[float, Move]

_WORTH = {"wood": 0.55, "stone": 0.6, "marble": 1.0, "weapons": 1.0}
_ENOUGH = {"wood": 6, "stone": 7, "marble": 6, "weapons": 5}


def greedy(view: View, random: Random) -> Move:
    """Choose the action that seems to bring most; equal ones by chance."""
    state = view.state
    if view.seat is None:
        raise ValueError("the public does not play")
    player = state.now.players[view.seat]
    if state.now.phase == "ready":
        return Ready()
    if state.now.phase == "academy":
        return Academy(school_for(state, player, "yes" if _turns_left(state) > 1 else "no"))
    if state.now.phase == "rescue":
        return Rescue(use=not state.now.last or player.favour == 0)
    weighed = list(_weigh_all(state, player))
    best = max((weight for weight, _ in weighed), default=0.0)
    if best > 0:
        return random.choice([move for weight, move in weighed if weight == best])
    return Pass()


def _weigh_all(state: State, player: Player) -> Iterator[Weighed]:
    yield from _weigh(state, player, tuple(sorted(set(player.reserve))))
    for camp in usable_camps(state, player):
        fee = fee_for(state, player.seat, state.now.city[camp])
        toll = 0.5 * sum(fee.amounts().values())
        for weight, move in _weigh(state, hire(state, player, camp), (OLD,)):
            if isinstance(move, Build | Activate):
                yield weight - toll, Labour(camp, move)


def _weigh(state: State, player: Player, levels: tuple[int, ...]) -> Iterator[Weighed]:
    yield from _weigh_builds(state, player, levels)
    for move in list_activations(state, player, levels):
        if not move.trades:
            yield _weight_of_use(state, player, move), move
    yield from _weigh_markets(state, player, levels)


def _weigh_builds(state: State, player: Player, levels: tuple[int, ...]) -> Iterator[Weighed]:
    if not levels or not has_marker(state, player):
        return
    for name in state.now.display:
        tile = state.tile(name)
        if player.goods.covers(tile.cost):
            (x, y), rot, bonus = best_place(state, name)
            income = 0.0
            if tile.colour != "none":
                income = 0.5 * _turns_left(state)
            weight = tile.favour + bonus + income - _worth(state, player, tile.cost) + _training(levels[0])
            yield weight, Build(name, levels[0], x, y, rot)


def _weight_of_use(state: State, player: Player, move: Activate) -> float:
    lot = state.now.city[move.tile]
    fee = fee_for(state, player.seat, lot)
    after, favour = use(state, player, move)
    weight = favour - _worth(state, player, fee)
    more = after.goods - player.goods
    weight += sum(_gain(state, player, good, more.amount(good)) for good in GOODS)
    weight += morale_value(state, after) - morale_value(state, player)
    if after.trainees1 > player.trainees1:
        weight += 5.0 if player.active + player.trainees1 + player.trainees2 < 5 and _turns_left(state) > 3 else -1.0
    gains = move.level < OLD and gains_level(state, move.tile, built=False)
    return weight + (_training(move.level) if gains else 0.1 * (5 - move.level))


def _training(level: int) -> float:
    return 3.0 if level == OLD - 1 else 0.4


def _gain(state: State, player: Player, good: str, amount: int) -> float:
    if good == "gold":
        return amount * _gold_worth(state, player)
    room = max(0, _ENOUGH[good] - player.goods.amount(good))
    return _WORTH[good] * (min(amount, room) + 0.25 * max(0, amount - room)) * (0.3 if state.now.last else 1.0)


def _gold_worth(state: State, player: Player) -> float:
    """Gold is dear while wages are not covered."""
    if state.now.last and player.goods.gold >= _wages(player):
        return 0.1
    if player.goods.gold < _wages(player) + 2:
        return 1.5
    return 0.4


def _wages(player: Player) -> int:
    return player.active + player.trainees2 + player.retired


def _worth(state: State, player: Player, cost: Goods) -> float:
    goods = sum(_WORTH[ware] * cost.amount(ware) * 0.8 for ware in WARES)
    return goods + cost.gold * _gold_worth(state, player)


def _turns_left(state: State) -> int:
    if state.now.last:
        return 0
    return min(wall_deck(state) + 1, 8)


def _weigh_markets(state: State, player: Player, levels: tuple[int, ...]) -> Iterator[Weighed]:
    """Sell wares for wages that gold does not cover."""
    missing = _wages(player) - player.goods.gold
    if missing <= 0 or not levels:
        return
    for lot in state.now.city.values():
        if state.tile(lot.tile).type == "market" and lot.user is None and lot.owner in (None, player.seat):
            sales = tuple(_sales(state, player, missing))
            if sales:
                yield 1.2 * missing, Activate(lot.tile, levels[0], trades=sales)


def _sales(state: State, player: Player, missing: int) -> Iterator[Trade]:
    sell = state.side(player).sell
    for ware in WARES:
        stock, price = player.goods.amount(ware), sell.amount(ware)
        if missing > 0 and stock and price:
            needed = -(-missing // price)  # rounded up
            count = min(stock, needed)
            missing -= count * price
            yield Trade(sell=True, count=count, good=ware)
