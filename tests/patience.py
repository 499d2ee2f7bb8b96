"""A guard against what never ends: a test that hangs fails instead."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 60  # of the processor, for what takes a fraction of one; what is not linear would take hours


@contextmanager
def patience() -> Iterator[None]:
    """Give up what does not end in a minute."""

    def give_up(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"not done after {SECONDS} s of computing")

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
