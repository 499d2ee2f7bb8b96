"""What an order does, and the orders as they are chosen from."""

import pytest

from pbem.games.alea import GAME
from pbem.games.alea.state import State
from pbem.games.game import Seat
from tests.games.alea.making import A, B, at_table, begin, by_default, end_of_round, evaluate, parse, refused, view


def does(state: State, text: str, seat: int = A, language: str = "en") -> str:
    assert not refused(state, text, seat)
    return GAME.effect(view(state, seat), parse(state, text, seat), language)


@pytest.mark.parametrize(
    ("state", "text", "told"),
    [
        (
            at_table(4, [3, 4], seat=A, temple={B: (4,)}),
            "place temple 3 4",
            "your set: 2 dice, total 7; draws 2 Fortune tiles; your last dice: the round ends with this lap",
        ),
        (
            at_table(2, [3, 4, 6], senate={B: (2, 4)}),
            "place senate 3 4",
            "your run: 3-4, rank 2 of 2; runs that win a card: 1; then 1 die left to place",
        ),
        (
            at_table(2, [3, 6], castrum="A2x3 B1x6"),
            "place castrum 3",
            "set 3x3, rank 1 of 2; provinces on offer: 2; then 1 die left to place",
        ),
        (
            at_table(2, [3, 5], forum="1B 2A 3B 6A"),
            "place forum 3",
            "pick of a patrician: place 3 of 4; pushes out your own 6; then 1 die left to place",
        ),
        (
            at_table(2, [1, 4, 6], forum="3B"),
            "place forum 1 4",
            "pick of a patrician: place 1, 3 of 3; then 1 die left to place",
        ),
        (at_table(2, [1, 4, 6], tokens=2), "reroll 1 4", "-1 token; rerolls 2 dice; you then have 1 token"),
    ],
)
def test_what_an_order_does(state: State, text: str, told: str) -> None:
    assert does(state, text) == told


def test_a_die_that_is_pushed_out_has_its_owners_name() -> None:
    state = at_table(2, [3, 5], forum="1B 2A 3B 6B")
    move, names = parse(state, "place forum 3"), {Seat("brown"): "Bruno"}
    for language, told in (("en", "a 6 of Bruno"), ("it", "un 6 di Bruno"), ("fr", "un 6 de Bruno")):
        assert told in GAME.effect(view(state), move, language, names)
        forum = next(group for group in GAME.grouped(view(state), language, names) if "6" in group.shared)
        assert told in forum.shared
    assert "pushes out a 6 of brown;" in does(state, "place forum 3")


def test_the_dice_to_come_are_announced_in_four_languages() -> None:
    state = at_table(2, [1, 4, 6], tokens=1)
    told = [does(state, "reroll 1", language=language) for language in ("en", "it", "fr", "de")]
    assert told == [
        "-1 token; rerolls 1 die; you then have 0 tokens",
        "-1 segnalino; ritira 1 dado; poi hai 0 segnalini",
        "-1 jeton\u202f; relance 1 dé\u202f; tu as alors 0 jetons",
        "-1 Chip; wirft 1 Würfel neu; dann hast du 0 Chips",
    ]


def test_hundreds_of_rerolls_are_one_line() -> None:
    state = at_table(4, [1, 2, 3, 3, 4, 5, 6, 6], temple={B: (1, 4)}, tokens=2)
    groups = {group.title: group for group in GAME.grouped(view(state), "en")}
    (reroll,) = groups["reroll"].offers
    assert reroll.text == "reroll (any of 1 2 3 3 4 5 6 6)"
    assert len(list(reroll.orders())) == 143
    (temple,) = groups["temple"].offers
    assert temple.text == "place temple (3 of 1 2 3 3 4 5 6 6)"
    assert sum(len(group.offers) for group in groups.values()) < 25


def test_what_is_left_to_the_referee_is_explained_by_what_it_would_be() -> None:
    groups = {group.title: group for group in GAME.grouped(view(at_table(2, [3, 3, 4, 6], castrum="A2x3")), "en")}
    assert "`place castrum best` now means `place castrum 3 3 extend 2x3`" in groups["castrum"].notes
    assert "`place forum low` now means `place forum 3`" in groups["forum"].notes
    assert not any("pair" in note for note in groups["forum"].notes)  # there is none in the roll


def test_picks_are_told_with_what_one_has() -> None:
    state = evaluate(end_of_round(2, senate={A: (1, 2)}, castrum="A2x6", forum="1A")).state
    state = by_default(state, "patrician")
    (tile,) = state.position.players[A].provinces
    colour = tile[:3]
    code = next(code for code in state.position.patricians if code[:3] == colour)
    assert does(state, f"patrician {code}").endswith(f"in a province of {colour}; you have: {tile}")


def test_cards_nobody_may_see_are_in_no_legend() -> None:
    state = evaluate(end_of_round(2, senate={A: (1, 2)})).state
    offered = set(view(state, A).offer)
    assert offered <= {term.code for term in GAME.legend(view(state, A), "en")}
    assert not offered & {term.code for term in GAME.legend(view(state, B), "en")}


def test_without_a_temple_there_is_nothing_to_say_of_it() -> None:
    assert "temple" not in {term.code for term in GAME.legend(view(begin(3)), "en")}
    assert "temple" in {term.code for term in GAME.legend(view(begin(4)), "en")}
