"""Starting commands: what is measured is a command that worked, against a bare Python."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbem.games.found import find
from tools.bench import commands
from tools.bench.commands import BUDGET, Clock, make_desk
from tools.bench.desks import Bench


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


def test_what_goes_through_records_is_timed_with_its_work_and_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "OF_DESK", ())
    monkeypatch.setattr(commands, "OF_GAME", ())
    lines = list(commands.bench_commands(Bench(tmp_path, is_quick=True)))
    assert [(line.what, line.budget) for line in lines] == [
        ("pbem verify GAME, after 40 orders", None),
        ("pbem rebuild, after 40 orders", None),
        ("pbem verify GAME, nothing played yet", BUDGET),
        ("pbem rebuild, nothing played yet", BUDGET),
    ]
