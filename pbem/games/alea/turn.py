"""Phase 1: dice are rolled, rerolled and placed, lap by lap, until somebody has none left (L24, A-R18)."""

from msgspec.structs import replace

from pbem.games.alea.buildings import add_camp, insert, to_latrine
from pbem.games.alea.dice import less
from pbem.games.alea.fortune import draw_tiles
from pbem.games.alea.moves import Place
from pbem.games.alea.scene import Scene
from pbem.games.alea.state import NOBODY, Dice, Die, Position, State, swap, with_player


def begin_lap(state: State, scene: Scene) -> State:
    """Begin the next lap with the start player; under `preroll_lap` everybody's dice are rolled now (A-R42)."""
    position = replace(state.position, lap=state.position.lap + 1)
    state = replace(state, position=position)
    if state.fixed.options.preroll_lap:
        count = len(state.fixed.seats)
        for seat in ((position.start + k) % count for k in range(count)):
            state = _roll(state, seat, scene)
    return begin_turn(state, position.start, scene)


def begin_turn(state: State, seat: int, scene: Scene) -> State:
    """Make it a seat's turn: all dice in hand are rolled."""
    state = replace(state, position=replace(state.position, active=seat, attempt=0))
    return state if state.fixed.options.preroll_lap else _roll(state, seat, scene)


def _roll(state: State, seat: int, scene: Scene) -> State:
    dice = throw(state, seat, scene, count=state.position.players[seat].hand)
    scene.tell("rolled", seat=scene.name(seat), dice=dice)
    return replace(state, position=replace(state.position, rolls=swap(state.position.rolls, seat, dice)))


def throw(state: State, seat: int, scene: Scene, *, count: int, attempt: int = 0) -> Dice:
    """Roll so many dice of a seat; the slot is fixed by round, lap, seat and attempt."""
    at = state.position
    stream = scene.chance.roll(f"{at.round}.{at.lap}/{state.fixed.seats[seat]}/{attempt}")
    return tuple(sorted(stream.die() for _ in range(count)))


def reroll(state: State, seat: int, dice: Dice, scene: Scene) -> State:
    """Spend one token and roll these dice again (A-R19); the token returns to the supply."""
    attempt = state.position.attempt + 1
    new = throw(state, seat, scene, count=len(dice), attempt=attempt)
    position = with_player(state.position, seat, tokens=state.position.players[seat].tokens - 1)
    roll = tuple(sorted((*less(position.rolls[seat], dice), *new)))
    supply = None if position.supply is None else position.supply + 1
    scene.tell("rerolled", seat=scene.name(seat), dice=dice, new=new, roll=roll)
    rolls = swap(position.rolls, seat, roll)
    return replace(state, position=replace(position, rolls=rolls, attempt=attempt, supply=supply))


def place(state: State, seat: int, move: Place, scene: Scene) -> State:
    """Put the dice of an exact placement into its building, then it is the next one's turn."""
    _tell_placed(seat, move, scene)
    hand = state.position.players[seat].hand - len(move.dice)
    position = with_player(state.position, seat, hand=hand)
    position = replace(
        position, rolls=swap(position.rolls, seat, ()), last_lap=position.last_lap or hand == 0, attempt=0
    )
    state = _put(replace(state, position=position), seat, move, scene)
    return next_turn(state, scene)


def _tell_placed(seat: int, move: Place, scene: Scene) -> None:
    if move.size:
        scene.tell(
            "extended", seat=scene.name(seat), dice=move.dice, size=move.size + len(move.dice), value=move.dice[0]
        )
    else:
        scene.tell("placed", seat=scene.name(seat), building=f"building/{move.building}", dice=move.dice)


def _put(state: State, seat: int, move: Place, scene: Scene) -> State:
    position = state.position
    if move.building == "temple":
        return _put_temple(state, seat, move.dice, scene)
    if move.building == "senate":
        position = put_senate(position, seat, move.dice)
    elif move.building == "castrum":
        position = replace(position, castrum=add_camp(position.castrum, seat, move.dice, move.size))
    elif move.building == "forum":
        position = _put_forum(state, seat, move.dice, scene)
    else:
        position = to_latrine(position, seat, 1)
    return replace(state, position=position)


def _put_temple(state: State, seat: int, dice: Dice, scene: Scene) -> State:
    """One Fortune tile for each die placed now (L28-L30)."""
    own = tuple(sorted((*state.position.temple[seat], *dice)))
    position = replace(state.position, temple=swap(state.position.temple, seat, own))
    return draw_tiles(replace(state, position=position), seat, len(dice), scene)


def put_senate(position: Position, seat: int, dice: Dice) -> Position:
    """Return the position with dice joined to the seat's run."""
    low, high = position.senate[seat]
    run = (min(low, dice[0]), max(high, dice[-1])) if low else (dice[0], dice[-1])
    return replace(position, senate=swap(position.senate, seat, run))


def _put_forum(state: State, seat: int, dice: Dice, scene: Scene) -> Position:
    """Insert the dice; what has no column any more falls into its owner's Latrine (A-R15)."""
    row = state.position.forum
    for value in dice:
        row = insert(row, Die(seat, value))
    position = replace(state.position, forum=row[: state.fixed.columns])
    for die in reversed(row[state.fixed.columns :]):
        scene.tell("pushed", seat=scene.name(die.owner), value=die.value)
        position = to_latrine(position, die.owner, 1)
    return position


def next_turn(state: State, scene: Scene) -> State:
    """Go on with the left neighbour; after the last one of the last lap all dice are placed (A-R18)."""
    position = state.position
    seat = (position.active + 1) % len(state.fixed.seats)
    if seat != position.start:
        return begin_turn(state, seat, scene)
    if not position.last_lap:
        return begin_lap(state, scene)
    return end_of_placing(state, scene)


def end_of_placing(state: State, scene: Scene) -> State:
    """Dice still in hand go to the Latrine (L24)."""
    position = replace(state.position, phase="placed", active=NOBODY)
    for seat, player in enumerate(position.players):
        if player.hand:
            scene.tell("left_over", seat=scene.name(seat), count=player.hand)
            position = with_player(to_latrine(position, seat, player.hand), seat, hand=0)
    return replace(state, position=position)
