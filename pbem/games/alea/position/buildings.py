"""The five buildings: what may be placed where, and why not.

One function per building says which rule a placement breaks (or None); it takes exact placements only, dice ascending
and rolled. Beside it stands the one that lists what the building allows.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pbem.games.alea.position.dice import is_run, values_of
from pbem.games.alea.position.moves import Place
from pbem.games.alea.position.state import NO_RUN, Camp, Dice, Die, Fixed, Position, swap
from pbem.games.alea.position.ways import castrum_ways, forum_ways, senate_ways, temple_ways
from pbem.games.alea.table.table import DICE
from pbem.games.game import Refusal
from pbem.games.kit.refusals import no


def placements(fixed: Fixed, position: Position, seat: int) -> Iterator[Place]:
    """Yield every legal placement of a seat with its present roll; the Latrine only if nothing else is (A-R17)."""
    found = tuple(elsewhere(fixed, position, seat))
    if found:
        return iter(found)
    return (Place("latrine", (value,)) for value in values_of(position.rolls[seat]))


def elsewhere(fixed: Fixed, position: Position, seat: int) -> Iterator[Place]:
    """Yield every legal placement of a seat outside the Latrine, building by building as they are asked for."""
    yield from temple_placements(fixed, position, seat)
    yield from senate_placements(position, seat)
    yield from castrum_placements(position, seat)
    yield from forum_placements(fixed, position, seat)


def temple_leader(position: Position) -> tuple[int, int, int]:
    """Return who has the biggest set in the Temple, its size and its total; size 0 if there is none."""
    size, seat = max((len(dice), seat) for seat, dice in enumerate(position.temple))
    return seat, size, sum(position.temple[seat])


def refuse_temple(fixed: Fixed, position: Position, seat: int, dice: Dice) -> Refusal | None:
    """Say why dice may not join the Temple: one die more than the biggest set, and a higher total (A-R1, A-R2)."""
    if not fixed.has_temple:
        return no("temple_absent", "4.3")
    leader, most, total = temple_leader(position)
    own = position.temple[seat]
    if len(own) + len(dice) != most + 1:
        return _wrong_count(most, own)
    if most and leader == seat and not fixed.options.temple_self_raise:
        return no("temple_leader", "A-R3")
    if most and sum(own) + sum(dice) <= total:
        return no("temple_total", "A-R2", total=total, sum=sum(own) + sum(dice))
    return None


def _wrong_count(most: int, own: Dice) -> Refusal:
    if most == DICE:
        return no("temple_full", "A-R1")
    if not most:
        return no("temple_first", "A-R1")
    return no("temple_count", "A-R1", most=most, need=most + 1 - len(own))


def temple_placements(fixed: Fixed, position: Position, seat: int) -> Sequence[Place]:
    """Return the dice that may join the Temple."""
    if not fixed.has_temple:
        return ()
    leader, most, total = temple_leader(position)
    if most and leader == seat and not fixed.options.temple_self_raise:
        return ()
    own = position.temple[seat]
    least = total - sum(own) if most else 0
    ways = temple_ways(position.rolls[seat], most + 1 - len(own))
    return [placement for added, placement in ways if added > least]


def refuse_senate(position: Position, seat: int, dice: Dice) -> Refusal | None:
    """Say why dice may not join the seat's run: consecutive, no value twice, no run twice (A-R7, A-R8)."""
    low, high = position.senate[seat]
    if len(set(dice)) != len(dice):
        return no("senate_repeat", "A-R8")
    if low and any(low <= value <= high for value in dice):
        return no("senate_own", "A-R8", low=low, high=high)
    run = dice
    if low:
        run = tuple(sorted((*dice, *range(low, high + 1))))
    if not is_run(run):
        return no("senate_gap", "A-R8", run=run)
    if (run[0], run[-1]) in position.senate:
        return no("senate_equal", "A-R7", run=run)
    return None


def senate_placements(position: Position, seat: int) -> Sequence[Place]:
    """Return the dice that may join the seat's run, or begin it."""
    runs = position.senate
    ways = senate_ways(values_of(position.rolls[seat]), runs[seat])
    return [placement for run, placement in ways if run not in runs]


def own_sizes(position: Position, seat: int, value: int) -> tuple[int, ...]:
    """Return the sizes of the seat's sets of a value in the Castrum, smallest first."""
    sizes = [camp.size for camp in position.castrum if camp.value == value and camp.owner == seat]
    return tuple(sorted(sizes))


