"""Folders that are entered: what is done by their descriptors happens in them, whatever is renamed meanwhile.

Where a folder came from somebody else, all folders in it are entered one by one, and none that a link leads to.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL
from pathlib import Path

from pbem.desk.errors import LinkedError

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


@contextmanager
def entered(folder: Path, within: Path | None = None, *, is_made: bool = True) -> Iterator[int]:
    """Hand out the descriptor of a folder: what is done by it happens there, whatever is renamed meanwhile.

    From `within` on all folders are entered one by one, and made where they are missing; LinkedError if one is a link.
    """
    place = within or folder
    descriptor = _open_folder(place, None, is_followed=within is None)
    try:
        for part in folder.relative_to(place).parts:
            place /= part
            inner = _enter(place, descriptor, is_made=is_made)
            os.close(descriptor)
            descriptor = inner
        yield descriptor
    finally:
        os.close(descriptor)


def _enter(place: Path, outer: int, *, is_made: bool) -> int:
    try:
        return _open_folder(place, outer)
    except FileNotFoundError:
        if not is_made:
            raise
    with suppress(FileExistsError):
        os.mkdir(place.name, dir_fd=outer)
    return _open_folder(place, outer)


def _open_folder(place: Path, outer: int | None, *, is_followed: bool = False) -> int:
    """Open a folder by its path, or by its name in an outer one."""
    name = str(place) if outer is None else place.name
    if outer is not None and name == "..":
        raise OSError(EINVAL, "it leads out of the folder")
    try:
        return os.open(name, FOLDER if is_followed else FOLDER | os.O_NOFOLLOW, dir_fd=outer)
    except NotADirectoryError:
        found = look(name, outer)
        if not is_followed and found is not None and stat.S_ISLNK(found.st_mode):
            raise LinkedError(f"{place} is a link, and no link is followed here: take it away") from None
        raise


def names_in(folder: int) -> list[str]:
    """Return what lies in a folder that was entered."""
    with os.scandir(folder) as inside:
        return [entry.name for entry in inside]


def look(name: str, folder: int | None = None) -> os.stat_result | None:
    """Return what the disk says of a name itself, wherever it may lead; None if it is not taken."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let an error name the file as the caller knows it."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
