"""What a new system needs of this machine's own settings: where packages come from, of Debian and of Python."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

_TARGETS = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)"]
_DEBIAN = ["Created-By: Packages", "Origin: Debian"]
_NOT_OF_THE_MIRROR = ("Acquire::IndexTargets", "Acquire::cdrom", "Acquire::Languages")


class Mirror(NamedTuple):
    """Where this machine gets Debian from."""

    address: str
    suite: str
    sources: str  # as apt reads them
    settings: str


class Python(NamedTuple):
    """Where this machine gets packages of Python from."""

    settings: str  # a pip.conf
    files: tuple[Path, ...]  # that those settings name


def mirror(suite: str = "") -> Mirror:
    """Ask apt for the mirror of Debian; for another release than this machine's, if one is named."""
    if not _said(*_TARGETS, *_DEBIAN):
        subprocess.run(["apt-get", "update", "-qq"], check=True)
    targets = [line.split() for line in _said(*_TARGETS, *_DEBIAN)]
    bases = [(address, suite) for address, suite, component in targets if "-" not in suite and component == "main"]
    if not bases:
        raise SystemExit("fresh: apt of this machine knows no mirror of Debian")
    address, own = bases[0]
    named = [(where, name.replace(own, suite or own), component) for where, name, component in targets]
    sources = "".join(f"deb {' '.join(target)}\n" for target in named)
    kept = [line for line in _said("apt-config", "dump") if _is_of_the_mirror(line)]
    return Mirror(address, suite or own, sources, "".join(f"{line}\n" for line in kept))


def _is_of_the_mirror(line: str) -> bool:
    return line.startswith("Acquire::") and not line.startswith(_NOT_OF_THE_MIRROR)


def python() -> Python:
    """Ask pip for its settings."""
    sections: dict[str, dict[str, str]] = {}
    lines = _said(sys.executable, "-m", "pip", "config", "list")
    for line in sorted(lines, key=lambda line: line.startswith(":env:")):  # the environment goes first, so it is last
        name, _, value = line.partition("=")
        section, _, key = name.rpartition(".")
        if key == "config-file":  # the settings of that file are listed, too
            continue
        sections.setdefault("global" if section == ":env:" else section, {})[key] = value.strip("'\"")
    written = [f"[{name}]\n" + "".join(f"{k} = {v}\n" for k, v in keys.items()) for name, keys in sections.items()]
    values = [
        word for keys in sections.values() for value in keys.values() for word in value.replace("\\n", " ").split()
    ]
    return Python("".join(written), tuple(sorted(set(_paths(values)))))


def _paths(values: list[str]) -> list[Path]:
    """Return the files and folders of this machine among values."""
    found = []
    for value in values:
        if value.startswith("file:///"):
            found.append(Path(value.removeprefix("file://").rstrip("/")).parent)  # an index has its files beside it
        elif value.startswith("/"):
            found.append(Path(value))
    return [path for path in found if path.exists() and path != Path("/")]


def _said(*command: str) -> list[str]:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
