"""What an order to place or to reroll means with the dice that lie there: short forms become exact, or are refused.

`place castrum 4` extends the seat's only set of fours if that is legal, else begins a new set; `every` stands for all
dice of a value; `best`, `low` and `pair` choose among what is legal.
"""

from collections.abc import Callable, Sequence
from typing import Any

from pbem.games.alea.position.buildings import (
    castrum_placements,
    forum_placements,
    own_sizes,
    refuse_castrum,
    refuse_forum,
    refuse_latrine,
    refuse_senate,
    refuse_temple,
    senate_placements,
    temple_leader,
    temple_placements,
)
from pbem.games.alea.position.dice import less, missing, values_of
from pbem.games.alea.position.moves import Move, Place, Reroll
from pbem.games.alea.position.state import BUILDINGS, Dice, Fixed, Position, View
from pbem.games.alea.position.ways import forum_ways
from pbem.games.game import Refusal
from pbem.games.kit.refusals import no

CHOICES = {
    ("temple", "low"),
    ("temple", "best"),
    ("senate", "best"),
    ("castrum", "best"),
    ("forum", "low"),
    ("forum", "pair"),
}


def exact_place(fixed: Fixed, position: Position, seat: int, move: Place) -> Place | Refusal:
    """Return the one legal placement an order stands for, or why there is none."""
    if move.building not in BUILDINGS:
        return no("building_unknown", "4.2")
    if move.building == "temple" and not fixed.has_temple:
        return no("temple_absent", "4.3")
    if (move.building, move.how) in CHOICES:
        return _chosen(fixed, position, seat, move)
    if move.how in {"best", "low", "pair"}:
        return how_elsewhere(move)
    dice = _named(position.rolls[seat], move.dice, move.every)
    if isinstance(dice, Refusal):
        return dice
    if move.building == "castrum":
        return _exact_camp(position, seat, move, dice)
    refused = _refuse_how(position, seat, move) or _refuse_there(fixed, position, seat, move.building, dice)
    return refused or Place(move.building, dice)


def exact(view: View, move: Move) -> Move | Refusal:
    """Return the exact move an order stands for before a view that is asked for one, or why there is none."""
    if isinstance(move, Place):
        return exact_place(view.fixed, view.position, view.index, move)
    if isinstance(move, Reroll):
        dice = exact_reroll(view.position, view.index, move)
        return dice if isinstance(dice, Refusal) else Reroll(dice)
    return move


def exact_reroll(position: Position, seat: int, move: Reroll) -> Dice | Refusal:
    """Return the dice an order rolls again, or why it cannot."""
    if position.players[seat].tokens < 1:
        return no("reroll_no_token", "4.1")
    roll = position.rolls[seat]
    if move.how == "all":
        return roll
    if move.how == "except":
        rest = less(roll, (*move.dice, *(value for value in roll if value in move.every)))
        return rest or no("reroll_nothing", "4.1")
    if move.how:
        return no("how_unknown", "4.1")
    return _named(roll, move.dice, move.every)


def _named(roll: Dice, dice: Dice, every: Dice) -> Dice | Refusal:
    named = dice
    if every:
        named = tuple(sorted((*dice, *(value for value in roll if value in every))))
    absent = missing(named, roll) or tuple(value for value in every if value not in roll)
    if absent:
        return no("not_rolled", "4.2", dice=absent)
    return named or no("no_dice", "4.2")


def how_elsewhere(move: Place) -> Refusal:
    """Refuse a way to place dice that a building does not have."""
    return no("how_elsewhere", "9.3", how=f"marks/{move.how}", building=f"buildings/{move.building}")


def _refuse_how(position: Position, seat: int, move: Place) -> Refusal | None:
    if not move.how and not move.size:
        return None
    if move.how not in {"extend", "new"}:
        return no("how_unknown", "9.3")
    if move.how == "new" or move.size:
        return how_elsewhere(move)
    stands_there = {"temple": bool(position.temple[seat]), "senate": bool(position.senate[seat][0])}
    if move.building not in stands_there:
        return no("nothing_is_added", "9.3", building=f"buildings/{move.building}")
    if not stands_there[move.building]:
        return no("nothing_to_add_to", "9.3", building=f"buildings/{move.building}")
    return None


