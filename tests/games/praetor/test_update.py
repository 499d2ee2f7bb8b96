"""The update phase: TV-44 to TV-55."""

import pytest

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.move import Academy, Pass, Rescue
from pbem.games.praetor.state import Placed
from tests.games.praetor.scene import Scene


def evening(**options: str) -> Scene:
    """Return a game of two at the end of a turn, all workers at home."""
    scene = Scene(2, **options)
    scene.era("I")
    return scene


def academy(owner: str, **options: str) -> Scene:
    scene = evening(**options)
    scene.lay("AC1", 2, 0, owner=owner)
    return scene


def test_tv_44_two_turns_without_an_academy() -> None:
    scene = evening()
    scene.give("blue", trainees1=1, citizens=4)
    scene.update()
    assert (scene.player("blue").trainees1, scene.player("blue").trainees2) == (0, 1)
    scene.update()
    assert scene.player("blue").trainees2 == 0
    assert scene.player("blue").reserve == (1, 1, 2, 3)


def test_tv_45_the_own_academy_is_free() -> None:
    scene = academy("blue")
    scene.give("blue", trainees1=1, trainees2=1, citizens=3)
    scene.update()
    assert scene.player("blue").reserve == (1, 1, 1, 2, 3)
    assert scene.player("blue").goods[2] == 3


def test_tv_45_it_need_not_be_used() -> None:
    scene = academy("blue")
    scene.give("blue", trainees1=1, trainees2=1, citizens=3)
    scene.update({"blue academy": "no"})
    assert scene.player("blue").reserve == (1, 1, 2, 3)
    assert scene.player("blue").trainees2 == 1


def test_tv_46_no_stone_no_academy() -> None:
    scene = academy("yellow")
    scene.give("blue", trainees1=1, citizens=4, goods=(10, 0, 0, 0, 0))
    scene.update({"blue academy": "yes"})
    assert scene.player("blue").trainees2 == 1
    assert scene.player("yellow").goods[2] == 3


def test_tv_46_one_stone_for_all() -> None:
    scene = academy("yellow")
    scene.give("blue", trainees1=3, citizens=2, goods=(10, 0, 1, 0, 0))
    scene.update({"blue academy": "yes"})
    assert scene.player("blue").reserve == (1, 1, 1, 1, 2, 3)
    assert scene.player("blue").goods[2] == 0
    assert scene.player("yellow").goods[2] == 4


def test_tv_47_by_default_nothing_is_paid() -> None:
    scene = academy("yellow")
    scene.give("blue", trainees1=1, citizens=4)
    scene.update()
    assert scene.player("blue").trainees2 == 1
    assert scene.player("blue").goods[2] == 3


@pytest.mark.parametrize(
    ("worker", "reserve", "retired"),
    [
        (Placed(4, "GM1", built=False), (5,), 0),
        (Placed(5, "WC1", built=False), (5,), 0),
        (Placed(5, "GM1", built=True), (), 1),
    ],
)
def test_tv_48_levels(worker: Placed, reserve: tuple[int, ...], retired: int) -> None:
    scene = evening()
    scene.give("blue", placed=(worker,), reserve=(), citizens=7)
    scene.update({"blue rescue": "no"})
    assert scene.player("blue").reserve == reserve
    assert scene.player("blue").retired == retired


@pytest.mark.parametrize(("era", "favour"), [("I", 24), ("II", 16)])
def test_tv_49_two_retire_together(era: str, favour: int) -> None:
    scene = evening()
    scene.era(era)
    before, clock = scene.player("blue").favour, scene.state.now.clock
    scene.give("blue", placed=(Placed(5, "GM1", built=True),) * 2, reserve=(1,))
    scene.update()
    assert scene.player("blue").favour == before + favour
    assert scene.state.now.clock == clock + 1


