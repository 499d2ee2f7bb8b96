"""The favour track and its stacks: TV-68 to TV-70."""

from pbem.games.game import Seat
from pbem.games.praetor.course.turn import go_on
from pbem.games.praetor.position.scene import Scene
from tests.games.fate import Fate
from tests.games.praetor.making import Case

BLUE, YELLOW = Seat("blue"), Seat("yellow")


def track() -> Scene:
    case = Case(2)
    case.give("blue", favour=20, arrival=5)
    case.give("yellow", favour=18, arrival=1)
    case.set(clock=8)
    return Scene(case.state, Fate(0))


def order(scene: Scene) -> tuple[Seat, ...]:
    scene.set(phase="order", asked=())
    go_on(scene)
    return scene.now.order


def test_tv_68_the_last_arrival_lies_on_top() -> None:
    scene = track()
    scene.move_favour(YELLOW, 2)
    assert scene.player(YELLOW).arrival == 9
    assert order(scene) == (YELLOW, BLUE)


def test_tv_68_nothing_gained_nothing_moved() -> None:
    scene = track()
    scene.move_favour(YELLOW, 2)
    scene.move_favour(BLUE, 0)
    assert order(scene) == (YELLOW, BLUE)


def test_tv_68_who_comes_back_lies_on_top() -> None:
    scene = track()
    scene.move_favour(YELLOW, 2)
    scene.move_favour(BLUE, 5)
    scene.move_favour(BLUE, -5)
    assert order(scene) == (BLUE, YELLOW)


def test_tv_69_places_passed_by_do_not_count() -> None:
    case = Case(2)
    case.offer("SA1")
    case.to_move("blue", "yellow")
    case.give("blue", favour=16)
    case.give("yellow", favour=17)
    clock = case.state.now.clock
    case.order("blue", "build SA1 with 1 at 1,1 rot 180")
    assert case.player("blue").favour == 20
    assert case.player("blue").arrival == case.state.now.clock == clock + 1


def test_tv_70_laps_count() -> None:
    case = Case(2)
    case.give("blue", favour=104, arrival=9)
    case.give("yellow", favour=4, arrival=8)
    assert order(Scene(case.state, Fate(0))) == (YELLOW, BLUE)


def test_tv_70_nothing_below_nothing() -> None:
    case = Case(2)
    case.give("blue", favour=0, arrival=3)
    scene = Scene(case.state, Fate(0))
    assert scene.move_favour(BLUE, -10) == 0
    assert scene.player(BLUE).arrival == 3
