"""Hosted seats choose first: red's player can read the desk, and is bound before blue answers, who is asked with it."""

import pytest

from tests.record.law.judging import Bad, judged
from tests.record.paced import asked, seen
from tests.record.sample import Table

BOTH = asked("blue 1", "red 1")


def together() -> Table:
    """A game in which both are asked at once."""
    table = Table()
    table.begin()
    table.move("blue", "forced", text="begin", asks=BOTH)
    return table


def bad(table: Table) -> Bad:
    return (table.entries[-1].seq, "chain")


def test_who_is_hosted_is_bound_and_then_the_others_answer_what_they_saw_after_it() -> None:
    table = together()
    red = table.order("red", "bid 1")
    blue = table.order("blue", "bid 2", seen=seen(table))
    table.move("blue", blue.seq, text="bid 2", asks=BOTH)
    table.move("red", red.seq, text="bid 1", asks=[])
    assert judged(table.pack()) is None


def test_nobody_answers_before_who_is_hosted_has_chosen() -> None:
    table = together()
    table.order("blue", "bid 2", seen=seen(table))
    assert judged(table.pack()) == bad(table)


@pytest.mark.parametrize(("later", "is_good"), [(True, True), (False, False)])
def test_an_answer_quotes_a_head_that_holds_the_choice(later: bool, is_good: bool) -> None:
    table = together()
    before = seen(table)
    table.order("red", "bid 1")
    table.order("blue", "bid 2", seen=seen(table) if later else before)
    assert judged(table.pack()) == (None if is_good else bad(table))


def test_a_signed_answer_that_quotes_nothing_does_not_count_and_one_entered_here_does() -> None:
    for sign, is_good in (("ssh", False), ("desk", True)):
        table = together()
        table.order("red", "bid 1")
        table.order("blue", "bid 2", sign=sign)
        assert judged(table.pack()) == (None if is_good else bad(table))


def test_who_is_hosted_chooses_once() -> None:
    table = together()
    table.order("red", "bid 1")
    table.order("red", "bid 2")
    assert judged(table.pack()) == bad(table)


def test_who_is_hosted_moves_by_what_it_chose() -> None:
    for cause in ("default", "ruling"):
        table = together()
        table.order("red", "bid 1")
        blue = table.order("blue", "bid 2", seen=seen(table))
        table.move("blue", blue.seq, text="bid 2", asks=BOTH)
        table.move("red", cause, text="bid 0", asks=[])
        assert judged(table.pack()) == bad(table)


@pytest.mark.parametrize(("cause", "is_good"), [("ruling", True), ("default", False), ("forced", False)])
def test_who_is_bound_by_a_ruling_moves_by_it(cause: str, is_good: bool) -> None:
    table = together()
    table.rule("play", seat="red")
    blue = table.order("blue", "bid 2", seen=seen(table))
    table.move("blue", blue.seq, text="bid 2", asks=BOTH)
    table.move("red", cause, text="bid 0", asks=[])
    assert judged(table.pack()) == (None if is_good else bad(table))


@pytest.mark.parametrize("cause", ["forced", "default"])
def test_who_chooses_with_a_hosted_seat_is_asked(cause: str) -> None:
    table = together()
    table.order("red", "bid 1")
    table.move("blue", cause, text="bid 0", asks=BOTH)
    assert judged(table.pack()) == bad(table)


def test_nothing_comes_between_moves_that_were_chosen_together() -> None:
    table = together()
    table.order("red", "bid 1")
    blue = table.order("blue", "bid 2", seen=seen(table))
    table.move("blue", blue.seq, text="bid 2", asks=asked("red 1"))
    table.rule("play", seat="red")
    assert judged(table.pack()) == bad(table)


@pytest.mark.parametrize("act", ["play", "vacate", "substitute"])
def test_who_is_bound_stays_as_it_is_until_it_has_moved(act: str) -> None:
    table = together()
    table.order("red", "bid 1")
    more: dict[str, dict[str, list[list[str]]]] = {"play": {}, "vacate": {"asks": BOTH, "by": []}}
    table.rule(act, seat="red", **more.get(act, {"asks": BOTH}))
    assert judged(table.pack()) == bad(table)


def test_who_is_asked_alone_is_bound_by_nothing() -> None:
    for seat, other in (("red", "blue"), ("blue", "red")):
        table = Table()
        table.begin()
        table.move("blue", "forced", text="begin", asks=asked(f"{seat} 1"))
        for text in ("bid 1", "bid 2"):
            order = table.order(seat, text)
        table.move(seat, order.seq, text="bid 2", asks=asked(f"{other} 1"))
        assert judged(table.pack()) is None


def test_after_a_takeback_everybody_chooses_anew() -> None:
    table = together()
    first = table.head.size - 1
    table.order("red", "bid 1")
    table.rule("back", to=first, by=[], asks=BOTH)
    table.order("red", "bid 2")
    assert judged(table.pack()) is None
    early = together()
    first = early.head.size - 1
    early.order("red", "bid 1")
    early.rule("back", to=first, by=[], asks=BOTH)
    early.order("blue", "bid 2", seen=seen(early))
    assert judged(early.pack()) == bad(early)
