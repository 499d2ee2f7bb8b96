"""The Labour Camp and passing: TV-38 to TV-43."""

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.city import plaza
from pbem.games.praetor.move import Academy, Labour, Pass, Rescue
from pbem.games.praetor.state import Placed
from tests.games.praetor.scene import Scene


def camp(owner: str | None = "blue", **options: str) -> Scene:
    scene = Scene(3, **options)
    scene.lay("LC1", 2, 0, owner=owner)
    scene.give("blue", retired=1, citizens=4)
    scene.to_move("blue")
    return scene


def test_tv_38_a_camp_serves_a_player_once_a_turn() -> None:
    scene = camp()
    scene.give("blue", retired=2, citizens=3)
    scene.lay("LC2", 3, 0, owner="blue")
    scene.order("blue", "labour LC1 activate GM1")
    scene.to_move("blue")
    assert scene.why("blue", "labour LC1 activate GM2") == "e_special_used"
    scene.order("blue", "labour LC2 activate GM2")
    assert len(scene.player("blue").out) == 2


def test_tv_38_each_call_needs_a_retired_worker() -> None:
    scene = camp()
    scene.lay("LC2", 3, 0, owner="blue")
    scene.order("blue", "labour LC1 activate GM1")
    scene.to_move("blue")
    assert scene.why("blue", "labour LC2 activate GM2") == "e_no_retired"


def test_tv_39_the_fee_of_the_camp_comes_first() -> None:
    scene = camp("yellow")
    scene.offer("TA1")
    scene.give("blue", goods=(9, 9, 9, 9, 1))
    assert scene.why("blue", "labour LC1 build TA1 at best") == "e_cannot_pay"
    scene.give("blue", goods=(9, 9, 9, 9, 2))
    assert scene.why("blue", "labour LC1 build TA1 at best") == ""


def test_tv_40_a_retired_worker_may_build() -> None:
    scene = camp()
    scene.offer("ST1")
    scene.give("blue", favour=0)
    scene.order("blue", "labour LC1 build ST1 at 1,1 rot 0")
    built = scene.player("blue")
    assert scene.lot("ST1").owner == "blue"
    assert built.favour == 5 + plaza(camp().state, "ST1", (1, 1), 0) == 5 + 3
    assert built.out == (Placed(6, "ST1", built=True),)
    scene.era("I")
    scene.update()
    assert scene.player("blue").retired == 1
    assert scene.player("blue").out == ()
    assert scene.player("blue").favour == built.favour


def test_tv_41_without_active_workers_one_must_pass() -> None:
    scene = camp()
    scene.give("blue", reserve=(), citizens=7)
    scene.to_move("white", "blue")
    scene.order("white", "pass")
    assert not GAME.waiting(scene.state)[0].ask
    assert list(GAME.moves(scene.view("blue"))) == [Pass(), Pass(rescue="yes"), Pass(rescue="no")]
    assert scene.why("blue", "labour LC1 activate GM1") == "all_placed"
    scene.settle()
    assert scene.player("blue").passed
    assert "had_to_pass" in scene.told_keys()
    assert scene.state.now.asked == ("yellow",)


def test_tv_41_unless_special_tiles_need_no_workers() -> None:
    scene = camp(special_without_workers="on")
    scene.give("blue", reserve=(), citizens=7)
    scene.to_move("white", "blue")
    scene.order("white", "pass")
    assert scene.state.now.asked == ("blue",)
    scene.order("blue", "labour LC1 activate GM1")
    assert scene.player("blue").goods[0] == 16


def test_tv_42_who_passed_is_out_for_the_turn() -> None:
    scene = Scene(2)
    scene.to_move("blue", "yellow")
    scene.give("blue", reserve=(2, 4), citizens=6)
    scene.order("blue", "pass")
    assert scene.state.now.asked == ("yellow",)
    scene.order("yellow", "activate GM2 with 1")
    assert scene.state.now.asked == ("yellow",)
    assert scene.why("blue", "activate GM1 with 2") == "e_passed"
    assert scene.why("blue", "pass") == "e_passed"
    scene.order("yellow", "pass")
    assert scene.player("blue").reserve == (2, 4)
    assert scene.player("blue").goods[0] == 8
    assert scene.state.now.turn == 2


