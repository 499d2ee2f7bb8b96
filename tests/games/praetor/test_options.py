"""Seats and options of an opening, and what can be wrong with them."""

import pytest

from pbem.games.game import Seat
from pbem.games.praetor import GAME
from tests.games.praetor.making import SEATS, Case


def test_tv_4_the_expert_game_is_not_for_two() -> None:
    seats = (Seat("blue"), Seat("yellow"))
    assert GAME.faults(seats=seats, options={"expert": "on"}, table=GAME.table())
    assert not GAME.faults(seats=(*seats, Seat("white")), options={"expert": "on"}, table=GAME.table())


def test_sides_are_free_by_seat() -> None:
    case = Case(3, side_yellow="B")
    assert [case.player(seat).board for seat in SEATS[:3]] == ["A", "B2", "A"]


@pytest.mark.parametrize(("sides", "boards"), [("all_A", ["A", "A", "A"]), ("all_B", ["B1", "B2", "B3"])])
def test_sides_may_be_the_same_for_all(sides: str, boards: list[str]) -> None:
    case = Case(3, sides=sides, side_yellow="B", side_blue="A")
    assert [case.player(seat).board for seat in SEATS[:3]] == boards


def test_rome_and_juniority_may_be_given_or_drawn() -> None:
    given = Case(3, rome="white", juniority="yellow, white blue").state.rules
    assert (given.rome, given.juniority) == ("white", ("yellow", "white", "blue"))
    assert Case(3, juniority="seats").state.rules.juniority == ("blue", "yellow", "white")
    assert len({Case(3, seed).state.rules.rome for seed in range(30)}) == 3
    assert len({Case(3, seed).state.rules.juniority for seed in range(60)}) == 6


@pytest.mark.parametrize(
    "options",
    [
        {"rome": "purple"},
        {"juniority": "blue"},
        {"juniority": ""},
        {"juniority": "blue blue yellow"},
        {"max_tiles": "many"},
        {"temple_cap": "-1"},
        {"mode": "fax"},
    ],
)
def test_wrong_options_are_refused(options: dict[str, str]) -> None:
    faults = GAME.faults(seats=tuple(Seat(s) for s in SEATS[:3]), options=options, table=GAME.table())
    assert len(faults) == 1
    assert next(iter(options)) in faults[0]
