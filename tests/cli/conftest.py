"""Furnished desks, a copy for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk.house import furnished
from tests.painting import painted_small


@pytest.fixture(autouse=True)
def _pictures() -> Iterator[None]:
    """Paint small pictures, and none twice."""
    with painted_small():
        yield


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A desk with a game that has just begun: both seats are asked in parallel."""
    return furnished("fresh", tmp_path / "desk")


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """A desk with a game in its middle: blue is asked, orange has a plan."""
    return furnished("running", tmp_path / "desk")


@pytest.fixture
def over(tmp_path: Path) -> Path:
    """A desk with a game that was played to its end."""
    return furnished("over", tmp_path / "desk")
