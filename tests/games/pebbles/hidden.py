"""What a game of pebbles hides from a seat: nothing. What holds in every position of it."""

from random import Random

from pbem.games.game import Seat
from tests.games.pebbles import Pebbles, State


def scramble(_game: Pebbles, state: State, _seat: Seat | None, _random: Random) -> State:
    """There is nothing to change."""
    return state


def assert_invariants(state: State) -> None:
    """No pebble is lost."""
    assert min(state.heap, *state.taken.values()) >= 0
    assert state.heap + sum(state.taken.values()) == state.whole
