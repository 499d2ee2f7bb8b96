"""The update phase: TV-44 to TV-55."""

import pytest

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.position.moves import Academy, Pass
from pbem.games.praetor.position.state import Placed
from pbem.games.praetor.table.goods import Goods
from tests.games.praetor.making import Case


def evening(**options: str) -> Case:
    """Return a game of two at the end of a turn, all workers at home."""
    case = Case(2, **options)
    case.era("I")
    return case


def academy(owner: str, **options: str) -> Case:
    case = evening(**options)
    case.lay("AC1", 2, 0, owner=owner)
    return case


def test_tv_44_two_turns_without_an_academy() -> None:
    case = evening()
    case.give("blue", trainees1=1, citizens=4)
    case.update()
    assert (case.player("blue").trainees1, case.player("blue").trainees2) == (0, 1)
    case.update()
    assert case.player("blue").trainees2 == 0
    assert case.player("blue").reserve == (1, 1, 2, 3)


def test_tv_45_the_own_academy_is_free() -> None:
    case = academy("blue")
    case.give("blue", trainees1=1, trainees2=1, citizens=3)
    case.update()
    assert case.player("blue").reserve == (1, 1, 1, 2, 3)
    assert case.player("blue").goods.stone == 3


def test_tv_45_it_need_not_be_used() -> None:
    case = academy("blue")
    case.give("blue", trainees1=1, trainees2=1, citizens=3)
    case.update({"blue academy": "no"})
    assert case.player("blue").reserve == (1, 1, 2, 3)
    assert case.player("blue").trainees2 == 1


def test_tv_46_no_stone_no_academy() -> None:
    case = academy("yellow")
    case.give("blue", trainees1=1, citizens=4, goods=Goods(10, 0, 0, 0, 0))
    case.update({"blue academy": "yes"})
    assert case.player("blue").trainees2 == 1
    assert case.player("yellow").goods.stone == 3


def test_tv_46_one_stone_for_all() -> None:
    case = academy("yellow")
    case.give("blue", trainees1=3, citizens=2, goods=Goods(10, 0, 1, 0, 0))
    case.update({"blue academy": "yes"})
    assert case.player("blue").reserve == (1, 1, 1, 1, 2, 3)
    assert case.player("blue").goods.stone == 0
    assert case.player("yellow").goods.stone == 4


def test_tv_47_by_default_nothing_is_paid() -> None:
    case = academy("yellow")
    case.give("blue", trainees1=1, citizens=4)
    case.update()
    assert case.player("blue").trainees2 == 1
    assert case.player("blue").goods.stone == 3


@pytest.mark.parametrize(
    ("worker", "reserve", "retired"),
    [
        (Placed(4, "GM1", built=False), (5,), 0),
        (Placed(5, "WC1", built=False), (5,), 0),
        (Placed(5, "GM1", built=True), (), 1),
    ],
)
def test_tv_48_levels(worker: Placed, reserve: tuple[int, ...], retired: int) -> None:
    case = evening()
    case.give("blue", placed=(worker,), reserve=(), citizens=7)
    case.update({"blue rescue": "no"})
    assert case.player("blue").reserve == reserve
    assert case.player("blue").retired == retired


@pytest.mark.parametrize(("era", "favour"), [("I", 24), ("II", 16)])
def test_tv_49_two_retire_together(era: str, favour: int) -> None:
    case = evening()
    case.era(era)
    before, clock = case.player("blue").favour, case.state.now.clock
    case.give("blue", placed=(Placed(5, "GM1", built=True),) * 2, reserve=(1,))
    case.update()
    assert case.player("blue").favour == before + favour
    assert case.state.now.clock == clock + 1


def test_tv_50_an_empty_deck_is_the_second_era() -> None:
    case = evening()
    case.set(back=None, early=11, late=8, last="city")
    case.give("blue", placed=(Placed(5, "GM1", built=True),), reserve=(1,), favour=0)
    case.update()
    assert case.state.now.lines[Seat("blue")]["favour"] == 8


def test_tv_50_a_last_turn_may_be_of_the_first_era() -> None:
    case = evening()
    case.set(last="wall")
    case.give("blue", placed=(Placed(5, "GM1", built=True),), reserve=(1,), favour=0)
    case.update()
    assert case.state.now.lines[Seat("blue")]["favour"] == 12


@pytest.mark.parametrize(("gold", "left"), [(6, 0), (7, 1)])
def test_tv_51_wages(gold: int, left: int) -> None:
    case = evening()
    case.give("blue", reserve=(1, 1, 1, 1), retired=2, citizens=2, goods=Goods(gold, 0, 0, 0, 0))
    case.update()
    assert case.player("blue").goods.gold == left
    assert case.player("blue").morale == 5


def test_tv_52_morale_then_favour_then_nothing() -> None:
    case = evening()
    case.give("blue", reserve=(1, 1, 1, 1, 1), citizens=3, goods=Goods(2, 0, 0, 0, 0), morale=1, favour=7)
    case.update()
    assert case.player("blue").morale == 0
    assert case.player("blue").favour == 0
    case.give("blue", goods=Goods(2, 0, 0, 0, 0), morale=1, favour=17)
    case.update()
    assert case.player("blue").favour == 7


def test_tv_53_wages_rise_by_place() -> None:
    case = Case(4, sides="all_B")
    case.give("black", reserve=(1, 2, 3, 4), retired=4, citizens=0)
    case.update()
    assert case.player("black").goods.gold == 4


