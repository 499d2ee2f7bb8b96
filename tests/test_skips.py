"""Nothing is skipped as root; for others, only what cannot work without root."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.skips import NEEDS_ROOT

ROOT = Path(__file__).parents[1]
WHY = NEEDS_ROOT["postfix"]
HEAD = """\
import os
import unittest
import pytest
from tests.skips import need_root
os.geteuid = lambda: {user}
"""
WAYS = """\
@pytest.fixture
def thing():
    pytest.skip("no time")

def test_by_a_call():
    pytest.skip("no time")

@pytest.mark.skip(reason="no time")
def test_by_a_mark():
    pass

@pytest.mark.skipif(True, reason="no time")
def test_by_a_condition():
    pass

def test_by_what_it_needs(thing):
    pass

def test_by_a_module_that_is_missing():
    pytest.importorskip("nowhere", reason="no time")

def test_as_unittest_does():
    raise unittest.SkipTest("no time")
"""
FILE = "pytest.skip('no time', allow_module_level=True)"
NAMED = "def test_it(): need_root('postfix')"
_LONGER = ("CI", "BUILD_NUMBER")  # where these are set, the summary of pytest says everything once more
REFUSED = "skipped for a reason that tests/skips.py does not name: no time"


def said(folder: Path, test: str, *, user: int) -> str:
    """Return what pytest says of a file of tests that a user runs."""
    path = folder / "test_it.py"
    path.write_text(HEAD.format(user=user) + test)
    plugins = ["-p", "tests.skips", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-ra", *plugins, "-c", "/dev/null", "--rootdir", str(folder), str(path)]
    words = {name: word for name, word in os.environ.items() if name not in _LONGER}
    ran = subprocess.run(command, cwd=ROOT, env=words, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    return ran.stdout


@pytest.mark.parametrize("user", [0, 1000])
def test_a_reason_that_is_not_named_is_a_failure_for_everybody(tmp_path: Path, user: int) -> None:
    shown = said(tmp_path, WAYS, user=user)
    assert "3 failed, 3 errors in" in shown
    assert shown.count(f"\n{REFUSED}\n") == 6


def test_so_is_a_whole_file_that_is_skipped(tmp_path: Path) -> None:
    shown = said(tmp_path, FILE, user=1000)
    assert f"\n{REFUSED}\n" in shown
    assert "1 error in" in shown


def test_what_needs_root_is_skipped_for_others_with_one_line_that_says_why(tmp_path: Path) -> None:
    shown = said(tmp_path, NAMED, user=1000)
    assert "1 skipped" in shown
    assert [line for line in shown.splitlines() if line.startswith("SKIPPED") and line.endswith(WHY)]


def test_it_is_not_skipped_as_root(tmp_path: Path) -> None:
    assert "1 passed" in said(tmp_path, NAMED, user=0)


def test_nothing_is_skipped_as_root_for_a_named_reason_either(tmp_path: Path) -> None:
    shown = said(tmp_path, f"def test_it(): pytest.skip({WHY!r})", user=0)
    assert f"skipped, though nothing may be skipped as root: {WHY}" in shown
    assert "1 failed" in shown
