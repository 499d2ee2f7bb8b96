"""The servers themselves: a machine that cannot run them says so, and none is left running whatever happens."""

import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.desk.house import surroundings
from tests.servers.daemon import Daemon
from tests.servers.dovecot import Dovecot, running_dovecot
from tests.servers.machine import account, free_ports, is_listening, need, program, until

ABANDON = """
import os, signal
from tests.servers.dovecot import running_dovecot
with running_dovecot() as server:
    print(server.imap, server.log.parent, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_missing_package_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(RuntimeError, match="no-such-server not found: run `make packages`"):
        need("sh", "no-such-server")


def test_a_server_is_found_by_those_whose_path_has_no_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert program("dovecot") == "/usr/sbin/dovecot"


def test_only_root_runs_servers_as_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert account("mail") == "mail"
    monkeypatch.setattr(os, "geteuid", lambda: pwd.getpwnam("nobody").pw_uid)
    assert account("mail") == "nobody"


def test_a_server_that_does_not_start_shows_its_log(tmp_path: Path) -> None:
    server = Daemon(["sh", "-c", "echo no such luck; exit 1"], ports=free_ports(1), log=tmp_path / "log")
    with pytest.raises(RuntimeError, match="no such luck"):
        server.start()
    server.stop()


def test_a_server_ends_when_a_test_fails() -> None:
    seen: list[Dovecot] = []

    def fail() -> None:
        with running_dovecot() as server:
            assert is_listening(server.imap)
            seen.append(server)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    (server,) = seen
    assert not any(map(is_listening, (server.imap, server.imaps, server.lmtp)))
    assert not server.log.exists()


def test_a_server_ends_when_the_tests_are_killed() -> None:
    command = [sys.executable, "-c", ABANDON]
    killed = subprocess.run(command, env=surroundings(), stdout=subprocess.PIPE, check=False)
    assert killed.returncode == -9
    port, folder = killed.stdout.decode().split()
    until(lambda: not is_listening(int(port)), "the end of the server")
    shutil.rmtree(folder)
