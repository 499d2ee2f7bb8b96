"""What is played for a seat that does not answer (section 8.4, house values)."""

from collections.abc import Callable
from typing import Any

from pbem.games.alea.course.evaluation import best_tiles
from pbem.games.alea.law.law import keeps
from pbem.games.alea.position.buildings import placements
from pbem.games.alea.position.moves import Assign, Keep, Move, Place, TakeCard, TakePatrician, TakeProvince
from pbem.games.alea.position.state import View
from pbem.games.alea.scoring.scoring import colour, value

ORDER = ("forum", "castrum", "senate", "temple", "latrine")


def default(view: View) -> Move:
    """Return the default move for the view's seat."""
    return _DEFAULTS[view.position.phase](view)


def _place(view: View) -> Place:
    return min(placements(view.fixed, view.position, view.index), key=_caution)


def _take_province(view: View) -> TakeProvince:
    return TakeProvince(min(view.position.provinces, key=lambda tile: (-value(tile), tile)))


def _take_patrician(view: View) -> TakePatrician:
    return TakePatrician(min(view.position.patricians, key=_welcome(view)))


def best_keep(view: View) -> Keep:
    """Keep the most valuable tiles (A-R35)."""
    return Keep(best_tiles(view.own.drawn if view.own else (), keeps(view)))


def _caution(move: Place) -> tuple[Any, ...]:
    """Forum before Castrum, Senate, Temple, Latrine; in each the cheapest, as the house policy says."""
    rank = ORDER.index(move.building)
    if move.building == "castrum":
        return rank, len(move.dice), move.dice[0], move.how != "extend", move.size
    if move.building == "temple":
        return rank, sum(move.dice), move.dice
    return rank, len(move.dice), move.dice


def _welcome(view: View) -> Callable[[str], tuple[int, bool, str]]:
    """The highest value, then a colour of which the seat owns a tile, then the code."""
    owned = {colour(tile) for tile in view.position.players[view.index].provinces}
    return lambda patrician: (-value(patrician), colour(patrician) not in owned, patrician)


_DEFAULTS: dict[str, Callable[[View], Move]] = {
    "place": _place,
    "keep": best_keep,
    "card": lambda view: TakeCard(view.offer[0]),
    "province": _take_province,
    "patrician": _take_patrician,
    "assign": lambda _: Assign(auto=True),
}
