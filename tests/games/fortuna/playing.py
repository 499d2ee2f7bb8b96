"""Whole games for tests: played at random or by a bot, written down move by move."""

from collections.abc import Callable, Iterator
from random import Random

from msgspec import Struct

from pbem.games.fortuna import GAME
from pbem.games.fortuna.position.moves import Move
from pbem.games.fortuna.position.state import State, View
from pbem.games.game import Happening, Seat
from tests.games.fate import Fate
from tests.games.fortuna.making import SEATS

Chooser = Callable[[View, Random], Move]


class Moment(Struct, frozen=True):
    """One move of a game: the state before, who moved what, the state after and what happened."""

    before: State
    seat: Seat
    move: Move
    after: State
    told: tuple[Happening, ...]


def anything(view: View, random: Random) -> Move:
    """Choose any legal move."""
    return random.choice(list(GAME.moves(view)))


def open_game(players: int, seed: int, options: dict[str, str]) -> State:
    seats = tuple(Seat(seat) for seat in SEATS[players])
    return GAME.setup(seats=seats, options=options, table=GAME.table(), chance=Fate(seed)).state


def play_out(
    players: int, seed: int, options: dict[str, str] | None = None, choose: Chooser = anything
) -> Iterator[Moment]:
    """Play a game to its end; the same arguments give the same game."""
    fate, random = Fate(seed), Random(seed)
    state = open_game(players, seed, options or {})
    while waiting := GAME.waiting(state):
        decision = random.choice(waiting)
        move = choose(GAME.view(state, decision.seat), random)
        step = GAME.play(state, decision.seat, move, fate)
        yield Moment(state, decision.seat, move, step.state, step.happenings)
        state = step.state
