"""The file that a person named to be written: also through a link of theirs, and into a pipe or a device."""

import os
import stat
from errno import EISDIR, EPERM
from pathlib import Path
from select import select

from pbem.desk.disk.folders import look, naming
from pbem.desk.disk.trust import check_trusted, exchanged
from pbem.desk.disk.ways import led_to, number_of
from pbem.desk.disk.writing import How, write_file


def write_named(path: Path, content: bytes) -> None:
    """Write the file that a person named. A link of theirs stays one, and a pipe or a device is written into.

    So is what this process was started with, such as /dev/stdout, from where it stands, also if it is a file.
    PermissionError if it is a pipe or a device of another user, or if a link of one is on the way. A file of theirs
    that is there keeps its rights, a new one has the usual ones.
    """
    way = led_to(path)
    if (number := number_of(way.place)) is not None:
        _write_on(number, content, path)
        return
    way.place.parent.stat()  # it is not made
    found = look(str(way.place))
    if found is None or stat.S_ISREG(found.st_mode):
        write_file(way.place, content, How(_own_rights(found)), within=way.within)
    elif stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    else:
        _write_into(way.place, found, content)


def _write_on(number: int, content: bytes, path: Path) -> None:
    """Write on into an open file that somebody handed over with the command. PermissionError if it is one of ours."""
    with naming(path):
        if not os.get_inheritable(number):
            raise PermissionError(EPERM, "pbem itself has opened it")
        rest = memoryview(content)
        while rest:
            try:
                rest = rest[os.write(number, rest) :]
            except BlockingIOError:  # a pipe that is full, of somebody who would not wait
                select([], [number], [])


def _own_rights(found: os.stat_result | None) -> int | None:
    """Return the rights of a plain file of this user; None if there is none."""
    if found is None or found.st_uid != os.geteuid():
        return None
    return stat.S_IMODE(found.st_mode) & 0o777


def _write_into(path: Path, found: os.stat_result, content: bytes) -> None:
    """Write into a pipe or a device, and into nothing that was put in its place meanwhile."""
    check_trusted(found, path)
    is_door = stat.S_ISLNK(found.st_mode)
    flags = os.O_WRONLY | os.O_NOCTTY | os.O_CLOEXEC | (0 if is_door else os.O_NOFOLLOW)
    with os.fdopen(os.open(path, flags), "wb") as file:
        if not is_door and not os.path.samestat(found, os.fstat(file.fileno())):
            raise exchanged(path)
        file.write(content)
