"""Refill, the end and the scoring: TV-56 to TV-67."""

import pytest

from pbem.games.game import LANGUAGES, Outcome, Seat
from pbem.games.praetor import GAME
from pbem.games.praetor.course.refill import refill
from pbem.games.praetor.course.scoring import ranking, score, share
from pbem.games.praetor.position.city import largest_area
from pbem.games.praetor.position.moves import Pass
from pbem.games.praetor.position.scene import Scene
from pbem.games.praetor.position.state import Placed, city_deck, wall_deck
from pbem.games.praetor.table.goods import Goods
from tests.games.praetor.making import Case


def refilled(deck: int, *, walls: int = 5) -> Case:
    """Return a game of four with two tiles on offer after a refill from a deck of some tiles."""
    case = Case(4)
    late = len(case.state.rules.late) - deck
    offer = case.fate.deck("late/0", case.state.rules.late)[:2]
    case.set(display=tuple(offer), early=len(case.state.rules.early), late=late, walls=walls)
    scene = Scene(case.state, case.fate)
    refill(scene)
    case.state = scene.state
    return case


@pytest.mark.parametrize(
    ("tv", "deck", "display", "left", "last"), [(56, 2, 4, 0, "city"), (57, 3, 5, 0, "city"), (58, 4, 5, 1, "")]
)
def test_tv_56_to_58_the_city_deck(tv: int, deck: int, display: int, left: int, last: str) -> None:
    case = refilled(deck)
    assert (len(case.state.now.display), city_deck(case.state), case.state.now.last) == (display, left, last), tv
    assert (case.state.now.back is None) == (left == 0)


def test_tv_59_the_wall_deck() -> None:
    case = Case(4)
    case.set(walls=13, section="W01")
    scene = Scene(case.state, case.fate)
    refill(scene)
    assert scene.now.removed == ("W01",)
    assert scene.now.section != ""
    assert wall_deck(scene.state) == 0
    assert scene.now.last == "wall"


def test_tv_59_nobody_takes_a_section_for_fourteen_turns() -> None:
    case = Case(2)
    while case.state.now.phase != "over":
        assert bool(case.state.now.last) == (case.state.now.turn == 14)
        case.play(case.state.now.asked[0], Pass())
    assert case.state.now.turn == 14
    assert len(case.state.now.removed) == 13


def test_tv_60_both_decks() -> None:
    assert refilled(2, walls=13).state.now.last == "both"


def test_tv_61_nothing_is_drawn_in_the_last_turn() -> None:
    case = Case(2)
    case.set(last="city")
    before = case.state.now
    case.update()
    assert case.state.now.display == before.display
    assert case.state.now.section == before.section
    assert "paid_wages" in case.told_keys()
    assert case.state.now.phase == "over"


def final(**options: str) -> Case:
    case = Case(3, **options)
    case.set(last="wall", asked=())
    return case


def scored(case: Case) -> Case:
    scene = Scene(case.state, case.fate)
    score(scene)
    case.state = scene.state
    return case


def test_tv_62_final_scoring() -> None:
    case = final()
    case.give("blue", reserve=(1, 3, 5), trainees1=1, trainees2=1, morale=9, goods=Goods(7, 4, 3, 2, 1), favour=0)
    lines = scored(case).state.now.lines[Seat("blue")]
    assert lines == {"favour": 0, "workers": 11, "morale": 6, "goods": 2}
    assert case.player("blue").favour == 19


def test_workers_who_were_placed_in_the_last_turn_count_like_the_others() -> None:
    case = final()
    case.give("blue", reserve=(2,), placed=(Placed(3, "GM1", built=False), Placed(4, "GM2", built=False)), trainees1=1)
    assert scored(case).state.now.lines[Seat("blue")]["workers"] == 2 + 3 + 4 + 1


def test_tv_63_favour_stays_above_nothing() -> None:
    case = final()
    case.give("blue", reserve=(), morale=0, goods=Goods(9, 0, 0, 0, 0), favour=3)
    assert scored(case).player("blue").favour == 0
    assert case.state.now.lines[Seat("blue")] == {"favour": 3, "workers": 0, "morale": -3, "goods": 0}


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ({"morale": 9}, {"morale": 10}, "yellow"),
        ({"walls": ("W01", "W02")}, {"walls": ("W03",)}, "blue"),
        ({}, {}, "yellow"),
    ],
)
def test_tv_64_ties(first: dict[str, object], second: dict[str, object], winner: str) -> None:
    case = Case(2, juniority="yellow blue")
    case.give("blue", favour=100, **first)
    case.give("yellow", favour=100, **second)
    assert ranking(case.state)[0] == winner
    case.give("blue", favour=101)
    assert ranking(case.state)[0] == "blue"


