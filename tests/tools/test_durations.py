"""`make durations`: what it writes is what was measured."""

import tomllib

from tests.durations import LIMIT
from tools.durations import chosen, slow, written

TOOK = {
    "tests/a.py::test_quick": 0.01,
    "tests/a.py::test_quick_on_the_whole[1]": 0.06,
    "tests/a.py::test_quick_on_the_whole[2]": 0.002,
    "tests/a.py::test_slow[1]": 0.5,
    "tests/a.py::test_slow[2]": 0.1,
    "tests/b.py::test_slow": 0.2,
    "tests/b.py::test_stored[postgresql-1]": 3.0,
    "tests/b.py::test_stored[sqlite-1]": 0.01,
    "tests/b.py::test_always_stored[postgresql]": 3.0,
    "tests/browser/c.py::test_page": 0.1,
    "tests/d.py::test_of_much": 0.01,
    "tests/d.py::test_of_little": 0.01,
}
SHARED = {"tests/d.py::test_of_much": 3.0, "tests/d.py::test_of_little": 0.1}


def test_slow_is_a_function_whose_cases_take_long_in_the_mean_without_a_server_where_they_can() -> None:
    assert slow(TOOK, SHARED) == {
        "tests/a.py::test_quick_on_the_whole[1]": 0.06,
        "tests/a.py::test_slow": 0.3,
        "tests/b.py::test_always_stored": 3.0,
        "tests/b.py::test_slow": 0.2,
        "tests/browser/c.py::test_page": 0.1,
        "tests/d.py::test_of_much": LIMIT,
    }


def test_the_quickest_case_is_chosen_where_few_tests_look_and_none_with_a_server() -> None:
    slow_ones = slow(TOOK, SHARED)
    whole = TOOK | {"tests/d.py::test_of_much": 3.01}
    assert chosen(whole, slow_ones, 1) == ["tests/a.py::test_slow[2]", "tests/b.py::test_slow"]
    assert chosen(whole, slow_ones, 4) == [*chosen(whole, slow_ones, 1), "tests/d.py::test_of_much"]
    assert chosen(whole, slow_ones, 0.25) == ["tests/a.py::test_slow[2]"]
    assert chosen(whole | {"tests/a.py::test_slow[2]": 0.9}, slow_ones, 0.25) == ["tests/b.py::test_slow"]
    assert chosen(whole, slow_ones, 0.05) == []


def test_what_is_written_can_be_read() -> None:
    strange = 'tests/a.py::test_it["\\u00e9-\n]'
    assert tomllib.loads(written({strange: 0.456}, [strange])) == {"quick": [strange], "slow": {strange: 0.46}}
