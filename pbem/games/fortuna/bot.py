"""A simple player: it looks one move ahead by rules of thumb, and takes what seems to bring it nearest to Rome.

A step is worth 10; everything else is measured by the steps it may become.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from pbem.games.fortuna.course import favours
from pbem.games.fortuna.law.law import ground_of, military_ground
from pbem.games.fortuna.law.listing import moves
from pbem.games.fortuna.law.ways import acts
from pbem.games.fortuna.position import actions
from pbem.games.fortuna.position.actions import Ground
from pbem.games.fortuna.position.moves import (
    Act,
    Ask,
    Block,
    Bribe,
    Build,
    Buy,
    Do,
    Draft,
    Gain,
    Keep,
    Marry,
    Military,
    Move,
    NoAct,
    Pick,
    Play,
    Pocket,
    Pour,
    Reserve,
    RollEarly,
    Sell,
    Swap,
    Take,
    Use,
)
from pbem.games.fortuna.position.state import Player, View, place_of
from pbem.games.fortuna.table.table import PRIVILEGES

STEP = 10
CENTURION = 6
_LIKED = ("FORTUNA", "VESTALS", "FAMILY", "WINETRADE", "BUILDING", "GRAINTRADE", "CENTURIONS", "HARVEST", "VINTAGE")
_BUILDINGS = {"PALACE": 14, "AQUEDUCT": 9, "MARKET": 6, "BASILICA": 5}


def greedy(view: View, random: Random) -> Move:
    """Return the legal move that looks best; a coin decides between equals."""
    return max(moves(view), key=lambda move: (_worth(view, move), random.random()))


def _worth(view: View, move: Move) -> int:
    judge = _JUDGES.get(type(move))
    return judge(view, move) if judge else 0


def _judge_play(view: View, move: Play) -> int:
    return _act(ground_of(view), move.card, move.act) - _liking(view, move.card)


def _judge_military(view: View, move: Military) -> int:
    if move.card is None:
        return CENTURION
    return _act(military_ground(ground_of(view)), move.card, move.act)


def _liking(view: View, card: str) -> int:
    """Return how gladly a card is kept for later."""
    me = view.me
    if card == "FAMILY":
        return 2 if me.married else 5
    if card == "VESTALS":
        if me.vestals == view.rules.table.caps.vestals:
            return 0
        return 5
    if card not in _LIKED:
        return 0
    return 4 - _LIKED.index(card) // 2


def _act(ground: Ground, card: str, act: Act) -> int:
    return _ACTS[type(act)](ground, card, act)


def _act_do(ground: Ground, card: str, _act: Do) -> int:
    if card == "FORTUNA":
        return STEP
    if card == "CLERGY":
        if ground.me.vestals > 1 and ground.me.dice == 1:
            return 8
        return 1
    return 6 if ground.me.water == 0 else 3


def _act_pour(ground: Ground, card: str, act: Pour) -> int:
    have: int = getattr(ground.me, actions.GOODS[card])
    left = 0
    if act.water is not None:
        left = ground.me.water - act.water
    return 2 * max(1, 5 - have) + 2 * (act.water or 0) + (2 if left else 0)


def _act_sell(ground: Ground, card: str, act: Sell) -> int:
    trade = ground.rules.table.trade
    what = actions.GOODS[card]
    have: int = getattr(ground.me, what)
    count = have if act.count is None else act.count
    price = getattr(trade, what) + (trade.market if "MARKET" in ground.me.buildings else 0)
    gained = min(count * price, ground.rules.table.money.max - ground.me.money)
    spare = have - count
    return _money(ground.me, gained) - (4 if spare == 0 else 2) * count


def _money(me: Player, amount: int) -> int:
    """Return what more money is worth: much while there is little."""
    return amount * (2 if me.money < 8 else 1)


def _act_buy(ground: Ground, card: str, act: Buy) -> int:
    count = act.count
    if count is None:
        count = actions.most_bought(ground, card)
    price = actions.price_of(ground, card, count)
    return (12 if card == "VESTALS" else CENTURION + 2) * count - price


def _act_family(ground: Ground, _card: str, act: Gain) -> int:
    if act.what == "money":
        return _money(ground.me, ground.rules.table.family.money)
    return 5 if getattr(ground.me, act.what) < 2 else 2


def _act_build(ground: Ground, _card: str, act: Build) -> int:
    return _BUILDINGS[act.building] - ground.rules.table.building_cost[act.building] // 2


def _act_bribe(ground: Ground, _card: str, act: Bribe) -> int:
    met = actions.bribed(ground, place_of(ground.public, act.card)[0])
    return _act(met, act.card, act.act) - 2


_ACTS: dict[type, Callable[[Ground, str, Any], int]] = {
    NoAct: lambda *_: 0,
    Do: _act_do,
    Pour: _act_pour,
    Sell: _act_sell,
    Buy: _act_buy,
    Marry: lambda *_: 15,
    RollEarly: lambda *_: 6,
    Gain: _act_family,
    Build: _act_build,
    Pocket: lambda ground, *_: _money(ground.me, ground.rules.table.bribery.money),
    Bribe: _act_bribe,
}


def _judge_swap(view: View, move: Swap) -> int:
    """Take what would be of most use now; a card that can do nothing is worth little, however much it is liked."""
    ground = ground_of(view)
    use = max((_act(ground, move.card, act) for act in acts(ground, move.card)), default=0)
    return use + _liking(view, move.card)


def _judge_favour(view: View, move: Ask) -> int:
    if move.number is None:
        is_taxed = favours.reached(view.public, favours.die_of(view.rules, view.public, move))
        if not is_taxed:
            return 0
        return -2 if view.me.money else -STEP
    name = view.rules.table.favours[move.number - 1]
    steps = move.count or favours.steps_of(view.me, name)
    cost = 3 * steps if name in favours.GIVEN else 0
    return STEP * steps - cost + 4 * view.public.favours[move.number - 1].tokens


def _judge_block(view: View, move: Block) -> int:
    """Take from the other player what he could use."""
    if move.number is None:
        return 0
    other = view.public.players[view.public.order[1]]
    name = view.rules.table.favours[move.number - 1]
    if name in favours.GIVEN:
        return favours.most_given(view.rules, other, name)
    is_fulfilled = other.married
    if name != "MARRIAGE":
        is_fulfilled = other.vestals > 0
    if not is_fulfilled:
        return 0
    return favours.steps_of(other, name)


def _judge_use(view: View, move: Use) -> int:
    if move.card == "B_STEP":
        return 100
    if move.choice in ("vestal", "centurion"):
        return 40 if move.choice == "vestal" else 30
    if view.public.step in ("favour", "roll"):
        have: int = getattr(view.me, move.choice or "grain")
        return 20 - have
    return -1


def _judge_keep(view: View, move: Keep) -> int:
    return sum(_card(view, card) for card in dict.fromkeys(move.cards))


def _card(view: View, card: str) -> int:
    if not card.startswith("C_"):
        if card == "B_STEP":
            return STEP
        return 7 - PRIVILEGES.index(card)
    if card in view.hand:
        return 0
    scale, held = view.rules.table.privileges[card], getattr(view.me, view.rules.table.privileges[card].per)
    count = len(held) if isinstance(held, tuple) else int(held)
    return 4 + 2 * scale.each * count // scale.group


_JUDGES: dict[type, Callable[[View, Any], int]] = {
    Draft: lambda view, move: _liking(view, move.card),
    Reserve: lambda view, move: _liking(view, move.card) if move.card else -1,
    Play: _judge_play,
    Take: lambda view, move: _act_family(ground_of(view), "FAMILY", Gain(move.what)),
    Swap: _judge_swap,
    Military: _judge_military,
    Ask: _judge_favour,
    Block: _judge_block,
    Use: _judge_use,
    Keep: _judge_keep,
    Pick: lambda view, move: _card(view, move.card),
}
