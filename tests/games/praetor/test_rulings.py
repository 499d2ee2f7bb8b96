"""Rulings that no vector decides, each by what it does at the table."""

import copy

import pytest

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.course.refill import refill
from pbem.games.praetor.course.scoring import score
from pbem.games.praetor.law.law import has_marker
from pbem.games.praetor.position.moves import Academy, Activate, Build, Labour, Pass
from pbem.games.praetor.position.scene import Scene
from pbem.games.praetor.position.state import Back, Placed, morale_value
from pbem.games.praetor.table.goods import Goods
from pbem.games.praetor.table.table import read
from tests.games.playing import bot_game
from tests.games.praetor.making import SEATS, Case


def town(*tiles: str, owner: str | None = "yellow", **options: str) -> Case:
    """Return a game of three with some tiles built by somebody else, blue to move."""
    case = Case(3, **options)
    for place, tile in enumerate(tiles):
        case.lay(tile, 2 + place, 0, owner=owner)
    case.to_move("blue")
    return case


def test_p_r1_no_part_of_a_fee_is_enough() -> None:
    case = town("TP1")
    case.give("blue", goods=Goods(1, 9, 9, 9, 9))
    assert case.why("blue", "activate TP1 with 1") == "e_cannot_pay_fee"
    case.give("blue", goods=Goods(2, 9, 9, 9, 9))
    assert case.why("blue", "activate TP1 with 1") == ""


def test_p_r2_an_owned_outpost_is_paid_before_the_section() -> None:
    case = town()
    case.own("IO1", "yellow")
    case.set(section="W08")
    case.give("blue", goods=Goods(5, 0, 0, 2, 0))
    assert case.why("blue", "activate IO1 with 1") == "e_cannot_pay_section"
    case.give("blue", goods=Goods(6, 0, 0, 2, 0))
    case.order("blue", "activate IO1 with 1")
    assert case.player("blue").goods == Goods(0, 0, 0, 0, 0)
    assert case.player("yellow").goods.gold == 11


def test_p_r2_a_market_trades_with_what_the_fee_leaves() -> None:
    case = town("MK2", side_blue="B")
    case.give("blue", goods=Goods(3, 0, 0, 0, 0))
    assert case.why("blue", "activate MK2 with 1 buy 1 marble") == "e_cannot_pay_trade"
    assert case.read("blue", "activate MK2 with 1 buy max wood") == case.read("blue", "use MK2 with 1 buy 1 wood")


def test_p_r2_a_smith_counts_the_wood_that_the_fee_leaves() -> None:
    case = town("SM1")
    case.tile("SM1", type="smith", colour="red", fee=Goods(0, 1, 0, 0, 0))
    case.give("blue", goods=Goods(0, 3, 0, 0, 0))
    assert case.why("blue", "activate SM1 with 3 make 3") == "e_bad_amount"
    case.order("blue", "activate SM1 with 3")
    assert case.player("blue").goods == Goods(0, 0, 0, 0, 2)
    assert case.player("yellow").goods.wood == 5


def test_p_r8_a_tile_is_open_to_everybody_as_soon_as_it_is_built() -> None:
    """The worker who built it lies in its centre and holds up nobody, the builder's other workers neither."""
    for seat in ("blue", "yellow"):
        case = town()
        case.offer("SA1")
        case.order("blue", "build SA1 with 1 at best")
        builder = case.lot("SA1").builder
        assert builder is not None
        case.turn(seat, "activate SA1 with 2")
        assert case.lot("SA1").builder == builder


def test_p_r12_and_13_a_second_outpost_counts_the_section_of_the_same_turn() -> None:
    case = town()
    case.tile("IO9", type="outpost", colour="green")
    case.lay("IO9", 2, 0)
    case.set(section="W01")
    case.give("blue", goods=Goods(0, 9, 9, 9, 9), favour=0)
    case.order("blue", "activate IO1 with 1")
    assert case.state.now.section == ""
    case.set(section="W02")
    case.turn("blue", "activate IO9 with 2")
    assert case.player("blue").favour == 10 + 8 + 3


def test_p_r15_rates_are_the_visitors_own_whoever_owns_the_market() -> None:
    case = Case(3, side_white="B")
    case.lay("MK2", 2, 0, owner="blue")
    case.to_move("white")
    case.give("white", goods=Goods(3, 0, 0, 0, 0))
    case.order("white", "activate MK2 with 1 buy 1 marble")
    assert case.player("white").goods == Goods(0, 0, 0, 1, 0)


