"""What the tests say of a mutant: they are run on a copy of the tree, those of the module first."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path
from time import monotonic
from typing import Literal

from msgspec import Struct

from tools.copying import copy_tree
from tools.mutants.making import GoneError, Mutant, mutated

Fate = Literal["killed", "timeout", "survived", "gone"]
Chosen = tuple[str, ...]  # what pytest is called with
QUICK = ("-m", "not slow")
_SLOWER = 3  # so many times as long as without a mutant, a run is ended
_GRACE = 20  # seconds
_KILLED, _NOTHING_RUN = (1, 2), 5  # what pytest returns


class RedError(Exception):
    """The tests fail without any mutant."""


class Outcome(Struct, frozen=True):
    """What became of a mutant, and the first test that failed."""

    mutant: Mutant
    fate: Fate
    test: str = ""


class Trial:
    """A copy of the tree, in which one module after the other has a mutant."""

    def __init__(self, folder: Path, more: tuple[Chosen, ...] = (), *, is_near: bool = True) -> None:
        """Make the copy; `more` are the tests to run if those near the module find nothing, or are not wanted."""
        self._folder, self._more, self._is_near = folder, more, is_near
        self._seconds: dict[Chosen, float] = {}  # how long tests take without a mutant
        copy_tree(folder)

    def outcome(self, mutant: Mutant) -> Outcome:
        """Return what the tests say of a mutant; RedError if they fail without it.

        Of an old list some may be gone, since their lines were changed.
        """
        if not self._has(mutant):
            return Outcome(mutant, "gone")
        stages = (*(near(self._folder, mutant.path) if self._is_near else ()), *self._more)
        for chosen in stages:
            if chosen not in self._seconds:
                self._time(chosen)
            fate, test = self._run_with(mutant, chosen)
            if fate != "survived":
                return Outcome(mutant, fate, test)
        return Outcome(mutant, "survived")

    def _has(self, mutant: Mutant) -> bool:
        path = self._folder / mutant.path
        try:
            return path.is_file() and bool(mutated(path.read_text("utf-8"), mutant))
        except GoneError:
            return False

    def _run_with(self, mutant: Mutant, chosen: Chosen) -> tuple[Fate, str]:
        path = self._folder / mutant.path
        whole = path.read_text("utf-8")
        self._write(path, mutated(whole, mutant))
        try:
            return self._run(chosen, self._seconds[chosen] * _SLOWER + _GRACE)
        finally:
            self._write(path, whole)

    def _time(self, chosen: Chosen) -> None:
        begun = monotonic()
        fate, test = self._run(chosen, None)
        if fate != "survived":
            raise RedError(f"without any mutant {test or ' '.join(chosen)} fails")
        self._seconds[chosen] = monotonic() - begun

    def _run(self, chosen: Chosen, seconds: float | None) -> tuple[Fate, str]:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "--tb=no", *chosen]
        surroundings = {**os.environ, "PYTHONPATH": str(self._folder)}
        with subprocess.Popen(
            command,
            cwd=self._folder,
            env=surroundings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as running:
            try:
                said, _ = running.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(running.pid, signal.SIGKILL)
                return "timeout", ""
        if running.returncode in (0, _NOTHING_RUN):
            return "survived", ""
        if running.returncode not in _KILLED:
            raise RedError(f"pytest cannot run {' '.join(chosen)}: {said[-500:]}")
        return "killed", next(_failed(said), "")

    def _write(self, path: Path, text: str) -> None:
        path.write_text(text, "utf-8")
        Path(cache_from_source(str(path))).unlink(missing_ok=True)  # within one second it would pass for the new one


def near(home: Path, path: str) -> tuple[Chosen, ...]:
    """Return the tests near a module: those of its name, then those in folders like its own, the quick ones first."""
    module = Path("tests", *Path(path).parts[1:])
    found = [folder for folder in module.parents if (home / folder).is_dir() and folder.parts]
    own = [folder / f"test_{module.name}" for folder in found]
    folders = [folder.as_posix() for folder in found[:-1] or found]
    named = [(test.as_posix(),) for test in own if (home / test).is_file()]
    return (*named, *((folder, *QUICK) for folder in folders), (folders[-1],))


def _failed(said: str) -> Iterator[str]:
    for line in said.splitlines():
        word, _, rest = line.partition(" ")
        if word in ("FAILED", "ERROR"):
            yield rest.partition(" - ")[0]
