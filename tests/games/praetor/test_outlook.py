"""What an order costs and does, and the orders as they are chosen from."""

import pytest

from pbem.games.game import LANGUAGES, Data, Seat
from pbem.games.kit.amounts import amount, change
from pbem.games.praetor import GAME
from pbem.games.praetor.position.moves import Build
from pbem.games.praetor.table.goods import Goods
from pbem.games.praetor.table.vocabulary import MESSAGES, tell_change
from tests.games.praetor.making import EXAMPLE, Case
from tests.wording import game_says, game_text


def does(case: Case, seat: str, text: str, language: str = "en") -> str:
    assert case.why(seat, text) == ""
    return GAME.effect(case.view(seat), case.read(seat, text), language)


def gains(**goods: int) -> str:
    return ", ".join(tell_change(count, good, "en") for good, count in goods.items())


def said(key: str, **places: Data) -> str:
    return game_text(GAME, f"does_{key}", **places)


def have(**goods: int) -> str:
    return said("then", goods=goods)


def favour(count: int) -> str:
    return change(MESSAGES, "favour", count, "en")


def fee(owner: str, **goods: int) -> str:
    return game_text(GAME, "does_fee", "en", {Seat("yellow"): owner}, fee=gains(**goods), owner="seats/yellow")


RISE = said("rise")


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
    built = said("built", favour=favour(1), plaza=3)
    assert told == "; ".join([gains(gold=-2), built, have(gold=8), RISE])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("activate GM1 with 3", [gains(gold=3), have(gold=13), RISE]),
        ("activate GM2 with 1", [gains(gold=1), fee("yellow", gold=-1), have(gold=10), RISE]),
        (
            "activate SM1 with 2 make 2",
            [gains(wood=-2, weapons=2), have(wood=2, weapons=4), RISE],
        ),
        ("activate FO1 with 1", [gains(gold=6), have(gold=16), RISE]),
        ("activate TP1 with 1", [favour(7)]),
        ("activate CO1 with 1", [said("morale", steps=change(MESSAGES, "steps", 2, "en"), value=2)]),
        ("activate WC1 with 1", [said("recruit")]),
        (
            "activate IO1 with 1",
            [gains(marble=-2, weapons=-2), favour(10), said("wall", section="W01"), have(marble=0, weapons=0)],
        ),
        ("activate MK1 with 1 sell 3 wood", [gains(gold=3, wood=-3), have(gold=13, wood=1)]),
        ("pass", [said("pass"), said("wages", due={"gold": 3}, gold={"gold": 10})]),
    ],
)
def test_what_an_order_costs_and_does(text: str, told: list[str]) -> None:
    assert does(using(), "blue", text) == "; ".join(told)


def test_a_worker_of_level_five_retires() -> None:
    case = using(reserve=(1, 5))
    assert does(case, "blue", "activate GM1 with 5").endswith(said("retire", favour=favour(12)))
    case.era("II")
    assert does(case, "blue", "activate GM1 with 5").endswith(said("retire", favour=favour(8)))


def test_a_camp_s_fee_is_told_beside_what_comes_of_it() -> None:
    told = does(using(retired=1), "blue", "labour LC1 activate GM2")
    paid = [gains(gold=6), fee("yellow", gold=-1), have(gold=15, weapons=1), fee("yellow", weapons=-1)]
    assert told == "; ".join([*paid, said("called")])


def test_a_fee_to_nobody_goes_to_the_bank() -> None:
    case = using()
    case.give("yellow", vacant=True)
    assert said("fee_bank", fee=gains(gold=-1)) in does(case, "blue", "activate GM2 with 1")


def test_what_is_told_is_what_happens() -> None:
    case = using()
    told = "; ".join([gains(gold=3), fee("yellow", gold=-1), have(gold=12)])
    assert does(case, "blue", "activate GM2 with 3").startswith(told)
    case.order("blue", "activate GM2 with 3")
    assert case.player("blue").goods.gold == 12


