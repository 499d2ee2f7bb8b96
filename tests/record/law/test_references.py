"""What entries point at: sheets, requests, consents, appeals and heads, each next to one that is not meant."""

from typing import Any

import pytest

from tests.record.law.judging import Bad, judged
from tests.record.paced import opened_appeal
from tests.record.sample import Table

DAY = 86_400


def started() -> Table:
    table = Table()
    table.begin()
    return table


def bad(table: Table, check: str = "chain") -> Bad:
    return (table.entries[-1].seq, check)


@pytest.mark.parametrize(("seat", "word", "is_good"), [("blue", "", True), ("red", "", False), ("blue", "undo", False)])
def test_a_move_is_laid_to_a_sheet_of_its_seat(seat: str, word: str, is_good: bool) -> None:
    table = started()
    order = table.order(seat, word or "roll", word=word)
    table.move("blue", order.seq, text="roll")
    assert judged(table.pack()) == (None if is_good else bad(table))


@pytest.mark.parametrize("asks", [[], [["red", "1"]], [["red", "1"], ["blue", "1"]]])
def test_seats_are_asked_each_once(asks: list[list[str]]) -> None:
    table = started()
    table.move("blue", "default", text="pass", asks=asks)
    assert judged(table.pack()) is None
    table.move("blue", "default", text="pass", asks=[*asks, ["red", "2"], ["red", "3"]])
    assert judged(table.pack()) == bad(table)


@pytest.mark.parametrize("what", ["order", "move", "ruling", "asks", "seat"])
def test_there_is_no_other_seat(what: str) -> None:
    table = started()
    write: dict[str, Any] = {
        "order": lambda: table.order("green", "roll", sign="desk"),
        "move": lambda: table.move("green", "default", text="pass"),
        "ruling": lambda: table.rule("play", seat="green"),
        "asks": lambda: table.move("blue", "default", text="pass", asks=[["green", "1"]]),
        "seat": lambda: table.sit("green", "Ida", "desk"),
    }
    write[what]()
    assert judged(table.pack()) == bad(table)


@pytest.mark.parametrize(("size", "is_good"), [(1, True), (3, True), (4, True), (5, False)])
def test_an_order_quotes_a_head_of_this_record(size: int, is_good: bool) -> None:
    table = started()
    head = table.entries[min(size, 4) - 1].hash.hex()[:32]
    table.order("blue", "roll", seen={"size": size, "head": head})
    assert judged(table.pack()) == (None if is_good else bad(table))


def test_an_order_quotes_the_head_of_just_that_size() -> None:
    table = started()
    table.order("blue", "roll", seen={"size": 3, "head": table.entries[3].hash.hex()[:32]})
    assert judged(table.pack()) == bad(table)


@pytest.mark.parametrize(("to", "is_good"), [(2, False), (3, True), (4, True), (5, False), (6, False)])
def test_the_host_goes_back_to_the_start_or_later_and_to_nothing_that_is_to_come(to: int, is_good: bool) -> None:
    table = started()
    table.move("blue", "default", text="pass", asks=[["red", "1"]])
    table.rule("back", to=to, by=[], asks=[["blue", "1"]])
    assert judged(table.pack()) == (None if is_good else bad(table))


class Asked(Table):
    """A table at which blue has ordered and moved, and asks to take it back."""

    waited = 0  # seconds

    def __init__(self, *between: str) -> None:
        super().__init__()
        self.begin()
        self.target = self.head.size - 1
        self.move("blue", self.order("blue", "roll").seq, text="roll")
        self.undo = self.say("blue", "undo")
        for sheet in between:
            self.move("red", self.order("red", sheet).seq, text=sheet)

    @property
    def at(self) -> int:
        """The time of the next entry."""
        return super().at + self.waited

    def say(self, seat: str, sheet: str) -> int:
        """Say a word; returns its entry."""
        return self.order(seat, sheet, word=sheet.partition(" ")[0], came=self.at, is_shown=False).seq

    def back(self, *by: int, to: int | None = None) -> Table:
        """Go back by some words."""
        self.rule("back", to=self.target if to is None else to, by=list(by), asks=[["blue", "1"]])
        return self


@pytest.mark.parametrize(("seconds", "is_good"), [(0, True), (1, False)])
def test_a_consent_counts_until_two_days_are_over(seconds: int, is_good: bool) -> None:
    table = Asked()
    table.waited = table.entries[table.undo].body["at"] + 2 * DAY + seconds - table.at
    table.back(table.undo, table.say("red", f"agree {table.undo}"))
    assert judged(table.pack()) == (None if is_good else bad(table))


