"""Ways to files and folders that a person named: the links on them are followed here, one by one, or nowhere."""

import os
import re
import stat
from contextlib import suppress
from errno import ELOOP
from pathlib import Path
from typing import NamedTuple

from pbem.desk.disk.folders import entered
from pbem.desk.disk.trust import check_trusted, exchanged, is_closed_to_others

_LINKS = 40  # that one may lead to the next, as everywhere in the system


class Way(NamedTuple):
    """A place that a person named, and the innermost folder on the way there that nobody else can exchange."""

    place: Path
    within: Path


def led_to(path: Path) -> Way:
    """Follow the links on the way to a file or folder that a person named, which need not be there.

    PermissionError if one of them was made by another user; OSError if they lead round.
    """
    place, _passed = _walk(path)
    return Way(place, _firm(place.parent))


def led_to_new(path: Path) -> Way:
    """Follow the links on the way to a new file that a person named, in a folder that is there.

    OSError if the folder is not there, or if another user made one of the links.
    """
    folder, within = led_to(path.parent)
    with entered(folder, within, is_made=False):
        return Way(folder / path.name, within)


def is_ours_alone(folder: Path) -> bool:
    """Tell whether what we make in a folder stays what it is: nobody else can put another thing in its place."""
    try:
        return others_at(folder) is None
    except OSError:
        return False


def others_at(folder: Path) -> Path | None:
    """Return the first folder on the way into one where others can put another thing in the place of what lies there.

    None if there is none. Folders that are not there yet are passed over. OSError as of `led_to`.
    """
    place, passed = _walk(folder)
    return next((one for one in (*passed, place) if os.path.lexists(one) and not is_closed_to_others(one)), None)


def _walk(path: Path) -> tuple[Path, list[Path]]:
    """Follow the links on the way to a file or folder; returns where they lead, and all folders on the way."""
    here = path.absolute()
    place, ahead, links = Path(here.anchor), [*reversed(here.parts[1:])], 0
    passed = []
    while ahead:
        name = ahead.pop()
        passed.append(place)
        step = place.parent if name == ".." else place / name
        target = _target_of(step)
        if target is None or _is_door(step, target):
            place = step
            continue
        links += 1
        if links > _LINKS:
            raise OSError(ELOOP, os.strerror(ELOOP), str(path))
        place = Path(target.anchor or place)
        ahead += reversed(target.relative_to(target.anchor).parts)
    return place, passed


def _target_of(path: Path) -> Path | None:
    """Return where a link leads; None if it is none, or not there. PermissionError if another user made it."""
    with suppress(FileNotFoundError, NotADirectoryError):
        found = path.lstat()
        if stat.S_ISLNK(found.st_mode):
            check_trusted(found, path)
            target, later = path.readlink(), path.lstat()
            if (found.st_ino, found.st_ctime_ns) != (later.st_ino, later.st_ctime_ns):  # renaming sets the time
                raise exchanged(path)
            return target
    return None


def _is_door(link: Path, target: Path) -> bool:
    """Tell whether a link of the system leads to what is open, and not where its path does, as /proc/self/fd/1 does."""
    if number_of(link) is not None:
        return not link.is_dir()
    return link.exists() and not os.path.lexists(link.parent / target)


def number_of(place: Path) -> int | None:
    """Return the number of an open file of this process, by its place in the system; None if it is none."""
    with suppress(OSError):
        own = Path("/proc/self").readlink()
        if found := re.fullmatch(rf"/proc/{own}(?:/task/[0-9]+)?/fd/([0-9]+)", str(place)):
            return int(found[1])
    return None


def _firm(folder: Path) -> Path:
    """Return the innermost folder on the way to one, or itself, that nobody else can exchange for another."""
    firm = Path(folder.anchor)
    for inner in (*reversed(folder.parents), folder):
        with suppress(OSError):
            if is_closed_to_others(inner):
                firm = inner
                continue
        break
    return firm
