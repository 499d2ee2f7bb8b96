"""Files that are written whole or not at all, and never through what lies in their place.

A file is written beside its place, under a name that nobody can guess, into a file that was not there before; then it
takes its place. So a link, a pipe or a second name of another file that lies there is replaced and not written into,
and no right that somebody else gave a file is kept.
"""

import os
import stat
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from errno import EEXIST
from pathlib import Path
from typing import NamedTuple

from pbem.desk.disk.folders import entered, look, naming

_FRESH = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC

Content = bytes | Iterable[bytes]


class How(NamedTuple):
    """How a file is written: with which rights, if not the usual ones; whether it may replace another; how safely."""

    mode: int | None = None
    is_new: bool = False  # whether FileExistsError is raised if the name is taken
    is_synced: bool = True  # whether it is on the disk, and not only on its way there


USUAL = How()
PRIVATE = How(0o600)
NEW_PRIVATE = How(0o600, is_new=True)
QUICK = How(is_synced=False)  # for what can be made again


def write_file(
    path: Path, content: Content, how: How = USUAL, *, within: Path | None = None, via: Path | None = None
) -> os.stat_result:
    """Write a file whole or not at all, and return what the disk says of it; OSError if it cannot be written.

    LinkedError if a folder between `within` and the file is a link; those that are not there are made. The unfinished
    file lies in `via`, if that is named, else beside its place.
    """
    with naming(path), ExitStack() as ends:
        folder = ends.enter_context(entered(path.parent, within))
        workshop = ends.enter_context(entered(via, within)) if via else folder
        return write_in((path.name, folder), content, how, workshop)


def write_in(target: tuple[str, int], content: Content, how: How, workshop: int) -> os.stat_result:
    """Write a file into a folder that is open; unfinished it lies in another one."""
    name = f".{os.urandom(8).hex()}.unfinished"
    descriptor = os.open(name, _FRESH, 0o666 if how.mode is None else how.mode, dir_fd=workshop)
    try:
        found = _fill(descriptor, content, how)
        put_in_place((name, workshop), target, is_new=how.is_new)
    except BaseException:
        with suppress(OSError):
            os.unlink(name, dir_fd=workshop)
        raise
    if how.is_synced:
        os.fsync(target[1])
    return found


def _fill(descriptor: int, content: Content, how: How) -> os.stat_result:
    with os.fdopen(descriptor, "wb") as file:
        if how.mode is not None and stat.S_IMODE(os.fstat(descriptor).st_mode) != how.mode:
            with suppress(PermissionError):  # some disks know no rights
                os.fchmod(descriptor, how.mode)
        for chunk in (content,) if isinstance(content, bytes) else content:
            file.write(chunk)
        file.flush()
        if how.is_synced:
            os.fsync(descriptor)
        return os.fstat(descriptor)


def put_in_place(source: tuple[str, int], target: tuple[str, int], *, is_new: bool) -> None:
    """Rename a file, each name with the folder that it is in."""
    if is_new and _has_second_name(source, target):
        os.unlink(source[0], dir_fd=source[1])
    else:
        os.rename(source[0], target[0], src_dir_fd=source[1], dst_dir_fd=target[1])


def _has_second_name(source: tuple[str, int], target: tuple[str, int]) -> bool:
    """Give a file a second name that is not taken, in one step; False where a disk has no second names."""
    try:
        os.link(source[0], target[0], src_dir_fd=source[1], dst_dir_fd=target[1], follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:
        if look(*target) is not None:
            raise FileExistsError(EEXIST, os.strerror(EEXIST)) from None
        return False
    return True


def fsync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk; OSError if that fails."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