def test_questions_of_the_update() -> None:
    case = Case(2, ask_update="on")
    case.lay("AC1", 2, 0, owner="yellow")
    case.give("blue", trainees1=1)
    case.set(phase="academy", asked=(Seat("blue"),))
    studied = said("study", trainees=amount(MESSAGES, "trainees", 1, "en"))
    told = "; ".join([studied, fee("yellow", stone=-1), have(stone=2)])
    assert does(case, "blue", "academy yes") == told
    assert does(case, "blue", "academy no") == said("no_study")
    case.set(phase="rescue")
    case.give("blue", favour=3)
    assert does(case, "blue", "rescue yes") == f"{favour(-3)}; {said('rescue')}"


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
    assert any(game_says(GAME, note, "note_places") for note in groups["build"].notes)
    assert all(
        any(game_says(GAME, clause, "does_best") for clause in offer.effect.split("; "))
        for offer in groups["build"].offers
    )


def test_the_best_place_is_the_one_that_the_words_mean() -> None:
    case = using()
    case.offer("SA1")
    (offer,) = next(group for group in GAME.grouped(case.view("blue"), "en") if group.title == "build").offers
    move = case.read("blue", "build SA1 with 1 at best")
    assert isinstance(move, Build)
    cell = f"{move.x},{move.y}"
    assert any(game_says(GAME, told, "does_best", cell=cell, rot=move.rot) for told in offer.effect.split("; "))


def test_what_gives_nothing_is_one_line() -> None:
    case = using()
    case.give("blue", goods=Goods(5, 0, 0, 0, 0))
    (group,) = [
        group for group in GAME.grouped(case.view("blue"), "en") if group.title == game_text(GAME, "group_idle")
    ]
    (offer,) = group.offers
    assert offer.text == "activate (MK1 | TP1) with 1..3, activate SM1 with 1..3 make 0"
    assert offer.effect == game_text(GAME, "idle_used")


def lines(case: Case, title: str) -> dict[str, str]:
    groups = {group.title: group for group in GAME.grouped(case.view("blue"), "en", {Seat("yellow"): "Bruno"})}
    return {offer.text: offer.effect for offer in groups[title].offers} | {"": groups[title].shared}


def test_what_all_alternatives_do_is_told_before_what_differs() -> None:
    told = lines(using(reserve=(1, 3)), "activate")["activate GM2 with (1 | 3)"]
    one, three = f"{gains(gold=1)}, {have(gold=10)}", f"{gains(gold=3)}, {have(gold=12)}"
    assert told == f"{fee('Bruno', gold=-1)}; {RISE}; 1: {one} | 3: {three}"


def test_a_retired_worker_s_line_names_every_fee() -> None:
    told = lines(using(retired=1), "labour")
    assert told[""] == f"{fee('Bruno', weapons=-1)}; {said('called')}"
    free = next(effect for text, effect in told.items() if text.startswith("labour LC1 activate (GM"))
    assert f"FO1: {gains(gold=6)}, {have(gold=16, weapons=1)}" in free
    assert "Bruno" not in free
    paid = [gains(gold=6), fee("Bruno", gold=-1), have(gold=15, weapons=1)]
    assert told["labour LC1 activate GM2"] == "; ".join(paid)


def test_what_gives_a_retired_worker_nothing_is_a_line_without_levels() -> None:
    case = using(retired=1)
    case.give("blue", goods=Goods(5, 0, 0, 0, 1))
    told = lines(case, game_text(GAME, "group_idle"))
    assert [text for text in told if text.startswith("labour")] == [
        "labour LC1 activate (MK1 | TP1), labour LC1 activate SM1 make 0"
    ]
    (effect,) = (effect for text, effect in told.items() if text.startswith("labour"))
    assert effect == game_text(GAME, "idle_called")
    assert RISE not in effect
    assert not any("SM1" in text or "MK1:" in told_ for text, told_ in lines(case, "labour").items())
    assert RISE not in does(case, "blue", "labour LC1 activate SM1 make 0")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_on_the_table_is_explained(language: str) -> None:
    case = using()
    terms = {term.code: term for term in GAME.legend(case.view("blue"), language)}
    assert {*case.state.now.city, *case.state.now.display, "W01"} == set(terms)
    assert "10" in terms["W01"].about
