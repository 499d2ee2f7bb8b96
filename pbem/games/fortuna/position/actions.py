"""Executing action cards (4.1): what each card allows, and what it costs.

An action is judged on the ground it meets: the acting player after the Centurion left and after the fee was paid.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.games.fortuna.position.moves import Act, Bribe, Build, Buy, Do, Gain, Marry, Pocket, Pour, RollEarly, Sell
from pbem.games.fortuna.position.state import Player, Public, Rules, find_card
from pbem.games.fortuna.table.table import BUILDINGS
from pbem.games.game import Refusal, Seat
from pbem.games.kit.refusals import no

GOODS = {"HARVEST": "grain", "VINTAGE": "wine", "GRAINTRADE": "grain", "WINETRADE": "wine"}
TRACKS = {"CENTURIONS": "centurions", "VESTALS": "vestals"}
FAMILY_GIVES = ("grain", "wine", "money")


class Ground(Struct, frozen=True):
    """What an action meets. `must_matter`: an activation that changes nothing is refused (F-R61)."""

    rules: Rules
    public: Public
    seat: Seat
    me: Player
    must_matter: bool = False


def refuse(ground: Ground, card: str, act: Act) -> Refusal | None:
    """Say why an action card cannot be executed so, or None."""
    never = refuse_ever(ground.rules, card, act)
    if never:
        return never
    return _LAWS[card](ground, act)


def refuse_ever(rules: Rules, card: str, act: Act) -> Refusal | None:
    """Say why an action card is executed so in no position of a game, or None."""
    if card not in _ACTS:
        return no("no_such_card", "1.2")
    is_unknown = isinstance(act, Build) and act.building not in BUILDINGS
    if not isinstance(act, _ACTS[card]) or is_unknown:
        return no("wrong_act", "4.1", card=f"cards/{card}", how=f"how/{card}")
    if isinstance(act, Sell | Buy):
        return _refuse_amount(rules, card, act)
    if isinstance(act, Bribe) and act.card == "BRIBERY":
        return no("bribe_own", "F-R23", card="cards/BRIBERY")
    if isinstance(act, Bribe):
        return refuse_ever(rules, act.card, act.act)
    if isinstance(act, Gain) and act.what not in FAMILY_GIVES:
        return no("family_gives", "4.1")
    return None


def _refuse_amount(rules: Rules, card: str, act: Sell | Buy) -> Refusal | None:
    if act.count is None:
        return None
    if act.count < 1:
        return no("at_least_one", "4.1")
    if isinstance(act, Sell):
        return None
    most: int = getattr(rules.table.caps, TRACKS[card])
    return no("track_most", "1.1", most=most) if act.count > most else None


def has_stock(ground: Ground, what: str, count: int = 1) -> bool:
    """Tell whether the stock can give so many (F-R47)."""
    left: int = getattr(ground.public.stock, what)
    return left >= count or not ground.rules.is_strict


def most_water(ground: Ground, card: str) -> int:
    """Return how much water can be returned with a harvest: only for cubes that exist (F-R53)."""
    if not ground.rules.is_strict:
        return ground.me.water
    left: int = getattr(ground.public.stock, GOODS[card]) - ground.rules.table.harvest_base
    return max(0, min(ground.me.water, left))


def price_of(ground: Ground, card: str, count: int) -> int:
    """Return what the next so many Centurions or Vestals cost, by slot (F-R4)."""
    table = ground.rules.table
    prices = table.vestal_prices
    if card == "CENTURIONS":
        prices = table.centurion_prices
    owned: int = getattr(ground.me, TRACKS[card])
    return sum(prices[owned : owned + count])


def most_bought(ground: Ground, card: str) -> int:
    """Return how many Centurions or Vestals can be bought: as many as slots and money allow."""
    free = getattr(ground.rules.table.caps, TRACKS[card]) - getattr(ground.me, TRACKS[card])
    return max((count for count in range(free + 1) if price_of(ground, card, count) <= ground.me.money), default=0)


def fee_of(rules: Rules, public: Public, side: str) -> int:
    """Return what bribing a card of a side costs (F-R21)."""
    if side in public.players:
        return rules.table.bribery.fee
    return rules.table.bribery.fee_empty


def bribed(ground: Ground, side: str) -> Ground:
    """Return the ground a bribed action meets: the fee is paid first (F-R22)."""
    money = ground.me.money - fee_of(ground.rules, ground.public, side)
    return replace(ground, me=replace(ground.me, money=money), must_matter=True)


def _law_water(ground: Ground, _act: Do) -> Refusal | None:
    if not has_stock(ground, "water"):
        return no("stock_empty", "F-R47", what="goods/water")
    return None


def _law_harvest(ground: Ground, act: Pour, card: str) -> Refusal | None:
    if not has_stock(ground, GOODS[card]):
        return no("stock_empty", "F-R47", what=f"goods/{GOODS[card]}")
    if act.water is None:
        return None
    if not 0 <= act.water <= ground.me.water:
        return no("too_little", "4.1", what="goods/water", have=ground.me.water)
    if act.water > most_water(ground, card):
        return no("harvest_short", "F-R53", most=most_water(ground, card))
    return None


def _law_trade(ground: Ground, act: Sell, card: str) -> Refusal | None:
    have: int = getattr(ground.me, GOODS[card])
    if have < max(1, act.count or 0):
        return no("too_little", "4.1", what=f"goods/{GOODS[card]}", have=have)
    return None


def _law_track(ground: Ground, act: Buy, card: str) -> Refusal | None:
    free = getattr(ground.rules.table.caps, TRACKS[card]) - getattr(ground.me, TRACKS[card])
    count = act.count
    if count is None:
        count = max(1, most_bought(ground, card))
    if count > free:
        return no("slots_full", "1.1", free=free)
    price = price_of(ground, card, count)
    if price > ground.me.money:
        return no("too_dear", "F-R12", cost=price, have=ground.me.money)
    return None


def _law_clergy(ground: Ground, _act: Do) -> Refusal | None:
    if ground.me.vestals < 1:
        return no("too_little", "4.1", what="goods/vestals", have=0)
    if ground.me.dice >= ground.rules.table.caps.dice:
        return no("dice_full", "4.1", most=ground.rules.table.caps.dice)
    if not has_stock(ground, "dice"):
        return no("stock_empty", "F-R47", what="goods/dice")
    return None


def _law_family(ground: Ground, act: Marry | RollEarly | Gain) -> Refusal | None:
    if isinstance(act, Marry):
        return _law_wedding(ground)
    if not ground.me.married:
        return no("not_married", "F-R24")
    if isinstance(act, RollEarly):
        return _law_early(ground)
    return refuse_gain(ground, act.what)


def _law_wedding(ground: Ground) -> Refusal | None:
    cost = ground.rules.table.family.wedding
    if ground.me.married:
        return no("already_married", "4.1")
    if ground.me.money < cost:
        return no("too_dear", "F-R12", cost=cost, have=ground.me.money)
    return None


def _law_early(ground: Ground) -> Refusal | None:
    if ground.public.turn.dice:
        return no("rolled_already", "F-R24")
    if ground.me.pos >= ground.rules.table.road.palace:
        return no("arrived_no_roll", "F-R10")
    return None


def refuse_gain(ground: Ground, what: str) -> Refusal | None:
    """Say why Family cannot give this, or None."""
    if what not in FAMILY_GIVES:
        return no("family_gives", "4.1")
    if what != "money":
        if not has_stock(ground, what):
            return no("stock_empty", "F-R47", what=f"goods/{what}")
        return None
    is_idle = ground.must_matter and ground.me.money >= ground.rules.table.money.max
    if is_idle:
        return no("changes_nothing", "F-R61")
    return None


def _law_building(ground: Ground, act: Build) -> Refusal | None:
    me, table = ground.me, ground.rules.table
    name = f"buildings/{act.building}"
    if act.building in me.buildings:
        return no("built_already", "F-R49", building=name)
    if len(me.buildings) >= table.caps.buildings:
        return no("no_room", "F-R49", most=table.caps.buildings)
    if ground.public.buildings[act.building] < 1:
        return no("pile_empty", "4.7", building=name)
    if act.building == "PALACE" and not me.married:
        return no("palace_unmarried", "F-R66")
    cost = table.building_cost[act.building]
    if me.money < cost:
        return no("too_dear", "F-R12", cost=cost, have=me.money)
    return None


def _law_bribery(ground: Ground, act: Pocket | Bribe) -> Refusal | None:
    if isinstance(act, Pocket):
        is_idle = ground.must_matter and ground.me.money >= ground.rules.table.money.max
        if is_idle:
            return no("changes_nothing", "F-R61")
        return None
    place = find_card(ground.public, act.card)
    if place is None:
        return no("no_such_card", "1.2")
    if place[0] == ground.seat:
        return no("bribe_own", "F-R23", card=f"cards/{act.card}")
    fee = fee_of(ground.rules, ground.public, place[0])
    if ground.me.money < fee:
        return no("too_dear", "F-R22", cost=fee, have=ground.me.money)
    return refuse(bribed(ground, place[0]), act.card, act.act)


def _law_fortuna(ground: Ground, _act: Do) -> Refusal | None:
    if ground.me.pos >= ground.rules.table.road.palace:
        return no("arrived", "F-R9")
    return None


_ACTS: dict[str, tuple[type, ...]] = {
    "WATER": (Do,),
    "HARVEST": (Pour,),
    "VINTAGE": (Pour,),
    "GRAINTRADE": (Sell,),
    "WINETRADE": (Sell,),
    "CENTURIONS": (Buy,),
    "VESTALS": (Buy,),
    "CLERGY": (Do,),
    "FAMILY": (Marry, RollEarly, Gain),
    "BUILDING": (Build,),
    "BRIBERY": (Pocket, Bribe),
    "FORTUNA": (Do,),
}
_LAWS: dict[str, Callable[[Ground, Any], Refusal | None]] = {
    "WATER": _law_water,
    "HARVEST": partial(_law_harvest, card="HARVEST"),
    "VINTAGE": partial(_law_harvest, card="VINTAGE"),
    "GRAINTRADE": partial(_law_trade, card="GRAINTRADE"),
    "WINETRADE": partial(_law_trade, card="WINETRADE"),
    "CENTURIONS": partial(_law_track, card="CENTURIONS"),
    "VESTALS": partial(_law_track, card="VESTALS"),
    "CLERGY": _law_clergy,
    "FAMILY": _law_family,
    "BUILDING": _law_building,
    "BRIBERY": _law_bribery,
    "FORTUNA": _law_fortuna,
}
