"""`make quick` works on a machine without the packages of the tests, and `make test` leaves nothing out."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import FONTS, GPG, KEYGEN, NEEDED, is_here, without

ROOT = Path(__file__).parents[1]


def test_what_needs_something_else_is_not_left_out() -> None:
    assert "tests/mail/pgp/test_openpgp.py" in without({GPG})
    assert "tests/mail/pgp/test_openpgp.py" not in without({KEYGEN, FONTS})
    assert without(set()) == ()


def test_what_is_listed_exists() -> None:
    for name in NEEDED:
        file, _, function = name.partition("::")
        assert f"def {function}(" in (ROOT / file).read_text() if function else (ROOT / file).is_file(), name


def test_a_program_in_no_path_is_not_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert is_here("git")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not is_here("git")


def test_make_quick_asks_for_no_packages() -> None:
    asked = {
        target: line.partition("##")[0].split()
        for line in (ROOT / "Makefile").read_text("utf-8").splitlines()
        for target, colon, line in [line.partition(":")]
        if colon
    }
    assert "packages" in asked["test"]
    assert "packages" not in asked["quick"]


@pytest.mark.parametrize(("marks", "has_run"), [("not slow", False), ("slow or not slow", True)])
def test_only_the_quick_tests_go_without_a_program(tmp_path: Path, marks: str, has_run: bool) -> None:
    test = "tests/mail/ssh/test_openssh.py::test_a_short_rsa_key_is_refused"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-m", marks, test]
    ran = subprocess.run(command, cwd=ROOT, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert "not installed: " in ran.stdout
    assert ("1 failed" in ran.stdout) is has_run
    assert ("1 deselected" in ran.stdout) is not has_run