def test_p_r16_the_worker_who_does_it_counts_and_so_do_those_placed() -> None:
    case = town("TM1", owner="blue")
    case.give("blue", reserve=(5,), placed=(Placed(2, "GM1", built=False),), trainees2=3, citizens=3, favour=0)
    case.order("blue", "activate TM1 with 5")
    assert case.player("blue").favour == 4


def test_p_r17_a_tile_built_this_turn_is_controlled() -> None:
    case = town("CU1", owner="blue")
    case.offer("SA1")
    case.order("blue", "build SA1 with 1 at best")
    case.turn("blue", "activate CU1 with 2")
    assert case.player("blue").goods.gold == 10 - 2 + 3


def test_p_r18_temples_count_what_the_fee_leaves() -> None:
    case = town("TP1", "TC1")
    case.tile("TP1", type="temple_pluto", fee=Goods(0, 2, 1, 0, 0))
    case.tile("TC1", type="temple_mercury", fee=Goods(0, 0, 0, 1, 1))
    case.give("blue", goods=Goods(0, 5, 4, 3, 2), favour=0)
    case.order("blue", "activate TP1 with 1")
    assert case.player("blue").favour == (5 - 2) + (4 - 1)
    case.turn("blue", "activate TC1 with 2")
    assert case.player("blue").favour == 6 + 2 * ((3 - 1) + (2 - 1))


def test_p_r20_morale_stops_at_both_ends() -> None:
    case = town("OC1", owner="blue")
    case.give("blue", retired=4, citizens=1, morale=14)
    case.order("blue", "activate OC1 with 1")
    assert morale_value(case.state, case.player("blue")) == 25
    case.give("blue", morale=0, goods=Goods(0, 0, 0, 0, 0), favour=100)
    case.update()
    assert morale_value(case.state, case.player("blue")) == -9
    assert case.player("blue").favour == 100 - 5 * 7


def test_p_r21_any_number_of_trainees() -> None:
    case = Case(4)
    case.to_move("blue")
    case.order("blue", "activate WC1 with 1")
    case.turn("blue", "activate WC2 with 2")
    assert (case.player("blue").trainees1, case.player("blue").citizens) == (2, 3)


def test_p_r22_a_retired_worker_pays_fees_and_is_gone_for_the_turn() -> None:
    case = town("LC1", "SQ1")
    case.give("blue", retired=1, citizens=4)
    case.order("blue", "labour LC1 activate SQ1")
    assert case.player("blue").goods == Goods(9, 4, 9, 2, 0)
    assert case.player("yellow").goods == Goods(11, 4, 3, 2, 2)
    assert case.lot("SQ1").user is not None
    case.to_move("yellow")
    assert case.why("yellow", "activate SQ1 with 1") == "e_already_activated"


def test_p_r24_passing_ends_special_tiles_too_but_not_the_academy() -> None:
    case = town("LC1", "AC1", owner="blue")
    case.give("blue", retired=1, citizens=3, trainees1=1)
    case.order("blue", "pass")
    assert case.why("blue", "labour LC1 activate GM1") == "e_passed"
    case.update()
    assert case.player("blue").reserve == (1, 1, 2, 3)


def test_p_r28_an_academy_built_this_turn_serves_this_turn() -> None:
    case = town()
    case.offer("AC1", "SA1", "SQ1", "MQ1")
    case.give("blue", reserve=(3,), citizens=6, trainees1=1)
    case.order("blue", "build AC1 with 3 at best")
    assert case.lot("AC1").turn == case.state.now.turn
    case.update()
    assert case.player("blue").reserve == (1, 4)


def test_p_r28_only_who_has_trainees_can_pay() -> None:
    case = town("AC1")
    for stage in ({"trainees1": 0}, {"trainees2": 1, "citizens": 4}):
        case.give("blue", **stage)
        case.set(phase="academy", asked=(Seat("blue"),))
        assert case.read("blue", "academy yes") == Academy("")
        assert GAME.check(case.view("blue"), Academy("AC1")) is not None


