"""Furnished desks, a copy for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from tests.desk.house import EVER, furnished, opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of `desk`."""
    return tmp_path / "desk"


@pytest.fixture
def fresh(folder: Path) -> Iterator[Desk]:
    """A desk with a game that has just begun: both seats are asked in parallel."""
    with opened(furnished("fresh", folder)) as desk:
        yield desk


@pytest.fixture
def running(folder: Path) -> Iterator[Desk]:
    """A desk with a game in its middle: blue is asked, orange has a plan, two moves are sealed."""
    with opened(furnished("running", folder)) as desk:
        yield desk


@pytest.fixture
def over(folder: Path) -> Iterator[Desk]:
    """A desk with a game that was played to its end."""
    with opened(furnished("over", folder)) as desk:
        yield desk


@pytest.fixture
def welcoming(folder: Path) -> Iterator[Desk]:
    """A desk where strangers may enrol by mail; no letter is due there."""
    settings = furnished("running", folder) / "pbem.toml"
    settings.write_text(settings.read_text().replace("enrol = false", "enrol = true"))
    with opened(folder) as desk:
        with desk.store.write() as change:
            for letter in change.due_letters(EVER):
                change.note_sent(letter.id, 1)
        yield desk
