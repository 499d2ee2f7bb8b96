"""What action cards do (4.1), once the law has nothing against it."""

from collections.abc import Callable
from typing import Any

from pbem.games.fortuna.course.palace import advance
from pbem.games.fortuna.position import actions
from pbem.games.fortuna.position.actions import GOODS, TRACKS, Ground
from pbem.games.fortuna.position.moves import Act, Bribe, Build, Buy, Gain, Pour, Sell
from pbem.games.fortuna.position.scene import Scene
from pbem.games.fortuna.position.state import place_of
from pbem.games.game import Seat
from pbem.games.kit.scene import by


def perform(scene: Scene, card: str, act: Act) -> None:
    """Execute an action card."""
    _EFFECTS[card](scene, card, act)


def _ground(scene: Scene) -> Ground:
    return Ground(scene.rules, scene.public, scene.seat, scene.me)


def counted(what: str, count: int) -> str:
    """Name pieces by their number: one Vestal, two Vestals."""
    if what in TRACKS.values() and count == 1:
        return f"choices/{what.removesuffix('s')}"
    return f"goods/{what}"


def take_cubes(scene: Scene, what: str, count: int) -> int:
    """Take cubes from the stock, as many as there are (F-R47). Returns how many."""
    left: int = getattr(scene.public.stock, what)
    taken = count
    if scene.rules.is_strict:
        taken = min(count, left)
    scene.supply(what, -taken)
    place = "reservoir" if what == "water" else what  # F-R35
    scene.own(**{place: getattr(scene.me, place) + taken})
    return taken


def return_water(scene: Scene, count: int, *, reservoir: bool) -> None:
    """Return water: from the Aqueduct first unless the reservoir is named (F-R52)."""
    me = scene.me
    first = min(count, me.reservoir if reservoir else me.aqueduct)
    rest = count - first
    used = (first, rest) if reservoir else (rest, first)
    scene.own(reservoir=me.reservoir - used[0], aqueduct=me.aqueduct - used[1])
    scene.supply("water", count)


def spend_centurions(scene: Scene, count: int) -> None:
    """Return Centurions, the dearest first (F-R64)."""
    scene.own(centurions=scene.me.centurions - count)
    scene.supply("centurions", count)


def roll_slot(scene: Scene) -> str:
    """Return the slot of the active player's only roll in a turn."""
    return f"{scene.public.round} {scene.seat}/1"


def roll_dice(scene: Scene) -> None:
    """Roll all dice owned; once in a turn."""
    stream = scene.chance.roll(roll_slot(scene))
    dice = tuple(stream.die() for _ in range(scene.me.dice))
    scene.note(dice=dice)
    scene.tell("rolled", dice=dice)


def gain(scene: Scene, what: str) -> None:
    """Take what Family gives a married player."""
    family = scene.rules.table.family
    if what == "money":
        _earn(scene, family.money)
    else:
        scene.tell("took", count=take_cubes(scene, what, family.cubes), what=f"goods/{what}")


def _earn(scene: Scene, amount: int, seat: Seat | None = None) -> None:
    """Pay money to the active player, or to another seat, and tell it."""
    who = scene.seat if seat is None else seat
    lost = scene.earn(who, amount)
    key = "earned" if seat is None else "was_paid"
    scene.tell(key, seat=by(who), amount=amount, money=scene.public.players[who].money)
    if lost:
        scene.tell("lost_money", seat=by(who), lost=lost)  # F-R12


def _water(scene: Scene, _card: str, _act: Act) -> None:
    taken = take_cubes(scene, "water", scene.rules.table.water_card)
    scene.tell("took", count=taken, what="goods/water")


def _harvest(scene: Scene, card: str, act: Pour) -> None:
    water = act.water
    if water is None:
        water = actions.most_water(_ground(scene), card)
    return_water(scene, water, reservoir=act.reservoir)
    taken = take_cubes(scene, GOODS[card], scene.rules.table.harvest_base + water)
    returned = {"water": water} if water else {}
    scene.tell("harvested" if water else "took", count=taken, what=f"goods/{GOODS[card]}", **returned)


def _trade(scene: Scene, card: str, act: Sell) -> None:
    what = GOODS[card]
    have: int = getattr(scene.me, what)
    count = have if act.count is None else act.count
    trade = scene.rules.table.trade
    price = getattr(trade, what) + (trade.market if "MARKET" in scene.me.buildings else 0)
    scene.own(**{what: have - count})
    scene.supply(what, count)
    scene.tell("sold", count=count, what=f"goods/{what}")
    _earn(scene, count * price)


def _recruit(scene: Scene, card: str, act: Buy) -> None:
    ground, track = _ground(scene), TRACKS[card]
    count = act.count
    if count is None:
        count = actions.most_bought(ground, card)
    price = actions.price_of(ground, card, count)
    scene.own(**{"money": scene.me.money - price, track: getattr(scene.me, track) + count})
    scene.supply(track, -count)
    scene.tell("bought", count=count, what=counted(track, count), cost=price)


def _clergy(scene: Scene, _card: str, _act: Act) -> None:
    scene.own(vestals=scene.me.vestals - 1, dice=scene.me.dice + 1)
    scene.supply("vestals", 1)
    scene.supply("dice", -1)
    scene.tell("got_die", has=scene.me.dice)


def _family(scene: Scene, _card: str, act: Act) -> None:
    if isinstance(act, Gain):
        gain(scene, act.what)
    elif scene.me.married:
        scene.note(is_early=True)
        roll_dice(scene)
    else:
        scene.own(money=scene.me.money - scene.rules.table.family.wedding, married=True)
        scene.tell("married", cost=scene.rules.table.family.wedding)


def _building(scene: Scene, _card: str, act: Build) -> None:
    cost = scene.rules.table.building_cost[act.building]
    scene.own(money=scene.me.money - cost, buildings=(*scene.me.buildings, act.building))
    piles = scene.public.buildings
    scene.set(buildings={**piles, act.building: piles[act.building] - 1})
    scene.tell("built", building=f"buildings/{act.building}", cost=cost)


def _bribery(scene: Scene, _card: str, act: Act) -> None:
    if not isinstance(act, Bribe):
        _earn(scene, scene.rules.table.bribery.money)
        return
    side, index = place_of(scene.public, act.card)
    fee = actions.fee_of(scene.rules, scene.public, side)
    scene.own(money=scene.me.money - fee)
    is_unnamed = scene.rules.is_hidden and not scene.public.sides[side][index].is_up  # F-R18
    named = {}
    if not is_unnamed:
        named = {"card": f"cards/{act.card}"}
    scene.tell("bribed_hidden" if is_unnamed else "bribed", side=by(side), fee=fee, money=scene.me.money, **named)
    if side in scene.public.players:
        _earn(scene, fee, Seat(side))
    perform(scene, act.card, act.act)


def _fortuna(scene: Scene, _card: str, _act: Act) -> None:
    advance(scene, 1)


_EFFECTS: dict[str, Callable[[Scene, str, Any], None]] = {
    "WATER": _water,
    "HARVEST": _harvest,
    "VINTAGE": _harvest,
    "GRAINTRADE": _trade,
    "WINETRADE": _trade,
    "CENTURIONS": _recruit,
    "VESTALS": _recruit,
    "CLERGY": _clergy,
    "FAMILY": _family,
    "BUILDING": _building,
    "BRIBERY": _bribery,
    "FORTUNA": _fortuna,
}