def refuse_castrum(position: Position, seat: int, dice: Dice, size: int) -> Refusal | None:
    """Say why equal dice may not extend the seat's set of a size (0: make a new one): no set twice (A-R11, A-R12)."""
    value = dice[0]
    if dice[-1] != value:
        return no("castrum_mixed", "A-R11")
    if size and size not in own_sizes(position, seat, value):
        sizes = [f"{own}x{value}" for own in own_sizes(position, seat, value)]
        return no("castrum_no_set", "A-R11", size=size, value=value, sizes=sizes)
    total = size + len(dice)
    if any(camp.size == total and camp.value == value for camp in position.castrum):
        return no("castrum_equal", "A-R12", size=total, value=value)
    return None


def castrum_placements(position: Position, seat: int) -> Sequence[Place]:
    """Return the new sets and the extensions the Castrum allows: lowest value first, fewest dice, smallest set."""
    roll = position.rolls[seat]
    standing = {(camp.size, camp.value) for camp in position.castrum}
    owned = {camp.value for camp in position.castrum if camp.owner == seat}
    found: list[Place] = []
    for value in values_of(roll):
        sizes = own_sizes(position, seat, value) if value in owned else ()
        ways = castrum_ways(value, roll.count(value), sizes)
        found += [placement for camp, placement in ways if camp not in standing]
    return found


def insert(row: tuple[Die, ...], die: Die) -> tuple[Die, ...]:
    """Put a die into the Forum left of all its equals; everything from there on moves right (A-R13)."""
    index = sum(other.value < die.value for other in row)
    return (*row[:index], die, *row[index:])


def refuse_forum(fixed: Fixed, position: Position, dice: Dice) -> Refusal | None:
    """Say why dice may not enter the Forum: one die, or two that make 5, and each must keep a column (A-R14)."""
    if len(dice) > 2:
        return no("forum_many", "4.6")
    if len(dice) == 2 and sum(dice) != 5:
        return no("forum_sum", "4.6", sum=sum(dice))
    if not _keeps_a_column(fixed, position, dice):
        return no("forum_falls", "A-R14", columns=fixed.columns, value=dice[-1])
    return None


def _keeps_a_column(fixed: Fixed, position: Position, dice: Dice) -> bool:
    lower = sum(die.value < dice[-1] for die in position.forum) + len(dice) - 1
    return lower < fixed.columns


def forum_placements(fixed: Fixed, position: Position, seat: int) -> Sequence[Place]:
    """Return the single dice and the pairs the Forum allows."""
    ways = forum_ways(values_of(position.rolls[seat]))
    if len(position.forum) + 2 <= fixed.columns:  # even both dice of a pair stay
        return ways
    return [placement for placement in ways if _keeps_a_column(fixed, position, placement.dice)]


def refuse_latrine(fixed: Fixed, position: Position, seat: int, dice: Dice) -> Refusal | None:
    """Say why a die may not go to the Latrine: only one, and only if no other building takes any (A-R17)."""
    if len(dice) != 1:
        return no("latrine_one", "A-R17")
    other = next(elsewhere(fixed, position, seat), None)
    if other is not None:
        return no("latrine_last", "A-R17", building=f"buildings/{other.building}")
    return None


def add_camp(camps: tuple[Camp, ...], seat: int, dice: Dice, size: int) -> tuple[Camp, ...]:
    """Return the Castrum with dice added to the seat's set of a size (0: as a new set)."""
    if not size:
        return (*camps, Camp(seat, dice[0], len(dice)))
    old, grown = Camp(seat, dice[0], size), Camp(seat, dice[0], size + len(dice))
    return swap(camps, camps.index(old), grown)


def to_latrine(position: Position, seat: int, count: int) -> Position:
    """Return the position with dice added to a seat's place in the Latrine."""
    return replace(position, latrine=swap(position.latrine, seat, position.latrine[seat] + count))


def senate_rank(position: Position) -> tuple[int, ...]:
    """Return the seats with a run, longest first, then highest (A-R9)."""
    standing = [seat for seat, run in enumerate(position.senate) if run != NO_RUN]
    return tuple(sorted(standing, key=lambda seat: _strength(position.senate[seat]), reverse=True))


def _strength(run: tuple[int, int]) -> tuple[int, int]:
    return run[1] - run[0], run[1]
