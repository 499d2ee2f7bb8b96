"""A server process that can be started, stopped and started again, and never outlives the tests."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.servers.machine import is_listening, until

_GRACE = 2.0


class Daemon:
    """A server in the foreground, in a process group of its own."""

    def __init__(
        self, command: list[str], *, ports: list[int], log: Path, ends_by: signal.Signals = signal.SIGTERM
    ) -> None:
        self._command = command
        self._ends_by = ends_by
        self._ports = ports
        self.log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and return when it listens."""
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        self._process, self._reaper = process, _reaper(process.pid)
        until(lambda: process.poll() is not None or all(map(is_listening, self._ports)), self._command[0])
        if process.poll() is not None:
            self.stop()
            raise RuntimeError(f"{self._command[0]} did not start:\n{self.log.read_text(errors='replace')}")

    def stop(self) -> None:
        """Stop it and everything it started; no harm if it is stopped already."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, self._ends_by)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
        self._reaper.communicate()
        process.wait()

    def kill(self) -> None:
        """Let it die at once, as in a crash."""
        process, self._process = self._process, None
        if process is not None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            self._reaper.communicate()

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop it for a while; it comes back at the same ports."""
        self.stop()
        try:
            yield
        finally:
            self.start()


def _reaper(group: int) -> subprocess.Popen[bytes]:
    """Start what kills a process group as soon as we close its standard input, or die."""
    command = ["sh", "-c", f"read line; kill -KILL -{group}"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
