"""Files that stay where they are while they are locked, written over or appended to: plain ones, and no links."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL, ELOOP
from pathlib import Path

from pbem.desk.disk.folders import entered, naming
from pbem.desk.disk.writing import How, write_file

_PLAIN = os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # a pipe without a reader is no place to wait


def write_over(path: Path, line: bytes) -> None:
    """Write over a private file of one line in place: always as long, not synced, and so at next to no cost.

    What else lies there, a link or a second name of another file, is replaced. OSError if it cannot be written.
    """
    try:
        with opened_plain(path, os.O_WRONLY, 0o600) as descriptor:
            if os.fstat(descriptor).st_nlink == 1:
                os.pwrite(descriptor, line, 0)
                return
    except FileNotFoundError:
        raise
    except OSError:
        pass  # what lies there is no plain file
    write_file(path, line, How(0o600, is_synced=False))


def make_private(path: Path) -> None:
    """Make an empty file for its owner alone, or let one that is there be so. OSError if it is a link, or none of ours.

    Nothing of it is cut off.
    """
    with opened_plain(path, os.O_WRONLY, 0o600) as descriptor, suppress(PermissionError):  # some disks know no rights
        os.fchmod(descriptor, 0o600)


def append_to(path: Path, text: bytes) -> None:
    """Append to a file that others may append to as well; OSError if it cannot be written, or is no plain file."""
    with opened_plain(path, os.O_WRONLY | os.O_APPEND) as descriptor:
        os.write(descriptor, text)


@contextmanager
def opened_plain(path: Path, flags: int, mode: int = 0o666, *, within: Path | None = None) -> Iterator[int]:
    """Open a plain file, or make an empty one, to lock it or to write in place; nothing of it is cut off.

    OSError if it is a link, or no plain file.
    """
    with naming(path), entered(path.parent, within) as folder:
        descriptor = _open_plain(path.name, flags, mode, folder)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(EINVAL, "it is no plain file", str(path))
        yield descriptor
    finally:
        os.close(descriptor)


def _open_plain(name: str, flags: int, mode: int, folder: int) -> int:
    try:
        return os.open(name, flags | _PLAIN, mode, dir_fd=folder)
    except OSError as error:
        if error.errno == ELOOP:
            error.strerror = "it is a link, and no link is followed here"
        raise
