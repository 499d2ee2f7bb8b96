"""How often one seat rolls again changes nobody else's dice, as the referee rolls them."""

from collections.abc import Mapping
from hashlib import sha256

import pytest

from pbem.games.alea import GAME
from pbem.games.game import Seat, Unread
from pbem.record.dice.chance import Roller
from pbem.record.dice.fair import ladder

SEATS = (Seat("grey"), Seat("brown"), Seat("blue"))
RUNGS = ladder("g", sha256(b"top").digest(), 4096)


def fell(options: Mapping[str, str], rerolls: int) -> dict[str, list[list[int]]]:
    """Play two laps in which the first seat spends some rerolls in its first turn; return the dice by slot."""
    used: Mapping[str, int] = {}
    dice: dict[str, list[list[int]]] = {}

    def roller() -> Roller:
        return Roller("g", b"key", rung=RUNGS.rung, hidden=b"hidden", used=used)

    def keep(rolled: Roller) -> None:
        nonlocal used
        used = rolled.used
        dice.update({roll["slot"]: roll["draws"] for roll in rolled.log})

    chance = roller()
    state = GAME.setup(seats=SEATS, options=options, table=GAME.table(), chance=chance).state
    keep(chance)
    left = rerolls
    while "2.1" not in " ".join(dice):
        decision = GAME.waiting(state)[0]
        view = GAME.view(state, decision.seat)
        move = GAME.parse(view, "reroll all") if left else GAME.default(view)
        assert not isinstance(move, Unread)
        left = max(left - 1, 0)
        chance = roller()
        state = GAME.play(state, decision.seat, move, chance).state
        keep(chance)
    return dice


@pytest.mark.parametrize("options", [{}, {"preroll_lap": "true"}], ids=["in turn", "lap by lap"])
@pytest.mark.parametrize("rerolls", [1, 2])
def test_rerolls_of_one_seat_change_no_other_dice(options: dict[str, str], rerolls: int) -> None:
    without, with_some = fell(options, 0), fell(options, rerolls)
    shared = {slot: draws for slot, draws in with_some.items() if slot in without}
    assert len(with_some) == len(without) + rerolls
    assert shared == without
