"""Phase 1: dice are rolled, rerolled and placed, lap by lap, until somebody has none left (L24, A-R18)."""

from collections.abc import Callable

from msgspec.structs import replace

from pbem.games.alea.position.buildings import add_camp, insert, to_latrine
from pbem.games.alea.position.dice import less
from pbem.games.alea.position.fortune import draw_tiles
from pbem.games.alea.position.moves import Place
from pbem.games.alea.position.scene import Scene
from pbem.games.alea.position.state import NOBODY, Dice, Die, Position, swap


def begin_lap(scene: Scene) -> None:
    """Begin the next lap with the start player; under `preroll_lap` everybody's dice are rolled now (A-R42)."""
    scene.set(lap=scene.position.lap + 1)
    start = scene.position.start
    if scene.fixed.options.preroll_lap:
        for seat in (*scene.seats[start:], *scene.seats[:start]):
            _roll(scene, seat)
    begin_turn(scene, start)


def begin_turn(scene: Scene, seat: int) -> None:
    """Make it a seat's turn: all dice in hand are rolled."""
    scene.set(active=seat, attempt=0)
    if scene.fixed.options.preroll_lap:
        # The dice lie there already; the turn opens its place among all rolls, so that others' dice do not depend on
        # how often this seat rolls again.
        scene.chance.roll(_slot(scene, seat, "turn"))
    else:
        _roll(scene, seat)


def _roll(scene: Scene, seat: int) -> None:
    dice = throw(scene, seat, count=scene.position.players[seat].hand)
    scene.tell("rolled", seat=scene.name(seat), dice=dice)
    scene.set(rolls=swap(scene.position.rolls, seat, dice))


def throw(scene: Scene, seat: int, *, count: int, attempt: int = 0) -> Dice:
    """Roll so many dice of a seat; the slot is fixed by round, lap, seat and attempt."""
    stream = scene.chance.roll(_slot(scene, seat, attempt))
    return tuple(sorted([stream.die() for _ in range(count)]))


def _slot(scene: Scene, seat: int, attempt: int | str) -> str:
    return f"{scene.position.round}.{scene.position.lap}/{scene.fixed.seats[seat]}/{attempt}"


def reroll(scene: Scene, seat: int, dice: Dice) -> None:
    """Spend one token and roll these dice again (A-R19); the token returns to the supply."""
    attempt = scene.position.attempt + 1
    new = throw(scene, seat, count=len(dice), attempt=attempt)
    roll = tuple(sorted((*less(scene.position.rolls[seat], dice), *new)))
    scene.tell("rerolled", seat=scene.name(seat), dice=dice, dice_new=new, dice_now=roll)
    supply = scene.position.supply
    if supply is not None:
        supply += 1
    scene.set(rolls=swap(scene.position.rolls, seat, roll), attempt=attempt, supply=supply)
    scene.change(seat, tokens=scene.position.players[seat].tokens - 1)


def place(scene: Scene, seat: int, move: Place) -> None:
    """Put the dice of an exact placement into its building, then it is the next one's turn."""
    _tell_placed(scene, seat, move)
    position = scene.position
    player = position.players[seat]
    hand = player.hand - len(move.dice)
    scene.set(
        players=swap(position.players, seat, replace(player, hand=hand)),
        rolls=swap(position.rolls, seat, ()),
        last_lap=position.last_lap or hand == 0,
        attempt=0,
    )
    _PUT[move.building](scene, seat, move)
    next_turn(scene)


def _tell_placed(scene: Scene, seat: int, move: Place) -> None:
    if move.size:
        size = move.size + len(move.dice)
        scene.tell("extended", seat=scene.name(seat), dice=move.dice, size=size, value=move.dice[0])
    else:
        scene.tell("placed", seat=scene.name(seat), building=f"buildings/{move.building}", dice=move.dice)


def _put_temple(scene: Scene, seat: int, move: Place) -> None:
    """One Fortune tile for each die placed now (L28-L30)."""
    own = tuple(sorted((*scene.position.temple[seat], *move.dice)))
    scene.set(temple=swap(scene.position.temple, seat, own))
    draw_tiles(scene, seat, len(move.dice))


def _put_senate(scene: Scene, seat: int, move: Place) -> None:
    scene.position = put_senate(scene.position, seat, move.dice)


def put_senate(position: Position, seat: int, dice: Dice) -> Position:
    """Return the position with dice joined to the seat's run."""
    low, high = position.senate[seat]
    run = (min(low, dice[0]), max(high, dice[-1])) if low else (dice[0], dice[-1])
    return replace(position, senate=swap(position.senate, seat, run))


def _put_castrum(scene: Scene, seat: int, move: Place) -> None:
    scene.set(castrum=add_camp(scene.position.castrum, seat, move.dice, move.size))


def _put_forum(scene: Scene, seat: int, move: Place) -> None:
    """Insert the dice; what has no column any more falls into its owner's Latrine (A-R15)."""
    row, columns = scene.position.forum, scene.fixed.columns
    for value in move.dice:
        row = insert(row, Die(seat, value))
    scene.set(forum=row[:columns])
    for die in reversed(row[columns:]):
        scene.tell("pushed", seat=scene.name(die.owner), die=die.value)
        scene.position = to_latrine(scene.position, die.owner, 1)


def _put_latrine(scene: Scene, seat: int, _move: Place) -> None:
    scene.position = to_latrine(scene.position, seat, 1)


_PUT: dict[str, Callable[[Scene, int, Place], None]] = {
    "temple": _put_temple,
    "senate": _put_senate,
    "castrum": _put_castrum,
    "forum": _put_forum,
    "latrine": _put_latrine,
}


def next_turn(scene: Scene) -> None:
    """Go on with the left neighbour; after the last one of the last lap all dice are placed (A-R18)."""
    position = scene.position
    seat = (position.active + 1) % len(scene.fixed.seats)
    if seat != position.start:
        begin_turn(scene, seat)
    elif not position.last_lap:
        begin_lap(scene)
    else:
        end_of_placing(scene)


def end_of_placing(scene: Scene) -> None:
    """Dice still in hand go to the Latrine (L24)."""
    scene.set(phase="placed", active=NOBODY)
    for seat in scene.seats:
        left = scene.position.players[seat].hand
        if left:
            scene.tell("left_over", seat=scene.name(seat), count=left)
            scene.position = to_latrine(scene.position, seat, left)
            scene.change(seat, hand=0)
