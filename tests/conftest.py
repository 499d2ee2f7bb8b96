"""What holds for all tests: no test depends on how fast the machine is, and a server is started once, if at all."""

from collections.abc import Iterator

import freezegun
import pytest
from hypothesis import settings

from tests.servers.postgres import Postgres, postgres

pytest_plugins = ("tests.durations", "tests.memory", "tests.programs", "tests.skips")

settings.register_profile("pbem", deadline=None)
settings.load_profile("pbem")
# No test stops the clock of `--durations`, or that of the table of slow tests.
freezegun.configure(extend_ignore_list=["_pytest.timing", "tests.durations"])
# It looks through all modules, thousands of times. The number of names in a module shows whether it has changed.
freezegun.api._get_module_attributes_hash = lambda module: f"{id(module)}-{len(vars(module))}"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `make stores` run everything on every database, and `make worlds` play many random worlds."""
    parser.addoption("--every-store", action="store_true", help="tests marked `anywhere` on PostgreSQL, too")
    parser.addoption("--worlds", type=int, default=2, help="how many random worlds a test plays that takes one")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes a world in a few of them, by number."""
    if "world" in metafunc.fixturenames:
        metafunc.parametrize("world", range(metafunc.config.getoption("--worlds")))


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    with postgres() as running:
        yield running
