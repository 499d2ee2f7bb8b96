"""The law: whether a move is legal for a view's seat now."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pbem.games.alea.law.exact import exact
from pbem.games.alea.law.waiting import PLACING, decides
from pbem.games.alea.position.buildings import temple_leader
from pbem.games.alea.position.dice import missing
from pbem.games.alea.position.moves import KINDS, Assign, Keep, Move, TakeCard, TakePatrician, TakeProvince
from pbem.games.alea.position.state import View
from pbem.games.alea.scoring.assignment import refuse_split
from pbem.games.alea.scoring.scoring import own_holdings, terms_of
from pbem.games.alea.table.vocabulary import ROLLED, said
from pbem.games.game import Refusal, Saying, Seat
from pbem.games.kit.refusals import asked_other, no, not_asked, over


def check(view: View, move: Move) -> Refusal | None:
    """Say why a move is not legal for the view's seat now, or None."""
    asked = view.position.phase
    if asked == "over":
        return over("8.1")
    if view.own is None or not decides(view.position, view.index):
        return not_asked("8.1", _deciders(view))
    kind = KINDS[type(move)]
    if asked == "place" and kind in PLACING:
        return _check_dice(view, move)
    if kind != asked:
        return asked_other("8.1", f"verbs/{asked}", f"verbs/{kind}")
    return _LAWS[type(move)](view, move)


def _deciders(view: View) -> list[Seat]:
    return [seat for index, seat in enumerate(view.fixed.seats) if decides(view.position, index)]


def _check_dice(view: View, move: Move) -> Refusal | None:
    meant = exact(view, move)
    if isinstance(meant, Refusal):
        return replace(meant, saying=beside_roll(meant.saying, view))
    if meant != move:
        return no("not_exact", "9.3")
    return None


def beside_roll(saying: Saying, view: View) -> Saying:
    """Return why dice are refused, told together with what was rolled."""
    return replace(saying, args={**saying.args, ROLLED: view.position.rolls[view.index]})


def keeps(view: View) -> int:
    """Return how many Fortune tiles the view's seat keeps."""
    if temple_leader(view.position)[0] == view.index:
        return 2
    return 1


def _check_keep(view: View, move: Keep) -> Refusal | None:
    if len(move.tiles) != keeps(view):
        return no("keep_count", "5.1", count=keeps(view))
    drawn = view.own.drawn if view.own else ()
    absent = missing(move.tiles, drawn)
    if absent:
        return no("keep_not_drawn", "5.1", tiles=absent, drawn=drawn)
    return None


def _check_assign(view: View, move: Assign) -> Refusal | None:
    if move.auto:
        if move.stands:
            return no("assign_auto_alone", "6.2")
        return None
    return refuse_split(own_holdings(view), move.stands, terms_of(view.fixed))


def _check_card(view: View, move: TakeCard) -> Refusal | None:
    if move.card not in view.offer:
        return _gone("card_not_offered", "5.2", move.card, view.offer)
    return None


def _check_province(view: View, move: TakeProvince) -> Refusal | None:
    if move.tile not in view.position.provinces:
        return _gone("province_gone", "5.3", move.tile, view.position.provinces)
    return None


def _check_patrician(view: View, move: TakePatrician) -> Refusal | None:
    if move.patrician not in view.position.patricians:
        return _gone("patrician_gone", "5.4", move.patrician, view.position.patricians)
    return None


def _gone(key: str, rule: str, piece: str, offer: tuple[str, ...]) -> Refusal:
    return no(key, rule, piece=said(piece), offer=[said(code) for code in offer])


_LAWS: dict[type, Callable[[View, Any], Refusal | None]] = {
    Keep: _check_keep,
    TakeCard: _check_card,
    TakeProvince: _check_province,
    TakePatrician: _check_patrician,
    Assign: _check_assign,
}
