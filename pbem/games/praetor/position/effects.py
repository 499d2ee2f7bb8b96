"""What activating a tile gives, one small rule per type, in the words of the rulebook.

Each rule gets the player after worker and fee are gone, and returns the player as changed and the favour gained.
"""

from collections.abc import Callable

from msgspec.structs import replace

from pbem.games.praetor.position.moves import Activate, Trade
from pbem.games.praetor.position.state import Player, State, controlled, morale_value
from pbem.games.praetor.table.goods import Goods, only
from pbem.games.praetor.table.table import Side

Effect = Callable[[State, Player, Activate], tuple[Player, int]]


def use(state: State, player: Player, move: Activate) -> tuple[Player, int]:
    """Return the player after the bonus of a tile, and the favour gained."""
    return _EFFECTS[state.tile(move.tile).type](state, player, move)


def traded(side: Side, goods: Goods, trades: tuple[Trade, ...]) -> Goods | None:
    """Return the goods after sales and purchases line by line, or None if something would go below zero (P-R15)."""
    left = goods
    for trade in trades:
        left = _after_trade(side, left, trade)
        if left.gold < 0 or left.amount(trade.good) < 0:
            return None
    return left


def _after_trade(side: Side, goods: Goods, trade: Trade) -> Goods:
    wares = only({trade.good: trade.count})
    if trade.sell:
        income = trade.count * side.sell.amount(trade.good)
        return goods - wares + Goods(gold=income)
    price = trade.count * side.buy.amount(trade.good)
    return goods + wares - Goods(gold=price)


def raised(state: State, player: Player, steps: int) -> Player:
    """Return the player with morale raised, at most to the end of the track (P-R20)."""
    top = len(state.side(player).morale) - 1
    return replace(player, morale=min(player.morale + steps, top))


def active_for_bonus(state: State, player: Player) -> int:
    """Return the active workers that Forum and Maia count (P-R16)."""
    return player.active + (len(player.out) if state.rules.choices.retiree_counts else 0)


def _with(player: Player, good: str, amount: int) -> Player:
    return replace(player, goods=player.goods + only({good: amount}))


def _capped(state: State, favour: int) -> int:
    cap = state.rules.choices.temple_cap  # P-R49
    return min(favour, cap) if cap else favour


def _produce(good: str) -> Effect:
    def produce(_state: State, player: Player, move: Activate) -> tuple[Player, int]:
        return _with(player, good, move.level), 0

    return produce


def _smith(_state: State, player: Player, move: Activate) -> tuple[Player, int]:
    made = move.make or 0
    return _with(_with(player, "wood", -made), "weapons", made), 0


def _curia(state: State, player: Player, _move: Activate) -> tuple[Player, int]:
    return _with(player, "gold", controlled(state.now, player.seat)), 0


def _forum(state: State, player: Player, _move: Activate) -> tuple[Player, int]:
    return _with(player, "gold", 2 * active_for_bonus(state, player)), 0


def _maia(state: State, player: Player, _move: Activate) -> tuple[Player, int]:
    return player, 2 * active_for_bonus(state, player)


def _apollo(state: State, player: Player, _move: Activate) -> tuple[Player, int]:
    return player, 2 * controlled(state.now, player.seat)


def _pluto(state: State, player: Player, _move: Activate) -> tuple[Player, int]:
    return player, _capped(state, player.goods.wood + player.goods.stone)


def _mercury(state: State, player: Player, _move: Activate) -> tuple[Player, int]:
    return player, _capped(state, 2 * (player.goods.marble + player.goods.weapons))


def _venus(state: State, player: Player, _move: Activate) -> tuple[Player, int]:
    value = morale_value(state, player)
    return player, value if state.rules.choices.venus_negative else max(0, value)  # P-R19


def _colosseum(state: State, player: Player, _move: Activate) -> tuple[Player, int]:
    return raised(state, player, controlled(state.now, player.seat) // 2), 0


def _oracle(state: State, player: Player, _move: Activate) -> tuple[Player, int]:
    return raised(state, player, 2 * player.retired), 0


def _work_camp(_state: State, player: Player, _move: Activate) -> tuple[Player, int]:
    return replace(player, citizens=player.citizens - 1, trainees1=player.trainees1 + 1), 0


def _market(state: State, player: Player, move: Activate) -> tuple[Player, int]:
    goods = traded(state.side(player), player.goods, move.trades)
    if goods is None:
        return player, 0
    return replace(player, goods=goods), 0


def _outpost(state: State, player: Player, _move: Activate) -> tuple[Player, int]:
    walls, section = state.rules.table.walls, state.rules.table.walls[state.now.section]
    favour = section.favour + sum(walls[own].back for own in player.walls)  # P-R13
    return replace(player, goods=player.goods - section.cost, walls=(*player.walls, section.id)), favour


_EFFECTS: dict[str, Effect] = {
    "gold_mine": _produce("gold"),
    "sawmill": _produce("wood"),
    "stone_quarry": _produce("stone"),
    "marble_quarry": _produce("marble"),
    "smith": _smith,
    "curia": _curia,
    "forum": _forum,
    "temple_maia": _maia,
    "temple_apollo": _apollo,
    "temple_pluto": _pluto,
    "temple_mercury": _mercury,
    "temple_venus": _venus,
    "colosseum": _colosseum,
    "oracle": _oracle,
    "work_camp": _work_camp,
    "market": _market,
    "outpost": _outpost,
}
