"""Rulings that no vector decides, each by what it does at the table."""

import copy

import pytest

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.course import Course
from pbem.games.praetor.law import has_marker
from pbem.games.praetor.move import Academy, Activate, Build, Labour, Pass
from pbem.games.praetor.refill import refill
from pbem.games.praetor.scoring import score
from pbem.games.praetor.state import Back, Placed, morale_value
from pbem.games.praetor.table import read
from tests.games.praetor.scene import SEATS, Scene


def town(*tiles: str, owner: str | None = "yellow", **options: str) -> Scene:
    """Return a game of three with some tiles built by somebody else, blue to move."""
    scene = Scene(3, **options)
    for place, tile in enumerate(tiles):
        scene.lay(tile, 2 + place, 0, owner=owner)
    scene.to_move("blue")
    return scene


def test_p_r1_no_part_of_a_fee_is_enough() -> None:
    scene = town("TP1")
    scene.give("blue", goods=(1, 9, 9, 9, 9))
    assert scene.why("blue", "activate TP1 with 1") == "e_cannot_pay_fee"
    scene.give("blue", goods=(2, 9, 9, 9, 9))
    assert scene.why("blue", "activate TP1 with 1") == ""


def test_p_r2_an_owned_outpost_is_paid_before_the_section() -> None:
    scene = town()
    scene.own("IO1", "yellow")
    scene.set(section="W08")
    scene.give("blue", goods=(5, 0, 0, 2, 0))
    assert scene.why("blue", "activate IO1 with 1") == "e_cannot_pay_section"
    scene.give("blue", goods=(6, 0, 0, 2, 0))
    scene.order("blue", "activate IO1 with 1")
    assert scene.player("blue").goods == (0, 0, 0, 0, 0)
    assert scene.player("yellow").goods[0] == 11


def test_p_r2_a_market_trades_with_what_the_fee_leaves() -> None:
    scene = town("MK2", side_blue="B")
    scene.give("blue", goods=(3, 0, 0, 0, 0))
    assert scene.why("blue", "activate MK2 with 1 buy 1 marble") == "e_cannot_pay_trade"
    assert scene.read("blue", "activate MK2 with 1 buy max wood") == scene.read("blue", "use MK2 with 1 buy 1 wood")


def test_p_r2_a_smith_counts_the_wood_that_the_fee_leaves() -> None:
    scene = town("SM1")
    scene.tile("SM1", type="smith", colour="red", fee=(0, 1, 0, 0, 0))
    scene.give("blue", goods=(0, 3, 0, 0, 0))
    assert scene.why("blue", "activate SM1 with 3 make 3") == "e_bad_amount"
    scene.order("blue", "activate SM1 with 3")
    assert scene.player("blue").goods == (0, 0, 0, 0, 2)
    assert scene.player("yellow").goods[1] == 5


def test_p_r12_and_13_a_second_outpost_counts_the_section_of_the_same_turn() -> None:
    scene = town()
    scene.tile("IO9", type="outpost", colour="green")
    scene.lay("IO9", 2, 0)
    scene.set(section="W01")
    scene.give("blue", goods=(0, 9, 9, 9, 9), favour=0)
    scene.order("blue", "activate IO1 with 1")
    assert scene.state.now.section == ""
    scene.set(section="W02")
    scene.turn("blue", "activate IO9 with 2")
    assert scene.player("blue").favour == 10 + 8 + 3


def test_p_r15_rates_are_the_visitors_own_whoever_owns_the_market() -> None:
    scene = Scene(3, side_white="B")
    scene.lay("MK2", 2, 0, owner="blue")
    scene.to_move("white")
    scene.give("white", goods=(3, 0, 0, 0, 0))
    scene.order("white", "activate MK2 with 1 buy 1 marble")
    assert scene.player("white").goods == (0, 0, 0, 1, 0)


