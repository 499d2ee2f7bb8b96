"""What is played for a seat that does not answer (8.4)."""

import pytest
from msgspec.structs import replace

from pbem.games.alea import GAME
from pbem.games.alea.position.moves import Place
from pbem.games.alea.position.state import State
from tests.games.alea.making import (
    A,
    B,
    C,
    at_table,
    by_default,
    do,
    end_of_round,
    evaluate,
    row,
    v55,
    view,
)


@pytest.mark.parametrize(
    ("state", "order"),
    [
        (at_table(4, [3, 5, 6]), "place forum 3"),
        (replace(v55([6, 6])), "place castrum 6 6 new"),
        (at_table(2, [4, 4], castrum="A2x4 A4x4", forum="1A 1B 2A 2B"), "place castrum 4 extend 2x4"),
        (at_table(2, [4, 4], castrum="A2x4 B3x4", forum="1A 1B 2A 2B"), "place castrum 4 new"),
        (at_table(2, [5, 6], castrum="B1x5 B1x6", forum="1A 1B 2A 2B"), "place senate 5"),
    ],
)
def test_the_default_of_a_turn_is_the_cheapest(state: State, order: str) -> None:
    assert GAME.write(GAME.default(view(state)), "en") == order


def test_the_default_vector_of_the_house_policy() -> None:
    made = at_table(2, [6, 6], senate={B: (6, 6)}, castrum="A4x5 B1x6")
    state = replace(made, position=replace(made.position, forum=row("1B 2A 2A 3B")))
    assert [GAME.write(move, "en") for move in GAME.moves(view(state))] == ["place castrum 6 6 new"]


def test_the_temple_is_the_default_before_the_latrine_only() -> None:
    made = at_table(4, [5, 6], seat=C, temple={A: (4,)}, senate={A: (5, 5), B: (6, 6), 3: (5, 6)}, castrum="A1x5 B1x6")
    full = replace(made, position=replace(made.position, forum=row("1A 1A 2A 2B 3B 3B")))
    assert GAME.default(view(full, C)) == Place("temple", (5, 6))


def test_the_default_picks() -> None:
    state = evaluate(end_of_round(2, senate={A: (1, 2)}, castrum="A2x6", forum="1A")).state
    assert GAME.write(GAME.default(view(state)), "en") == f"card {state.offer[0]}"
    state = by_default(state, "province")
    state = replace(state, position=replace(state.position, provinces=("WILD", "HIS3")))
    assert GAME.write(GAME.default(view(state)), "en") == "province HIS3"
    state = do(state, "province HIS3").state
    state = replace(state, position=replace(state.position, patricians=("AEG-M3", "HIS-W3", "HIS-M3", "HIS-W2")))
    assert GAME.write(GAME.default(view(state)), "en") == "patrician HIS-M3"
