"""Which Pythons the project is for, by its metadata, and where this machine has them."""

import json
import os
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
_CLASSIFIER = "Programming Language :: Python :: 3."
_ASK = "import json, sys; print(json.dumps([list(sys.version_info[:3]), sys._base_executable]))"


class Python(NamedTuple):
    """One Python of this machine."""

    version: tuple[int, int, int]
    path: Path

    @property
    def series(self) -> str:
        """The version without its last number, such as 3.11."""
        return f"{self.version[0]}.{self.version[1]}"

    @property
    def name(self) -> str:
        """The whole version, such as 3.11.2."""
        return ".".join(map(str, self.version))


def supported() -> tuple[str, ...]:
    """Return the series that the metadata name, the oldest first."""
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    listed: list[str] = metadata["project"]["classifiers"]
    numbers = sorted(int(one.removeprefix(_CLASSIFIER)) for one in listed if one.startswith(_CLASSIFIER))
    return tuple(f"3.{number}" for number in numbers)


def chosen(surroundings: Mapping[str, str] = os.environ) -> tuple[list[Python], list[str]]:
    """Return the Pythons to run, those named in PYTHONS or all that are found, and the series without any."""
    if names := surroundings.get("PYTHONS", "").split():
        return given(names), []
    by_series = found(surroundings)
    missing = [series for series, ones in by_series.items() if not ones]
    return [python for ones in by_series.values() for python in ones], missing


def given(names: Iterable[str]) -> list[Python]:
    """Return the Pythons that somebody names, by path or by command; refuse one that does not start."""
    found = [python_at(name) for name in names]
    dead = [name for name, one in zip(names, found, strict=True) if one is None]
    if dead:
        raise SystemExit(f"pythons: {dead[0]!r} does not start, name a Python by its path")
    return [one for one in found if one]


def found(surroundings: Mapping[str, str] = os.environ) -> dict[str, list[Python]]:
    """Return the oldest and the newest Python of each series: on the path, or among pyenv's versions."""
    return {series: _ends(_of_series(series, surroundings)) for series in supported()}


def python_at(name: str | Path) -> Python | None:
    """Return the Python that a command starts, or nothing; of a venv, the one that it was made with."""
    try:
        done = subprocess.run([name, "-I", "-c", _ASK], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return None
    (major, minor, micro), path = json.loads(done.stdout)
    return Python((major, minor, micro), Path(path))


def _of_series(series: str, surroundings: Mapping[str, str]) -> list[Python]:
    asked = (python_at(path) for path in _candidates(series, surroundings))
    return [one for one in asked if one and one.series == series]


def _candidates(series: str, surroundings: Mapping[str, str]) -> Iterator[Path]:
    for folder in surroundings.get("PATH", "").split(os.pathsep):
        path = Path(folder) / f"python{series}"
        if os.access(path, os.X_OK):  # false, too, where we may not look
            yield path
    pyenv = surroundings.get("PYENV_ROOT") or Path(surroundings.get("HOME", "/")) / ".pyenv"
    yield from Path(pyenv).glob(f"versions/{series}.*/bin/python{series}")


def _ends(pythons: list[Python]) -> list[Python]:
    """Return the oldest and the newest, each once."""
    by_version = {one.version: one for one in pythons}
    return [by_version[version] for version in sorted({min(by_version), max(by_version)})] if by_version else []
