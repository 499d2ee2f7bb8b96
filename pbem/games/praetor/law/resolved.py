"""Moves as they are recorded: of what is said while passing, only what can come up."""

from pbem.games.praetor.law.law import said
from pbem.games.praetor.position.moves import Move, Pass
from pbem.games.praetor.position.state import View


def resolve(view: View, move: Move) -> Move:
    """Return a legal move without words that mean nothing now."""
    if not isinstance(move, Pass) or view.seat is None:
        return move
    return said(view.state, view.state.now.players[view.seat], move)
