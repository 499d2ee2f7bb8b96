import subprocess
from pathlib import Path

import pytest

from tools import copying


def git(folder: Path, *words: str) -> set[str]:
    ran = subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True, text=True)
    return set(filter(None, ran.stdout.split("\0")))


def test_a_copy_is_a_repository_that_knows_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, copy = tmp_path / "home", tmp_path / "copy"
    for name in (".gitignore", "known.log", "new.py", "passed.log"):
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text("*.log\n")
    git(home, "init", "--quiet")
    git(home, "add", "--force", ".gitignore", "known.log")
    monkeypatch.setattr(copying, "HOME", home)
    copying.copy_tree(copy)
    assert git(copy, "ls-files", "-z") == {".gitignore", "known.log", "new.py"}
    assert (copy / "new.py").read_text() == "*.log\n"