@pytest.mark.parametrize(("favour", "left"), [(20, 15), (3, 0)])
def test_tv_54_rescue(favour: int, left: int) -> None:
    case = evening()
    case.give("blue", reserve=(), retired=6, citizens=2, favour=favour)
    case.update({"blue rescue": "yes"})
    blue = case.player("blue")
    assert (blue.favour, blue.reserve, blue.citizens) == (left, (1,), 1)
    assert blue.goods.gold == 10 - 6


def test_tv_54_no_citizen_no_rescue() -> None:
    case = evening()
    case.give("blue", reserve=(), retired=8, citizens=0)
    case.update({"blue rescue": "yes"})
    assert case.player("blue").reserve == ()


def test_tv_54_who_refuses_must_pass_at_once() -> None:
    case = evening()
    case.give("blue", reserve=(), retired=6, citizens=2, favour=0)
    case.update({"blue rescue": "no"})
    assert case.state.now.turn == 2
    case.settle()
    assert case.player("blue").passed
    assert case.state.now.asked == ("yellow",)


def test_tv_55_a_trainee_in_time_spares_the_rescue() -> None:
    case = evening()
    case.give("blue", reserve=(), placed=(Placed(5, "GM1", built=True),), trainees2=1, citizens=6)
    case.update({"blue rescue": "yes"})
    assert case.player("blue").reserve == (1,)
    assert case.player("blue").citizens == 6
    assert "rescued" not in case.told_keys()


def test_trainees_in_training_do_not_forbid_a_rescue() -> None:
    case = evening()
    case.give("blue", reserve=(), trainees1=1, retired=5, citizens=2)
    case.update()
    assert case.player("blue").reserve == (1,)
    assert case.player("blue").trainees2 == 1


def test_an_academy_of_somebody_with_less_favour_is_the_default() -> None:
    case = Case(4)
    case.tile("AC2", type="academy", colour="grey", fee=Goods(0, 0, 1, 0, 0))
    case.lay("AC1", 2, 0, owner="yellow")
    case.lay("AC2", 3, 0, owner="white")
    case.give("yellow", favour=30)
    case.give("white", favour=20)
    case.give("blue", trainees1=1, citizens=4)
    case.set(phase="academy", asked=(Seat("blue"),))
    assert case.read("blue", "academy yes") == Academy("AC2")
    assert case.read("blue", "academy yes at AC1") == Academy("AC1")
    assert case.read("blue", "academy free") == Academy("")
    assert list(GAME.moves(case.view("blue"))) == [Academy("AC2"), Academy("AC1"), Academy("")]
    case.own("AC1", "blue")
    assert case.read("blue", "academy free") == Academy("AC1")
    assert case.why("blue", "academy yes at AC2") == "no_academy"
    case.own("AC1", None)
    assert case.read("blue", "academy free") == Academy("AC1")


@pytest.mark.parametrize(("option", "asked"), [("off", False), ("on", True)])
def test_the_update_asks_in_parallel_or_not_at_all(option: str, asked: bool) -> None:
    case = academy("yellow", ask_update=option)
    case.give("blue", trainees1=1, citizens=4)
    case.give("yellow", trainees1=1, citizens=4)
    for _ in range(2):
        case.play(case.state.now.asked[0], Pass())
    decisions = GAME.waiting(case.state)
    assert [(decision.seat, decision.kind, decision.ask) for decision in decisions] == [
        ("blue", "academy", asked),
        ("yellow", "academy", asked),
    ]
    case.play("blue", Academy("AC1"))
    assert [decision.seat for decision in GAME.waiting(case.state)] == ["yellow"]
    case.play("yellow", Academy(""))
    assert case.state.now.turn == 2
    assert case.player("blue").reserve == (1, 1, 2, 3)
    assert case.player("yellow").trainees2 == 1


def test_players_go_through_the_update_one_after_the_other() -> None:
    case = evening()
    case.set(order=(Seat("yellow"), Seat("blue")))
    for seat in ("blue", "yellow"):
        case.give(seat, placed=(Placed(5, "GM1", built=True),), reserve=(1,), favour=30, citizens=6)
    case.update()
    assert case.player("yellow").arrival < case.player("blue").arrival
    assert case.state.now.order == ("blue", "yellow")


def test_marks_are_cleared() -> None:
    case = Case(2)
    case.offer("SA1", "SQ1", "MQ1")
    case.to_move("blue", "yellow")
    case.order("blue", "build SA1 with 1 at best")
    case.order("yellow", "activate SA1 with 1")
    case.order("blue", "pass")
    case.order("yellow", "pass")
    assert all(lot.builder is None and lot.user is None for lot in case.state.now.city.values())


@pytest.mark.parametrize("option", ["on", "off"])
def test_p_r37_only_the_last_update_may_be_skipped(option: str) -> None:
    case = evening(last_turn_update=option)
    before = case.state.now.turn
    case.give("blue", reserve=(1,), goods=Goods(9, 0, 0, 0, 0), citizens=5)
    case.update()
    assert "paid_wages" in case.told_keys()
    assert (case.state.now.turn, case.state.now.phase) == (before + 1, "action")


@pytest.mark.parametrize(("option", "worker", "retired"), [("on", 0, 1), ("off", 5, 0)])
def test_the_last_update_may_be_skipped(option: str, worker: int, retired: int) -> None:
    case = evening(last_turn_update=option)
    case.set(last="wall")
    case.give(
        "blue",
        placed=(Placed(5, "GM1", built=True),),
        reserve=(1,),
        trainees1=1,
        goods=Goods(0, 0, 0, 0, 0),
        citizens=5,
    )
    case.update()
    blue = case.player("blue")
    assert blue.retired == retired
    assert case.state.now.lines[Seat("blue")]["workers"] == 1 + worker + 1
    assert blue.morale == (3 if option == "on" else 5)
