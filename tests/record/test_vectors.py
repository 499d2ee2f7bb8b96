"""Every vector, by the package and by tools/verify.py."""

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.characters import is_printable
from pbem.desk.records.checks.game_verdict import verify_files
from tests.vectors.make import accepted, rejected, unknown

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "verify.py"
ACCEPT = sorted((ROOT / "tests" / "vectors" / "accept").iterdir())
CANNOT = sorted((ROOT / "tests" / "vectors" / "cannot").iterdir())
REJECT = sorted((ROOT / "tests" / "vectors" / "reject").iterdir())

CHECKS = "bytes chain seats clock luck ladder draws seals decks note result evidence"

_tool: Any = runpy.run_path(str(TOOL))
verify_by_tool: Any = _tool["verify"]


def read(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_there_are_vectors() -> None:
    assert len(ACCEPT) >= 27
    assert len(CANNOT) >= 8
    assert len(REJECT) >= 415


def test_the_folders_are_what_is_made_today() -> None:
    assert {folder.name: read(folder) for folder in ACCEPT} == accepted()
    for folders, cases in ((REJECT, rejected()), (CANNOT, unknown())):
        made = {name: files | {"why.txt": f"{verdict}\n{why}\n".encode()} for name, verdict, why, files in cases}
        assert {folder.name: read(folder) for folder in folders} == made


@pytest.mark.parametrize("folder", ACCEPT, ids=lambda folder: folder.name)
def test_accepts(folder: Path) -> None:
    found = verify_files(folder)
    assert found.first_bad is None
    told = {check: verdict for check, verdict, _ in verify_by_tool(read(folder))}
    if told["evidence"] in ("later", "none"):
        del told["evidence"]
    # The game of the vectors is nobody's: its rules are all that is not checked.
    assert told == {check: verdict for check, verdict in found.checks.items() if check not in ("rules", "position")}


@pytest.mark.parametrize("folder", CANNOT, ids=lambda folder: folder.name)
def test_says_that_it_cannot_check(folder: Path) -> None:
    found = verify_files(folder)
    assert not found.ok
    assert found.first_bad is None
    assert found.cannot is not None
    assert run(folder).returncode == 4


@pytest.mark.parametrize("folder", CANNOT, ids=lambda folder: folder.name)
def test_says_what_it_cannot_check(folder: Path) -> None:
    check, why = (folder / "why.txt").read_text().split("\n")[0].split()
    found = verify_files(folder)
    told = {name: verdict for name, verdict, _ in verify_by_tool(read(folder))}
    if check == "format":
        assert set(found.checks.values()) == {"cannot"}
        assert told == {"format": "CANNOT"}
        return
    assert found.cannot is not None
    assert found.cannot.startswith(f"{why} is missing: ")
    assert found.checks[check] == told[check] == "missing"


@pytest.mark.parametrize("folder", REJECT, ids=lambda folder: folder.name)
def test_rejects_for_the_reason_given(folder: Path) -> None:
    files = read(folder)
    seq, check = files["why.txt"].decode().split("\n")[0].split()
    found = verify_files(folder)
    assert not found.ok
    assert found.first_bad is not None
    assert (found.first_bad["seq"], found.first_bad["check"]) == (None if seq == "-" else int(seq), check)
    assert found.checks[check] == "failed"


@pytest.mark.parametrize("folder", REJECT, ids=lambda folder: folder.name)
def test_tool_rejects_for_the_reason_given(folder: Path) -> None:
    files = read(folder)
    seq, check = files["why.txt"].decode().split("\n")[0].split()
    failed = [(name, words) for name, verdict, words in verify_by_tool(files) if verdict == "FAILED"]
    assert failed
    name, words = failed[0]
    assert name == check
    assert words.startswith(f"entry {seq}: ") == (seq != "-")


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", TOOL, *map(str, arguments)], capture_output=True, text=True, check=False
    )


def test_tool_says_ok_line_by_line() -> None:
    done = run(ROOT / "tests" / "vectors" / "accept" / "short")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[:2] for line in done.stdout.splitlines()] == [["ok", name] for name in CHECKS.split()]


def test_tool_says_no_in_one_clear_line() -> None:
    done = run(ROOT / "tests" / "vectors" / "reject" / "changed")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == "FAILED  chain    entry 6: prev is not the hash of the entry before\n"


@pytest.mark.parametrize("name", ["nowhere", "why.txt"])
def test_tool_says_when_there_is_no_folder(name: str) -> None:
    done = run(ROOT / "tests" / "vectors" / "reject" / "changed" / name)
    assert (done.returncode, done.stderr) == (1, "")
    assert len(done.stdout.splitlines()) == 1


def test_tool_teaches() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert "openings.jsonl" in done.stdout


def test_tool_takes_the_same_characters_whatever_the_python() -> None:
    characters = [chr(code) for code in range(sys.maxunicode + 1) if chr(code).isprintable()]
    assert len(characters) > 140_000
    assert [x for x in characters if _tool["is_printable"](x) != is_printable(x)] == []


def test_tool_has_short_lines_and_stands_alone() -> None:
    text = TOOL.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 88
    imported = {line.split()[1].split(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names
