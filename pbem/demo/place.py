"""Where a demo takes place: a folder of its own, that a later demo may clear."""

import shutil
from collections.abc import Callable
from pathlib import Path

from pbem.desk.disk.writing import write_file
from pbem.desk.errors import UsageError

MARK = ".pbem-demo"
Tell = Callable[[str], None]


def clear(folder: Path) -> None:
    """Make room for a demo: only what an earlier demo left is removed."""
    if (folder / MARK).is_file():
        shutil.rmtree(folder)
    elif folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty and no earlier demo: name a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / MARK, b"")