def test_p_r16_the_worker_who_does_it_counts_and_so_do_those_placed() -> None:
    scene = town("TM1", owner="blue")
    scene.give("blue", reserve=(5,), placed=(Placed(2, "GM1", built=False),), trainees2=3, citizens=3, favour=0)
    scene.order("blue", "activate TM1 with 5")
    assert scene.player("blue").favour == 4


def test_p_r17_a_tile_built_this_turn_is_controlled() -> None:
    scene = town("CU1", owner="blue")
    scene.offer("SA1")
    scene.order("blue", "build SA1 with 1 at best")
    scene.turn("blue", "activate CU1 with 2")
    assert scene.player("blue").goods[0] == 10 - 2 + 3


def test_p_r20_morale_stops_at_both_ends() -> None:
    scene = town("OC1", owner="blue")
    scene.give("blue", retired=4, citizens=1, morale=14)
    scene.order("blue", "activate OC1 with 1")
    assert morale_value(scene.state, scene.player("blue")) == 25
    scene.give("blue", morale=0, goods=(0, 0, 0, 0, 0), favour=100)
    scene.update()
    assert morale_value(scene.state, scene.player("blue")) == -9
    assert scene.player("blue").favour == 100 - 5 * 7


def test_p_r21_any_number_of_trainees() -> None:
    scene = Scene(4)
    scene.to_move("blue")
    scene.order("blue", "activate WC1 with 1")
    scene.turn("blue", "activate WC2 with 2")
    assert (scene.player("blue").trainees1, scene.player("blue").citizens) == (2, 3)


def test_p_r22_a_retired_worker_pays_fees_and_is_gone_for_the_turn() -> None:
    scene = town("LC1", "SQ1")
    scene.give("blue", retired=1, citizens=4)
    scene.order("blue", "labour LC1 activate SQ1")
    assert scene.player("blue").goods == (9, 4, 9, 2, 0)
    assert scene.player("yellow").goods == (11, 4, 3, 2, 2)
    assert scene.lot("SQ1").user is not None
    scene.to_move("yellow")
    assert scene.why("yellow", "activate SQ1 with 1") == "e_already_activated"


def test_p_r24_passing_ends_special_tiles_too_but_not_the_academy() -> None:
    scene = town("LC1", "AC1", owner="blue")
    scene.give("blue", retired=1, citizens=3, trainees1=1)
    scene.order("blue", "pass")
    assert scene.why("blue", "labour LC1 activate GM1") == "e_passed"
    scene.update()
    assert scene.player("blue").reserve == (1, 1, 2, 3)


def test_p_r28_an_academy_built_this_turn_serves_this_turn() -> None:
    scene = town()
    scene.offer("AC1", "SA1", "SQ1", "MQ1")
    scene.give("blue", reserve=(3,), citizens=6, trainees1=1)
    scene.order("blue", "build AC1 with 3 at best")
    assert scene.lot("AC1").turn == scene.state.now.turn
    scene.update()
    assert scene.player("blue").reserve == (1, 4)


def test_p_r28_only_who_has_trainees_can_pay() -> None:
    scene = town("AC1")
    for stage in ({"trainees1": 0}, {"trainees2": 1, "citizens": 4}):
        scene.give("blue", **stage)
        scene.set(phase="academy", asked=(Seat("blue"),))
        assert scene.read("blue", "academy yes") == Academy("")
        assert GAME.check(scene.view("blue"), Academy("AC1")) is not None


@pytest.mark.parametrize(("colour", "level"), [("blue", 3), ("green", 3), ("red", 4)])
def test_p_r29_blue_is_another_name_of_green(colour: str, level: int) -> None:
    table = copy.deepcopy(GAME.table())
    next(row for row in table["tiles"] if row["id"] == "GM1")["colour"] = colour
    seats = (Seat("blue"), Seat("yellow"))
    assert GAME.faults(seats=seats, options={}, table=table) == ()
    scene = Scene(2)
    scene.tile("GM1", colour=read(table).tiles["GM1"].colour)
    scene.give("blue", reserve=(), placed=(Placed(3, "GM1", built=False),), citizens=7)
    scene.update()
    assert scene.player("blue").reserve == (level,)


