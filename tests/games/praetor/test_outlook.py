"""What an order costs and does, and the orders as they are chosen from."""

import pytest

from pbem.games.game import LANGUAGES, Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.goods import Goods
from tests.games.praetor.making import EXAMPLE, Case


def does(case: Case, seat: str, text: str, language: str = "en") -> str:
    assert case.why(seat, text) == ""
    return GAME.effect(case.view(seat), case.read(seat, text), language)


def using(**more: object) -> Case:
    case = Case(3, 2)
    for x, tile in enumerate(("SM1", "CO1", "FO1", "TP1", "LC1"), 2):
        case.lay(tile, x, 0, owner="yellow" if tile == "LC1" else "blue")
    case.set(section="W01")
    case.to_move("blue")
    case.give("blue", goods=Goods(10, 4, 3, 2, 2), **more)
    return case


def test_tv_s1_building_the_sawmill() -> None:
    case = Case(EXAMPLE)
    case.offer("SA1")
    case.to_move("yellow")
    told = does(case, "yellow", "build SA1 with 2 at -1,0 rot 0")
    assert told == "-2 gold; +1 favour, and 3 for plazas; you then have 8 gold; the worker gains a level"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("activate GM1 with 3", "+3 gold; you then have 13 gold; the worker gains a level"),
        ("activate GM2 with 1", "+1 gold; -1 gold to yellow; you then have 10 gold; the worker gains a level"),
        (
            "activate SM1 with 2 make 2",
            "-2 wood, +2 weapons; you then have 2 wood, 4 weapons; the worker gains a level",
        ),
        ("activate FO1 with 1", "+6 gold; you then have 16 gold; the worker gains a level"),
        ("activate TP1 with 1", "+7 favour"),
        ("activate CO1 with 1", "+2 steps of morale, then worth 2"),
        ("activate WC1 with 1", "a citizen becomes a trainee"),
        (
            "activate IO1 with 1",
            "-2 marble, -2 weapons; +10 favour; you own wall section W01; you then have 0 marble, 0 weapons",
        ),
        ("activate MK1 with 1 sell 3 wood", "+3 gold, -3 wood; you then have 13 gold, 1 wood"),
        ("pass", "no more actions for you this turn; wages at the end of the turn: 3 gold; you have 10 gold"),
    ],
)
def test_what_an_order_costs_and_does(text: str, told: str) -> None:
    assert does(using(), "blue", text) == told


def test_a_worker_of_level_five_retires() -> None:
    case = using(reserve=(1, 5))
    assert does(case, "blue", "activate GM1 with 5").endswith(
        "at level 5 it retires when the turn ends, for +12 favour"
    )
    case.era("II")
    assert does(case, "blue", "activate GM1 with 5").endswith("for +8 favour")


def test_a_camp_s_fee_is_told_beside_what_comes_of_it() -> None:
    told = does(using(retired=1), "blue", "labour LC1 activate GM2")
    assert told == (
        "+6 gold; -1 gold to yellow; you then have 15 gold, 1 weapon; -1 weapon to yellow; "
        "a retired worker acts at level 6"
    )


def test_a_fee_to_nobody_goes_to_the_bank() -> None:
    case = using()
    case.give("yellow", vacant=True)
    assert "-1 gold to the bank" in does(case, "blue", "activate GM2 with 1")


def test_what_is_told_is_what_happens() -> None:
    case = using()
    assert does(case, "blue", "activate GM2 with 3").startswith("+3 gold; -1 gold to yellow; you then have 12 gold")
    case.order("blue", "activate GM2 with 3")
    assert case.player("blue").goods.gold == 12


def test_questions_of_the_update() -> None:
    case = Case(2, ask_update="on")
    case.lay("AC1", 2, 0, owner="yellow")
    case.give("blue", trainees1=1)
    case.set(phase="academy", asked=(Seat("blue"),))
    assert does(case, "blue", "academy yes") == "active at once: 1 trainee; -1 stone to yellow; you then have 2 stone"
    assert does(case, "blue", "academy no") == "the trainees wait another turn"
    case.set(phase="rescue")
    case.give("blue", favour=3)
    assert does(case, "blue", "rescue yes") == "-3 favour; a citizen becomes a worker of level 1"


