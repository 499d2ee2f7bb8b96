"""The law: whether a move is legal for a view's seat now, and every move that is."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from pbem.games.alea.buildings import no, placements, temple_leader
from pbem.games.alea.decisions import decides
from pbem.games.alea.dice import ALL_ROLLS, missing, parts
from pbem.games.alea.exact import exact
from pbem.games.alea.names import ROLLED
from pbem.games.alea.scoring import own_holdings, refuse_split, terms_of
from pbem.games.alea.split import assign_best
from pbem.games.alea.state import (
    Assign,
    Dice,
    Keep,
    Move,
    Place,
    Reroll,
    Stand,
    TakeCard,
    TakePatrician,
    TakeProvince,
    View,
    kind,
)
from pbem.games.game import Refusal, Saying


def check(view: View, move: Move) -> Refusal | None:
    """Say why a move is not legal for the view's seat now, or None."""
    if view.own is None or not decides(view.position, view.index):
        return no("8.1", "not_asked")
    asked = view.position.phase
    if isinstance(move, Place | Reroll) and asked == "place":
        return _check_dice(view, move)
    if kind(move) != asked:
        return no("8.1", f"asked_{asked}")
    return _check_choice(view, move)


def _check_dice(view: View, move: Place | Reroll) -> Refusal | None:
    meant = exact(view, move)
    if isinstance(meant, Refusal):
        return replace(meant, saying=beside_roll(meant.saying, view))
    return None if meant == move else no("9.3", "not_exact")


def beside_roll(saying: Saying, view: View) -> Saying:
    """Return why dice are refused, told together with what was rolled."""
    return replace(saying, args={**saying.args, ROLLED: view.position.rolls[view.index]})


def _check_choice(view: View, move: Move) -> Refusal | None:
    position = view.position
    if isinstance(move, TakeProvince) and move.tile not in position.provinces:
        return no("5.3", "province_gone")
    if isinstance(move, TakePatrician) and move.patrician not in position.patricians:
        return no("5.4", "patrician_gone")
    if isinstance(move, TakeCard) and move.card not in view.offer:
        return no("5.2", "card_not_offered")
    if isinstance(move, Keep):
        return _check_keep(view, move)
    if isinstance(move, Assign):
        return _check_assign(view, move)
    return None


def keeps(view: View) -> int:
    """Return how many Fortune tiles the view's seat keeps."""
    return 2 if temple_leader(view.position)[0] == view.index else 1


def _check_keep(view: View, move: Keep) -> Refusal | None:
    if len(move.tiles) != keeps(view):
        return no("5.1", "keep_count", count=keeps(view))
    drawn = view.own.drawn if view.own else ()
    absent = missing(move.tiles, drawn)
    return no("5.1", "keep_not_drawn", tiles=absent) if absent else None


def _check_assign(view: View, move: Assign) -> Refusal | None:
    if move.auto:
        return no("6.2", "assign_auto_alone") if move.stands else None
    return refuse_split(own_holdings(view), move.stands, terms_of(view.fixed))


def moves(view: View) -> Iterator[Move]:
    """Yield every legal exact move. Short forms are left out, and of assignments only a selection is listed:
    the best one (as `auto` and in full), each single patrician alone, and nobody."""
    if view.own is None or not decides(view.position, view.index):
        return
    position = view.position
    if position.phase == "place":
        yield from placements(view.fixed, position, view.index)
        if position.players[view.index].tokens:
            yield from rerolls(position.rolls[view.index])
    elif position.phase == "keep":
        kept = {tuple(sorted(some, reverse=True)) for some in combinations(view.own.drawn, keeps(view))}
        yield from (Keep(tiles) for tiles in sorted(kept, reverse=True))
    elif position.phase == "card":
        yield from (TakeCard(card) for card in view.offer)
    elif position.phase == "province":
        yield from (TakeProvince(tile) for tile in position.provinces)
    elif position.phase == "patrician":
        yield from (TakePatrician(code) for code in position.patricians)
    else:
        yield from _assignments(view)


@lru_cache(maxsize=ALL_ROLLS)
def rerolls(roll: Dice) -> tuple[Reroll, ...]:
    """Return every reroll of some dice of a roll."""
    return tuple(Reroll(part) for part in parts(roll))


def _assignments(view: View) -> Iterator[Assign]:
    holdings, terms = own_holdings(view), terms_of(view.fixed)
    best = Assign(assign_best(holdings, terms))
    yield Assign(auto=True)
    yield best
    alone = [Assign((Stand(p, place),)) for p in sorted(holdings.patricians) for place in _places(view)]
    for move in (*alone, Assign()):
        if move != best and refuse_split(holdings, move.stands, terms) is None:
            yield move


def _places(view: View) -> tuple[str, ...]:
    holdings = own_holdings(view)
    return (*holdings.provinces, *(card for card in holdings.cards if "-" in card))
