"""What an order does, and the orders as they are chosen from."""

import pytest

from pbem.games.alea import GAME
from pbem.games.alea.position.state import State
from pbem.games.alea.table.vocabulary import MESSAGES
from pbem.games.game import LANGUAGES, Data, Seat
from pbem.games.kit.amounts import amount, change
from pbem.phrases import spaced
from tests.games.alea.making import A, B, at_table, begin, by_default, end_of_round, evaluate, parse, refused, view
from tests.wording import game_says, game_text


def does(state: State, text: str, seat: int = A, language: str = "en") -> str:
    assert not refused(state, text, seat)
    return GAME.effect(view(state, seat), parse(state, text, seat), language)


def many(what: str, count: int, language: str = "en") -> str:
    return amount(MESSAGES, what, count, language)


def said(key: str, language: str = "en", /, **places: Data) -> str:
    return game_text(GAME, f"does_{key}", language, **places)


def rerolled(dice: int, left: int, language: str = "en") -> list[str]:
    """Return what it does to pay a token for other dice."""
    paid = change(MESSAGES, "tokens", -1, language)
    again = said("reroll", language, dice=many("dice", dice, language))
    return [paid, again, said("tokens", language, tokens=many("tokens", left, language))]


LEFT = said("left", dice=many("dice", 1))


@pytest.mark.parametrize(
    ("state", "text", "told"),
    [
        (
            at_table(4, [3, 4], seat=A, temple={B: (4,)}),
            "place temple 3 4",
            [said("temple", dice=many("dice", 2), total=7), said("draw", tiles=many("tiles", 2)), said("last")],
        ),
        (
            at_table(2, [3, 4, 6], senate={B: (2, 4)}),
            "place senate 3 4",
            [said("senate", run="3-4", rank=2, count=2), said("prizes", prizes=1), LEFT],
        ),
        (
            at_table(2, [3, 6], castrum="A2x3 B1x6"),
            "place castrum 3",
            [said("castrum", size=3, value=3, rank=1, count=2), said("offer", offer=2), LEFT],
        ),
        (
            at_table(2, [3, 5], forum="1B 2A 3B 6A"),
            "place forum 3",
            [said("forum", places=[3], count=4), said("push", dice=said("own_die", die=6)), LEFT],
        ),
        (
            at_table(2, [1, 4, 6], forum="3B"),
            "place forum 1 4",
            [said("forum", places=[1, 3], count=3), LEFT],
        ),
        (at_table(2, [1, 4, 6], tokens=2), "reroll 1 4", rerolled(2, 1)),
    ],
)
def test_what_an_order_does(state: State, text: str, told: list[str]) -> None:
    assert does(state, text) == "; ".join(told)


def test_a_die_that_is_pushed_out_has_its_owners_name() -> None:
    state = at_table(2, [3, 5], forum="1B 2A 3B 6B")
    move, names = parse(state, "place forum 3"), {Seat("brown"): "Bruno"}
    for language in LANGUAGES:
        told = game_text(GAME, "does_die_of", language, names, die=6, seat="seats/brown")
        assert "Bruno" in told
        assert told in GAME.effect(view(state), move, language, names)
        forum = next(group for group in GAME.grouped(view(state), language, names) if "6" in group.shared)
        assert told in forum.shared
    pushed = said("die_of", die=6, seat="seats/brown")
    assert said("push", dice=pushed) in does(state, "place forum 3").split("; ")


def test_the_dice_to_come_are_announced_in_four_languages() -> None:
    state = at_table(2, [1, 4, 6], tokens=1)
    for language in LANGUAGES:
        assert does(state, "reroll 1", language=language) == spaced(" ; ", language).lstrip(" ").join(
            rerolled(1, 0, language)
        )


def test_hundreds_of_rerolls_are_one_line() -> None:
    state = at_table(4, [1, 2, 3, 3, 4, 5, 6, 6], temple={B: (1, 4)}, tokens=2)
    groups = {group.title: group for group in GAME.grouped(view(state), "en")}
    (reroll,) = groups["reroll"].offers
    assert reroll.text == f"reroll {game_text(GAME, 'slot_any', dice='1 2 3 3 4 5 6 6')}"
    assert len(list(reroll.orders())) == 143
    (temple,) = groups["temple"].offers
    assert temple.text == f"place temple {game_text(GAME, 'slot_some', count=3, dice='1 2 3 3 4 5 6 6')}"
    assert sum(len(group.offers) for group in groups.values()) < 25


def test_what_is_left_to_the_referee_is_explained_by_what_it_would_be() -> None:
    groups = {group.title: group for group in GAME.grouped(view(at_table(2, [3, 3, 4, 6], castrum="A2x3")), "en")}
    best = game_text(GAME, "note_means", short="place castrum best", exact="place castrum 3 3 extend 2x3")
    assert best in groups["castrum"].notes
    assert game_text(GAME, "note_means", short="place forum low", exact="place forum 3") in groups["forum"].notes
    pair = "place forum pair"  # there is none in the roll
    assert not any(game_says(GAME, note, "note_means", short=pair) for note in groups["forum"].notes)


def test_picks_are_told_with_what_one_has() -> None:
    state = evaluate(end_of_round(2, senate={A: (1, 2)}, castrum="A2x6", forum="1A")).state
    state = by_default(state, "patrician")
    (tile,) = state.position.players[A].provinces
    colour = tile[:3]
    code = next(code for code in state.position.patricians if code[:3] == colour)
    told = does(state, f"patrician {code}")
    assert game_says(GAME, told, "does_patrician", colour=colour, own=[f"tiles/{tile}"])


def test_cards_nobody_may_see_are_in_no_legend() -> None:
    state = evaluate(end_of_round(2, senate={A: (1, 2)})).state
    offered = set(view(state, A).offer)
    assert offered <= {term.code for term in GAME.legend(view(state, A), "en")}
    assert not offered & {term.code for term in GAME.legend(view(state, B), "en")}


def test_without_a_temple_there_is_nothing_to_say_of_it() -> None:
    assert "temple" not in {term.code for term in GAME.legend(view(begin(3)), "en")}
    assert "temple" in {term.code for term in GAME.legend(view(begin(4)), "en")}
