"""Chance: rolled by the referee, read back by everybody else."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.games.chance import Chance
from pbem.record.dice.chance import Replayer, Roller
from pbem.record.errors import IntegrityError, LaterError
from tests.record.sample import CARDS, GAME, HIDDEN, KEY, RUNGS


def roller(used: Mapping[str, int] | None = None) -> Roller:
    return Roller(GAME, KEY, rung=RUNGS.rung, hidden=HIDDEN, used=used or {})


def reader(chance: list[dict[str, Any]], hidden: bytes | None = HIDDEN) -> Replayer:
    return Replayer(GAME, KEY, seq=9, chance=chance, hidden=hidden)


def play(chance: Chance) -> tuple[object, ...]:
    """A move that rolls two slots and looks at a deck."""
    first, second = chance.roll("a/1"), chance.roll("b/1")
    return first.die(), second.shuffle("xyz"), first.below(100), chance.deck("main/1", CARDS)


def test_a_reader_gives_what_the_roller_gave() -> None:
    rolled = roller()
    happened = play(rolled)
    read = reader(rolled.log)
    assert play(read) == happened
    read.finish()
    assert read.decks == rolled.decks == {"main/1": (CARDS, happened[-1])}


def test_the_log_holds_every_draw() -> None:
    rolled = roller()
    rolled.roll("a/1").die()
    rolled.roll("b/1")
    a, b = rolled.log
    assert (a["slot"], a["j"], a["r"], len(a["draws"]), a["draws"][0][0]) == ("a/1", 16, RUNGS.rung(16).hex(), 1, 6)
    assert (b["slot"], b["j"], b["draws"]) == ("b/1", 32, [])
    assert rolled.used == {"a/1": 16, "b/1": 32}


def test_a_slot_rolled_before_gives_the_same_dice() -> None:
    first = roller()
    dice = [first.roll("a/1").die() for _ in range(1)]
    again = roller(first.used)
    assert [again.roll("a/1").die()] == dice
    assert again.roll("a/2")
    assert again.used == {"a/1": 16, "a/2": 17}
    assert [item["j"] for item in again.log] == [16, 17]


def test_a_turn_begins_a_block_of_rungs_above_all_that_were_shown() -> None:
    rolled = roller({"a/1": 16, "b/1": 32, "b/2": 33})
    for slot in ("b/3", "a/2", "a/3"):
        rolled.roll(slot)
    assert [item["j"] for item in rolled.log] == [34, 48, 49]


@given(st.lists(st.integers(1, 16), min_size=2, max_size=8), st.lists(st.integers(1, 16), min_size=2, max_size=8))
def test_how_often_others_roll_again_changes_nobody_s_dice(first: list[int], second: list[int]) -> None:
    def dice(rolls: list[int]) -> dict[str, int]:
        used: Mapping[str, int] = {}
        fell = {}
        for turn, attempts in enumerate(rolls):
            for attempt in range(attempts):
                rolled = roller(used)
                fell[f"{turn}/{attempt}"] = rolled.roll(f"{turn}/{attempt}").below(2**40)
                used = rolled.used
        return fell

    one, other = dice(first), dice(second)
    shared = one.keys() & other.keys()
    assert {slot: one[slot] for slot in shared} == {slot: other[slot] for slot in shared}
    assert len(set(one.values())) == len(one)


def test_what_was_used_before_is_left_as_it_was() -> None:
    used = {"a/1": 16}
    roller(used).roll("b/1")
    assert used == {"a/1": 16}


def test_a_slot_is_rolled_once_in_a_move() -> None:
    rolled = roller()
    rolled.roll("a")
    with pytest.raises(ValueError, match="twice"):
        rolled.roll("a")


def test_a_ladder_can_be_used_up() -> None:
    with pytest.raises(ValueError, match="rungs 0 to 256"):
        roller({"a/1": 256}).roll("b/1")


def test_slots_do_not_share_their_dice() -> None:
    a, b = roller().roll("a"), roller().roll("b")
    assert [a.die() for _ in range(20)] != [b.die() for _ in range(20)]


def test_decks_of_other_labels_lie_otherwise() -> None:
    cards = tuple(map(str, range(50)))
    orders = {roller().deck(f"main/{k}", cards) for k in range(5)}
    assert len(orders) == 5
    assert roller().deck("main/0", cards) in orders


def test_a_deck_is_hidden_until_the_close() -> None:
    with pytest.raises(LaterError, match="closed"):
        reader([], hidden=None).deck("main/1", CARDS)


@pytest.mark.parametrize(
    ("draws", "asked"),
    [([[6, 0], [6, 0]], [6]), ([], [6]), ([[6, 9]], [6]), ([[6, 0]], [7])],
    ids=["left over", "too few", "another value", "another range"],
)
def test_a_reader_refuses_draws_that_differ(draws: list[list[int]], asked: list[int]) -> None:
    rolled = roller()
    value = rolled.roll("a").die() - 1
    draws = [[n, value if held == 0 else held] for n, held in draws]
    read = reader([rolled.log[0] | {"draws": draws}])
    stream = read.roll("a")
    with pytest.raises(IntegrityError) as caught:  # noqa: PT012 - which of the two says no depends on the case
        for n in asked:
            stream.below(n)
        read.finish()
    assert (caught.value.seq, caught.value.check) == (9, "draws")


def test_a_reader_refuses_a_slot_that_is_not_recorded() -> None:
    with pytest.raises(IntegrityError, match="the entry does not"):
        reader([]).roll("a")


def test_a_reader_refuses_to_leave_a_slot_out() -> None:
    rolled = roller()
    rolled.roll("a")
    with pytest.raises(IntegrityError, match="the rules do not"):
        reader(rolled.log).finish()
