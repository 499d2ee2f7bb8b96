"""The favour track and its stacks: TV-68 to TV-70."""

from pbem.games.game import Seat
from pbem.games.praetor.course import Course
from pbem.games.praetor.turn import go_on
from tests.games.fate import Fate
from tests.games.praetor.scene import Scene

BLUE, YELLOW = Seat("blue"), Seat("yellow")


def track() -> Course:
    scene = Scene(2)
    scene.give("blue", favour=20, arrival=5)
    scene.give("yellow", favour=18, arrival=1)
    scene.set(clock=8)
    return Course(scene.state, Fate(0))


def order(course: Course) -> tuple[Seat, ...]:
    course.set(phase="order", asked=())
    go_on(course)
    return course.now.order


def test_tv_68_the_last_arrival_lies_on_top() -> None:
    course = track()
    course.move_favour(YELLOW, 2)
    assert course.player(YELLOW).arrival == 9
    assert order(course) == (YELLOW, BLUE)


def test_tv_68_nothing_gained_nothing_moved() -> None:
    course = track()
    course.move_favour(YELLOW, 2)
    course.move_favour(BLUE, 0)
    assert order(course) == (YELLOW, BLUE)


def test_tv_68_who_comes_back_lies_on_top() -> None:
    course = track()
    course.move_favour(YELLOW, 2)
    course.move_favour(BLUE, 5)
    course.move_favour(BLUE, -5)
    assert order(course) == (BLUE, YELLOW)


def test_tv_69_places_passed_by_do_not_count() -> None:
    scene = Scene(2)
    scene.offer("SA1")
    scene.to_move("blue", "yellow")
    scene.give("blue", favour=16)
    scene.give("yellow", favour=17)
    clock = scene.state.now.clock
    scene.order("blue", "build SA1 with 1 at 1,1 rot 180")
    assert scene.player("blue").favour == 20
    assert scene.player("blue").arrival == scene.state.now.clock == clock + 1


def test_tv_70_laps_count() -> None:
    scene = Scene(2)
    scene.give("blue", favour=104, arrival=9)
    scene.give("yellow", favour=4, arrival=8)
    assert order(Course(scene.state, Fate(0))) == (YELLOW, BLUE)


def test_tv_70_nothing_below_nothing() -> None:
    scene = Scene(2)
    scene.give("blue", favour=0, arrival=3)
    course = Course(scene.state, Fate(0))
    assert course.move_favour(BLUE, -10) == 0
    assert course.player(BLUE).arrival == 3
