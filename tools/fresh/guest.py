"""Somebody who has just got a new system, and runs commands in a clone there."""

import shlex
import shutil
import subprocess
from pathlib import Path

from tools.fresh.borrowed import Python
from tools.fresh.conditions import Condition
from tools.fresh.inside import Command, run
from tools.fresh.system import ROOT

_USER = "player"
_PATH = "/usr/local/bin:/usr/bin:/bin"
_PATH_OF_ROOT = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_OLD = "/opt/old"
_ZONES = "tzdata==2020.1"
_CACHES = {"debian": "/var/cache/apt/archives", "python": "/var/cache/wheels"}


class Guest:
    """Somebody who has just got a new system."""

    def __init__(self, place: Path, system: Path, settings: Python, strange: Condition) -> None:
        self._system = system
        self._strange = strange
        self._user = _USER if strange.is_user else "root"
        self._home = f"/home/{_USER}" if strange.is_user else "/root"
        self._folder = f"{self._home}/{strange.folder}"
        self._shown = {str(path): str(path) for path in settings.files if path.is_dir()}
        self._kept = {str(place / name): there for name, there in _CACHES.items()}

    def move_in(self) -> None:
        """Clone the committed tree, as the user; what only root may install is installed for others by root."""
        for cache in self._kept:
            Path(cache).mkdir(exist_ok=True)
        bundle = self._system / "tree.bundle"
        subprocess.run(["git", "-C", str(ROOT), "bundle", "create", "-q", str(bundle), "HEAD"], check=True)
        bundle.chmod(0o644)
        if self._strange.is_nameless:
            (self._system / "etc/hostname").unlink(missing_ok=True)
        if self._strange.is_dated:
            self._turn_back_zones()
        if self._strange.is_user:
            self._must(["useradd", "--create-home", "--shell", "/bin/bash", _USER])
        self._must(["chown", "-R", self._user, _CACHES["python"]])  # pip trusts no cache but its user's
        clone = f"git -c advice.detachedHead=false clone -q /{bundle.name} {shlex.quote(self._folder)}"
        if self.run(clone, folder=self._home):
            raise SystemExit("fresh: the tree cannot be cloned")
        bundle.unlink()
        if self._strange.is_user:
            self._must(["make", "-s", "-C", self._folder, "packages"])

    def run(self, command: str, folder: str = "") -> int:
        """Run a command of the shell in the clone; a machine without network has one until its tests."""
        strange = self._strange
        path = _PATH if strange.is_user else _PATH_OF_ROOT
        words = {"PATH": path, "HOME": self._home, "PIP_CACHE_DIR": _CACHES["python"], **strange.words}
        return run(
            Command(
                str(self._system),
                ["bash", "-c", command],
                {key: value for key, value in words.items() if key not in strange.without},
                folder=folder or self._folder,
                user=self._user,
                umask=strange.umask,
                shown=self._shown,
                kept=self._kept,
                is_alone=strange.is_alone and self._is_ready(),
                is_divided=strange.is_divided,
            )
        )

    def _turn_back_zones(self) -> None:
        """Put old rules of time zones in the place of the system's."""
        self._must(["python3", "-m", "venv", _OLD])
        self._must([f"{_OLD}/bin/pip", "install", "--quiet", "--no-deps", "--target", f"{_OLD}/zones", _ZONES])
        zones = self._system / "usr/share/zoneinfo"
        shutil.rmtree(zones)
        shutil.copytree(self._system / _OLD.lstrip("/") / "zones/tzdata/zoneinfo", zones)

    def _is_ready(self) -> bool:
        return (self._system / self._folder.lstrip("/") / ".venv/.ready").exists()

    def _must(self, words: list[str]) -> None:
        surroundings = {"PATH": _PATH_OF_ROOT, "HOME": "/root"}
        if run(Command(str(self._system), words, surroundings, shown=self._shown, kept=self._kept)):
            raise SystemExit(f"fresh: {' '.join(words)} failed in the new system")
