"""What writers do, each in a process of its own: all begin at once, and note when each thing began and ended."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from tools.bench.drain import resident
from tools.bench.peer import Rows, bare_inserts
from tools.bench.scripts import Script, StillDesk

_PATIENCE = 120  # seconds for all writers to be ready
_barriers: Mapping[int, Barrier] = {}  # by the number of writers; each process has them


class Written(NamedTuple):
    """When each thing that a writer did began and ended, and the memory of its process in MB."""

    times: list[tuple[float, float]]
    memory: float


class Pool:
    """Processes that write at the same time."""

    def __init__(self, counts: Sequence[int]) -> None:
        context = get_context("spawn")  # a process that was forked would share open files
        barriers = {count: context.Barrier(count) for count in counts}
        self._pool = ProcessPoolExecutor(max(counts), context, _take, (barriers,))

    def play(self, desk: Path, scripts: Sequence[Script]) -> list[Written]:
        """Let each writer play a script at a desk."""
        return self._all(_play, str(desk), scripts)

    def insert(self, where: str, scripts: Sequence[Script]) -> list[Written]:
        """Let each writer insert the rows of a script, and nothing else."""
        return self._all(_insert, where, [[sheet.rows for sheet in script] for script in scripts])

    def _all(self, work: Callable[..., Written], where: str, parts: Sequence[object]) -> list[Written]:
        futures = [self._pool.submit(work, where, part, len(parts)) for part in parts]
        return [future.result() for future in futures]

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown()


def _take(barriers: Mapping[int, Barrier]) -> None:
    global _barriers  # noqa: PLW0603 - they can be handed over only when a process begins
    _barriers = barriers


def _play(folder: str, script: Script, writers: int) -> Written:
    with closing(StillDesk(Path(folder))) as desk:
        return _timed([lambda sheet=sheet: sheet.play(desk) for sheet in script], writers)


def _insert(where: str, parts: list[Rows], writers: int) -> Written:
    with bare_inserts(where) as insert:
        return _timed([lambda rows=rows: insert(rows) for rows in parts], writers)


def _timed(works: Sequence[Callable[[], None]], writers: int) -> Written:
    _barriers[writers].wait(_PATIENCE)
    times = []
    for work in works:
        began = perf_counter()  # which on Linux is the same clock in all processes
        work()
        times.append((began, perf_counter()))
    return Written(times, resident())
