"""Workshops: private folders for files that grow by their names, such as a backup while it is made."""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree

from pbem.desk.disk.folders import FOLDER, entered, look

_WORKSHOP = re.compile(r"\.backup-[0-9a-f]{16}")


@contextmanager
def workshop(place: Path) -> Iterator[Path]:
    """Hand out a private folder for a file that grows by its name, in one that is ours alone; remove it at the end.

    It is locked as long as it is used: what is not was left by somebody who was stopped.
    """
    with entered(place) as outer:
        name, lock = _new_workshop(outer)
        try:
            inner = place / name / "own"  # the outer one is locked, and who works there may lock it as well
            inner.mkdir(mode=0o700)
            yield inner
        finally:
            with suppress(OSError):
                rmtree(name, dir_fd=outer)
            os.close(lock)


def _new_workshop(outer: int) -> tuple[str, int]:
    while True:
        name = f".backup-{os.urandom(8).hex()}"
        os.mkdir(name, 0o700, dir_fd=outer)
        with suppress(FileNotFoundError):  # it was swept before it was locked
            lock = os.open(name, FOLDER | os.O_NOFOLLOW, dir_fd=outer)
            with suppress(OSError):  # some disks know no locks; then nothing is swept there
                fcntl.flock(lock, fcntl.LOCK_EX)
            if look(name, outer) is not None:
                return name, lock
            os.close(lock)


def sweep_workshops(place: Path) -> None:
    """Remove the workshops in a folder that were left by somebody who was stopped, as far as that is possible."""
    with suppress(OSError), entered(place) as outer, os.scandir(outer) as inside:
        for name in [entry.name for entry in inside if _WORKSHOP.fullmatch(entry.name)]:
            with suppress(OSError):
                _sweep_workshop(name, outer)


def _sweep_workshop(name: str, outer: int) -> None:
    """Remove a workshop of ours; BlockingIOError if it is in use."""
    lock = os.open(name, FOLDER | os.O_NOFOLLOW, dir_fd=outer)
    try:
        if os.fstat(lock).st_uid == os.geteuid():
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            rmtree(name, dir_fd=outer)
    finally:
        os.close(lock)
