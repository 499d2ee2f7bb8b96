"""`make packages`: root installs what is missing, others read what root has to do."""

import subprocess
from pathlib import Path

import pytest

PACKAGES = Path(__file__).parents[2] / "tools" / "packages"
FAKE = '#!/bin/sh\necho "$0 $*" >>{log}\n{more}\n'


class Machine:
    """A machine on which only `there` is installed, used by somebody with a user id."""

    def __init__(self, folder: Path, user: int) -> None:
        self.log = folder / "log"
        self.log.touch()
        self._path = folder / "bin"
        self._path.mkdir()
        self.has("id", f"echo {user}")
        for name in ("there", "apt-get"):
            self.has(name, "")

    def has(self, name: str, more: str) -> None:
        """Install a program."""
        (self._path / name).write_text(FAKE.format(log=self.log, more=more))
        (self._path / name).chmod(0o755)

    def make(self, *pairs: str) -> "subprocess.CompletedProcess[str]":
        """Run tools/packages."""
        words = {"PATH": f"{self._path}:/usr/bin:/bin"}
        return subprocess.run(["bash", str(PACKAGES), *pairs], env=words, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("user", [0, 1000])
def test_where_nothing_is_missing_nothing_is_said_or_installed(tmp_path: Path, user: int) -> None:
    machine = Machine(tmp_path, user)
    ran = machine.make("something=there", "a-shell=/bin/*sh")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert machine.log.read_text() == ""


def test_who_is_not_root_reads_what_is_missing_and_what_to_do(tmp_path: Path) -> None:
    machine = Machine(tmp_path, 1000)
    ran = machine.make("something=there", "left=not-there", "right=/usr/lib/not-there/*")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "missing: left right. Only root can install them: run `make packages` as root.\n"
    assert "apt-get" not in machine.log.read_text()


def test_a_server_counts_as_installed_though_only_root_has_it_in_the_path(tmp_path: Path) -> None:
    machine = Machine(tmp_path, 1000)
    assert machine.make("passwd=chpasswd").returncode == 0  # in /usr/sbin
