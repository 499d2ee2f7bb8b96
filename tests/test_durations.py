"""`make quick` leaves out what is slow, by measurement; what nobody measured counts as quick."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.durations import ENOUGH, FAR, KEPT, LIMIT, function_of, is_slow, table, too_slow

ROOT = Path(__file__).parents[1]
TABLE = """\
quick = ["test_long.py::test_slow[chosen]"]
[slow]
"test_long.py::test_slow" = 2.5
"test_short.py::test_slow" = 0.5
"""
CONFTEST = """\
import pytest
from pathlib import Path
import tests.durations
tests.durations.TABLE = Path(__file__).with_name("durations.toml")
pytest_plugins = ["tests.durations"]

@pytest.fixture
def cluster():
    pass
"""
FILES = {
    "test_empty.py": "def test_new(): pass\ndef test_of_a_server(cluster): pass",
    "test_short.py": "def test_slow(): pass",
    "test_long.py": "import pytest\n@pytest.mark.parametrize('x', ['other', 'chosen'])\ndef test_slow(x): pass",
}


def test_a_test_that_counts_as_quick_did_not_take_long_when_it_ran_last(request: pytest.FixtureRequest) -> None:
    kept = getattr(request.config, "cache", None)
    took = {case: measured["call"] for case, measured in (kept.get(KEPT, {}) if kept else {}).items()}
    quick = [item.nodeid for item in request.session.items if not is_slow(item)]
    assert too_slow(took, quick) == [], "`make durations` writes a table in which they are slow"


def test_what_is_far_slower_than_others_is_found_however_fast_the_machine_is() -> None:
    for tick in (0.0001, 0.01):
        took = dict.fromkeys(map(str, range(ENOUGH)), tick) | {"long": tick * (FAR + 1), "other": tick * FAR}
        assert too_slow(took, ["0", "long", "other", "new"]) == ["long"]


def test_few_tests_do_not_tell_what_is_slow() -> None:
    assert too_slow({"0": 0.0001, "long": 99.0}, ["0", "long"]) == []


def test_the_table_holds_what_is_over_the_limit_alone() -> None:
    assert min(table().slow.values()) >= LIMIT


def test_the_table_names_tests_that_are_there() -> None:
    gone = []
    for name in {*table().slow, *table().quick}:
        file, *_, function = function_of(name).split("::")
        path = ROOT / file
        if not path.is_file() or not re.search(rf"def {function}\b", path.read_text("utf-8")):
            gone.append(name)
    assert gone == [], "a test that was renamed counts as quick: change its name in tests/durations.toml, too"


def test_quick_are_all_the_same_cases_of_slow_functions() -> None:
    assert {function_of(case) for case in table().quick} <= {function_of(name) for name in table().slow}


def run(folder: Path, *options: str) -> tuple[list[str], str]:
    """Return which tests pytest runs, in their order, and its last line."""
    for name, text in {**FILES, "durations.toml": TABLE, "conftest.py": CONFTEST}.items():
        (folder / name).write_text(text)
    plain = ["-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(folder), str(folder)]
    command = [sys.executable, "-m", "pytest", "-v", *options, *plain]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    return re.findall(r"^\S*?(test_\w+\.py::\S+) PASSED", ran.stdout, re.MULTILINE), ran.stdout.splitlines()[-1]


def test_files_that_take_longest_come_first(tmp_path: Path) -> None:
    found, _ = run(tmp_path)
    assert found == [
        "test_long.py::test_slow[other]",
        "test_long.py::test_slow[chosen]",
        "test_short.py::test_slow",
        "test_empty.py::test_new",
        "test_empty.py::test_of_a_server",
    ]


def test_slow_is_what_the_table_says_and_what_needs_a_server_and_nothing_new(tmp_path: Path) -> None:
    found, last = run(tmp_path, "-m", "not slow")
    assert found == ["test_long.py::test_slow[chosen]", "test_empty.py::test_new"]
    assert "2 passed, 3 deselected" in last
