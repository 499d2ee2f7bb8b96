"""Spreading: one check of many things, on all processors where there are so many that this pays.

What comes of it is what would come of checking one after the other: the results in their order, up to the first error.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

PAYS = 5_000  # things: a signature takes a tenth of a millisecond, and new processes a fifth of a second
_TOGETHER = 200  # things that a process gets at once
Job = TypeVar("Job")
Result = TypeVar("Result")
Some = tuple[list[Result], Exception | None]  # results up to an error


def checked(check: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
    """Yield what a check of each thing gives; an error that it raises, or that `jobs` do, is raised in its turn.

    Where there are many things the check is done by other processes, which load it anew: it is a function of a module,
    and what it is given and gives is plain data.
    """
    gathered, trouble = _gathered(jobs)
    if len(gathered) < PAYS or _processors() < 2 or _is_one_of_many():
        yield from map(check, gathered)
    else:
        yield from _spread(check, gathered)
    if trouble:
        raise trouble


def _gathered(jobs: Iterable[Job]) -> tuple[list[Job], Exception | None]:
    gathered: list[Job] = []
    try:
        gathered.extend(jobs)
    except Exception as error:  # noqa: BLE001 - it is raised when all before it were checked
        return gathered, error
    return gathered, None


def _processors() -> int:
    """Return how many processors we may use, as far as the system says."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _is_one_of_many() -> bool:
    """Tell whether somebody shares the work out already, and this process is one of those that do it."""
    from multiprocessing import parent_process

    return parent_process() is not None


def _spread(check: Callable[[Job], Result], jobs: Sequence[Job]) -> Iterator[Result]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    done = 0
    parts = [jobs[at : at + _TOGETHER] for at in range(0, len(jobs), _TOGETHER)]
    # A process that was forked would share our files and our connections to a database.
    pool = ProcessPoolExecutor(_processors(), get_context("spawn"), _leave_it_to_us)
    try:
        for results, error in pool.map(_check_some, [check] * len(parts), parts):
            done += len(results)
            yield from results
            if error:
                raise error
    except (BrokenProcessPool, OSError):
        yield from map(check, jobs[done:])  # no processes are to be had here
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _leave_it_to_us() -> None:
    """Let whoever interrupts a check interrupt the process that shares the work out; the others end with it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _check_some(check: Callable[[Job], Result], jobs: Sequence[Job]) -> "Some[Result]":
    """Check some things, up to an error."""
    results: list[Result] = []
    try:
        results.extend(map(check, jobs))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is raised where all results come together
        return results, error
    return results, None
