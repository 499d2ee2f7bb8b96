"""The toy market and its variants, in the referee's reach."""

import pytest

from tests.games.toy import GAME
from tests.referee.bench import Bench, install
from tests.referee.variants import VARIANTS


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, GAME, *VARIANTS)


@pytest.fixture
def bench() -> Bench:
    """A toy market of red and green before the first bids, two coins each; red draws a fig and wine and rolls 2."""
    return Bench(seed="1598")


@pytest.fixture
def reroll(bench: Bench) -> Bench:
    """The same after bids of nothing: red is asked whether to roll again."""
    bench.play("red", "bid 0")
    bench.play("green", "bid 0")
    assert bench.asked() == [("red", "reroll")]
    return bench


@pytest.fixture
def keep(reroll: Bench) -> Bench:
    """The same a step on: red is asked secretly what to keep."""
    reroll.play("red", "reroll none")
    assert reroll.asked() == [("red", "keep")]
    return reroll