def test_the_first_turn_is_chosen_from_a_few_lines() -> None:
    case = Case(5)
    seat = case.state.now.asked[0]
    view = case.view(seat)
    groups = {group.title: group for group in GAME.grouped(view, "en")}
    assert len(list(GAME.moves(view))) > 600
    assert sum(len(group.offers) for group in groups.values()) <= 20
    built = {offer.text.split()[1] for offer in groups["build"].offers}
    goods = case.player(seat).goods
    assert built == {tile for tile in case.state.now.display if goods.covers(case.state.tile(tile).cost)}
    assert any(note.startswith("(place) is one of: ") for note in groups["build"].notes)
    assert all("`at best` would be " in offer.effect for offer in groups["build"].offers)


def test_the_best_place_is_the_one_that_the_words_mean() -> None:
    case = using()
    case.offer("SA1")
    (offer,) = next(group for group in GAME.grouped(case.view("blue"), "en") if group.title == "build").offers
    move = case.read("blue", "build SA1 with 1 at best")
    assert f"`at best` would be {move.x},{move.y} rot {move.rot}" in offer.effect  # type: ignore[union-attr]


def test_what_gives_nothing_is_one_line() -> None:
    case = using()
    case.give("blue", goods=Goods(5, 0, 0, 0, 0))
    (group,) = [group for group in GAME.grouped(case.view("blue"), "en") if group.title == "without effect"]
    (offer,) = group.offers
    assert offer.text == "activate (MK1 | TP1) with 1..3, activate SM1 with 1..3 make 0"
    assert offer.effect.startswith("gives nothing")


def lines(case: Case, title: str) -> dict[str, str]:
    groups = {group.title: group for group in GAME.grouped(case.view("blue"), "en", {Seat("yellow"): "Bruno"})}
    return {offer.text: offer.effect for offer in groups[title].offers} | {"": groups[title].shared}


def test_what_all_alternatives_do_is_told_before_what_differs() -> None:
    told = lines(using(reserve=(1, 3)), "activate")["activate GM2 with (1 | 3)"]
    assert told == (
        "-1 gold to Bruno; the worker gains a level; "
        "1: +1 gold, you then have 10 gold | 3: +3 gold, you then have 12 gold"
    )


def test_a_retired_worker_s_line_names_every_fee() -> None:
    told = lines(using(retired=1), "labour")
    assert told[""] == "-1 weapon to Bruno; a retired worker acts at level 6"
    free = next(effect for text, effect in told.items() if text.startswith("labour LC1 activate (GM"))
    assert "FO1: +6 gold, you then have 16 gold, 1 weapon" in free
    assert "gold to" not in free
    assert told["labour LC1 activate GM2"] == "+6 gold; -1 gold to Bruno; you then have 15 gold, 1 weapon"


def test_what_gives_a_retired_worker_nothing_is_a_line_without_levels() -> None:
    case = using(retired=1)
    case.give("blue", goods=Goods(5, 0, 0, 0, 1))
    told = lines(case, "without effect")
    assert [text for text in told if text.startswith("labour")] == [
        "labour LC1 activate (MK1 | TP1), labour LC1 activate SM1 make 0"
    ]
    (effect,) = (effect for text, effect in told.items() if text.startswith("labour"))
    assert "fees of camp and tile are due all the same" in effect
    assert "level" not in effect
    assert not any("SM1" in text or "MK1:" in told_ for text, told_ in lines(case, "labour").items())
    assert "gains a level" not in does(case, "blue", "labour LC1 activate SM1 make 0")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_on_the_table_is_explained(language: str) -> None:
    case = using()
    terms = {term.code: term for term in GAME.legend(case.view("blue"), language)}
    assert {*case.state.now.city, *case.state.now.display, "W01"} == set(terms)
    assert "10" in terms["W01"].about
