"""Starting commands: what is measured is a command that worked, against a bare Python."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbem.games import find
from tools.bench.commands import BUDGET, Clock, make_desk


@pytest.fixture
def clock(tmp_path: Path) -> Iterator[Clock]:
    """A clock that measures everything once."""
    with closing(make_desk(tmp_path / "desk")) as desk:
        yield Clock(desk, times=1)


def test_the_worst_of_the_games_counts(clock: Clock) -> None:
    found = clock.compare("game show GAME --seat SEAT", find())
    assert found.what == "pbem game show GAME --seat SEAT"
    assert found.value > 1
    assert found.budget == BUDGET
    assert found.figures.endswith(tuple(find()))


def test_every_turn_sends_an_order_that_is_taken(clock: Clock) -> None:
    assert clock.compare("order GAME NAME -", find()[:1]).value > 1


def test_a_command_that_fails_is_no_measurement(clock: Clock) -> None:
    with pytest.raises(RuntimeError, match="there is no game 'nowhere'"):
        clock.compare("log nowhere", find()[:1])
