"""Playing a move that is legal, and the outcome."""

from pbem.games.alea.evaluation import keep, take_card, take_patrician, take_province
from pbem.games.alea.moves import Assign, Keep, Move, Place, Reroll, TakeCard, TakePatrician, TakeProvince
from pbem.games.alea.rounds import assign, go_on
from pbem.games.alea.scene import Scene, begin
from pbem.games.alea.state import State
from pbem.games.alea.turn import place, reroll
from pbem.games.chance import Chance
from pbem.games.game import Seat, Step


def play(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
    """Play a legal move and all that follows without a choice."""
    scene = begin(state.fixed, chance)
    state = go_on(_act(state, state.fixed.seats.index(seat), move, scene), scene)
    return Step(state, tuple(scene.news))


def _act(state: State, seat: int, move: Move, scene: Scene) -> State:
    match move:
        case Place():
            return place(state, seat, move, scene)
        case Reroll():
            return reroll(state, seat, move.dice, scene)
        case Keep():
            return keep(state, seat, move.tiles, scene)
        case TakeCard():
            return take_card(state, seat, move.card, scene)
        case TakeProvince():
            return take_province(state, seat, move.tile, scene)
        case TakePatrician():
            return take_patrician(state, seat, move.patrician, scene)
        case Assign():
            return assign(state, seat, None if move.auto else move.stands, scene)