def test_tv_64_tiles_break_a_tie() -> None:
    case = Case(2, juniority="yellow blue")
    case.give("blue", favour=100)
    case.give("yellow", favour=100)
    case.lay("SA1", 2, 0, owner="blue")
    assert ranking(case.state)[0] == "blue"


def test_morale_is_compared_by_value_not_by_place() -> None:
    case = Case(2, sides="all_B", juniority="blue yellow")
    case.give("blue", favour=100, morale=7)
    case.give("yellow", favour=100, morale=8)
    assert ranking(case.state)[0] == "blue"


def sharing(counts: tuple[int, ...], prizes: tuple[int, ...], *, zero: bool = True) -> tuple[int, ...]:
    return tuple(share({Seat(str(i)): count for i, count in enumerate(counts)}, prizes, zero=zero).values())


AREA, WALL, CITIZENS = (12, 8, 4, 0, 0), (18, 12, 6, 0, 0), (20, 10, 5, 0, 0)


@pytest.mark.parametrize(
    ("counts", "prizes", "shares"),
    [
        ((6, 6, 4, 3), AREA, (10, 10, 4, 0)),
        ((7, 5, 5, 2), AREA, (12, 6, 6, 0)),
        ((7, 6, 3, 3, 3), AREA, (12, 8, 1, 1, 1)),
        ((0, 0, 0), WALL, (12, 12, 12)),
        ((4, 4, 4), CITIZENS, (11, 11, 11)),
        ((5, 2, 2), CITIZENS, (20, 7, 7)),
    ],
)
def test_tv_65_and_66_majorities(counts: tuple[int, ...], prizes: tuple[int, ...], shares: tuple[int, ...]) -> None:
    assert sharing(counts, prizes) == shares


def test_who_has_none_may_be_left_out() -> None:
    assert sharing((0, 0, 0), WALL, zero=False) == (0, 0, 0)
    assert sharing((3, 0, 1), WALL, zero=False) == (18, 0, 12)


def test_tv_67_areas_join_along_edges_of_own_tiles() -> None:
    case = Case(3)
    assert largest_area(case.state.now, Seat("blue")) == 1
    case.lay("SA1", 1, -1, owner="blue")
    case.lay("SQ1", 2, -1, owner="blue")
    assert largest_area(case.state.now, Seat("blue")) == 3
    case.lay("ST1", 3, -2, owner="blue")
    assert largest_area(case.state.now, Seat("blue")) == 3
    case.own("GM3", "blue")
    assert largest_area(case.state.now, Seat("blue")) == 3


@pytest.mark.parametrize(
    ("zero", "prizes"),
    [("on", {"area": 8, "wall": 18, "citizens": 7}), ("off", {"area": 8, "wall": 18, "citizens": 0})],
)
def test_the_expert_game_scores_majorities(zero: str, prizes: dict[str, int]) -> None:
    case = final(expert="on", expert_zero=zero)
    case.give("blue", walls=("W01",), citizens=0)
    case.give("yellow", citizens=0)
    lines = scored(case).state.now.lines[Seat("blue")]
    assert {name: lines[name] for name in prizes} == prizes


def test_the_plain_game_scores_none() -> None:
    assert not {"area", "wall", "citizens"} & set(scored(final()).state.now.lines[Seat("blue")])


def test_the_points_of_an_outcome_add_up() -> None:
    case = final(expert="on")
    outcome = GAME.outcome(scored(case).state)
    assert isinstance(outcome, Outcome)
    assert sorted(outcome.ranks.values()) == [1, 2, 3]
    for seat, points in outcome.points.items():
        assert sum(points.values()) == case.player(seat).favour
        assert set(points) == {"favour", "workers", "morale", "goods", "area", "wall", "citizens"}


def test_seats_and_categories_have_names() -> None:
    assert [GAME.called("blue", language) for language in LANGUAGES] == ["blue", "blu", "bleu", "Blau"]
    for category in ("favour", "workers", "morale", "goods", "area", "wall", "citizens"):
        assert len({GAME.called(category, language) for language in LANGUAGES}) > 1