@pytest.mark.parametrize(("colour", "level"), [("blue", 3), ("green", 3), ("red", 4)])
def test_p_r29_blue_is_another_name_of_green(colour: str, level: int) -> None:
    table = copy.deepcopy(GAME.table())
    next(row for row in table["tiles"] if row["id"] == "GM1")["colour"] = colour
    seats = (Seat("blue"), Seat("yellow"))
    assert GAME.faults(seats=seats, options={}, table=table) == ()
    case = Case(2)
    case.tile("GM1", colour=read(table).tiles["GM1"].colour)
    case.give("blue", reserve=(), placed=(Placed(3, "GM1", built=False),), citizens=7)
    case.update()
    assert case.player("blue").reserve == (level,)


def test_p_r30_the_era_is_that_before_the_refill() -> None:
    case = Case(2)
    early = len(case.state.rules.early)
    last = case.fate.deck("early/0", case.state.rules.early)[-1]
    display = case.fate.deck("early/0", case.state.rules.early)[early - 3 : early - 1]
    case.set(early=early - 1, display=tuple(display), back=Back("I", case.state.tile(last).mark))
    case.give("blue", placed=(Placed(5, "GM1", built=True),), reserve=(1,), favour=0, citizens=6)
    case.update()
    assert case.player("blue").favour == 12
    assert case.state.now.back is not None
    assert case.state.now.back.era == "II"
    assert last in case.state.now.display


def test_p_r33_a_rescued_worker_costs_no_wage_and_works_next_turn() -> None:
    case = Case(2)
    case.give("blue", reserve=(), retired=5, citizens=3, goods=Goods(5, 0, 0, 0, 0), favour=20)
    case.update({"blue rescue": "yes"})
    assert (case.player("blue").goods.gold, case.player("blue").morale) == (0, 5)
    assert (case.player("blue").favour, case.player("blue").reserve) == (15, (1,))


def test_p_r35_once_last_always_last() -> None:
    case = Case(2)
    case.set(last="wall", walls=14, wall_back=-1)
    before = case.state.now.turn
    for _ in range(2):
        case.play(case.state.now.asked[0], Pass())
    assert (case.state.now.phase, case.state.now.turn, case.state.now.last) == ("over", before, "wall")


def test_p_r36_a_section_taken_is_replaced_at_the_refill_only() -> None:
    case = Case(2)
    taken = case.state.now.section
    case.set(section="")
    scene = Scene(case.state, case.fate)
    refill(scene)
    assert scene.now.section not in ("", taken)
    assert scene.now.removed == ()
    assert scene.now.walls == 2


@pytest.mark.parametrize(("favour", "total"), [(0, 1), (3, 1), (9, 6)])
def test_p_r38_each_line_stops_at_nothing_in_its_order(favour: int, total: int) -> None:
    case = Case(2)
    case.set(last="wall", asked=())
    case.give("blue", reserve=(5,), morale=0, goods=Goods(10, 0, 0, 0, 0), favour=favour)
    scene = Scene(case.state, case.fate)
    score(scene)
    assert scene.player(Seat("blue")).favour == total


def test_p_r42_rates_still_count_at_the_end_of_the_hard_game() -> None:
    case = Case(2, no_market="on", side_blue="B", side_yellow="B")
    case.set(last="wall", asked=())
    case.give("blue", goods=Goods(0, 0, 0, 5, 0))
    scene = Scene(case.state, case.fate)
    score(scene)
    assert scene.now.lines[Seat("blue")]["goods"] == 1


def test_p_r43_goods_are_without_limit_markers_are_not() -> None:
    case = Case(2)
    case.to_move("blue")
    case.give("blue", goods=Goods(500, 0, 0, 0, 0))
    case.order("blue", "activate MK1 with 1 buy 100 marble")
    assert case.player("blue").goods == Goods(200, 0, 0, 100, 0)
    for number in range(10):
        case.tile(f"XX{number}")
        case.lay(f"XX{number}", 2 + number, 0, owner="blue")
    assert has_marker(case.state, case.player("blue"))
    case.own("WC1", "blue")
    assert not has_marker(case.state, case.player("blue"))


def test_p_r44_favour_goes_on_above_a_hundred() -> None:
    """104 is not the 4 of another lap: it comes last in the order, and one favour more is one more."""
    case = Case(3)
    for seat, favour in (("blue", 104), ("yellow", 4), ("white", 103)):
        case.give(seat, favour=favour, retired=0)
    case.update()
    assert case.state.now.order == ("yellow", "white", "blue")
    assert [case.player(seat).favour for seat in SEATS[:3]] == [104, 4, 103]


