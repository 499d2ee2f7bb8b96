"""Furnished desks, a copy for each test: on SQLite, and on PostgreSQL.

What is a matter of files is marked `sqlite`; what says nothing of the database is marked `anywhere`, and runs on
PostgreSQL when every store is asked for.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from tests.desk.house import EVER, furnished, opened
from tests.painting import painted_small
from tests.servers.postgres import Postgres

DATABASES = ("sqlite", "postgresql")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test on every database, unless it is about one of them."""
    if "server" in metafunc.fixturenames:
        marks = {mark.name for mark in metafunc.definition.iter_markers()}
        is_plain = "sqlite" in marks or ("anywhere" in marks and not metafunc.config.getoption("--every-store"))
        metafunc.parametrize("server", DATABASES[:1] if is_plain else DATABASES, indirect=True)


@pytest.fixture(autouse=True)
def _pictures() -> Iterator[None]:
    """Paint small pictures, and none twice."""
    with painted_small():
        yield


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[Postgres | None]:
    """Where desks keep what they know: a server, or (None) a file."""
    if request.param == "sqlite":
        yield None
        return
    cluster: Postgres = request.getfixturevalue("cluster")
    with cluster.tidied():
        yield cluster


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of `desk`."""
    return tmp_path / "desk"


@pytest.fixture
def fresh(folder: Path, server: Postgres | None) -> Iterator[Desk]:
    """A desk with a game that has just begun: both seats are asked in parallel."""
    with opened(furnished("fresh", folder, server)) as desk:
        yield desk


@pytest.fixture
def running(folder: Path, server: Postgres | None) -> Iterator[Desk]:
    """A desk with a game in its middle: blue is asked, orange has a plan, two moves are sealed."""
    with opened(furnished("running", folder, server)) as desk:
        yield desk


@pytest.fixture
def over(folder: Path, server: Postgres | None) -> Iterator[Desk]:
    """A desk with a game that was played to its end."""
    with opened(furnished("over", folder, server)) as desk:
        yield desk


@pytest.fixture
def welcoming(folder: Path) -> Iterator[Desk]:
    """A desk where strangers may enrol by mail; no letter is due there."""
    settings = furnished("running", folder) / "pbem.toml"
    settings.write_text(settings.read_text().replace("enrol = false", "enrol = true"))
    with opened(folder) as desk:
        with desk.store.write() as change:
            for letter in change.letters.due(EVER):
                change.letters.note_sent(letter.id, 1)
        yield desk
