"""Dice: rungs in their places, and the draws that they give."""

from typing import Any

import pytest

from tests.record.law.judging import Bad, judged
from tests.record.sample import RUNGS, Table

BLOCK = 16  # rungs that a turn has for itself
Chance = list[dict[str, Any]]


def started() -> Table:
    table = Table()
    table.begin()
    return table


def bad(table: Table, check: str) -> Bad:
    return (table.entries[-1].seq, check)


def moved(table: Table, chance: Chance) -> Table:
    table.move("blue", "default", text="roll", chance=chance)
    return table


def rolled(*slots: str) -> tuple[Table, list[Chance]]:
    """A game, and rolls for slots, one after the other, which nobody has written down yet."""
    table = started()
    return table, [table.roll(slot, 2) for slot in slots]


def test_rolls_take_the_next_rung_of_their_turn() -> None:
    table, rolls = rolled("round 1 blue/1", "round 1 blue/2", "round 1 red/1")
    for chance in rolls:
        moved(table, chance)
    assert judged(table.pack()) is None
    first, second, other = (chance[0]["j"] for chance in rolls)
    assert (second, other) == (first + 1, first + BLOCK)


def test_two_rolls_of_one_entry_are_in_their_order() -> None:
    table, (one, other) = rolled("round 1 blue/1", "round 1 blue/2")
    assert judged(moved(table, one + other).pack()) is None
    table, (one, other) = rolled("round 1 blue/1", "round 1 blue/2")
    assert judged(moved(table, other + one).pack()) == bad(table, "ladder")


def test_no_rung_is_left_out_in_a_turn() -> None:
    table, (_one, other) = rolled("round 1 blue/1", "round 1 blue/2")
    assert judged(moved(table, other).pack()) == bad(table, "ladder")


@pytest.mark.parametrize("step", [-1, 1])
def test_a_rung_has_the_number_of_its_place(step: int) -> None:
    table, (chance,) = rolled("round 1 blue/1")
    chance[0]["j"] += step
    assert judged(moved(table, chance).pack()) == bad(table, "ladder")


@pytest.mark.parametrize("step", [-1, 1])
def test_a_rung_leads_down_to_the_one_before(step: int) -> None:
    table, (chance,) = rolled("round 1 blue/1")
    chance[0]["r"] = RUNGS.rung(chance[0]["j"] + step).hex()
    assert judged(moved(table, chance).pack()) == bad(table, "ladder")


def test_a_slot_is_rolled_once() -> None:
    table, (chance,) = rolled("round 1 blue/1")
    moved(table, chance)
    assert judged(moved(table, chance).pack()) == bad(table, "ladder")


def test_a_slot_that_was_taken_back_is_rolled_with_the_same_rung() -> None:
    for change in ({}, {"j": 48}):
        table, (chance,) = rolled("round 1 blue/1")
        before = table.head.size - 1
        moved(table, chance)
        table.rule("back", to=before, by=[], asks=[["blue", "1"]])
        moved(table, [chance[0] | change])
        assert judged(table.pack()) == (None if not change else bad(table, "ladder"))


def test_what_was_not_taken_back_stays_rolled() -> None:
    table, (one, other) = rolled("round 1 blue/1", "round 1 blue/2")
    after = moved(table, one).head.size - 1
    moved(table, other)
    table.rule("back", to=after, by=[], asks=[["blue", "1"]])
    assert judged(moved(table, one).pack()) == bad(table, "ladder")


def test_the_ladder_ends() -> None:
    table = started()
    turns = range(1, RUNGS.n // BLOCK)
    for turn in turns:
        moved(table, table.roll(f"turn {turn}/1", 1))
    last = table.entries[-1].body["chance"][0]
    assert judged(table.pack()) is None
    assert last["j"] == RUNGS.n
    beyond = last | {"j": RUNGS.n + 1, "slot": f"turn {turns[-1]}/2"}
    assert judged(moved(table, [beyond]).pack()) == bad(table, "ladder")


@pytest.mark.parametrize("which", [0, 1])
def test_each_die_is_what_its_rung_gives(which: int) -> None:
    table, (chance,) = rolled("round 1 blue/1")
    sides, value = chance[0]["draws"][which]
    chance[0]["draws"][which] = [sides, (value + 1) % sides]
    assert judged(moved(table, chance).pack()) == bad(table, "draws")


def test_the_rungs_of_another_slot_give_other_dice() -> None:
    table, (chance,) = rolled("round 1 blue/1")
    chance[0]["slot"] = "round 1 green/1"
    assert judged(moved(table, chance).pack()) == bad(table, "draws")