@pytest.mark.parametrize(("players", "tiles"), [(2, 3), (3, 3), (4, 4), (5, 4)])
def test_p_r48_from_four_players_on_there_is_a_second_work_camp_in_the_centre(players: int, tiles: int) -> None:
    central = [name for name, lot in Case(players).state.now.city.items() if lot.owner is None]
    assert sorted(central) == ["IO1", "MK1", "WC1", "WC2"][:tiles]


def test_p_r45_sides_change_wages_and_tracks_of_their_own_board_only() -> None:
    case = Case(3, side_yellow="B", side_white="A")
    for seat in SEATS[:3]:
        case.give(seat, retired=3, citizens=2)
    case.update()
    assert [case.player(seat).goods.gold for seat in SEATS[:3]] == [4, 7, 4]


def test_p_r50_the_backs_of_the_next_cards_are_open() -> None:
    case = Case(4)
    rules = case.state.rules
    top = case.state.tile(case.fate.deck("early/0", rules.early)[5])
    assert case.state.now.back == Back(top.era, top.mark)
    assert case.state.now.wall_back == rules.table.walls[case.fate.deck("wall/0", rules.walls)[1]].back
    public = GAME.public(case.state)
    assert public["back"] == {"era": "I", "mark": top.mark}
    hidden = set(rules.early) | set(rules.late)
    assert not hidden.difference(case.state.now.display) & set(str(public).replace("'", " ").split())


def test_p_r51_a_vacant_seat_pays_wages() -> None:
    case = Case(2)
    case.state = GAME.vacate(case.state, Seat("blue")).state
    case.update()
    assert case.player("blue").goods.gold == 7


def test_p_r52_central_tiles_stay_with_nobody() -> None:
    case = Case(2)
    case.to_move("blue")
    case.order("blue", "activate WC1 with 1")
    assert case.lot("WC1").owner is None
    assert all(player.goods.gold == 10 for player in case.state.now.players.values())
    case.to_move("yellow")
    assert case.why("yellow", "build WC1 with 1 at best") == "e_not_offered"


@pytest.mark.parametrize("seed", range(4))
def test_p_r53_nobody_works_at_a_higher_level_than_five(seed: int) -> None:
    """A worker gains one level in a turn at the most, and retires from the highest."""
    case = Case(4, seed)
    reached = 0
    for ply in bot_game(GAME, tuple(case.state.rules.seats), seed):
        for player in ply.step.state.now.players.values():
            assert set(player.reserve) <= {1, 2, 3, 4, 5}
            assert {worker.level for worker in player.placed} <= {1, 2, 3, 4, 5}
            reached = max(reached, *player.reserve, 0)
    assert reached == 5


def test_p_r58_one_worker_built_it_another_uses_it_a_third_does_not() -> None:
    case = town()
    case.offer("SA1")
    case.order("blue", "build SA1 with 1 at best")
    case.turn("blue", "activate SA1 with 2")
    case.to_move("blue")
    assert case.why("blue", "activate SA1 with 3") == "e_already_activated"


def test_p_r59_and_60_any_active_worker_and_nobody_else() -> None:
    case = town()
    case.offer("AR1")
    case.give("blue", goods=Goods(9, 9, 9, 9, 9), reserve=(1,), trainees1=1, trainees2=1, retired=2, citizens=3)
    assert case.why("blue", "build AR1 with 1 at best") == ""
    for level in (0, 2, 6):
        assert GAME.check(case.view("blue"), Build("AR1", level, 1, 1)) is not None
        assert GAME.check(case.view("blue"), Activate("GM1", level)) is not None
    assert GAME.check(case.view("blue"), Labour("GM1", Activate("GM1", 6))) is not None


def test_p_r61_no_good_stands_for_another() -> None:
    case = town()
    case.offer("SQ1")
    case.give("blue", goods=Goods(99, 1, 99, 99, 99))
    assert case.why("blue", "build SQ1 with 1 at best") == "e_cannot_pay"


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
    case = town(owner="blue", allow_empty="off")
    if tile not in case.state.now.city:
        case.lay(tile, 2, 0, owner="blue")
    case.set(section="W02")
    case.give("blue", morale=6)
    assert case.why("blue", order) == ""
    assert case.read("blue", order) in GAME.moves(case.view("blue"))