def test_tv_50_an_empty_deck_is_the_second_era() -> None:
    scene = evening()
    scene.set(back=None, early=11, late=8, last="city")
    scene.give("blue", placed=(Placed(5, "GM1", built=True),), reserve=(1,), favour=0)
    scene.update()
    assert scene.state.now.lines[Seat("blue")]["favour"] == 8


def test_tv_50_a_last_turn_may_be_of_the_first_era() -> None:
    scene = evening()
    scene.set(last="wall")
    scene.give("blue", placed=(Placed(5, "GM1", built=True),), reserve=(1,), favour=0)
    scene.update()
    assert scene.state.now.lines[Seat("blue")]["favour"] == 12


@pytest.mark.parametrize(("gold", "left"), [(6, 0), (7, 1)])
def test_tv_51_wages(gold: int, left: int) -> None:
    scene = evening()
    scene.give("blue", reserve=(1, 1, 1, 1), retired=2, citizens=2, goods=(gold, 0, 0, 0, 0))
    scene.update()
    assert scene.player("blue").goods[0] == left
    assert scene.player("blue").morale == 5


def test_tv_52_morale_then_favour_then_nothing() -> None:
    scene = evening()
    scene.give("blue", reserve=(1, 1, 1, 1, 1), citizens=3, goods=(2, 0, 0, 0, 0), morale=1, favour=7)
    scene.update()
    assert scene.player("blue").morale == 0
    assert scene.player("blue").favour == 0
    scene.give("blue", goods=(2, 0, 0, 0, 0), morale=1, favour=17)
    scene.update()
    assert scene.player("blue").favour == 7


def test_tv_53_wages_rise_by_place() -> None:
    scene = Scene(4, sides="all_B")
    scene.give("black", reserve=(1, 2, 3, 4), retired=4, citizens=0)
    scene.update()
    assert scene.player("black").goods[0] == 4


@pytest.mark.parametrize(("favour", "left"), [(20, 15), (3, 0)])
def test_tv_54_rescue(favour: int, left: int) -> None:
    scene = evening()
    scene.give("blue", reserve=(), retired=6, citizens=2, favour=favour)
    scene.update({"blue rescue": "yes"})
    blue = scene.player("blue")
    assert (blue.favour, blue.reserve, blue.citizens) == (left, (1,), 1)
    assert blue.goods[0] == 10 - 6


def test_tv_54_no_citizen_no_rescue() -> None:
    scene = evening()
    scene.give("blue", reserve=(), retired=8, citizens=0)
    scene.update({"blue rescue": "yes"})
    assert scene.player("blue").reserve == ()


def test_tv_54_who_refuses_must_pass_at_once() -> None:
    scene = evening()
    scene.give("blue", reserve=(), retired=6, citizens=2, favour=0)
    scene.update({"blue rescue": "no"})
    assert scene.state.now.turn == 2
    scene.settle()
    assert scene.player("blue").passed
    assert scene.state.now.asked == ("yellow",)


def test_tv_55_a_trainee_in_time_spares_the_rescue() -> None:
    scene = evening()
    scene.give("blue", reserve=(), placed=(Placed(5, "GM1", built=True),), trainees2=1, citizens=6)
    scene.update({"blue rescue": "yes"})
    assert scene.player("blue").reserve == (1,)
    assert scene.player("blue").citizens == 6
    assert "rescued" not in scene.told_keys()


def test_trainees_in_training_do_not_forbid_a_rescue() -> None:
    scene = evening()
    scene.give("blue", reserve=(), trainees1=1, retired=5, citizens=2)
    scene.update()
    assert scene.player("blue").reserve == (1,)
    assert scene.player("blue").trainees2 == 1


@pytest.mark.parametrize(("favour", "helps"), [(0, True), (1, False)])
def test_in_the_last_turn_rescue_is_the_default_only_from_nothing(favour: int, helps: bool) -> None:
    scene = evening()
    scene.set(last="wall", phase="rescue", asked=(Seat("blue"),))
    scene.give("blue", reserve=(), retired=5, citizens=3, favour=favour)
    assert GAME.default(scene.view("blue")) == Rescue(use=helps)


