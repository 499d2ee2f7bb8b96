"""The Latrine, the course of turns, rerolls (10.6)."""

import pytest
from msgspec.structs import replace

from pbem.games.alea import GAME
from pbem.games.alea.position.moves import Place, Reroll
from pbem.games.alea.position.state import State
from pbem.games.game import Refusal
from tests.games.alea.making import (
    A,
    B,
    C,
    after,
    asked,
    at_table,
    begin,
    buildings,
    by_default,
    do,
    end_of_round,
    evaluate,
    legal,
    parse,
    refused,
    row,
    v55,
    view,
)
from tests.games.fate import Fate


def test_v54_the_latrine_is_the_last_resort() -> None:
    assert refused(at_table(2, [1, 2, 3]), "place latrine 1") == "latrine_last"


def test_v55_only_the_latrine_is_left() -> None:
    state = v55([6])
    assert buildings(state) == {"latrine"}
    assert legal(state, "latrine") == {"6"}


def test_v56_another_die_fits() -> None:
    state = v55([4])
    assert buildings(state) == {"castrum"}
    assert legal(state, "castrum") == {"4 new"}
    assert refused(state, "place latrine 4") == "latrine_last"


def test_v57_a_token_may_save_the_die() -> None:
    state = v55([6], tokens=1)
    rerolled = do(state, "reroll 6", chance=Fate(7, dice={"1.1/grey/1": [4]})).state
    assert rerolled.position.rolls[A] == (4,)
    assert buildings(rerolled) == {"castrum"}


def test_v58_a_run_of_another_blocks() -> None:
    made = at_table(2, [6], senate={B: (6, 6)}, castrum="A5x5 B1x6")
    state = replace(made, position=replace(made.position, forum=row("1B 2A 2A 3B")))
    assert buildings(state) == {"latrine"}


def _last_die(players: int, seat: int, roll: list[int], lap: int = 4) -> State:
    state = at_table(players, roll, seat=seat)
    return replace(state, position=replace(state.position, lap=lap))


def test_v59_the_lap_is_completed() -> None:
    state = do(_last_die(3, A, [6]), "place castrum 6").state
    assert state.position.last_lap
    assert asked(state) == [B]
    state = _default_turn(state)
    assert asked(state) == [C]
    state = _default_turn(state)
    assert state.position.phase != "place" or state.position.round == 2


def _default_turn(state: State) -> State:
    decision = GAME.waiting(state)[0]
    return GAME.play(state, decision.seat, GAME.default(GAME.view(state, decision.seat)), Fate(7)).state


def test_v60_nobody_gets_a_turn_more() -> None:
    state = do(_last_die(3, B, [6]), "place castrum 6", B).state
    assert asked(state) == [C]
    state = _default_turn(state)
    assert state.position.phase != "place" or state.position.round == 2


def test_v61_the_last_of_the_lap_ends_at_once() -> None:
    state = do(_last_die(3, C, [6]), "place castrum 6", C).state
    assert state.position.phase == "province"
    assert asked(state) == [C]


def test_v62_dice_left_over_go_to_the_latrine() -> None:
    state = _last_die(3, C, [5, 5, 6])
    state = replace(state, position=replace(state.position, last_lap=True, latrine=(0, 0, 0)))
    state = do(state, "place castrum 6", C).state
    assert state.position.phase == "province"
    assert state.position.latrine[C] == 2


def test_v63_a_die_pushed_out_does_not_return() -> None:
    state = at_table(2, [1, 2, 2], forum="2B 3B 5B 6B")
    position = after(state, "place forum 1")
    assert position.latrine[B] == state.position.latrine[B] + 1
    assert position.players[B].hand == state.position.players[B].hand


def test_v64_chosen_dice_are_rolled_again() -> None:
    state = at_table(2, [1, 2, 2, 5], tokens=1)
    position = after(state, "reroll 2 2", chance=Fate(7, dice={"1.1/grey/1": [6, 3]}))
    assert position.rolls[A] == (1, 3, 5, 6)
    assert position.players[A].tokens == 0
    assert position.active == A


def test_v65_no_token_no_reroll() -> None:
    assert refused(at_table(2, [1, 2, 2, 5]), "reroll all") == "reroll_no_token"


def test_v66_dice_that_were_not_rolled() -> None:
    state = at_table(2, [1, 2, 2, 5], tokens=2)
    assert refused(state, "reroll 6") == "not_rolled"
    assert refused(state, "reroll 2 2 2") == "not_rolled"
    assert refused(state, "place senate 1 2 3") == "not_rolled"


def test_v67_tokens_one_after_the_other() -> None:
    state = at_table(2, [1, 2], tokens=3)
    chance = Fate(7, dice={"1.1/grey/1": [3, 4], "1.1/grey/2": [6], "1.1/grey/3": [6]})
    for order in ("reroll all", "reroll 4", "reroll 6"):
        state = do(state, order, chance=chance).state
    assert state.position.players[A].tokens == 0
    assert state.position.rolls[A] == (3, 6)
    assert chance.slots == ["1.1/grey/1", "1.1/grey/2", "1.1/grey/3"]


def test_v68_no_reroll_after_placing() -> None:
    state = do(at_table(2, [1, 2, 2, 5], tokens=1), "place forum 1").state
    assert refused(state, "reroll 2") == "not_asked"


def test_v69_the_marker_goes_round() -> None:
    state = end_of_round(4)
    state = replace(state, position=replace(state.position, start=3, active=2))
    ended = by_default(evaluate(state).state, "place")
    assert ended.position.start == 0
    assert asked(ended) == [0]


def test_a_spent_token_returns_to_the_supply() -> None:
    state = at_table(2, [1, 2], tokens=1, options={"reroll_supply": "5"})
    assert after(state, "reroll 1").supply == 6


@pytest.mark.parametrize(
    ("order", "dice"),
    [("reroll all", (1, 2, 2, 5)), ("reroll except 2", (1, 2, 5)), ("reroll except *2", (1, 5)), ("reroll *2", (2, 2))],
)
def test_short_rerolls_mean_exact_ones(order: str, dice: tuple[int, ...]) -> None:
    assert parse(at_table(2, [1, 2, 2, 5], tokens=1), order) == Reroll(dice)


def test_nothing_left_to_reroll() -> None:
    assert refused(at_table(2, [2, 2], tokens=1), "reroll except 2 2") == "reroll_nothing"


def test_dice_are_rolled_when_the_turn_begins() -> None:
    chance = Fate(3)
    state = begin(3, chance=chance)
    assert [len(roll) for roll in state.position.rolls] == [8, 0, 0]
    assert chance.slots == ["1.1/grey/0"]
    state = do(state, f"place forum {state.position.rolls[A][0]}", chance=chance).state
    assert [len(roll) for roll in state.position.rolls] == [0, 8, 0]


def test_preroll_lap_rolls_for_all() -> None:
    chance = Fate(3)
    state = begin(3, preroll_lap="true", chance=chance)
    assert [len(roll) for roll in state.position.rolls] == [8, 8, 8]
    assert chance.slots == ["1.1/grey/0", "1.1/brown/0", "1.1/blue/0", "1.1/grey/turn"]
    same = begin(3, chance=Fate(3))
    assert state.position.rolls[A] == same.position.rolls[A]


def test_a_seat_that_is_not_asked_is_refused() -> None:
    state = at_table(2, [1, 2])
    assert isinstance(GAME.check(view(state, B), Place("forum", (1,))), Refusal)
    assert not list(GAME.moves(view(state, B)))
