"""What is removed: files, links themselves, folders with all that is in them, and what somebody left unfinished."""

import os
import re
import stat
from contextlib import suppress
from errno import ENAMETOOLONG
from pathlib import Path
from shutil import rmtree

from pbem.desk.disk.folders import entered, look, names_in, naming

_UNFINISHED = re.compile(r"\.[0-9a-f]{16}\.unfinished")


def remove(path: Path, *, within: Path | None = None) -> None:
    """Remove a file, a link itself, or a folder with all that is in it; nothing if there is none.

    LinkedError if a folder between `within` and it is a link.
    """
    with naming(path), suppress(FileNotFoundError), entered(path.parent, within, is_made=False) as folder:
        remove_in(path.name, folder)


def remove_in(name: str, folder: int) -> None:
    """Remove a file, a link itself, or a folder with all that is in it, by its name in a folder that was entered."""
    found = look(name, folder)
    if found is not None and stat.S_ISDIR(found.st_mode):
        try:
            rmtree(name, dir_fd=folder)
        except RecursionError:
            raise OSError(ENAMETOOLONG, "folders lie too deep in it: remove it yourself") from None
    else:
        os.unlink(name, dir_fd=folder)


def clear(folder: Path, *, within: Path) -> None:
    """Make a folder that holds nothing but plain files: whatever else lies there, or in its place, is removed."""
    with naming(folder), entered(folder.parent, within) as place:
        found = look(folder.name, place)
        if found is not None and not stat.S_ISDIR(found.st_mode):
            os.unlink(folder.name, dir_fd=place)
    with naming(folder), entered(folder, within) as place, os.scandir(place) as inside:
        for other in [entry.name for entry in inside if not entry.is_file(follow_symlinks=False)]:
            remove_in(other, place)


def is_unfinished(name: str) -> bool:
    """Tell whether a file is called as one that somebody left who was stopped while he wrote it."""
    return _UNFINISHED.fullmatch(name) is not None


def sweep(folder: Path, *, within: Path | None = None) -> None:
    """Remove what was left in a folder by somebody who was stopped while he wrote; only one may write there."""
    with naming(folder), entered(folder, within) as place:
        for name in filter(is_unfinished, names_in(place)):
            remove_in(name, place)