def test_an_academy_of_somebody_with_less_favour_is_the_default() -> None:
    scene = Scene(4)
    scene.tile("AC2", type="academy", colour="grey", fee=(0, 0, 1, 0, 0))
    scene.lay("AC1", 2, 0, owner="yellow")
    scene.lay("AC2", 3, 0, owner="white")
    scene.give("yellow", favour=30)
    scene.give("white", favour=20)
    scene.give("blue", trainees1=1, citizens=4)
    scene.set(phase="academy", asked=(Seat("blue"),))
    assert scene.read("blue", "academy yes") == Academy("AC2")
    assert scene.read("blue", "academy yes at AC1") == Academy("AC1")
    assert scene.read("blue", "academy free") == Academy("")
    assert list(GAME.moves(scene.view("blue"))) == [Academy("AC2"), Academy("AC1"), Academy("")]
    scene.own("AC1", "blue")
    assert scene.read("blue", "academy free") == Academy("AC1")
    assert scene.why("blue", "academy yes at AC2") == "no_academy"
    scene.own("AC1", None)
    assert scene.read("blue", "academy free") == Academy("AC1")


@pytest.mark.parametrize(("option", "asked"), [("off", False), ("on", True)])
def test_the_update_asks_in_parallel_or_not_at_all(option: str, asked: bool) -> None:
    scene = academy("yellow", ask_update=option)
    scene.give("blue", trainees1=1, citizens=4)
    scene.give("yellow", trainees1=1, citizens=4)
    for _ in range(2):
        scene.play(scene.state.now.asked[0], Pass())
    decisions = GAME.waiting(scene.state)
    assert [(decision.seat, decision.kind, decision.ask) for decision in decisions] == [
        ("blue", "academy", asked),
        ("yellow", "academy", asked),
    ]
    scene.play("blue", Academy("AC1"))
    assert [decision.seat for decision in GAME.waiting(scene.state)] == ["yellow"]
    scene.play("yellow", Academy(""))
    assert scene.state.now.turn == 2
    assert scene.player("blue").reserve == (1, 1, 2, 3)
    assert scene.player("yellow").trainees2 == 1


def test_players_go_through_the_update_one_after_the_other() -> None:
    scene = evening()
    scene.set(order=(Seat("yellow"), Seat("blue")))
    for seat in ("blue", "yellow"):
        scene.give(seat, placed=(Placed(5, "GM1", built=True),), reserve=(1,), favour=30, citizens=6)
    scene.update()
    assert scene.player("yellow").arrival < scene.player("blue").arrival
    assert scene.state.now.order == ("blue", "yellow")


def test_marks_are_cleared() -> None:
    scene = Scene(2)
    scene.offer("SA1", "SQ1", "MQ1")
    scene.to_move("blue", "yellow")
    scene.order("blue", "build SA1 with 1 at best")
    scene.order("yellow", "activate SA1 with 1")
    scene.order("blue", "pass")
    scene.order("yellow", "pass")
    assert all(lot.builder is None and lot.user is None for lot in scene.state.now.city.values())


@pytest.mark.parametrize(("option", "worker", "retired"), [("on", 0, 1), ("off", 5, 0)])
def test_the_last_update_may_be_skipped(option: str, worker: int, retired: int) -> None:
    scene = evening(last_turn_update=option)
    scene.set(last="wall")
    scene.give(
        "blue", placed=(Placed(5, "GM1", built=True),), reserve=(1,), trainees1=1, goods=(0, 0, 0, 0, 0), citizens=5
    )
    scene.update()
    blue = scene.player("blue")
    assert blue.retired == retired
    assert scene.state.now.lines[Seat("blue")]["workers"] == 1 + worker + 1
    assert blue.morale == (3 if option == "on" else 5)
