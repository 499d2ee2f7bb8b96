"""What archives count: how much everybody has collected, and what moves make use of."""

from collections.abc import Iterator

from pbem.games.alea.position.moves import Move, Place, TakeCard, TakePatrician, TakeProvince
from pbem.games.alea.position.state import Player, View
from pbem.games.alea.table.table import WILD
from pbem.games.game import Seat


def reached(view: View) -> dict[Seat, int]:
    """Return what the provinces and patricians are worth that lie open before everybody, wherever they will be sent."""
    return {seat: _worth(player) for seat, player in zip(view.fixed.seats, view.position.players, strict=True)}


def _worth(player: Player) -> int:
    return sum(int(code[-1]) for code in (*player.provinces, *player.patricians) if code != WILD)


def uses(_view: View, move: Move) -> Iterator[str]:
    """Yield the building that dice went to, or the piece that was taken: patricians and provinces by their colour."""
    match move:
        case Place(building=building):
            yield f"buildings/{building}"
        case TakeCard(card=card):
            yield f"cards/{card}"
        case TakeProvince(tile=code) if code != WILD:
            yield f"colours/{code[:3]}"
        case TakePatrician(patrician=code):
            yield f"colours/{code[:3]}"
