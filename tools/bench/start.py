"""The start of a command, by the clock."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from tools.bench.clock import progress, spent
from tools.bench.desks import Bench
from tools.bench.lines import Line


def bench_help(bench: Bench) -> Iterator[Line]:
    """Time the start of the command."""
    command = [str(Path(sys.executable).with_name("pbem")), "--help"]
    bare = [sys.executable, "-c", "pass"]
    progress("starting pbem")
    turns = [(start(command), start(bare)) for _ in range(bench.times)]
    ours, peer = (median(column) for column in zip(*turns, strict=True))
    figures = f"python alone {peer:.3f} s: {ours / peer:.1f} times of it"
    yield Line("help", "pbem --help, no desk opened", ours, 0.3, figures, "s")


def start(command: Sequence[str]) -> float:
    """Return the seconds a command takes by the clock."""
    return spent(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), perf_counter)
