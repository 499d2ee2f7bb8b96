"""Run the tests on every Python that the project is for: `make pythons`.

    python3 -m tools.pythons                                     # all tests on each; some hours
    python3 -m tools.pythons tests/mail -x                       # some tests; all words go to pytest
    PYTHONS="python3.12 /opt/python/bin/python3.14" python3 -m tools.pythons   # on these alone

The metadata in pyproject.toml name the series. Of each the oldest and the newest Python is taken that is on the path or
among pyenv's versions. Each has a venv in build/pythons, with the versions of constraints.txt. The run is red if tests
fail, and if there is no Python of a series.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from tools.pythons.found import ROOT, Python, chosen

_PLACE = ROOT / "build" / "pythons"
_WORKERS = ("-n", "2", "--dist", "worksteal")


def main(words: Sequence[str]) -> int:
    """Run the tests on each Python, then say how it went on each."""
    if "--help" in words:
        print(__doc__)
        return 0
    pythons, missing = chosen()
    told = [f"{series}: not found, name one in PYTHONS" for series in missing]
    is_red = bool(missing)
    for python in pythons:
        began = time.monotonic()
        print(f"pythons: {python.name}, {python.path}", flush=True)
        outcome = _tested(python, words)
        is_red = is_red or bool(outcome)
        told.append(f"{python.name}: {outcome or 'green'} after {time.monotonic() - began:.0f} s")
    print("\n".join(f"pythons: {line}" for line in told))
    print("pythons: RED" if is_red else "pythons: GREEN")
    return int(is_red)


def _tested(python: Python, words: Sequence[str]) -> str:
    """Run the tests; say what went wrong, if anything did."""
    venv = _PLACE / python.name
    try:
        _make(python, venv)
    except subprocess.CalledProcessError as error:
        return f"no venv: {' '.join(map(str, error.cmd))} failed"
    surroundings = {key: value for key, value in os.environ.items() if key != "VIRTUAL_ENV"}
    command = [venv / "bin/python", "-m", "pytest", "-q", *_WORKERS, *words]
    code = subprocess.run(command, cwd=ROOT, env=surroundings, check=False).returncode
    return f"pytest ended with {code}" if code else ""


def _make(python: Python, venv: Path) -> None:
    """Make a venv with everything pinned, if it is not there or what it is made from has changed."""
    made_from = b"".join((ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt"))
    stamp, digest = venv / "made-from", sha256(made_from + str(python.path).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    shutil.rmtree(venv, ignore_errors=True)
    subprocess.run([python.path, "-m", "venv", venv], check=True)
    install = [venv / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pinned = {**os.environ, "PIP_CONSTRAINT": "constraints.txt"}
    subprocess.run([*install, "--editable", ".[dev]"], cwd=ROOT, env=pinned, check=True)
    stamp.write_text(digest)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
