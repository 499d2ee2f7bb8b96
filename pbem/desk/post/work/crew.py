"""A crew: several workers at one desk, each a process of its own; one that dies is started again.

Workers need not know of each other: whatever one takes in hand, the store keeps from the others.
"""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from threading import Thread

from msgspec import Struct

log = logging.getLogger("pbem.crew")

PAUSES = (1, 2, 4, 8, 16, 32, 60)  # seconds before a worker is started again that died so often
_WELL = 60  # seconds that a worker lived whose earlier deaths count no more
_LOOK = 1.0  # seconds between two looks after workers whose death nobody told us
_ENDS = (signal.SIGTERM, signal.SIGINT)
_HEARD = (*_ENDS, signal.SIGCHLD)


class _Worker(Struct):
    """A worker that runs, or is to be started."""

    number: int
    pid: int = 0
    begins: float = 0.0  # when it was started, or is to be
    deaths: int = 0  # one after the other


class Crew:
    """Starts workers, and sees to it that they go on until they are told to stop."""

    def __init__(self, count: int, work: Callable[[int], int]) -> None:
        """`work` is what a worker does, given its number: until SIGTERM or SIGINT, then it returns an exit code."""
        self._workers = [_Worker(number) for number in range(1, count + 1)]
        self._work = work
        self._is_stopping = False
        self._alive, self._held = os.pipe()  # only we hold one end: when it closes, we are gone

    def run(self, tell_ready: Callable[[], None] = lambda: None) -> None:
        """Run until SIGTERM or SIGINT, and return when every worker has finished what it had in hand."""
        # Nobody interrupts us: signals wait until we ask for them, so that none is missed between two steps.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _HEARD)
        try:
            tell_ready()
            while not self._is_stopping or any(worker.pid for worker in self._workers):
                self._start_those_due(before)
                self._listen()
                self._bury()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            os.close(self._alive)
            os.close(self._held)

    def _start_those_due(self, mask: set[signal.Signals] | set[int]) -> None:
        for worker in self._workers:
            if not worker.pid and not self._is_stopping and worker.begins <= time.monotonic():
                worker.begins = time.monotonic()
                worker.pid = self._start(worker.number, mask)

    def _start(self, number: int, mask: set[signal.Signals] | set[int]) -> int:
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid:
            return pid
        code = 1
        try:
            os.close(self._held)
            for ends in _ENDS:
                signal.signal(ends, signal.SIG_DFL)
            Thread(target=_end_without, args=(self._alive,), daemon=True).start()
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            code = self._work(number)
        except Exception:
            log.exception("a bug")
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)  # what the parent has begun is not ours to end

    def _listen(self) -> None:
        """Wait for a signal, or until a worker is to be started."""
        starts = [worker.begins - time.monotonic() for worker in self._workers if not worker.pid]
        patience = max(0.0, min([_LOOK, *starts]))
        heard = signal.sigtimedwait(_HEARD, patience)
        if heard is not None and heard.si_signo in _ENDS:
            self._stop()

    def _stop(self) -> None:
        self._is_stopping = True
        for worker in self._workers:
            if worker.pid:
                os.kill(worker.pid, signal.SIGTERM)

    def _bury(self) -> None:
        """Note which workers have died, and when they are to be started again."""
        for worker in self._workers:
            if worker.pid and (ended := os.waitpid(worker.pid, os.WNOHANG))[0]:
                worker.pid = 0
                if not self._is_stopping:
                    self._mourn(worker, os.waitstatus_to_exitcode(ended[1]))

    def _mourn(self, worker: _Worker, code: int) -> None:
        now = time.monotonic()
        if now - worker.begins > _WELL:
            worker.deaths = 0
        pause = PAUSES[min(worker.deaths, len(PAUSES) - 1)]
        worker.deaths += 1
        worker.begins = now + pause
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        log.warning("worker %d %s; it is started again in %d s", worker.number, how, pause)


def _end_without(parent: int) -> None:
    """End this worker, as if it were told to, when the process is gone that started it."""
    os.read(parent, 1)
    os.kill(os.getpid(), signal.SIGTERM)
