"""What archives count: the favour that everybody has, and the tiles that moves build or activate."""

from collections.abc import Iterator

from pbem.games.game import Seat
from pbem.games.praetor.position.moves import Activate, Build, Labour, Move
from pbem.games.praetor.position.state import View


def reached(view: View) -> dict[Seat, int]:
    """Return the favour of everybody."""
    return {seat: player.favour for seat, player in view.state.now.players.items()}


def uses(view: View, move: Move) -> Iterator[str]:
    """Yield the type of tile that is built or activated."""
    match move:
        case Build(tile=tile) | Activate(tile=tile):
            yield f"types/{view.state.tile(tile).type}"
        case Labour(inner=inner):
            yield from uses(view, inner)
