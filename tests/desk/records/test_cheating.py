"""A host who plays otherwise than players have signed is found, by what he publishes and at his own desk.

He chains, seals, rolls and signs everything himself: all that is wrong is that the record is not what was signed.
"""

from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.records.checks.game_verdict import verify_files, verify_game
from pbem.desk.records.checks.verdicts import Verified
from pbem.desk.records.folders.exporting import export
from pbem.record.log.kinds import Word
from tests.desk.house import BLUE, GAME, block_of, legal
from tests.desk.records.cheating import Crook

pytestmark = pytest.mark.anywhere


@pytest.fixture
def crook(running: Desk) -> Crook:
    return Crook(running, BLUE)


def caught(found: Verified) -> tuple[int | None, str]:
    assert found.first_bad is not None
    assert not found.ok
    return found.first_bad["seq"], found.first_bad["check"]


def test_an_honest_host_passes_with_the_same_kit(crook: Crook, tmp_path: Path) -> None:
    first = legal(crook.desk, BLUE)[0]
    signed = crook.sign(first)
    order = crook.play(signed, first)
    assert verify_game(crook.desk, GAME).first_bad is None
    found = verify_files(crook.publish(tmp_path / "x", [(order, signed)]))
    assert found.first_bad is None
    assert found.orders is not None
    assert (found.orders["checked"], found.orders["compared"]) == (1, 1)
    assert found.checks["orders"] == "ok"


def test_another_move_than_was_signed(crook: Crook, tmp_path: Path) -> None:
    first, second = legal(crook.desk, BLUE)[:2]
    signed = crook.sign(first)
    order = crook.play(signed, second)
    here = verify_game(crook.desk, GAME)
    assert caught(here) == (order, "orders")
    assert here.first_bad is not None
    assert f"does not order {second!r}" in here.first_bad["why"]
    assert caught(verify_files(crook.publish(tmp_path / "x", [(order, signed)]))) == (order, "orders")


def test_another_alternative_than_fits(crook: Crook) -> None:
    first, second = legal(crook.desk, BLUE)[:2]
    order = crook.play(crook.sign(f"{first} | {second}"), second)
    assert caught(verify_game(crook.desk, GAME)) == (order, "orders")


def test_another_sheet_sealed_than_was_signed(crook: Crook, tmp_path: Path) -> None:
    first, second = legal(crook.desk, BLUE)[:2]
    signed = crook.sign(first)
    order = crook.play(signed, second, sheet=second)
    assert caught(verify_game(crook.desk, GAME)) == (order, "evidence")
    assert caught(verify_files(crook.publish(tmp_path / "x", [(order, signed)]))) == (order, "evidence")


def test_a_sheet_of_which_something_was_left_out(crook: Crook, tmp_path: Path) -> None:
    first = legal(crook.desk, BLUE)[0]
    signed = crook.sign(first, "any")
    order = crook.play(signed, first)
    found = verify_files(crook.publish(tmp_path / "x", [(order, signed)]))
    assert caught(found) == (order, "evidence")
    assert found.first_bad is not None
    assert found.first_bad["why"] == "the sheet does not order as many moves as are laid to it"


def test_a_plan_cannot_be_shown_as_if_it_were_used_up(crook: Crook, tmp_path: Path) -> None:
    first, second = legal(crook.desk, BLUE)[:2]
    signed = crook.sign(f"{first} | {second}")
    order = crook.play(signed, first)
    assert verify_game(crook.desk, GAME).first_bad is None
    assert caught(verify_files(crook.publish(tmp_path / "x", [(order, signed)]))) == (order, "evidence")


def test_an_order_that_caused_nothing(crook: Crook, tmp_path: Path) -> None:
    signed = crook.sign(legal(crook.desk, BLUE)[0])
    order = crook.play(signed)
    assert caught(verify_files(crook.publish(tmp_path / "x", [(order, signed)]))) == (order, "evidence")


