"""A new system for every run: Debian and what README names, downloaded once, and nothing else."""

import re
import shutil
import subprocess
from pathlib import Path

from tools.fresh.borrowed import Mirror, Python
from tools.fresh.inside import Command, run

ROOT = Path(__file__).parents[2]
_NAMED = re.compile(r"`apt install ([a-z0-9 .+-]+)`")
_SCRIPT = "sid"  # which fits every release, also those that are newer than debootstrap
_SURROUNDINGS = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "DEBIAN_FRONTEND": "noninteractive",
}
_INSTALL = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]


def named_in_readme() -> list[str]:
    """Return the packages that README asks for."""
    found = _NAMED.search((ROOT / "README.md").read_text("utf-8"))
    if found is None:
        raise SystemExit("fresh: README does not say what to `apt install`")
    return found[1].split()


def downloaded(place: Path, mirror: Mirror) -> Path:
    """Return an archive of a bare system, and make it if it is not there."""
    packages = named_in_readme()
    archive = place / f"{'-'.join([mirror.suite, *packages])}.tar"
    if not archive.exists():
        print(f"fresh: downloading Debian {mirror.suite}", flush=True)
        unfinished, system = place / "unfinished.tar", place / "unfinished"
        shutil.rmtree(system, ignore_errors=True)
        subprocess.run(
            ["debootstrap", "--variant=minbase", mirror.suite, str(system), mirror.address, _SCRIPT],
            stdout=subprocess.DEVNULL,
            check=True,
        )
        (system / "etc/apt/sources.list").write_text(mirror.sources)
        (system / "etc/apt/apt.conf.d/90of-the-host").write_text(mirror.settings)
        for words in (["apt-get", "update", "-qq"], [*_INSTALL, *packages], ["apt-get", "clean"]):
            if run(Command(str(system), words, _SURROUNDINGS)):
                raise SystemExit(f"fresh: {' '.join(words)} failed in the new system")
        subprocess.run(["tar", "--one-file-system", "-C", str(system), "-cf", str(unfinished), "."], check=True)
        shutil.rmtree(system)
        unfinished.rename(archive)
    return archive


def unpacked(archive: Path, system: Path, python: Python) -> Path:
    """Return a new system that knows where this machine gets its packages from."""
    shutil.rmtree(system, ignore_errors=True)
    system.mkdir()
    subprocess.run(["tar", "-C", str(system), "-xpf", str(archive)], check=True)
    (system / "etc/pip.conf").write_text(python.settings)
    (system / "etc/apt/apt.conf.d/docker-clean").unlink(missing_ok=True)
    for path in (Path("/etc/resolv.conf"), Path("/etc/hosts"), *filter(Path.is_file, python.files)):
        there = system / str(path).lstrip("/")
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, there)
    return system
