"""Servers, one of each for all tests, and accounts on them, one for each test."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from tests.desk.transports.account import Account
from tests.desk.transports.office import Office
from tests.servers.dovecot import Dovecot, running_dovecot
from tests.servers.postfix import Postfix, running_postfix
from tests.skips import need_root

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """A running Dovecot."""
    with running_dovecot() as server:
        yield server


@pytest.fixture(scope="session")
def postfix(dovecot: Dovecot) -> Iterator[Postfix]:
    """A running Postfix that hands mail on to `dovecot`."""
    need_root("postfix")
    with running_postfix(lmtp=dovecot.lmtp) as server:
        yield server


@pytest.fixture
def account(dovecot: Dovecot, tmp_path: Path) -> Iterator[Account]:
    """An account at `dovecot` that nobody has used."""
    with Account(dovecot, f"player{next(_NUMBERS)}", tmp_path) as account:
        yield account


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """A post office that has no servers yet."""
    folder = tmp_path / "office"
    folder.mkdir()
    with ExitStack() as ends:
        yield Office(ends, folder)
