"""Killing daemons: each lives for a moment after its first sign of life, while sheets pour in."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from tools.crash.campaign import Campaign, Tally
from tools.crash.stores import Place
from tools.crash.twin import WrongError

ROOT = Path(__file__).resolve().parents[2]
STILL = 30.0  # seconds in which a daemon does something
LONGEST_LIFE = 0.6  # seconds that a daemon lives after its first sign of life
DAEMON = "import sys; from pbem.cli import main; sys.exit(main())"
_PAUSE = 0.02


class Killer:
    """Starts daemons at the desk of a campaign, and kills them."""

    def __init__(self, campaign: Campaign, random: Random, place: Place, workers: int) -> None:
        self._campaign = campaign
        self._random = random
        self._place = place
        self._workers = workers
        self._strikes = [self._kill_worker, *place.strikes]
        self.kills = 0

    def go_round(self) -> None:
        """Start a daemon and pour until it has shown life; strike while it lives, then kill all of it."""
        before = self._campaign.acknowledged()
        process = self._start()
        try:
            self._pour_until(lambda: self._campaign.acknowledged() != before, time.monotonic() + STILL)
            for _ in range(self._random.randint(1, 3) if self._workers > 1 else 0):
                self._live()
                self._random.choice(self._strikes)(process)
                self.kills += 1
            self._live()
            if process.poll() is not None:
                raise WrongError(f"the daemon ended by itself with {process.returncode}: see daemon.log")
        finally:
            self._end(process)
            self.kills += 1

    def _start(self) -> "subprocess.Popen[bytes]":
        surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", DAEMON, "--desk", str(self._campaign.folder), "run", "--every", "0.01"]
        command += ["--workers", str(self._workers)]
        with (self._campaign.folder / "daemon.log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env=surroundings)

    def _live(self) -> None:
        end = time.monotonic() + self._random.uniform(0, LONGEST_LIFE)
        self._pour_until(lambda: time.monotonic() > end, end + STILL)

    def _pour_until(self, is_over: Callable[[], bool], end: float) -> None:
        while not is_over():
            if time.monotonic() > end:
                raise WrongError("the daemon did nothing for long: see daemon.log")
            self._campaign.pour()

    def _kill_worker(self, process: "subprocess.Popen[bytes]") -> None:
        if workers := _children(process.pid):
            _kill(self._random.choice(workers))

    def _end(self, process: "subprocess.Popen[bytes]") -> None:
        """Kill the daemon; at times only the one that started the workers, so that they end by themselves."""
        workers = _children(process.pid)
        process.kill()
        process.wait()
        if self._random.random() < 0.7:
            for worker in workers:
                _kill(worker)
        end = time.monotonic() + STILL
        while any(map(_is_there, workers)):
            if time.monotonic() > end:
                raise WrongError("a worker outlives the one that started it: see daemon.log")
            time.sleep(_PAUSE)


def _children(pid: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
    except OSError:
        return []


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _is_there(pid: int) -> bool:
    """Tell whether a process runs; one that nobody has buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def run(folder: Path, *, kills: int, seed: int, workers: int = 1, store: str = "sqlite") -> Tally:
    """Run a campaign in a new folder; WrongError if anything is wrong."""
    random = Random(seed)  # noqa: S311 - it picks sheets and moments, no secrets
    with Place.of(store) as place:
        campaign = Campaign(folder, random, place.url)
        killer = Killer(campaign, random, place, workers)
        try:
            while killer.kills < kills:
                killer.go_round()
                campaign.check_acknowledged()
            campaign.finish()
            return campaign.tally(killer.kills)
        finally:
            campaign.desk.close()
