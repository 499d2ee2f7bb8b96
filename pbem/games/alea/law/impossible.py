"""What can be legal in no position of a game, by its table and options alone: refused however early it is ordered.

Most orders that do not fit now may fit other dice: here are only those that fit none.
"""

from collections.abc import Callable
from typing import Any

from pbem.games.alea.law.exact import CHOICES, how_elsewhere
from pbem.games.alea.position.moves import Assign, Keep, Move, Place, Reroll, TakeCard, TakePatrician, TakeProvince
from pbem.games.alea.position.state import BUILDINGS, View
from pbem.games.alea.scoring.assignment import refuse_place
from pbem.games.alea.scoring.scoring import by_place, terms_of
from pbem.games.alea.table import table as parts
from pbem.games.alea.table.table import DICE, SINGLES
from pbem.games.alea.table.vocabulary import said
from pbem.games.game import Refusal
from pbem.games.kit.refusals import no

FACES = frozenset(range(1, 7))
MOST_KEPT = 2  # by the leader in the Temple


def impossible(view: View, move: Move) -> Refusal | None:
    """Say why a move can never be legal in this game, or None."""
    return _NEVER[type(move)](view, move)


def _place(view: View, move: Place) -> Refusal | None:
    if move.building not in BUILDINGS:
        return no("building_unknown", "4.2")
    if move.building == "temple" and not view.fixed.has_temple:
        return no("temple_absent", "4.3")
    if (move.building, move.how) in CHOICES:
        return no("choice_and_dice", "9.3", how=f"marks/{move.how}") if move.dice or move.every else None
    return _dice(move, move.size) or _how(move) or _IN_BUILDING[move.building](move)


def _dice(move: Place | Reroll, more: int = 0) -> Refusal | None:
    if not {*move.dice, *move.every} <= FACES:
        return no("dice_faces", "1.1")
    if len(move.dice) + more > DICE:
        return no("dice_most", "1.1", most=DICE)
    return None


def _how(move: Place) -> Refusal | None:
    """Say why dice are never placed in that way in a building; or None."""
    if move.how in {"best", "low", "pair"}:
        return how_elsewhere(move)
    if move.how not in {"", "new", "extend"}:
        return no("how_unknown", "9.3")
    if not move.how or move.building == "castrum":
        return None
    if move.how == "extend" and move.building in {"forum", "latrine"}:
        return no("nothing_is_added", "9.3", building=f"buildings/{move.building}")
    return None if move.how == "extend" else how_elsewhere(move)


def _in_senate(move: Place) -> Refusal | None:
    return no("senate_repeat", "A-R8") if len(set(move.dice)) != len(move.dice) else None


def _in_castrum(move: Place) -> Refusal | None:
    return no("castrum_mixed", "A-R11") if len({*move.dice, *move.every}) > 1 else None


def _in_forum(move: Place) -> Refusal | None:
    named = (*move.dice, *move.every)
    if len(named) > 2:
        return no("forum_many", "4.6")
    if len(named) == 2 and sum(named) != 5:
        return no("forum_sum", "4.6", sum=sum(named))
    return None


def _in_latrine(move: Place) -> Refusal | None:
    return no("latrine_one", "A-R17") if len(move.dice) + len(move.every) > 1 else None


_IN_BUILDING: dict[str, Callable[[Place], Refusal | None]] = {
    "temple": lambda _: None,
    "senate": _in_senate,
    "castrum": _in_castrum,
    "forum": _in_forum,
    "latrine": _in_latrine,
}


def _reroll(_view: View, move: Reroll) -> Refusal | None:
    return _dice(move)


def _keep(view: View, move: Keep) -> Refusal | None:
    if len(move.tiles) > MOST_KEPT:
        return no("keep_count", "5.1", count=MOST_KEPT)
    values = sorted(view.fixed.table.fortune)
    strange = [value for value in move.tiles if str(value) not in values]
    return no("keep_strange", "1.1", tiles=strange, values=values) if strange else None


def _is_in_game(pieces: tuple[str, ...], code: str) -> Refusal | None:
    return None if code in pieces else no("not_in_game", "1.1", piece=said(code))


def _card(view: View, move: TakeCard) -> Refusal | None:
    return _is_in_game(parts.cards(view.fixed.table, len(view.fixed.seats)), move.card)


def _assign(view: View, move: Assign) -> Refusal | None:
    table, terms = view.fixed.table, terms_of(view.fixed)
    places = (*parts.tiles(table), *parts.cards(table, len(view.fixed.seats)))
    for stand in move.stands:
        refused = _is_in_game(parts.patricians(table), stand.patrician) or _is_in_game(places, stand.place)
        if refused:
            return refused
        if stand.place in SINGLES:
            return no("no_province", "6.1", piece=said(stand.place))
    for place, people in by_place(move.stands).items():
        if refused := refuse_place(place, people, terms):
            return refused
    return None


_NEVER: dict[type, Callable[[View, Any], Refusal | None]] = {
    Place: _place,
    Reroll: _reroll,
    Keep: _keep,
    TakeCard: _card,
    TakeProvince: lambda view, move: _is_in_game(parts.tiles(view.fixed.table), move.tile),
    TakePatrician: lambda view, move: _is_in_game(parts.patricians(view.fixed.table), move.patrician),
    Assign: _assign,
}