def test_tv_43_the_order_is_frozen() -> None:
    scene = Scene(2)
    scene.to_move("blue", "yellow")
    scene.lay("TA1", 2, 0, owner="blue")
    scene.tile("TA1", type="temple_pluto", colour="green")
    scene.give("blue", goods=(5, 30, 0, 0, 0))
    scene.order("blue", "activate TA1 with 1")
    assert scene.player("blue").favour > scene.player("yellow").favour + 20
    scene.order("yellow", "activate GM2 with 1")
    assert scene.state.now.asked == ("blue",)
    assert scene.state.now.cycle == 2


def test_who_can_do_nothing_passes_by_itself() -> None:
    scene = Scene(2, 3, no_market="on")
    scene.to_move("blue", "yellow")
    scene.give("yellow", goods=(0, 0, 0, 0, 0), citizens=0, trainees1=5)
    scene.own("GM2", "blue")
    scene.order("blue", "activate GM1 with 1")
    scene.settle()
    assert scene.player("yellow").passed
    assert scene.state.now.asked == ("blue",)


def test_camp_checks_come_in_the_order_of_the_rules() -> None:
    scene = camp("yellow")
    scene.lay("AC1", 3, 0)
    scene.give("blue", goods=(0, 0, 0, 0, 0), retired=0)
    assert scene.why("blue", "labour LC2 activate GM1") == "e_not_built"
    assert scene.why("blue", "labour AC1 activate GM1") == "e_special"
    assert scene.why("blue", "labour GM1 activate GM1") == "e_no_activation"
    assert scene.why("blue", "labour LC1 activate GM1") == "e_no_retired"
    scene.give("blue", retired=1)
    assert scene.why("blue", "labour LC1 activate GM1") == "e_cannot_pay_fee"
    scene.give("blue", goods=(0, 0, 0, 0, 1))
    assert scene.why("blue", "labour LC1 activate LC1") == "e_special"
    assert scene.why("blue", "labour LC1 activate GM2") == "e_cannot_pay_fee"
    assert scene.why("blue", "labour LC1 activate GM1") == ""


def test_a_camp_left_out_is_the_own_or_the_only_one() -> None:
    scene = camp()
    scene.lay("LC2", 3, 0, owner="yellow")
    move = scene.read("blue", "labour activate GM1")
    assert isinstance(move, Labour)
    assert move.camp == "LC1"
    assert scene.unread("white", "labour activate GM1").nearest == ("LC1", "LC2")


def test_all_passing_ends_the_turn_at_once() -> None:
    scene = Scene(4)
    for _ in range(4):
        scene.play(scene.state.now.asked[0], Pass())
    assert scene.state.now.turn == 2
    assert not any(player.passed for player in scene.state.now.players.values())
    assert GAME.waiting(scene.state)[0].turn == "2"


def test_a_vacant_seat_passes_by_default_until_somebody_plays_it() -> None:
    scene = Scene(3)
    seat = scene.state.now.asked[0]
    step = GAME.vacate(scene.state, Seat(seat))
    assert [happening.saying.key for happening in step.happenings] == ["vacated"]
    scene.state = step.state
    assert GAME.default(scene.view(seat)) == Pass()
    scene.order(seat, "activate WC1 with 1")
    assert scene.told_keys()[0] == "occupied"
    assert not scene.player(seat).vacant


def test_a_vacant_seat_neither_studies_nor_is_rescued() -> None:
    scene = Scene(2)
    scene.lay("AC1", 2, 0, owner="blue")
    scene.give("blue", vacant=True, trainees1=1, citizens=4)
    scene.set(phase="academy", asked=(Seat("blue"),))
    assert GAME.default(scene.view("blue")) == Academy("")
    scene.set(phase="rescue")
    assert GAME.default(scene.view("blue")) == Rescue(use=False)
