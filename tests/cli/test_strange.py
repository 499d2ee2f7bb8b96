"""A handful of commands on strange machines: another time zone, ASCII alone, no home folder, a path with blanks.

`python3 -m tools.fresh --strange` runs everything under the same conditions, and under those that take a machine of
their own.
"""

import subprocess
import sys
from functools import cache
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from tests.desk.house import ROOT, surroundings
from tools.fresh.conditions import CONDITIONS, Condition, together

OF_A_MACHINE = {"user", "alone", "nameless", "dated"}  # these take a machine of their own
TOGETHER = ["east locale homeless divided", "west umask gitless blank"]
PUBLISHED = ROOT / "archive" / "fortuna-two"
DISKS = ("/dev/shm", "/tmp", "/var/tmp")
COMMANDS = f"""\
init desk
--desk desk player add Zoë --lang fr
--desk desk player add Bruno --lang de
--desk desk game new fortuna --id f1 --seat blue=Zoë --seat orange=Bruno --option setup=beginner
--desk desk game play f1 --bots --orders 4
--desk desk report f1 --seat blue -o turn.html
--desk desk export f1 out
verify out
verify {quote(str(PUBLISHED))}
--desk desk archive add {quote(str(PUBLISHED))}
--desk desk archive build site
--desk desk backup copy.tar --keys
"""
SCRIPT = """\
import shlex, sys
from pbem.cli import main
for line in sys.stdin.buffer.read().decode("utf-8").splitlines():
    try:
        main(shlex.split(line))
    except SystemExit as end:
        if end.code:
            sys.exit(f"{line}: {end.code}")
"""


class Outcome(NamedTuple):
    """What the commands left."""

    said: str
    files: dict[str, bytes]
    rights: dict[str, int]


def outcome(folder: Path, strange: Condition) -> Outcome:
    """Run the commands in a folder."""
    place = folder / strange.folder
    place.mkdir(parents=True)
    words = surroundings(**strange.words)
    words = {word: words[word] for word in words.keys() - strange.without}
    if strange.is_divided:
        words["TMPDIR"] = another_disk(place)
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=place,
        env=words,
        input=COMMANDS.encode(),
        capture_output=True,
        check=False,
        umask=strange.umask,
    )
    assert ran.stderr == b""
    assert ran.returncode == 0
    files = [path for path in place.rglob("*") if path.is_file()]
    return Outcome(
        ran.stdout.decode(),
        {str(path.relative_to(place)): path.read_bytes() for path in files},
        {path.name: path.stat().st_mode & 0o777 for path in files},
    )


def another_disk(place: Path) -> str:
    return next(disk for disk in DISKS if Path(disk).stat().st_dev != place.stat().st_dev)


@cache
def usual() -> Outcome:
    """Return what the commands leave where nothing is strange."""
    with TemporaryDirectory(prefix="pbem-usual-") as folder:
        return outcome(Path(folder), together([]))


def verdict(said: str) -> str:
    """Return what was said of the published game."""
    return said[said.rindex("valid: ") : said.index("fortuna-two: ")]


def secret_rights(left: Outcome) -> set[int]:
    """Return who may read the files that hold keys."""
    return {left.rights[name] for name in ("referee.key", "desk.key", "copy.tar")}


@pytest.mark.parametrize("names", TOGETHER)
def test_commands_do_the_same_on_a_strange_machine(tmp_path: Path, names: str) -> None:
    strange = outcome(tmp_path, together(names.split()))
    assert strange.said.count("valid: ") == 2
    assert verdict(strange.said) == verdict(usual().said)
    pages = [path for path in usual().files if Path(path).name.startswith("moves.")]
    assert len(pages) == 3
    assert [path for path in pages if strange.files[path] != usual().files[path]] == []
    assert "Zoë".encode() in strange.files["out/log.jsonl"]
    assert "Zoë" in strange.files["turn.html"].decode()
    assert secret_rights(strange) == {0o600}


def test_secrets_are_private_even_if_everything_else_is_open(tmp_path: Path) -> None:
    open_to_all = outcome(tmp_path, together([])._replace(umask=0))
    assert secret_rights(open_to_all) == {0o600}
    assert open_to_all.rights["index.html"] == 0o666


def test_every_condition_is_tried_here_or_needs_a_machine_of_its_own() -> None:
    assert {*" ".join(TOGETHER).split()} == CONDITIONS.keys() - OF_A_MACHINE
