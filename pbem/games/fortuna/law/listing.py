"""Every legal move of a view, lazily, in a stable order.

Ways that lead to the same are listed once: amounts as numbers, never as `all`; a source of water or a die only where it
makes a difference.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from pbem.games.fortuna.course import favours, privileges
from pbem.games.fortuna.law.law import WINDOW, check_swap, deciders, ground_of, military_ground, own_cards
from pbem.games.fortuna.law.ways import acts
from pbem.games.fortuna.position import actions
from pbem.games.fortuna.position.moves import (
    Ask,
    Block,
    Draft,
    End,
    Keep,
    Military,
    Move,
    NoAct,
    Pick,
    Play,
    Reserve,
    Roll,
    Swap,
    Take,
)
from pbem.games.fortuna.position.state import View
from pbem.games.fortuna.table.table import CARDS, PRIVILEGES


def moves(view: View) -> Iterator[Move]:
    """Yield every legal move: those that answer, then the privileges that may be used in between."""
    step = view.public.step
    if view.seat is None or step == "over" or view.seat not in deciders(view.rules, view.public):
        return
    yield from answers(view)
    if step in WINDOW:
        yield from privileges.uses(view, view.me)


def answers(view: View) -> Iterator[Move]:
    """Yield every legal answer to the decision itself, for a seat that is waited for."""
    return _LISTS[view.public.step](view)


def _list_reserve(view: View) -> Iterator[Reserve]:
    yield from (Reserve(card) for card in own_cards(view))
    if view.rules.options.initial_reserve == "optional":
        yield Reserve(None)


def _list_play(view: View) -> Iterator[Play]:
    ground = ground_of(view)
    for card in own_cards(view):
        yield from (Play(card, act) for act in acts(ground, card))
        yield Play(card, NoAct())


def _list_take(view: View) -> Iterator[Take]:
    ground = ground_of(view)
    return (Take(what) for what in ("grain", "wine", "money") if actions.refuse_gain(ground, what) is None)


def _list_swap(view: View) -> Iterator[Swap]:
    return (swap for card in CARDS if check_swap(view, swap := Swap(card)) is None)


def _list_military(view: View) -> Iterator[Military]:
    spent = military_ground(ground_of(view))
    for slot in view.public.sides[view.owner]:
        if slot.is_up:
            yield from (Military(slot.card, act) for act in acts(spent, slot.card))
    yield Military()


def _list_favour(view: View) -> Iterator[Ask]:
    return favours.asks(view.rules, view.public, view.me)


def _list_block(view: View) -> Iterator[Block]:
    yield from (Block(number) for number in favours.blockable(view.public))
    yield Block()


def _list_keep(view: View) -> Iterator[Keep]:
    cards = sorted(view.offered, key=PRIVILEGES.index)
    for count in range(1, view.public.turn.limit + 1):
        yield from (Keep(some) for some in dict.fromkeys(combinations(cards, count)))


def _list_palace(view: View) -> Iterator[Pick]:
    cards = sorted(set(view.offered), key=PRIVILEGES.index)
    return (Pick(card) for card in cards)


_LISTS: dict[str, Callable[[View], Iterator[Move]]] = {
    "draft": lambda view: (Draft(card) for card in view.public.pool),
    "reserve": _list_reserve,
    "play": _list_play,
    "take": _list_take,
    "swap": _list_swap,
    "military": _list_military,
    "roll": lambda _: iter((Roll(),)),
    "favour": _list_favour,
    "block": _list_block,
    "keep": _list_keep,
    "palace": _list_palace,
    "end": lambda _: iter((End(),)),
}
