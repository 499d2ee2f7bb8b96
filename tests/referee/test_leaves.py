"""A seat may announce or change leave so often, and once more is refused."""

import pytest
from msgspec.structs import replace

from pbem.games.game import Seat
from pbem.record.time.clocks import Clocks
from pbem.record.time.seat_clock import SeatClock
from pbem.referee.acts.leaves import MOST_WORDS, why_no_more
from tests.record.test_clocks import Game

BLUE = Seat("blue")


@pytest.mark.parametrize(("words", "is_refused"), [(MOST_WORDS - 1, False), (MOST_WORDS, True)])
def test_as_often_as_it_may_and_no_more(words: int, *, is_refused: bool) -> None:
    pace = Game("a 1").clocks.pace
    clocks = Clocks(pace, {BLUE: replace(SeatClock(pace.bank), leave_words=words)})
    assert (why_no_more(clocks, BLUE, "en") is not None) is is_refused
