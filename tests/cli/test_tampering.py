"""An export in which anything was changed is not valid, by `pbem verify` and by the verifier that shares no code."""

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.records.checks.game_verdict import verify_files
from tests.cli.hosting import done, no, pbem
from tests.desk.house import GAME, ROOT

TOOL = ROOT / "tools" / "verify.py"
Files = dict[str, bytes]


@pytest.fixture(scope="module")
def judge() -> Callable[[Mapping[str, bytes]], bool]:
    """tools/verify.py in this process: does it find files valid?"""
    spec = importlib.util.spec_from_file_location("stranger", TOOL)
    assert spec
    assert spec.loader
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return lambda files: all(verdict not in ("FAILED", "CANNOT") for _name, verdict, _words in module.verify(files))


def exported(desk: Path, target: Path) -> Files:
    done(desk, "export", GAME, target)
    return {path.name: path.read_bytes() for path in target.iterdir()}


def is_valid(target: Path, files: Files) -> bool:
    """`pbem verify` without starting it a thousand times."""
    for name, content in files.items():
        if (target / name).read_bytes() != content:
            (target / name).write_bytes(content)
    return verify_files(target).ok


def changed(files: Files, *, most: int) -> Iterator[tuple[str, int, Files]]:
    """Change one byte after the other, in each file at most so many, spread over it."""
    flips = cycle((0x01, 0x20, 0x80))
    for name, content in files.items():
        for at in range(0, len(content), max(1, len(content) // most)):
            damaged = bytearray(content)
            damaged[at] ^= next(flips)
            yield name, at, {**files, name: bytes(damaged)}


def test_every_changed_byte_of_a_small_export_is_caught(
    fresh: Path, tmp_path: Path, judge: Callable[[Files], bool]
) -> None:
    files = exported(fresh, tmp_path / "x")
    assert is_valid(tmp_path / "x", files)
    assert judge(files)
    tried = list(changed(files, most=1_000_000))
    assert len(tried) == sum(map(len, files.values()))
    missed = [(name, at) for name, at, damaged in tried if is_valid(tmp_path / "x", damaged) or judge(damaged)]
    assert missed == []


def test_changed_bytes_of_a_finished_game_are_caught(
    over: Path, tmp_path: Path, judge: Callable[[Files], bool]
) -> None:
    files = exported(over, tmp_path / "x")
    assert len(files) == 4
    assert is_valid(tmp_path / "x", files)
    missed = [
        (name, at)
        for name, at, damaged in changed(files, most=40)
        if is_valid(tmp_path / "x", damaged) or judge(damaged)
    ]
    assert missed == []


def test_a_truncated_export_is_caught(over: Path, tmp_path: Path, judge: Callable[[Files], bool]) -> None:
    files = exported(over, tmp_path / "x")
    log = files["log.jsonl"]
    ends = [at + 1 for at, byte in enumerate(log) if byte == 10]
    for cut in (0, 1, 1000, ends[0], ends[0] - 1, ends[-2], len(log) - 1):
        damaged = {**files, "log.jsonl": log[:cut]}
        assert not is_valid(tmp_path / "x", damaged), cut
        assert not judge(damaged), cut
    for name in ("head.note", "result.json"):
        damaged = {**files, name: files[name][:-1]}
        assert not is_valid(tmp_path / "x", damaged), name
        assert not judge(damaged), name
    lines = files["openings.jsonl"].splitlines(keepends=True)
    for left in (lines[1:], lines[:-1], [*lines, lines[-1]]):
        assert not is_valid(tmp_path / "x", {**files, "openings.jsonl": b"".join(left)})


def test_changed_evidence_is_caught(tmp_path: Path) -> None:
    source = ROOT / "archive" / "fortuna-joint"
    shutil.copytree(source, tmp_path / "x")
    files = {path.name: path.read_bytes() for path in source.iterdir()}
    assert is_valid(tmp_path / "x", files)
    first, second, *rest = files["evidence.jsonl"].splitlines(keepends=True)
    middle = first.index(b"BEGIN SSH SIGNATURE") + 60
    for damaged in (
        [first, first, second, *rest],
        [second, first, *rest],
        [first.replace(b'"seq":', b'"seq":1'), second, *rest],
        [first[:middle] + b" " + first[middle:], second, *rest],
        [first[:middle] + b"\\n" + first[middle:], second, *rest],
        [first, second, *rest[:-1], rest[-1][:-1]],
    ):
        assert not is_valid(tmp_path / "x", {**files, "evidence.jsonl": b"".join(damaged)}), damaged[0]
    only = {"evidence.jsonl": files["evidence.jsonl"]}
    missed = [at for _, at, one in changed(only, most=60) if is_valid(tmp_path / "x", {**files, **one})]
    assert missed == []


def test_lines_swapped_doubled_or_left_out_are_caught(
    over: Path, tmp_path: Path, judge: Callable[[Files], bool]
) -> None:
    files = exported(over, tmp_path / "x")
    lines = files["log.jsonl"].splitlines(keepends=True)
    for damaged_lines in (
        [*lines[:50], lines[51], lines[50], *lines[52:]],
        [*lines[:50], lines[50], *lines[50:]],
        [*lines[:50], *lines[51:]],
        [*lines, lines[-1]],
        [*lines, b"\n"],
    ):
        damaged = {**files, "log.jsonl": b"".join(damaged_lines)}
        assert not is_valid(tmp_path / "x", damaged)
        assert not judge(damaged)


def test_both_commands_say_where(over: Path, tmp_path: Path) -> None:
    files = exported(over, tmp_path / "x")
    log = bytearray(files["log.jsonl"])
    log[len(log) // 2] ^= 1
    (tmp_path / "x" / "log.jsonl").write_bytes(log)
    result = pbem(over, "verify", tmp_path / "x")
    assert result.exit_code == 1
    assert "NOT VALID: entry " in result.stdout
    ran = subprocess.run([sys.executable, TOOL, tmp_path / "x"], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "FAILED" in ran.stdout
    assert "Traceback" not in ran.stderr


def test_an_export_needs_no_desk_to_be_verified(over: Path, tmp_path: Path) -> None:
    exported(over, tmp_path / "x")
    assert "valid: " in done(tmp_path / "nowhere", "verify", tmp_path / "x")
    (tmp_path / "x" / "log.jsonl").unlink()
    assert "is no export: it holds no log.jsonl" in no(2, over, "verify", tmp_path / "x")


def test_what_a_stranger_wrote_into_an_export_is_not_shown_raw(over: Path, tmp_path: Path) -> None:
    exported(over, tmp_path / "x")
    (tmp_path / "x" / "log.jsonl").write_bytes(b'{"\x1b[2J":"\x1b]0;pwned\x07"}\n' + "\u202e\n".encode())
    assert pbem(over, "verify", tmp_path / "x").exit_code == 1
    (tmp_path / "x" / "log.jsonl").write_bytes(b"[" * 200_000)
    assert pbem(over, "verify", tmp_path / "x").exit_code == 1


@pytest.mark.parametrize("names", [("a-broken", "z-whole"), ("z-broken", "a-whole")])
def test_in_an_archive_no_export_hides_another_of_the_same_game(tmp_path: Path, names: tuple[str, str]) -> None:
    for name in names:
        shutil.copytree(ROOT / "archive" / "alea-two", tmp_path / name)
    log = tmp_path / names[0] / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"at":', b'"at":1', 1))
    found = pbem(tmp_path, "verify", tmp_path)
    assert found.exit_code == 1
    assert "NOT VALID" in found.output
    assert "valid: " in found.output
