"""A simple player."""

from random import Random

from pbem.games.fortuna.check import moves
from pbem.games.fortuna.move import Move
from pbem.games.fortuna.state import View


def greedy(view: View, random: Random) -> Move:
    """Return a legal move."""
    return random.choice(list(moves(view)))
