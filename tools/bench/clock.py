"""How time is taken, and where it goes."""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from time import perf_counter, process_time
from typing import Any
from unittest.mock import patch

Parts = dict[str, tuple[tuple[Any, str], ...]]  # which functions of what make up a part


def spent(work: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    """Return the seconds a piece of work takes."""
    began = clock()
    work()
    return clock() - began


def progress(words: str) -> None:
    """Say on a terminal what is going on."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)


class Stopwatch:
    """Tells where time goes: what a part calls that is timed itself counts there and not here."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._parts = ["commit"]  # what no other part claims: the transaction itself
        self._since = perf_counter()

    def _turn(self) -> None:
        now = perf_counter()
        self.seconds[self._parts[-1]] += now - self._since
        self._since = now

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count the time from here on."""
        self._since = perf_counter()
        yield
        self._turn()

    @contextmanager
    def watching(self, parts: Parts) -> Iterator[None]:
        """Time the functions that make up some parts."""
        with ExitStack() as stack:
            for part, places in parts.items():
                for owner, name in places:
                    stack.enter_context(patch.object(owner, name, self.timed(part, getattr(owner, name))))
            yield

    def timed(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function whose time counts as a part."""

        @wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            self._turn()
            self._parts.append(part)
            try:
                return function(*args, **kwargs)
            finally:
                self._turn()
                self._parts.pop()

        return run