def test_p_r30_the_era_is_that_before_the_refill() -> None:
    scene = Scene(2)
    early = len(scene.state.rules.early)
    last = scene.fate.deck("early/0", scene.state.rules.early)[-1]
    display = scene.fate.deck("early/0", scene.state.rules.early)[early - 3 : early - 1]
    scene.set(early=early - 1, display=tuple(display), back=Back("I", scene.state.tile(last).mark))
    scene.give("blue", placed=(Placed(5, "GM1", built=True),), reserve=(1,), favour=0, citizens=6)
    scene.update()
    assert scene.player("blue").favour == 12
    assert scene.state.now.back is not None
    assert scene.state.now.back.era == "II"
    assert last in scene.state.now.display


def test_p_r33_a_rescued_worker_costs_no_wage_and_works_next_turn() -> None:
    scene = Scene(2)
    scene.give("blue", reserve=(), retired=5, citizens=3, goods=(5, 0, 0, 0, 0), favour=20)
    scene.update({"blue rescue": "yes"})
    assert (scene.player("blue").goods[0], scene.player("blue").morale) == (0, 5)
    assert (scene.player("blue").favour, scene.player("blue").reserve) == (15, (1,))


def test_p_r35_once_last_always_last() -> None:
    scene = Scene(2)
    scene.set(last="wall", walls=14, wall_back=-1)
    before = scene.state.now.turn
    for _ in range(2):
        scene.play(scene.state.now.asked[0], Pass())
    assert (scene.state.now.phase, scene.state.now.turn, scene.state.now.last) == ("over", before, "wall")


def test_p_r36_a_section_taken_is_replaced_at_the_refill_only() -> None:
    scene = Scene(2)
    taken = scene.state.now.section
    scene.set(section="")
    course = Course(scene.state, scene.fate)
    refill(course)
    assert course.now.section not in ("", taken)
    assert course.now.removed == ()
    assert course.now.walls == 2


@pytest.mark.parametrize(("favour", "total"), [(0, 1), (3, 1), (9, 6)])
def test_p_r38_each_line_stops_at_nothing_in_its_order(favour: int, total: int) -> None:
    scene = Scene(2)
    scene.set(last="wall", asked=())
    scene.give("blue", reserve=(5,), morale=0, goods=(10, 0, 0, 0, 0), favour=favour)
    course = Course(scene.state, scene.fate)
    score(course)
    assert course.player(Seat("blue")).favour == total


def test_p_r42_rates_still_count_at_the_end_of_the_hard_game() -> None:
    scene = Scene(2, no_market="on", side_blue="B", side_yellow="B")
    scene.set(last="wall", asked=())
    scene.give("blue", goods=(0, 0, 0, 5, 0))
    course = Course(scene.state, scene.fate)
    score(course)
    assert course.now.lines[Seat("blue")]["goods"] == 1


def test_p_r43_goods_are_without_limit_markers_are_not() -> None:
    scene = Scene(2)
    scene.to_move("blue")
    scene.give("blue", goods=(500, 0, 0, 0, 0))
    scene.order("blue", "activate MK1 with 1 buy 100 marble")
    assert scene.player("blue").goods == (200, 0, 0, 100, 0)
    for number in range(10):
        scene.tile(f"XX{number}")
        scene.lay(f"XX{number}", 2 + number, 0, owner="blue")
    assert has_marker(scene.state, scene.player("blue"))
    scene.own("WC1", "blue")
    assert not has_marker(scene.state, scene.player("blue"))


