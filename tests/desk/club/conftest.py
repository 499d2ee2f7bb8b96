"""A club, on every database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk.club.society import Society, society
from tests.servers.postgres import Postgres


@pytest.fixture
def club(folder: Path, server: Postgres | None) -> Iterator[Society]:
    """A desk with five people who have keys, and one who has none; it is a Monday."""
    with society(folder, server) as found:
        yield found
