"""Write which tests are slow, from what they took when they ran last: `make durations`.

  python -m tools.durations           after a run on a machine that did nothing else
  python -m tools.durations --busy    after a run on another one

`make quick` runs some of the slow ones, too: those that take least, in files that have few quick tests.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import mean

from tests.durations import KEPT, LIMIT, TABLE, function_of

HOME = Path(__file__).parents[1]
MEASURED = HOME / ".pytest_cache" / "v" / KEPT
MUCH = 1.0  # seconds that are too much for `make quick`, even if many tests share what is made in them
BUDGET = 4.0  # seconds of a processor that `make quick` has for slow tests
_HEAD = "# Written by `make durations`: see tests/durations.py.\n"
_WITH_SERVERS = re.compile(r"[\[-]postgresql[\]-]|^tests/(browser|servers|desk/transports)/")

Measured = Mapping[str, Mapping[str, float]]
Seconds = Mapping[str, float]


def slow(took: Seconds, shared: Seconds) -> dict[str, float]:
    """Return the functions whose cases take over the limit, and what a case takes; and single cases of other functions.

    `shared` is what has to be made for a case and others: where that takes long, none of them is quick.
    """
    cases: dict[str, list[float]] = {}
    for case, seconds in sorted(took.items(), key=lambda one: bool(_WITH_SERVERS.search(one[0]))):
        found = cases.setdefault(function_of(case), [])
        if not found or not _WITH_SERVERS.search(case):
            found.append(seconds)
    means = {function: mean(seconds) for function, seconds in cases.items()}
    hang = {function_of(case) for case, seconds in shared.items() if seconds > MUCH}
    found = {
        function: max(seconds, LIMIT) for function, seconds in means.items() if seconds > LIMIT or function in hang
    }
    single = {
        case: seconds
        for case, seconds in took.items()
        if seconds > LIMIT and function_of(case) not in found and not _WITH_SERVERS.search(case)
    }
    return dict(sorted((found | single).items()))


def chosen(took: Seconds, slow_ones: Seconds, budget: float) -> list[str]:
    """Return cases of slow functions that `make quick` runs all the same: of each function the quickest at most."""
    looked_at = Counter(_file_of(case) for case in took if not {case, function_of(case)} & slow_ones.keys())
    cheapest: dict[str, str] = {}
    for case in sorted(took, key=lambda case: (took[case], case)):
        if function_of(case) in slow_ones and not _WITH_SERVERS.search(case):
            cheapest.setdefault(function_of(case), case)
    found = []
    rest = set(cheapest.values())
    while rest:
        best = min(rest, key=lambda case: ((looked_at[_file_of(case)] + 1) * took[case], case))
        rest.remove(best)
        if took[best] <= budget:
            budget -= took[best]
            looked_at[_file_of(best)] += 1
            found.append(best)
    return sorted(found)


def _file_of(case: str) -> str:
    return case.partition("::")[0]


def written(slow_ones: Seconds, quick: Iterable[str]) -> str:
    """Return the table as TOML."""
    listed = "".join(f"  {json.dumps(case)},\n" for case in quick)
    rows = "".join(f"{json.dumps(function)} = {seconds:.2f}\n" for function, seconds in slow_ones.items())
    return f"{_HEAD}quick = [\n{listed}]\n\n[slow]\n{rows}"


def main() -> int:
    """Write the table."""
    parser = argparse.ArgumentParser("tools.durations", description=(__doc__ or "").splitlines()[0])
    busy = "take the time of the processor, since the machine did other things as well"
    parser.add_argument("--busy", action="store_true", help=busy)
    asked = parser.parse_args()
    measured: Measured = json.loads(MEASURED.read_text("utf-8"))
    took = {case: spent["processor" if asked.busy else "clock"] for case, spent in measured.items()}
    shared = {case: spent["shared"] for case, spent in measured.items()}
    slow_ones = slow(took, shared)
    whole = {case: seconds + shared[case] for case, seconds in took.items()}
    TABLE.write_text(written(slow_ones, chosen(whole, slow_ones, BUDGET)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
