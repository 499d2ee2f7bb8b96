"""What holds for all tests: no test depends on how fast the machine is, and a server is started once, if at all."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.servers.postgres import Postgres, postgres

settings.register_profile("pbem", deadline=None)
settings.load_profile("pbem")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `make stores` run everything on every database."""
    parser.addoption("--every-store", action="store_true", help="tests marked `anywhere` on PostgreSQL, too")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    with postgres() as running:
        yield running
