"""Offers: orders as they are chosen from, and the orders that they stand for."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.games.offers import (
    FEW,
    Form,
    Group,
    Offer,
    Pattern,
    Slot,
    group_of,
    joined,
    lines_of,
    patterns_of,
    plain,
    told_together,
)

FORMS = st.lists(st.tuples(*[st.sampled_from("abc")] * 4), min_size=1, max_size=40)


@pytest.mark.parametrize(
    ("words", "shown", "text"),
    [
        (("low",), "", "low"),
        (("1", "2", "3"), "", "1..3"),
        (("3", "2", "1"), "", "1..3"),
        (("1", "5"), "", "(1 | 5)"),
        (("SA1", "ST1"), "", "(SA1 | ST1)"),
        (("0,1", "1,1"), "(place)", "(place)"),
    ],
)
def test_a_place_shows_what_may_stand_there(words: tuple[str, ...], shown: str, text: str) -> None:
    assert Slot(words, shown).text == text


def test_a_pattern_stands_for_every_combination() -> None:
    pattern = Pattern((Slot(("build",)), Slot(("A", "B")), Slot(("", "now")), Slot(("1", "2"))))
    assert pattern.text == "build (A | B) ( | now) 1..2"
    assert pattern.count == 8
    assert list(pattern.orders())[:3] == ["build A 1", "build A 2", "build A now 1"]


def test_an_offer_names_one_order_that_can_be_sent() -> None:
    offer = Offer((plain("play", "harvest"), Pattern((Slot(("play",)), Slot(("wine", "oil"))))), "nothing")
    assert (offer.text, offer.example, offer.is_single) == ("play harvest, play (wine | oil)", "play harvest", False)
    assert list(offer.orders()) == ["play harvest", "play wine", "play oil"]
    assert Offer((plain("roll"),), "rolls").is_single


@given(FORMS)
def test_patterns_stand_for_just_the_orders_they_were_made_of(forms: list[tuple[str, ...]]) -> None:
    patterns = patterns_of(forms)
    expanded = [words for pattern in patterns for words in product(*(slot.words for slot in pattern.slots))]
    assert len(expanded) == len(set(expanded))
    assert set(expanded) == set(forms)


def test_a_whole_product_is_one_pattern() -> None:
    (pattern,) = patterns_of(product(("build",), ("A", "B"), ("1", "2", "3")))
    assert pattern.text == "build (A | B) 1..3"
    assert patterns_of([]) == ()


def doubled(number: int) -> tuple[str, ...]:
    return f"+{2 * number} money", "a fee"


def test_effects_are_told_once_where_they_agree_and_then_by_what_differs() -> None:
    few = Pattern((Slot(("sell",)), Slot(("1", "2"))))
    assert told_together(few, [1, 2], doubled) == ("a fee", "1: +2 money | 2: +4 money")
    many = Pattern((Slot(("sell",)), Slot(tuple("123456"))))
    assert told_together(many, [1, 2, 3, 4, 5, 6], doubled) == ("a fee", "+2 money .. +12 money")
    assert told_together(few, [1, 1], doubled) == ("+2 money", "a fee")
    assert told_together(plain("sell", "1"), [1], doubled) == ("+2 money", "a fee")


def forms(count: int, idle: int = 0) -> list[Form[int]]:
    live = [Form(number, ("sell", str(number)), "sell") for number in range(1, count + 1)]
    return live + [Form(-number, ("keep", str(number)), "keep", is_idle=True) for number in range(1, idle + 1)]


def test_few_orders_are_told_one_by_one_and_many_by_shape() -> None:
    lines = lines_of(forms(3), doubled, idle="nothing", is_many=False)
    assert [joined(clauses, "en") for _, clauses in lines] == ["+2 money; a fee", "+4 money; a fee", "+6 money; a fee"]
    (line,) = lines_of(forms(FEW + 1), doubled, idle="nothing", is_many=True)
    assert line[0][0].text == f"sell 1..{FEW + 1}"


def test_what_changes_nothing_stands_in_one_line() -> None:
    lines = lines_of(forms(1, idle=3), doubled, idle="nothing", is_many=False)
    (patterns, clauses) = lines[-1]
    assert ([pattern.text for pattern in patterns], clauses) == (["keep 1..3"], ("nothing",))


def test_what_all_lines_of_a_group_do_is_told_once() -> None:
    group = group_of("sell", lines_of(forms(2), doubled, idle="", is_many=False), ("a note",), language="en")
    assert group == Group(
        "sell",
        (Offer((plain("sell", "1"),), "+2 money"), Offer((plain("sell", "2"),), "+4 money")),
        ("a note",),
        "a fee",
    )
    alone = group_of("sell", lines_of(forms(1), doubled, idle="", is_many=False), language="fr")
    assert (alone.offers[0].effect, alone.notes) == ("+2 money\u202f; a fee", ())


def test_a_line_that_would_say_nothing_of_its_own_keeps_what_it_says() -> None:
    for silent in (("same",), ("same", "")):
        lines = [((plain("a"),), silent), ((plain("b"),), ("same", "more"))]
        group = group_of("all", lines, language="en")
        assert [offer.effect for offer in group.offers] == ["same", "same; more"]
        assert (group.notes, group.shared) == ((), "")
