"""Every way to execute an action card now, in a stable order: candidates for each card, sifted by its law."""

from collections.abc import Callable, Iterator
from functools import partial

from pbem.games.fortuna.position.actions import GOODS, Ground, bribed, fee_of, most_bought, most_water, refuse
from pbem.games.fortuna.position.moves import Act, Bribe, Build, Buy, Do, Gain, Marry, Pocket, Pour, RollEarly, Sell
from pbem.games.fortuna.position.state import find_card
from pbem.games.fortuna.table.table import BUILDINGS, CARDS


def acts(ground: Ground, card: str) -> Iterator[Act]:
    """Yield every way to execute an action card now."""
    for act in _CANDIDATES[card](ground):
        if refuse(ground, card, act) is None:
            yield act


def _only(*ways: Act) -> Callable[[Ground], Iterator[Act]]:
    return lambda _: iter(ways)


def _pours(ground: Ground, card: str) -> Iterator[Act]:
    # the source is listed only where it makes a difference
    for water in range(most_water(ground, card) + 1):
        yield Pour(water)
        if ground.me.aqueduct and 1 <= water <= ground.me.reservoir:
            yield Pour(water, reservoir=True)


def _sales(ground: Ground, card: str) -> Iterator[Act]:
    return (Sell(count) for count in range(1, getattr(ground.me, GOODS[card]) + 1))


def _purchases(ground: Ground, card: str) -> Iterator[Act]:
    return (Buy(count) for count in range(1, most_bought(ground, card) + 1))


def _bribes(ground: Ground) -> Iterator[Act]:
    yield Pocket()
    for card in CARDS:
        place = find_card(ground.public, card)
        if place is None or place[0] == ground.seat or card == "BRIBERY":
            continue
        if ground.me.money >= fee_of(ground.rules, ground.public, place[0]):
            for act in acts(bribed(ground, place[0]), card):
                yield Bribe(card, act)


_FAMILY = (Marry(), RollEarly(), Gain("grain"), Gain("wine"), Gain("money"))
_CANDIDATES: dict[str, Callable[[Ground], Iterator[Act]]] = {
    "WATER": _only(Do()),
    "HARVEST": partial(_pours, card="HARVEST"),
    "VINTAGE": partial(_pours, card="VINTAGE"),
    "GRAINTRADE": partial(_sales, card="GRAINTRADE"),
    "WINETRADE": partial(_sales, card="WINETRADE"),
    "CENTURIONS": partial(_purchases, card="CENTURIONS"),
    "VESTALS": partial(_purchases, card="VESTALS"),
    "CLERGY": _only(Do()),
    "FAMILY": _only(*_FAMILY),
    "BUILDING": _only(*(Build(name) for name in BUILDINGS)),
    "BRIBERY": _bribes,
    "FORTUNA": _only(Do()),
}
