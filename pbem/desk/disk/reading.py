"""Files of a folder that came from somebody else: plain ones are read that have one name each.

A second name may be that of a secret elsewhere.
"""

import os
import stat
from errno import ELOOP, ENXIO
from pathlib import Path
from typing import BinaryIO

from pbem.desk.disk.folders import look, naming
from pbem.desk.disk.trust import exchanged
from pbem.desk.errors import NotPlainError

_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_TRIES = 3  # to open a file that somebody writes anew meanwhile


def open_alone(path: Path, folder: int) -> BinaryIO:
    """Open a file to read it, by its name in the folder that was entered to find it; OSError if none is there.

    NotPlainError if it is a link, no plain file, or has a second name, which may be that of a secret elsewhere.
    """
    with naming(path):
        for _ in range(_TRIES):
            descriptor = _open_to_read(path, folder)
            try:
                there = look(path.name, folder)
                if there is not None and os.path.samestat(there, os.fstat(descriptor)):
                    _check_alone(there, path)
                    return os.fdopen(descriptor, "rb")
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)
    raise exchanged(path)


def read_alone(path: Path, folder: int, most: int) -> bytes:
    """Read a file up to a limit, as `open_alone` opens it, however it grows meanwhile.

    NotPlainError if it is larger.
    """
    with open_alone(path, folder) as file:
        size = os.fstat(file.fileno()).st_size
        content = file.read(size + 1) if size <= most else b""
    if size > most or len(content) > size:
        raise NotPlainError(f"{path} has {max(size, len(content))} bytes or more, and may have {most}")
    return content


def look_alone(name: str, folder: int) -> os.stat_result | None:
    """Return what the disk says of a plain file that has one name, in a folder that was entered; None if none is."""
    found = look(name, folder)
    return found if found is not None and is_alone(found) else None


def is_alone(found: os.stat_result) -> bool:
    """Tell whether it is a plain file that has one name."""
    return stat.S_ISREG(found.st_mode) and found.st_nlink == 1


def _open_to_read(path: Path, folder: int) -> int:
    try:
        return os.open(path.name, _READ, dir_fd=folder)
    except OSError as error:
        if error.errno in (ELOOP, ENXIO):
            raise NotPlainError(f"{path} is no plain file") from None
        raise


def _check_alone(found: os.stat_result, path: Path) -> None:
    if not is_alone(found):
        what = (
            "has a second name: copy it, and put the copy there" if stat.S_ISREG(found.st_mode) else "is no plain file"
        )
        raise NotPlainError(f"{path} {what}")
