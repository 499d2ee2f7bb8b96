"""Makes a release: `make release VERSION=0.2.0`.

It refuses unless everything is committed, the version is new, the changelog has something unreleased, and all campaigns
were green on this very code. Then the changelog is cut, wheel and sdist are built twice and compared, and the wheel is
tried in an environment of its own. All of that happens in a copy: only when everything was right the project gets its
new commit and tag, and `dist/` the two files.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.campaigns import ROOT, git, missing

CHANGELOG, PROJECT = "CHANGELOG.md", "pyproject.toml"
_PUBLISHED = "archive/praetor-two"
_UNRELEASED = "## Unreleased\n"
_VERSION = re.compile(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)")
_OWN_VERSION = re.compile(r'^version = "([^"]*)"$', re.MULTILINE)
Say = Callable[[str], None]


class ReleaseError(Exception):
    """This cannot be released now; the text says why, and what to do."""


def check(root: Path, version: str, campaigns: Sequence[str]) -> None:
    """Raise ReleaseError, with the reason, if this cannot be released."""
    if not _VERSION.fullmatch(version):
        raise ReleaseError(f"{version!r} is not a version: write three numbers, such as VERSION=0.2.0")
    if git(root, "status", "--porcelain"):
        raise ReleaseError("not everything is committed: `git status` says what")
    _check_new(root, version)
    if not unreleased(read(root, CHANGELOG)):
        raise ReleaseError(f"{CHANGELOG} has nothing under 'Unreleased': say what changed for whom")
    if found := list(missing(root, campaigns)):
        raise ReleaseError("run `make campaigns`, for these were not green on this code:\n  " + "\n  ".join(found))


def _check_new(root: Path, version: str) -> None:
    tags = git(root, "tag", "--list", "v*").split()
    cut = re.findall(r"^## ([0-9.]+)", read(root, CHANGELOG), re.MULTILINE)
    if f"v{version}" in tags or version in cut:
        raise ReleaseError(f"version {version} is out already: take a later one")
    latest = max(map(_numbers, [own_version(root), *cut]))
    if _numbers(version) <= latest:
        raise ReleaseError(f"version {version} is not later than {'.'.join(map(str, latest))}")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def read(root: Path, name: str) -> str:
    """Return the text of a file of the project."""
    return (root / name).read_text(encoding="utf-8")


def own_version(root: Path) -> str:
    """Return the version that the project has now."""
    found = _OWN_VERSION.search(read(root, PROJECT))
    if found is None:
        raise ReleaseError(f"{PROJECT} says no version")
    return found[1]


def unreleased(changelog: str) -> str:
    """Return the text under 'Unreleased', without the headings in it."""
    _before, mark, behind = changelog.partition(_UNRELEASED)
    section = re.split(r"^## ", behind, maxsplit=1, flags=re.MULTILINE)[0]
    return "\n".join(line for line in section.splitlines() if line and not line.startswith("#")) if mark else ""


def cut(changelog: str, version: str, day: str) -> str:
    """Return the changelog with what is unreleased under the new version."""
    return changelog.replace(_UNRELEASED, f"{_UNRELEASED}\n## {version}, {day}\n", 1)


def release(root: Path, version: str, campaigns: Sequence[str], say: Say, *, packages: Path | None = None) -> None:
    """Release a version; if anything fails on the way, nothing is changed.

    `packages` is a folder from which the environment, in which the wheel is tried, has what pbem needs; without it pip
    fetches that.
    """
    check(root, version, campaigns)
    now = datetime.now(UTC)
    with TemporaryDirectory(prefix="pbem-release-") as name:
        place = Path(name)
        copies = [_copy(root, place / one, version, now) for one in ("first", "second")]
        built = [build(copy, place / f"{copy.name}-dist", now) for copy in copies]
        compare(*built)
        say("wheel and sdist: twice the same bytes")
        try_out(place / "trial", built[0], version, copies[0] / _PUBLISHED, packages)
        say("wheel: tried in an environment of its own")
        _commit(root, version, now)
        shutil.copytree(built[0], root / "dist", dirs_exist_ok=True)
    say(f"{version}: committed and tagged v{version}; the files are in dist/")


def _copy(root: Path, folder: Path, version: str, now: datetime) -> Path:
    """Return a copy of what is committed, as the new version."""
    git(root, "clone", "--quiet", "--no-hardlinks", str(root), str(folder))
    write_version(folder, version, now)
    return folder


def write_version(root: Path, version: str, now: datetime) -> None:
    """Write the version into the project, and cut the changelog by it."""
    project, changelog = read(root, PROJECT), read(root, CHANGELOG)
    written = _OWN_VERSION.sub(f'version = "{version}"', project, count=1)
    (root / PROJECT).write_text(written, encoding="utf-8")
    (root / CHANGELOG).write_text(cut(changelog, version, f"{now:%Y-%m-%d}"), encoding="utf-8")


def build(folder: Path, target: Path, now: datetime) -> Path:
    """Build wheel and sdist of a folder; all times in them are that of the release."""
    surroundings = {**os.environ, "SOURCE_DATE_EPOCH": str(int(now.timestamp()))}
    _run([sys.executable, "-m", "hatchling", "build", "--directory", str(target)], cwd=folder, env=surroundings)
    return target


def compare(first: Path, second: Path) -> None:
    """Refuse two builds that are not the same, byte by byte."""
    names = [sorted(path.name for path in folder.iterdir()) for folder in (first, second)]
    if names[0] != names[1]:
        raise ReleaseError(f"two builds have other files: {names[0]} and {names[1]}")
    for name in names[0]:
        if (first / name).read_bytes() != (second / name).read_bytes():
            raise ReleaseError(f"two builds of {name} differ: something in it depends on the time, or on the folder")


def try_out(folder: Path, built: Path, version: str, published: Path, packages: Path | None) -> None:
    """Install the wheel where nothing of the project is, play a short game, and verify it and a published one."""
    _run([sys.executable, "-m", "venv", str(folder)])
    (wheel,) = built.glob("*.whl")
    lent = [] if packages is None else ["--no-deps", "--no-index"]
    _run([str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", *lent, str(wheel)])
    if packages is not None:
        (site,) = folder.glob("lib/python*/site-packages")
        (site / "lent.pth").write_text(f"{packages}\n", encoding="utf-8")
    desk, out = folder / "desk", folder / "out"
    said = _pbem(folder, "--version")
    if version not in said.split():
        raise ReleaseError(f"the wheel says that it is {said.strip()!r}, and not {version}")
    _pbem(folder, "init", str(desk))
    for name in ("Anna", "Bruno"):
        _pbem(folder, "--desk", str(desk), "player", "add", name)
    seats = ("--seat", "blue=Anna", "--seat", "orange=Bruno")
    _pbem(folder, "--desk", str(desk), "game", "new", "fortuna", "--id", "f1", *seats)
    _pbem(folder, "--desk", str(desk), "game", "play", "f1", "--bots")
    _pbem(folder, "--desk", str(desk), "export", "f1", str(out))
    for game in (out, published):
        _pbem(folder, "verify", str(game))


def _pbem(folder: Path, *words: str) -> str:
    return _run([str(folder / "bin" / "pbem"), *words], cwd=folder)


def _run(command: Sequence[str], *, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    """Run a command where no variable leads to the project; ReleaseError with what it said if it fails."""
    surroundings = {name: value for name, value in (env or os.environ).items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=surroundings, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def _commit(root: Path, version: str, now: datetime) -> None:
    """Commit and tag the version, with the time that the files were built with; if git refuses, nothing is changed."""
    write_version(root, version, now)
    at = f"@{int(now.timestamp())} +0000"
    env = {**os.environ, "GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}
    try:
        _run(["git", "-C", str(root), "commit", "--quiet", "-m", f"release: {version}", PROJECT, CHANGELOG], env=env)
    except ReleaseError:
        git(root, "checkout", "--quiet", "--", PROJECT, CHANGELOG)
        raise
    git(root, "tag", f"v{version}")


def main(given: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Release; 0 if that was done."""
    parser = argparse.ArgumentParser("tools.release", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("version", metavar="VERSION")
    parser.add_argument("campaigns", nargs="+", metavar="CAMPAIGN", help="what must have been green on this code")
    asked = parser.parse_args(given)
    try:
        release(root, asked.version, asked.campaigns, lambda line: print(line, flush=True))
    except ReleaseError as error:
        print(f"not released: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
