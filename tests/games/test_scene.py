"""One move being played: what is told to all, and what to one seat alone."""

from pbem.games.chance import NoChance
from pbem.games.game import Saying, Seat
from pbem.games.kit.scene import Scene, by

RED, BLUE = Seat("red"), Seat("blue")


class Count(Scene[int]):
    """A scene of a game whose position is a number."""

    number = 3

    @property
    def state(self) -> int:
        return self.number


def test_a_step_is_the_position_with_all_that_happened_in_order() -> None:
    scene = Count(NoChance())
    scene.tell("rolled", seat=by(RED), count=2)
    scene.whisper(BLUE, "saw", card="ace")
    scene.number = 4
    step = scene.step()
    assert step.state == 4
    assert [happening.saying for happening in step.happenings] == [
        Saying("rolled", {"seat": "seats/red", "count": 2}),
        Saying("saw", {"card": "ace"}),
    ]


def test_a_whisper_is_for_one_seat_only() -> None:
    scene = Count(NoChance())
    scene.tell("rolled")
    scene.whisper(BLUE, "saw")
    told, whispered = scene.step().happenings
    assert [told.is_known_to(seat) for seat in (None, RED, BLUE)] == [True, True, True]
    assert [whispered.is_known_to(seat) for seat in (None, RED, BLUE)] == [False, False, True]
