"""What is played for a seat that does not answer (7.5)."""

from collections.abc import Iterator

from pbem.games.fortuna.law.law import check
from pbem.games.fortuna.law.listing import moves
from pbem.games.fortuna.position.moves import (
    Ask,
    Block,
    End,
    Keep,
    Military,
    Move,
    NoAct,
    Pick,
    Play,
    Reserve,
    Roll,
    Take,
)
from pbem.games.fortuna.position.state import View
from pbem.games.fortuna.table.table import PRIVILEGES

KEEPING = (
    "B_STEP",
    "C_VESTAL",
    "C_CENTURION",
    "C_BUILDING",
    "C_MARRIAGE",
    "C_MONEY5",
    "C_MONEY3",
    "A_FOLLOWER",
    "A_WINE",
    "A_GRAIN",
    "A_WATER",
    "C_WINE",
    "C_GRAIN",
    "C_WATER",
)


def default(view: View) -> Move:
    """Return what the house plays for a seat that does not answer."""
    for move in _wishes(view):
        if check(view, move) is None:
            return move
    return next(iter(moves(view)))


def _wishes(view: View) -> Iterator[Move]:
    step, turn = view.public.step, view.public.turn
    if step == "reserve":
        yield Reserve(None)
    elif step == "play":
        if turn.revealed:
            yield Play(turn.revealed, NoAct())
        yield Play(view.public.sides[view.owner][0].card, NoAct())
    elif step == "take":
        yield Take("money")
    elif step == "favour":
        yield from (Ask(6), Ask(5), Ask())
    elif step == "keep":
        best = sorted(view.offered, key=KEEPING.index)[: turn.limit]
        yield Keep(tuple(sorted(best, key=PRIVILEGES.index)))
    elif step == "palace":
        yield Pick(min(view.offered, key=KEEPING.index))
    elif step in _PLAIN:
        yield _PLAIN[step]


_PLAIN: dict[str, Move] = {"military": Military(), "roll": Roll(), "block": Block(), "end": End()}
