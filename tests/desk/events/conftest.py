"""A club that holds events, on every database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk.club.society import society
from tests.desk.events.arena import Arena
from tests.servers.postgres import Postgres


@pytest.fixture
def arena(folder: Path, server: Postgres | None) -> Iterator[Arena]:
    """A desk with six people; it is a Monday, and no event is open."""
    with society(folder, server) as found:
        yield Arena(found)
