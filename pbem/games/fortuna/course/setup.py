"""Laying out the game (2): provinces, stock, action cards dealt or drafted, and the first reserve."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from pbem.games.chance import Chance
from pbem.games.fortuna.course.rounds import clockwise
from pbem.games.fortuna.course.turn import start_turn
from pbem.games.fortuna.position.scene import Scene
from pbem.games.fortuna.position.state import (
    Favour,
    Palace,
    Pile,
    Player,
    Public,
    Rules,
    Secret,
    Slot,
    State,
    Stock,
    seated,
)
from pbem.games.fortuna.table.options import Options
from pbem.games.fortuna.table.table import BUILDINGS, CARDS, PRIVILEGES, Pieces, Table
from pbem.games.game import Data, Seat, Step
from pbem.games.kit.scene import by

SIDE = 3  # action cards on each side


def set_up(seats: tuple[Seat, ...], options: Mapping[str, str], table: Data, chance: Chance) -> Step[State]:
    """Lay out a game for these sides."""
    rules = rules_of(options, table)
    players = tuple(Seat(seat) for seat in rules.table.seats if seat in seats)
    order = chance.roll("setup/order").shuffle(players)
    secret = Secret(hands=dict.fromkeys(players, ()))
    scene = Scene(State(rules, _board(rules.table, order), secret), chance)
    scene.announce("order", order=[by(seat) for seat in order])
    if rules.options.setup == "expert":
        scene.set(step="draft")
    else:
        _deal_all(scene)
    return scene.step()


def rules_of(options: Mapping[str, str], table: Data) -> Rules:
    """Return the rules of a game; an option overwrites its field of the table before the table is frozen."""
    chosen = msgspec.convert(dict(options), Options)
    printed = msgspec.convert(table, Table)
    if chosen.vestal_prices != "table":
        prices = tuple(int(price) for price in chosen.vestal_prices.split("-"))
        printed = replace(printed, vestal_prices=prices)
    if chosen.bribe_empty_side_cost != "table":
        fee = int(chosen.bribe_empty_side_cost)
        printed = replace(printed, bribery=replace(printed.bribery, fee_empty=fee))
    return Rules(printed, chosen)


def _board(table: Table, order: tuple[Seat, ...]) -> Public:
    count = len(order)
    deck, removed = privileges_of(table, count)
    sides: dict[str, tuple[Slot, ...]] = dict.fromkeys(table.seats, ())
    sides[order[0]] = (Slot("FORTUNA"),)
    return Public(
        round=1,
        step="",
        order=order,
        at=0,
        players={Seat(seat): _province(table) for seat in table.seats if seat in order},
        sides=sides,
        favours=tuple(Favour() for _ in table.favours),
        stock=_stock(table, count),
        buildings=dict.fromkeys(BUILDINGS, table.building_copies[str(count)]),
        tokens=table.tokens.stock,
        palace=Palace(table.tokens.palace),
        deck=Pile(0, deck),
        removed=removed,
        pool=tuple(card for card in CARDS if card != "FORTUNA"),
    )


def _province(table: Table) -> Player:
    start = table.start
    return Player(
        pos=table.road.start,
        money=table.money.start,
        married=False,
        reservoir=start.water,
        aqueduct=0,
        grain=start.grain,
        wine=start.wine,
        vestals=start.vestals,
        centurions=start.centurions,
        dice=start.dice,
    )


def _stock(table: Table, count: int) -> Stock:
    left = {name: getattr(table.box, name) - count * getattr(table.start, name) for name in Pieces.__struct_fields__}
    return Stock(**left)


def privileges_of(table: Table, count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the privilege cards of a game for so many, and those left out of it, in the order of the shuffle (1.7)."""
    deck: list[str] = []
    removed: list[str] = []
    for name in PRIVILEGES:  # whatever way the table was stored
        card = table.privileges[name]
        out = card.four if count < 4 else 0
        deck += [name] * (card.copies - out)
        removed += [name] * out
    return tuple(deck), tuple(removed)


def _deal_all(scene: Scene) -> None:
    cards = scene.chance.roll("setup/deal").shuffle(scene.public.pool)
    _deal(scene, cards, scene.rules.table.seats)
    scene.announce("dealt")
    _ask_reserves(scene)


def _deal(scene: Scene, cards: Sequence[str], onto: Sequence[str]) -> None:
    # one at a time clockwise from the side left of the first player, skipping full sides (1.7)
    around = clockwise(scene.rules, scene.public.order[0])
    around = tuple(side for side in around[1:] + around[:1] if side in onto)
    sides, turn = dict(scene.public.sides), 0
    for card in cards:
        while len(sides[around[turn % len(around)]]) >= SIDE:
            turn += 1
        side = around[turn % len(around)]
        sides[side] = (*sides[side], Slot(card))
        turn += 1
    scene.set(sides=sides, pool=())


def _ask_reserves(scene: Scene) -> None:
    scene.set(step="reserve", reserving=seated(scene.rules, scene.public))


def picker(rules: Rules, public: Public) -> Seat:
    """Return who picks next: clockwise from the next player after the first, full sides skipped (F-R54)."""
    around = clockwise(rules, public.order[0])
    pickers = [Seat(side) for side in around[1:] + around[:1] if side in public.players]
    made = len(CARDS) - 1 - len(public.pool)
    return pickers[made % len(pickers)]


def draft(scene: Scene, seat: Seat, card: str) -> None:
    """Pick an action card for one's side."""
    sides, pool = scene.public.sides, scene.public.pool
    scene.set(
        sides={**sides, seat: (*sides[seat], Slot(card))},
        pool=tuple(other for other in pool if other != card),
    )
    scene.tell("drafted", who=by(seat), card=f"cards/{card}")
    if all(len(scene.public.sides[each]) == SIDE for each in scene.public.players):
        _fill_empty(scene)
        _ask_reserves(scene)


def _fill_empty(scene: Scene) -> None:
    empty = [side for side in scene.rules.table.seats if side not in scene.public.players]
    if empty:
        _deal(scene, scene.chance.roll("setup/empty").shuffle(scene.public.pool), empty)
        scene.announce("dealt_rest")


def reserve(scene: Scene, seat: Seat, card: str | None) -> None:
    """Choose a card to turn face down; all choices are opened together when the last is in (2.5)."""
    scene.hide(reserves={**scene.secret.reserves, seat: card})
    scene.set(reserving=tuple(each for each in scene.public.reserving if each != seat))
    if not scene.public.reserving:
        _open_reserves(scene)
        start_turn(scene)


def _open_reserves(scene: Scene) -> None:
    for seat in seated(scene.rules, scene.public):
        card = scene.secret.reserves[seat]
        slots = tuple(replace(slot, is_up=slot.card != card) for slot in scene.public.sides[seat])
        scene.set(sides={**scene.public.sides, seat: slots})
        scene.tell_reserve(seat, card)
    scene.hide(reserves={})
