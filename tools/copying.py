"""A copy of the tree, for tools that change what the tests run on."""

import shutil
import subprocess
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]


def copy_tree(folder: Path) -> None:
    """Copy all files that git knows, or would know, into a repository: tests ask git which files there are."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=HOME, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (HOME / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HOME / name, folder / name)
    for words in (("init", "--quiet"), ("add", "--all", "--force")):
        subprocess.run(["git", "-C", folder, *words], check=True)
