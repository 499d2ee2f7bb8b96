"""The tools, on desks whose letters have small pictures."""

from collections.abc import Iterator

import pytest

from tests.painting import painted_small


@pytest.fixture(autouse=True)
def _pictures() -> Iterator[None]:
    """Paint small pictures, and none twice."""
    with painted_small():
        yield