def test_a_takeback_goes_to_just_before_the_order_that_is_taken_back() -> None:
    for step in (-1, 1):
        table = Asked()
        consent = table.say("red", f"agree {table.undo}")
        table.back(table.undo, consent, to=table.target + step)
        assert judged(table.pack()) == bad(table)


def test_a_takeback_has_a_request_and_the_consent_of_all_others() -> None:
    alone = Asked()
    alone.back(alone.undo)
    assert judged(alone.pack()) == bad(alone)
    both = Asked()
    both.back(both.undo, both.say("red", "undo"))
    assert judged(both.pack()) == bad(both)
    turned = Asked()
    turned.back(turned.say("red", f"agree {turned.undo}"), turned.undo)
    assert judged(turned.pack()) == bad(turned)
    own = Asked()
    own.back(own.undo, own.say("blue", f"agree {own.undo}"))
    assert judged(own.pack()) == bad(own)


def test_a_consent_from_before_the_request_is_none() -> None:
    table = Table()
    table.begin()
    table.move("blue", table.order("blue", "roll").seq, text="roll")
    early = table.order("red", "agree 7", word="agree").seq
    undo = table.order("blue", "undo", word="undo", is_shown=False).seq
    table.rule("back", to=3, by=[undo, early], asks=[["blue", "1"]])
    assert judged(table.pack()) == bad(table)


def test_a_request_lapses_with_the_next_move() -> None:
    table = Asked("roll on")
    table.back(table.undo, table.say("red", f"agree {table.undo}"))
    assert judged(table.pack()) == bad(table)


def test_words_have_their_effect_once() -> None:
    table = Asked()
    by = (table.undo, table.say("red", f"agree {table.undo}"))
    table.back(*by)
    assert judged(table.pack()) is None
    table.back(*by)
    assert judged(table.pack()) == bad(table)


def test_a_seat_that_nobody_holds_has_no_say() -> None:
    table = Table()
    table.begin()
    table.sit("red", "", "", table.rule("vacate", seat="red", by=[], asks=[["blue", "1"]]).seq)
    target = table.head.size - 1
    table.move("blue", table.order("blue", "roll").seq, text="roll", asks=[["blue", "2"]])
    undo = table.order("blue", "undo", word="undo", is_shown=False).seq
    table.rule("back", to=target, by=[undo], asks=[["blue", "1"]])
    assert judged(table.pack()) is None


@pytest.mark.parametrize(
    ("seat", "word", "is_good"), [("red", "resign", True), ("blue", "resign", False), ("red", "undo", False)]
)
def test_a_seat_is_left_by_its_own_word(seat: str, word: str, is_good: bool) -> None:
    table = started()
    said = table.order(seat, word, word=word, is_shown=False)
    table.rule("vacate", seat="red", by=[said.seq], asks=[["blue", "1"]])
    found = judged(table.pack())
    assert (found is None) == is_good
    if not is_good:
        assert found == bad(table) or found == bad(table, "seats")


@pytest.mark.parametrize(("word", "is_good"), [("appeal", True), ("", False)])
def test_an_appeal_is_answered_and_nothing_else(word: str, is_good: bool) -> None:
    table = started()
    act = table.rule("play", seat="blue")
    said = table.order("blue", f"appeal {act.seq}: no", word=word, is_shown=False)
    table.rule("answer", to=said.seq, opens=[opened_appeal(table, said)] if is_good else [])
    assert judged(table.pack()) == (None if is_good else bad(table))


def test_what_an_answer_opens_is_the_appeal_that_it_answers() -> None:
    for number, is_good in ((0, True), (1, False)):
        table = started()
        act = table.rule("play", seat="blue")
        said = [table.order("blue", f"appeal {act.seq}: {why}", word="appeal", is_shown=False) for why in ("no", "why")]
        table.rule("answer", to=said[0].seq, opens=[opened_appeal(table, said[number])])
        assert judged(table.pack()) == (None if is_good else bad(table, "seals"))


@pytest.mark.parametrize(("sign", "is_good"), [("ssh", True), ("desk", True), ("dkim", False)])
def test_orders_are_signed_as_the_game_accepts_it(sign: str, is_good: bool) -> None:
    table = started()
    table.order("blue", "roll", sign=sign)
    assert judged(table.pack()) == (None if is_good else bad(table))
