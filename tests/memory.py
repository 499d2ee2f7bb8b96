"""Temporary files lie in memory, where there is room: what is made durable waits for no disk. A pytest plugin."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30  # bytes that must be free: more than the tests leave in it at any time


def place() -> str | None:
    """Return where temporary files are to lie, or nothing where it is said already or memory is short."""
    is_there = MEMORY.is_dir() and os.access(MEMORY, os.W_OK)
    return str(MEMORY) if is_there and "TMPDIR" not in os.environ and shutil.disk_usage(MEMORY).free > ROOM else None


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Say it to this process and to those that it starts."""
    if found := place():
        os.environ["TMPDIR"] = tempfile.tempdir = found
