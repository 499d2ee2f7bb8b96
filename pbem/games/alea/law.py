"""The law: whether a move is legal for a view's seat now."""

from msgspec.structs import replace

from pbem.games.alea.buildings import no, temple_leader
from pbem.games.alea.dice import missing
from pbem.games.alea.exact import exact
from pbem.games.alea.moves import Assign, Keep, Move, Place, Reroll, TakeCard, TakePatrician, TakeProvince, kind
from pbem.games.alea.scoring import own_holdings, refuse_split, terms_of
from pbem.games.alea.state import View
from pbem.games.alea.vocabulary import ROLLED
from pbem.games.alea.waiting import decides
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
