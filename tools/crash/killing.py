"""Killing daemons: each lives for a moment after its first sign of life, while sheets pour in."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from tools.crash.campaign import Campaign, Tally
from tools.crash.twin import WrongError

ROOT = Path(__file__).resolve().parents[2]
STILL = 30.0  # seconds in which a daemon does something
LONGEST_LIFE = 0.6  # seconds that a daemon lives after its first sign of life
DAEMON = "import sys; from pbem.cli import main; sys.exit(main())"


def kill_once(campaign: Campaign, random: Random) -> None:
    """Start a daemon, pour until it has shown life and a little longer, and kill it."""
    before, life = campaign.acknowledged(), random.uniform(0, LONGEST_LIFE)
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", DAEMON, "--desk", str(campaign.folder), "run", "--every", "0.01"]
    with (campaign.folder / "daemon.log").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=surroundings)
    try:
        _pour_until(campaign, lambda: campaign.acknowledged() != before, time.monotonic() + STILL)
        end = time.monotonic() + life
        _pour_until(campaign, lambda: False, end, is_patient=True)
        if process.poll() is not None:
            raise WrongError(f"the daemon ended by itself with {process.returncode}: see daemon.log")
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def _pour_until(campaign: Campaign, is_over: Callable[[], bool], end: float, *, is_patient: bool = False) -> None:
    while not is_over():
        if time.monotonic() > end:
            if is_patient:
                return
            raise WrongError("the daemon did nothing for long: see daemon.log")
        campaign.pour()


def run(folder: Path, *, kills: int, seed: int) -> Tally:
    """Run a campaign in a new folder; WrongError if anything is wrong."""
    random = Random(seed)  # noqa: S311 - it picks sheets and moments, no secrets
    campaign = Campaign(folder, random)
    try:
        for _ in range(kills):
            kill_once(campaign, random)
            campaign.check_acknowledged()
        campaign.finish()
        return campaign.tally(kills)
    finally:
        campaign.desk.close()
