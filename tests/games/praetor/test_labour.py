"""The Labour Camp and passing: TV-38 to TV-43."""

from pbem.games.praetor import GAME
from pbem.games.praetor.position.city import plaza
from pbem.games.praetor.position.moves import Labour, Pass
from pbem.games.praetor.position.state import Placed
from pbem.games.praetor.table.goods import Goods
from tests.games.praetor.making import Case


def camp(owner: str | None = "blue", **options: str) -> Case:
    case = Case(3, **options)
    case.lay("LC1", 2, 0, owner=owner)
    case.give("blue", retired=1, citizens=4)
    case.to_move("blue")
    return case


def test_tv_38_a_camp_serves_a_player_once_a_turn() -> None:
    case = camp()
    case.give("blue", retired=2, citizens=3)
    case.lay("LC2", 3, 0, owner="blue")
    case.order("blue", "labour LC1 activate GM1")
    case.to_move("blue")
    assert case.why("blue", "labour LC1 activate GM2") == "e_special_used"
    case.order("blue", "labour LC2 activate GM2")
    assert len(case.player("blue").out) == 2


def test_tv_38_each_call_needs_a_retired_worker() -> None:
    case = camp()
    case.lay("LC2", 3, 0, owner="blue")
    case.order("blue", "labour LC1 activate GM1")
    case.to_move("blue")
    assert case.why("blue", "labour LC2 activate GM2") == "e_no_retired"


def test_tv_39_the_fee_of_the_camp_comes_first() -> None:
    case = camp("yellow")
    case.offer("TA1")
    case.give("blue", goods=Goods(9, 9, 9, 9, 1))
    assert case.why("blue", "labour LC1 build TA1 at best") == "e_cannot_pay"
    case.give("blue", goods=Goods(9, 9, 9, 9, 2))
    assert case.why("blue", "labour LC1 build TA1 at best") == ""


def test_tv_40_a_retired_worker_may_build() -> None:
    case = camp()
    case.offer("ST1")
    case.give("blue", favour=0)
    case.order("blue", "labour LC1 build ST1 at 1,1 rot 0")
    built = case.player("blue")
    assert case.lot("ST1").owner == "blue"
    assert built.favour == 5 + plaza(camp().state, "ST1", (1, 1), 0) == 5 + 3
    assert built.out == (Placed(6, "ST1", built=True),)
    case.era("I")
    case.update()
    assert case.player("blue").retired == 1
    assert case.player("blue").out == ()
    assert case.player("blue").favour == built.favour


def test_tv_41_without_active_workers_one_must_pass() -> None:
    case = camp()
    case.give("blue", reserve=(), citizens=7)
    case.to_move("white", "blue")
    case.order("white", "pass")
    assert not GAME.waiting(case.state)[0].ask
    assert list(GAME.moves(case.view("blue"))) == [Pass(), Pass(rescue="yes"), Pass(rescue="no")]
    assert case.why("blue", "labour LC1 activate GM1") == "all_placed"
    case.settle()
    assert case.player("blue").passed
    assert "had_to_pass" in case.told_keys()
    assert case.state.now.asked == ("yellow",)


def test_tv_41_unless_special_tiles_need_no_workers() -> None:
    case = camp(special_without_workers="on")
    case.give("blue", reserve=(), citizens=7)
    case.to_move("white", "blue")
    case.order("white", "pass")
    assert case.state.now.asked == ("blue",)
    case.order("blue", "labour LC1 activate GM1")
    assert case.player("blue").goods.gold == 16


def test_tv_42_who_passed_is_out_for_the_turn() -> None:
    case = Case(2)
    case.to_move("blue", "yellow")
    case.give("blue", reserve=(2, 4), citizens=6)
    case.order("blue", "pass")
    assert case.state.now.asked == ("yellow",)
    case.order("yellow", "activate GM2 with 1")
    assert case.state.now.asked == ("yellow",)
    assert case.why("blue", "activate GM1 with 2") == "e_passed"
    assert case.why("blue", "pass") == "e_passed"
    case.order("yellow", "pass")
    assert case.player("blue").reserve == (2, 4)
    assert case.player("blue").goods.gold == 8
    assert case.state.now.turn == 2


def test_tv_43_the_order_is_frozen() -> None:
    case = Case(2)
    case.to_move("blue", "yellow")
    case.lay("TA1", 2, 0, owner="blue")
    case.tile("TA1", type="temple_pluto", colour="green")
    case.give("blue", goods=Goods(5, 30, 0, 0, 0))
    case.order("blue", "activate TA1 with 1")
    assert case.player("blue").favour > case.player("yellow").favour + 20
    case.order("yellow", "activate GM2 with 1")
    assert case.state.now.asked == ("blue",)
    assert case.state.now.cycle == 2


def test_who_can_do_nothing_passes_by_itself() -> None:
    case = Case(2, 3, no_market="on")
    case.to_move("blue", "yellow")
    case.give("yellow", goods=Goods(0, 0, 0, 0, 0), citizens=0, trainees1=5)
    case.own("GM2", "blue")
    case.order("blue", "activate GM1 with 1")
    case.settle()
    assert case.player("yellow").passed
    assert case.state.now.asked == ("blue",)


def test_camp_checks_come_in_the_order_of_the_rules() -> None:
    case = camp("yellow")
    case.lay("AC1", 3, 0)
    case.give("blue", goods=Goods(0, 0, 0, 0, 0), retired=0)
    assert case.why("blue", "labour LC2 activate GM1") == "e_not_built"
    assert case.why("blue", "labour AC1 activate GM1") == "e_special"
    assert case.why("blue", "labour GM1 activate GM1") == "e_no_activation"
    assert case.why("blue", "labour LC1 activate GM1") == "e_no_retired"
    case.give("blue", retired=1)
    assert case.why("blue", "labour LC1 activate GM1") == "e_cannot_pay_fee"
    case.give("blue", goods=Goods(0, 0, 0, 0, 1))
    assert case.why("blue", "labour LC1 activate LC1") == "e_special"
    assert case.why("blue", "labour LC1 activate GM2") == "e_cannot_pay_fee"
    assert case.why("blue", "labour LC1 activate GM1") == ""


def test_a_camp_left_out_is_the_own_or_the_only_one() -> None:
    case = camp()
    case.lay("LC2", 3, 0, owner="yellow")
    move = case.read("blue", "labour activate GM1")
    assert isinstance(move, Labour)
    assert move.camp == "LC1"
    assert case.unread("white", "labour activate GM1").nearest == ("LC1", "LC2")


def test_all_passing_ends_the_turn_at_once() -> None:
    case = Case(4)
    for _ in range(4):
        case.play(case.state.now.asked[0], Pass())
    assert case.state.now.turn == 2
    assert not any(player.passed for player in case.state.now.players.values())
    assert GAME.waiting(case.state)[0].turn == "2"
