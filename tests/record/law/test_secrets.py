"""What is sealed and opened: just what was sealed, once, and not before the end."""

import pytest

from pbem.record.folder import join, split, verify_folder
from pbem.record.log.kinds import Opening
from pbem.record.log.openings import Deck
from tests.record.law.judging import judged
from tests.record.sample import HIDDEN, Table, deck, secret


def played(*texts: str, is_over: bool = True) -> tuple[Table, list[Opening]]:
    """A game in which blue moved in secret, and how that is opened."""
    table, openings = Table(), []
    table.begin()
    for text in texts:
        order = table.order("blue", text)
        move = table.move("blue", order.seq, seal=table.seal(text), asks=[["blue", "1"]])
        openings.append(table.opening(move.seq, text))
    if is_over:
        table.close()
    return table, openings


def test_all_that_was_sealed_is_opened_after_the_end() -> None:
    table, openings = played("bid 1", "bid 2")
    assert judged(table.pack(*openings, deck())) is None


@pytest.mark.parametrize("kept", [0, 1])
def test_nothing_stays_sealed(kept: int) -> None:
    table, openings = played("bid 1", "bid 2")
    assert judged(table.pack(openings[kept], deck())) == (None, "seals")


def test_no_opening_is_there_twice() -> None:
    table, (one,) = played("bid 1")
    assert judged(table.pack(one, deck())) is None
    files = table.pack(one, one, deck())
    found = judged(files)
    assert found is not None
    assert found[1] in ("seals", "bytes")


def test_what_is_opened_is_what_was_sealed() -> None:
    table, (one,) = played("bid 1")
    other = table.opening(one.seq, "bid 2")
    assert judged(table.pack(other, deck())) == (None, "seals")


def test_nothing_is_opened_that_was_open() -> None:
    table, (one,) = played("bid 1")
    assert judged(table.pack(table.opening(one.seq - 1, "bid 1"), one, deck())) == (None, "seals")


def test_nothing_is_opened_before_the_end_but_in_play() -> None:
    table, (one,) = played("bid 1", is_over=False)
    assert judged(table.pack(one)) == (None, "seals")
    assert judged(table.pack()) is None
    assert verify_folder(table.pack()).checks["seals"] == "later"


@pytest.mark.parametrize(("text", "is_good"), [("bid 1", True), ("bid 2", False)])
def test_a_move_opens_what_was_sealed(text: str, is_good: bool) -> None:
    table, (one,) = played("bid 1", is_over=False)
    opening = table.opening(one.seq, text)
    opens = [{"seq": opening.seq, "salt": opening.salt, "text": opening.text}]
    last = table.move("blue", "default", text="open", opens=opens)
    assert judged(table.pack()) == (None if is_good else (last.seq, "seals"))


def test_what_was_opened_in_play_is_not_opened_again() -> None:
    table, (one,) = played("bid 1", is_over=False)
    opens = [{"seq": one.seq, "salt": one.salt, "text": one.text}]
    table.move("blue", "default", text="open", opens=opens)
    table.close()
    assert judged(table.pack(deck())) is None
    assert judged(table.pack(one, deck())) == (None, "seals")


def test_openings_that_are_kept_back_are_missing() -> None:
    table, openings = played("bid 1")
    files = table.pack(*openings, deck())
    del files["openings.jsonl"]
    assert {check: verify_folder(files).checks[check] for check in ("seals", "decks")} == {
        "seals": "missing",
        "decks": "missing",
    }


def test_the_secret_of_the_end_is_the_one_of_the_opening() -> None:
    for hidden, is_good in ((HIDDEN, True), (secret("other"), False)):
        table = Table()
        table.begin()
        table.rule("void", hidden=hidden.hex())
        assert judged(table.pack(deck())) == (None if is_good else (table.entries[-1].seq, "decks"))


def test_a_deck_lay_as_its_secret_says() -> None:
    table, openings = played("bid 1")
    lain = deck()
    for wrong in ((*lain.order[1:], lain.order[0]), tuple(reversed(lain.order))):
        turned = Deck(deck=lain.deck, cards=lain.cards, order=wrong)
        assert judged(table.pack(*openings, turned)) == (None, "decks")
    renamed = Deck(deck="main/2", cards=lain.cards, order=lain.order)
    assert judged(table.pack(*openings, renamed)) == (None, "decks")


def test_no_deck_is_laid_open_before_the_end() -> None:
    table, _openings = played(is_over=False)
    assert judged(table.pack(deck())) == (None, "decks")


def test_a_game_given_up_before_its_start_had_no_deck() -> None:
    table = Table()
    table.announce()
    table.rule("void", hidden=HIDDEN.hex())
    assert verify_folder(table.pack()).checks["decks"] == "ok"
    assert judged(table.pack(deck())) == (None, "decks")


def test_openings_are_lines() -> None:
    table, openings = played("bid 1")
    files = table.pack(*openings, deck())
    lines = split(files["openings.jsonl"])
    assert judged(files | {"openings.jsonl": join(lines)}) is None
    assert judged(files | {"openings.jsonl": join(lines)[:-1]}) is not None
