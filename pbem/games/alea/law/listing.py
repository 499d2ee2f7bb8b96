"""Every legal move of a view, lazily, in a stable order."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, combinations, product

from pbem.games.alea.law.law import keeps
from pbem.games.alea.law.waiting import decides
from pbem.games.alea.position.buildings import placements
from pbem.games.alea.position.dice import ALL_ROLLS, parts
from pbem.games.alea.position.moves import Assign, Keep, Move, Reroll, TakeCard, TakePatrician, TakeProvince
from pbem.games.alea.position.state import Dice, Stand, View
from pbem.games.alea.scoring.assignment import refuse_split
from pbem.games.alea.scoring.scoring import own_holdings, terms_of
from pbem.games.alea.scoring.split import assign_best


def moves(view: View) -> Iterator[Move]:
    """Yield every legal exact move. Short forms are left out, and of assignments only a selection is listed:
    the best one (as `auto` and in full), each single patrician alone, and nobody."""
    if view.own is None or not decides(view.position, view.index):
        return iter(())
    return _LISTS[view.position.phase](view)


def _list_place(view: View) -> Iterator[Move]:
    position, seat = view.position, view.index
    placed = placements(view.fixed, position, seat)
    if not position.players[seat].tokens:
        return placed
    return chain(placed, rerolls(position.rolls[seat]))


def _list_keep(view: View) -> Iterator[Keep]:
    drawn = view.own.drawn if view.own else ()
    kept = {tuple(sorted(some, reverse=True)) for some in combinations(drawn, keeps(view))}
    return (Keep(tiles) for tiles in sorted(kept, reverse=True))


@lru_cache(maxsize=ALL_ROLLS)
def rerolls(roll: Dice) -> tuple[Reroll, ...]:
    """Return every reroll of some dice of a roll."""
    return tuple(map(_reroll, parts(roll)))


_reroll = lru_cache(maxsize=ALL_ROLLS)(Reroll)  # parts of different rolls are the same few values


def _list_assign(view: View) -> Iterator[Assign]:
    holdings, terms = own_holdings(view), terms_of(view.fixed)
    best = Assign(assign_best(holdings, terms))
    yield Assign(auto=True)
    yield best
    pairs = product(sorted(holdings.patricians), _places(view))
    alone = [Assign((Stand(patrician, place),)) for patrician, place in pairs]
    for move in (*alone, Assign()):
        if move != best and refuse_split(holdings, move.stands, terms) is None:
            yield move


def _places(view: View) -> tuple[str, ...]:
    holdings = own_holdings(view)
    return (*holdings.provinces, *(card for card in holdings.cards if "-" in card))


_LISTS: dict[str, Callable[[View], Iterator[Move]]] = {
    "place": _list_place,
    "keep": _list_keep,
    "card": lambda view: (TakeCard(card) for card in view.offer),
    "province": lambda view: (TakeProvince(tile) for tile in view.position.provinces),
    "patrician": lambda view: (TakePatrician(code) for code in view.position.patricians),
    "assign": _list_assign,
}
