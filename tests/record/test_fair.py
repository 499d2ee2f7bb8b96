"""fair/1 against vectors that were computed by other code."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.record.dice import fair, seals
from tests.vectors import fair as by_hand

CASES: list[dict[str, Any]] = json.loads(by_hand.FILE.read_text(encoding="utf-8"))
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["game"])
unhex = bytes.fromhex


def test_the_file_of_vectors_is_what_the_other_code_computes() -> None:
    assert by_hand.FILE.read_text(encoding="utf-8") == by_hand.written()
    assert len(CASES) >= 3


@each_case
def test_ladder(case: dict[str, Any]) -> None:
    rungs = fair.ladder(case["game"], unhex(case["top"]), case["n"])
    assert rungs.anchor.hex() == case["anchor"]
    middle, rung = case["middle"]
    assert rungs.rung(middle).hex() == rung
    assert rungs.rung(case["n"]).hex() == case["top"]


@each_case
def test_commitments_and_joint_key(case: dict[str, Any]) -> None:
    hidden = fair.hidden_commitment(case["game"], unhex(case["hidden"]))
    assert hidden.hex() == case["hidden commitment"]
    for seat, luck, commitment in case["luck"]:
        assert fair.luck_commitment(case["game"], seat, unhex(luck)).hex() == commitment
    lucks = [(seat, unhex(luck)) for seat, luck, _ in case["luck"]]
    assert fair.joint_key(case["game"], unhex(case["anchor"]), hidden, lucks).hex() == case["K"]


@each_case
def test_rolls(case: dict[str, Any]) -> None:
    for roll in case["rolls"]:
        key = fair.roll_key(unhex(roll["r"]), game=case["game"], j=roll["j"], key=unhex(case["K"]), slot=roll["slot"])
        assert key.hex() == roll["key"]
        stream = fair.Stream(key)
        assert [[n, stream.below(n)] for n, _ in roll["draws"]] == roll["draws"]
        assert [list(draw) for draw in stream.draws] == roll["draws"]


@each_case
def test_deck(case: dict[str, Any]) -> None:
    deck = case["deck"]
    cards = tuple(deck["cards"])
    order = fair.deck_order(unhex(case["hidden"]), case["game"], unhex(case["K"]), deck["label"], cards)
    assert list(order) == deck["order"]


@each_case
def test_seal(case: dict[str, Any]) -> None:
    held = case["seal"]
    salt = seals.salt(unhex(held["secret"]), case["game"], held["seq"])
    assert salt.hex() == held["salt"]
    assert seals.seal(case["game"], held["seq"], salt, held["text"]).hex() == held["seal"]


@given(st.integers(1, 40), st.integers(1, 12))
def test_every_rung_is_found_whatever_is_kept(n: int, every: int) -> None:
    full = [b"top"]
    for j in range(n, 0, -1):
        full.insert(0, fair.rung_below("g", j, full[0]))
    rungs = fair.ladder("g", b"top", n, every)
    assert [rungs.rung(j) for j in range(n + 1)] == full


@pytest.mark.parametrize("j", [-1, 131])
def test_a_ladder_has_an_end(j: int) -> None:
    with pytest.raises(ValueError, match="rungs 0 to 130"):
        fair.ladder("g", bytes(32), 130).rung(j)


@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(1, 200), st.integers(1, 70))
def test_a_ladder_is_stored_and_restored(game: str, n: int, every: int) -> None:
    rungs = fair.ladder(game, bytes(32), n, every)
    assert fair.Rungs.decode(rungs.encode()) == rungs


def test_the_usual_ladder_is_stored_small() -> None:
    assert len(fair.ladder("g", bytes(32)).encode()) < 8400


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**53 - 1))
def test_a_draw_is_in_range(key: bytes, n: int) -> None:
    assert 0 <= fair.Stream(key).below(n) < n


@pytest.mark.parametrize("n", [0, -3])
def test_nothing_is_below_zero(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        fair.Stream(bytes(32)).below(n)


def test_dice_show_one_to_six_about_as_often() -> None:
    stream = fair.Stream(bytes(32))
    dice = [stream.die() for _ in range(6000)]
    assert set(dice) == {1, 2, 3, 4, 5, 6}
    assert all(880 < dice.count(side) < 1120 for side in range(1, 7))


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers()))
def test_a_shuffle_keeps_every_card(key: bytes, cards: list[int]) -> None:
    assert sorted(fair.Stream(key).shuffle(cards)) == sorted(cards)


def test_a_shuffle_draws_once_for_each_card_but_the_last() -> None:
    stream = fair.Stream(bytes(32))
    stream.shuffle("abcde")
    assert [n for n, _ in stream.draws] == [5, 4, 3, 2]


def test_a_pick_is_one_of_the_items_and_is_recorded() -> None:
    stream, same = fair.Stream(b"k" * 32), fair.Stream(b"k" * 32)
    assert stream.pick("abcde") == "abcde"[same.below(5)]
    assert stream.draws == same.draws


@given(st.lists(st.binary(max_size=5), max_size=4), st.lists(st.binary(max_size=5), max_size=4))
def test_different_parts_never_give_the_same_message(one: list[bytes], other: list[bytes]) -> None:
    assert (fair.T("t", *one) == fair.T("t", *other)) == (one == other)


def test_text_and_its_bytes_are_the_same_part() -> None:
    assert fair.M(b"k", "t", "é") == fair.M(b"k", "t", "é".encode())
    assert fair.M(b"k", "t") != fair.T("t")
