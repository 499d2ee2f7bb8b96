"""Playing a move that passes the law, and all that follows without a choice."""

from collections.abc import Callable
from typing import Any

from pbem.games.alea.course.evaluation import keep, take_card, take_patrician, take_province
from pbem.games.alea.course.rounds import assign, go_on
from pbem.games.alea.course.turn import place, reroll
from pbem.games.alea.position.moves import Assign, Keep, Move, Place, Reroll, TakeCard, TakePatrician, TakeProvince
from pbem.games.alea.position.scene import Scene
from pbem.games.alea.position.state import State
from pbem.games.chance import Chance
from pbem.games.game import Seat, Step


def play(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
    """Play a move and all that follows from it by itself."""
    scene = Scene(state, chance)
    _PLAYS[type(move)](scene, state.fixed.seats.index(seat), move)
    go_on(scene)
    return scene.step()


def _reroll(scene: Scene, seat: int, move: Reroll) -> None:
    reroll(scene, seat, move.dice)


def _keep(scene: Scene, seat: int, move: Keep) -> None:
    keep(scene, seat, move.tiles)


def _take_card(scene: Scene, seat: int, move: TakeCard) -> None:
    take_card(scene, seat, move.card)


def _take_province(scene: Scene, seat: int, move: TakeProvince) -> None:
    take_province(scene, seat, move.tile)


def _take_patrician(scene: Scene, seat: int, move: TakePatrician) -> None:
    take_patrician(scene, seat, move.patrician)


def _assign(scene: Scene, seat: int, move: Assign) -> None:
    assign(scene, seat, None if move.auto else move.stands)


_PLAYS: dict[type, Callable[[Scene, int, Any], None]] = {
    Place: place,
    Reroll: _reroll,
    Keep: _keep,
    TakeCard: _take_card,
    TakeProvince: _take_province,
    TakePatrician: _take_patrician,
    Assign: _assign,
}