def _refuse_there(fixed: Fixed, position: Position, seat: int, building: str, dice: Dice) -> Refusal | None:
    if building == "temple":
        return refuse_temple(fixed, position, seat, dice)
    if building == "senate":
        return refuse_senate(position, seat, dice)
    if building == "forum":
        return refuse_forum(fixed, position, dice)
    return refuse_latrine(fixed, position, seat, dice)


def _exact_camp(position: Position, seat: int, move: Place, dice: Dice) -> Place | Refusal:
    sizes = own_sizes(position, seat, dice[0])
    if move.how == "new" and not move.size:
        return _camp(position, seat, dice, 0)
    if move.how == "extend" and move.size:
        return _camp(position, seat, dice, move.size)
    if move.how not in {"", "extend"} or move.size:
        return no("how_unknown", "9.3")
    if len(sizes) > 1:
        return no("castrum_which", "A-R11", value=dice[0], sizes=list(sizes))
    if move.how == "extend" and not sizes:
        return no("nothing_to_add_to", "9.3", building="buildings/castrum")
    return _extended_or_new(position, seat, dice, sizes, may_be_new=not move.how)


def _extended_or_new(
    position: Position, seat: int, dice: Dice, sizes: tuple[int, ...], *, may_be_new: bool
) -> Place | Refusal:
    """V30: without a word the only own set grows if that is legal, otherwise a new one begins."""
    if not sizes:
        return _camp(position, seat, dice, 0)
    extended = _camp(position, seat, dice, sizes[0])
    if isinstance(extended, Refusal) and may_be_new:
        new = _camp(position, seat, dice, 0)
        return extended if isinstance(new, Refusal) else new
    return extended


def _camp(position: Position, seat: int, dice: Dice, size: int) -> Place | Refusal:
    refused = refuse_castrum(position, seat, dice, size)
    return refused or Place("castrum", dice, "extend" if size else "new", size)


def _chosen(fixed: Fixed, position: Position, seat: int, move: Place) -> Place | Refusal:
    if move.dice or move.every or move.size:
        return no("choice_and_dice", "9.3", how=f"marks/{move.how}")
    found = list(_allowed_there(fixed, position, seat, move.building))
    if move.how == "pair":
        found = [placement for placement in found if len(placement.dice) == 2]
    if not found:
        return _why_nothing_fits(fixed, position, seat, move)
    if move.how == "best":
        return max(found, key=_WORTH[move.building](position, seat))
    if move.how == "low":
        return min(found, key=lambda placement: (sum(placement.dice), placement.dice))
    return found[0]


def _why_nothing_fits(fixed: Fixed, position: Position, seat: int, move: Place) -> Refusal:
    """Say why no dice of the roll will do: in the Temple not even the highest of them."""
    roll = position.rolls[seat]
    if move.building == "temple":
        need = temple_leader(position)[1] + 1 - len(position.temple[seat])
        refused = refuse_temple(fixed, position, seat, roll[-need:])
        if refused:
            return refused
    pairs = [way for way in forum_ways(values_of(roll)) if len(way.dice) == 2]
    if move.how == "pair" and not pairs:
        return no("forum_no_pair", "4.6")
    return no("nothing_fits", "4.2", building=f"buildings/{move.building}")


def _allowed_there(fixed: Fixed, position: Position, seat: int, building: str) -> Sequence[Place]:
    if building == "temple":
        return temple_placements(fixed, position, seat)
    if building == "senate":
        return senate_placements(position, seat)
    if building == "castrum":
        return castrum_placements(position, seat)
    return forum_placements(fixed, position, seat)


def _temple_worth(_position: Position, _seat: int) -> Callable[[Place], Any]:
    return lambda placement: sum(placement.dice)


def _senate_worth(position: Position, seat: int) -> Callable[[Place], Any]:
    low, high = position.senate[seat]
    own = (low, high) if low else ()
    return lambda placement: (len(placement.dice), max(*placement.dice, *own, 0))


def _castrum_worth(_position: Position, _seat: int) -> Callable[[Place], Any]:
    return lambda placement: (placement.size + len(placement.dice), placement.dice[0], placement.size)


_WORTH = {"temple": _temple_worth, "senate": _senate_worth, "castrum": _castrum_worth}
