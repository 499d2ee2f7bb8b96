"""What is played for a seat that does not answer, and for one that was left (P-R51)."""

import pytest

from pbem.games.game import Seat, Step
from pbem.games.praetor import GAME
from pbem.games.praetor.position.moves import Academy, Pass, Rescue
from tests.games.praetor.making import Case


def test_a_vacant_seat_passes_by_default_until_somebody_plays_it() -> None:
    case = Case(3)
    seat = case.state.now.asked[0]
    step = GAME.vacate(case.state, Seat(seat))
    assert [happening.saying.key for happening in step.happenings] == ["vacated"]
    case.state = step.state
    assert GAME.default(case.view(seat)) == Pass()
    case.order(seat, "activate WC1 with 1")
    assert case.told_keys()[0] == "occupied"
    assert not case.player(seat).vacant


def test_a_seat_that_is_taken_over_is_vacant_no_more() -> None:
    case = Case(2)
    left = GAME.vacate(case.state, Seat("blue")).state
    step = GAME.occupy(left, Seat("blue"))
    assert step.state == case.state
    assert [happening.saying.key for happening in step.happenings] == ["occupied"]
    assert GAME.occupy(case.state, Seat("blue")) == Step(case.state)
    (first,) = GAME.earlier()
    assert first.occupy(left, Seat("blue")) == Step(left)


def test_a_substitute_is_rescued_by_default() -> None:
    case = Case(2)
    case.give("blue", vacant=True, reserve=(), citizens=4)
    case.set(phase="rescue", asked=(Seat("blue"),))
    assert GAME.default(case.view("blue")) == Rescue(use=False)
    case.state = GAME.occupy(case.state, Seat("blue")).state
    assert GAME.default(case.view("blue")) == Rescue(use=True)


def test_a_vacant_seat_neither_studies_nor_is_rescued() -> None:
    case = Case(2)
    case.lay("AC1", 2, 0, owner="blue")
    case.give("blue", vacant=True, trainees1=1, citizens=4)
    case.set(phase="academy", asked=(Seat("blue"),))
    assert GAME.default(case.view("blue")) == Academy("")
    case.set(phase="rescue")
    assert GAME.default(case.view("blue")) == Rescue(use=False)


@pytest.mark.parametrize(("favour", "helps"), [(0, True), (1, False)])
def test_in_the_last_turn_rescue_is_the_default_only_from_nothing(favour: int, helps: bool) -> None:
    case = Case(2)
    case.era("I")
    case.set(last="wall", phase="rescue", asked=(Seat("blue"),))
    case.give("blue", reserve=(), retired=5, citizens=3, favour=favour)
    assert GAME.default(case.view("blue")) == Rescue(use=helps)