def test_one_signed_sheet_in_two_places(crook: Crook, tmp_path: Path) -> None:
    first = legal(crook.desk, BLUE)[0]
    signed = crook.sign(first)
    orders = crook.play(signed, first), crook.play(signed)
    here = verify_game(crook.desk, GAME)
    assert caught(here) == (orders[1], "evidence")
    assert here.first_bad is not None
    assert here.first_bad["why"] == f"what was signed was used before, in entry {orders[0]}"
    shown = crook.publish(tmp_path / "x", [(order, signed) for order in orders])
    assert caught(verify_files(shown)) == (orders[1], "evidence")


@pytest.mark.parametrize("word", ["resign", "undo", "agree", "appeal", "join"])
def test_a_word_that_nobody_signed(crook: Crook, word: Word, tmp_path: Path) -> None:
    signed = crook.sign(legal(crook.desk, BLUE)[0])
    order = crook.play(signed, word=word)
    here = verify_game(crook.desk, GAME)
    assert caught(here) == (order, "evidence")
    assert here.first_bad is not None
    assert here.first_bad["why"] == f"what was signed is orders, and was taken as the word {word!r}"
    if word not in ("resign", "join"):  # which the record would have to follow
        assert caught(verify_files(crook.publish(tmp_path / "x", [(order, signed)]))) == (order, "evidence")


def test_a_leave_where_nobody_has_a_deadline(crook: Crook) -> None:
    order = crook.play(crook.sign("leave 2030-01-01..2030-01-02"), word="leave")
    assert caught(verify_game(crook.desk, GAME)) == (order, "chain")


@pytest.mark.parametrize(
    ("sheet", "word"),
    [("agree", "agree"), ("agree 1", "agree"), ("appeal 1: no", "appeal"), ("appeal 4", "appeal"), ("undo 3", "undo")],
)
def test_a_word_that_does_not_say_what_it_must(crook: Crook, sheet: str, word: Word) -> None:
    order = crook.play(crook.sign(sheet), word=word)
    assert caught(verify_game(crook.desk, GAME)) == (order, "evidence")


@pytest.mark.parametrize("sheet", ["resign", "Abbandono", "undo", "appeal 4: why", "newkey ssh:SHA256:x"])
def test_a_word_that_is_taken_for_orders(crook: Crook, sheet: str) -> None:
    order = crook.play(crook.sign(sheet))
    assert caught(verify_game(crook.desk, GAME)) == (order, "evidence")


def test_a_word_that_is_entered_at_the_desk_must_be_one_too(crook: Crook) -> None:
    order = crook.play(crook.sign("undo"), word="agree", sign="desk")
    assert caught(verify_game(crook.desk, GAME)) == (order, "evidence")


def test_a_word_in_other_letters_is_believed_at_the_desk_and_not_shown(crook: Crook, tmp_path: Path) -> None:
    signed = crook.sign("ûndo")
    order = crook.play(signed, word="undo")
    assert verify_game(crook.desk, GAME).first_bad is None
    assert caught(verify_files(crook.publish(tmp_path / "x", [(order, signed)]))) == (order, "evidence")
    export(crook.desk, GAME, tmp_path / "y")
    assert not (tmp_path / "y" / "evidence.jsonl").exists()


@pytest.mark.parametrize("change", [{"seat": "orange"}, {"game": "g2"}, {"to": "example.net"}])
def test_a_sheet_that_was_signed_for_something_else(crook: Crook, change: dict[str, str]) -> None:
    first = legal(crook.desk, BLUE)[0]
    signed = crook.signed(block_of(crook.desk, BLUE, first, other=change))
    order = crook.play(signed, first)
    assert caught(verify_game(crook.desk, GAME)) == (order, "evidence")


def test_a_kept_sheet_that_was_changed_later_does_not_open_its_seal(crook: Crook) -> None:
    first, second = legal(crook.desk, BLUE)[:2]
    order = crook.play(crook.sign(first), first)
    with crook.desk.store.write() as change:
        text = (change.secrets.find(GAME, f"order/{order}") or b"").decode()
        change.secrets.put(GAME, f"order/{order}", text.replace(first, second).encode())
    assert caught(verify_game(crook.desk, GAME)) == (order, "seals")