def test_p_r45_sides_change_wages_and_tracks_of_their_own_board_only() -> None:
    scene = Scene(3, side_yellow="B", side_white="A")
    for seat in SEATS[:3]:
        scene.give(seat, retired=3, citizens=2)
    scene.update()
    assert [scene.player(seat).goods[0] for seat in SEATS[:3]] == [4, 7, 4]


def test_p_r50_the_backs_of_the_next_cards_are_open() -> None:
    scene = Scene(4)
    rules = scene.state.rules
    top = scene.state.tile(scene.fate.deck("early/0", rules.early)[5])
    assert scene.state.now.back == Back(top.era, top.mark)
    assert scene.state.now.wall_back == rules.table.walls[scene.fate.deck("wall/0", rules.walls)[1]].back
    public = GAME.public(scene.state)
    assert public["back"] == {"era": "I", "mark": top.mark}
    hidden = set(rules.early) | set(rules.late)
    assert not hidden.difference(scene.state.now.display) & set(str(public).replace("'", " ").split())


def test_p_r51_a_vacant_seat_pays_wages() -> None:
    scene = Scene(2)
    scene.state = GAME.vacate(scene.state, Seat("blue")).state
    scene.update()
    assert scene.player("blue").goods[0] == 7


def test_p_r52_central_tiles_stay_with_nobody() -> None:
    scene = Scene(2)
    scene.to_move("blue")
    scene.order("blue", "activate WC1 with 1")
    assert scene.lot("WC1").owner is None
    assert all(player.goods[0] == 10 for player in scene.state.now.players.values())
    scene.to_move("yellow")
    assert scene.why("yellow", "build WC1 with 1 at best") == "e_not_offered"


def test_p_r58_one_worker_built_it_another_uses_it_a_third_does_not() -> None:
    scene = town()
    scene.offer("SA1")
    scene.order("blue", "build SA1 with 1 at best")
    scene.turn("blue", "activate SA1 with 2")
    scene.to_move("blue")
    assert scene.why("blue", "activate SA1 with 3") == "e_already_activated"


def test_p_r59_and_60_any_active_worker_and_nobody_else() -> None:
    scene = town()
    scene.offer("AR1")
    scene.give("blue", goods=(9, 9, 9, 9, 9), reserve=(1,), trainees1=1, trainees2=1, retired=2, citizens=3)
    assert scene.why("blue", "build AR1 with 1 at best") == ""
    for level in (0, 2, 6):
        assert GAME.check(scene.view("blue"), Build("AR1", level, 1, 1)) is not None
        assert GAME.check(scene.view("blue"), Activate("GM1", level)) is not None
    assert GAME.check(scene.view("blue"), Labour("GM1", Activate("GM1", 6))) is not None


def test_p_r61_no_good_stands_for_another() -> None:
    scene = town()
    scene.offer("SQ1")
    scene.give("blue", goods=(99, 1, 99, 99, 99))
    assert scene.why("blue", "build SQ1 with 1 at best") == "e_cannot_pay"


@pytest.mark.parametrize(
    ("tile", "order"),
    [
        ("GM1", "activate GM1 with 1"),
        ("TA1", "activate TA1 with 1"),
        ("CO1", "activate CO1 with 1"),
        ("WC1", "activate WC1 with 1"),
        ("IO1", "activate IO1 with 1"),
        ("MK1", "activate MK1 with 1 sell 1 wood"),
        ("SM1", "activate SM1 with 1 make 1"),
        ("TV1", "activate TV1 with 1"),
    ],
)
def test_p_r10_where_empty_visits_are_forbidden_all_others_stay_legal(tile: str, order: str) -> None:
    scene = town(owner="blue", allow_empty="off")
    if tile not in scene.state.now.city:
        scene.lay(tile, 2, 0, owner="blue")
    scene.set(section="W02")
    scene.give("blue", morale=6)
    assert scene.why("blue", order) == ""
    assert scene.read("blue", order) in GAME.moves(scene.view("blue"))
