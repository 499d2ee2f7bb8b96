"""Folders that are filled beside their places, and take them when that is done: nobody sees one half filled."""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from pbem.desk.disk.folders import FOLDER, entered, look, names_in, naming
from pbem.desk.disk.removing import remove, remove_in
from pbem.desk.disk.trust import exchanged
from pbem.desk.disk.ways import Way
from pbem.desk.disk.writing import USUAL, How, write_file
from pbem.desk.errors import LinkedError

Place = tuple[str, int]  # a name, and the descriptor of the folder that it is in


def write_folder(folder: Path, files: Mapping[str, bytes], how: How = USUAL, *, within: Path) -> None:
    """Write files into a new folder, of which nothing is seen before all are there. One at a time may do so."""
    unfinished = folder.with_name(f".{folder.name}.unfinished")
    remove(unfinished, within=within)  # by somebody who was stopped
    try:
        for name, content in files.items():
            write_file(unfinished / name, content, how, within=within)
        with naming(folder), entered(folder.parent, within) as place:
            os.rename(unfinished.name, folder.name, src_dir_fd=place, dst_dir_fd=place)
            os.fsync(place)
    except BaseException:
        with suppress(OSError, LinkedError):
            remove(unfinished, within=within)
        raise


class Room(NamedTuple):
    """A new folder that is to take the place of another; `before` leads to that one as it is open, if there is one."""

    place: Path
    within: Path
    before: Path | None


@contextmanager
def replacing(way: Way) -> Iterator[Room]:
    """Hand out a new folder to be filled, and put it in its place when that is done; then the one before is removed.

    That one is held open from the beginning: whatever others put in its place meanwhile is not removed. OSError if it
    was exchanged, or if it is no folder. Whatever breaks it off before, all is as it was.
    """
    with entered(way.place.parent, way.within) as outer, ExitStack() as ends:
        target = way.place.name, outer
        old = _held(target, ends)
        is_swept = way.place.parent == way.within  # elsewhere others may give what is of somebody else such a name
        if is_swept:
            _sweep_beside(target, "unfinished")
        new = f".{way.place.name}.{os.urandom(8).hex()}.unfinished", outer
        filled = _made(new, ends)
        try:
            yield Room(way.place.with_name(new[0]), way.within, None if old is None else _door(old, way.place))
            aside = _put_folder_in_place((new, filled), (target, old))
        except BaseException:
            with suppress(OSError):
                _remove_held(new, filled)
            raise
        os.fsync(outer)
        if aside is not None and old is not None:
            _remove_held(aside, old)
        if is_swept:
            _sweep_beside(target, "before")


def _held(place: Place, ends: ExitStack) -> int | None:
    """Open a folder, and no other that a link leads to; None if nothing is there."""
    try:
        descriptor = os.open(place[0], FOLDER | os.O_NOFOLLOW, dir_fd=place[1])
    except FileNotFoundError:
        return None
    ends.callback(os.close, descriptor)
    return descriptor


def _made(place: Place, ends: ExitStack) -> int:
    """Make a folder and open it. PermissionError if what lies there then is not empty: it is another one."""
    os.mkdir(place[0], dir_fd=place[1])
    descriptor = _held(place, ends)
    if descriptor is None or names_in(descriptor):
        raise exchanged(Path(place[0]))
    return descriptor


def _door(descriptor: int, path: Path) -> Path:
    """Return a path to an open folder that stays the same whatever is renamed, if the system has such paths."""
    door = Path(f"/proc/self/fd/{descriptor}")
    return door if door.exists() else path


def _put_folder_in_place(new: tuple[Place, int], old: tuple[Place, int | None]) -> Place | None:
    """Rename a folder; returns where the one is now that was there before, None if there was none.

    PermissionError if one of both is not the folder that is held any more.
    """
    (place, filled), (target, held) = new, old
    _check_held(place, filled)
    if held is None:
        os.rename(place[0], target[0], src_dir_fd=place[1], dst_dir_fd=target[1])
        return None
    aside = f".{target[0]}.{os.urandom(8).hex()}.before", target[1]
    os.rename(target[0], aside[0], src_dir_fd=target[1], dst_dir_fd=aside[1])
    try:
        _check_held(aside, held)
        os.rename(place[0], target[0], src_dir_fd=place[1], dst_dir_fd=target[1])
    except BaseException:
        with suppress(OSError):
            os.rename(aside[0], target[0], src_dir_fd=aside[1], dst_dir_fd=target[1])
        raise
    return aside


def _check_held(place: Place, held: int) -> None:
    found = look(*place)
    if found is None or not os.path.samestat(found, os.fstat(held)):
        raise exchanged(Path(place[0]))


def _remove_held(place: Place, held: int) -> None:
    """Remove what is in a folder that is held, and then its name; a folder that is called so by now, only if empty."""
    for name in names_in(held):
        remove_in(name, held)
    os.rmdir(place[0], dir_fd=place[1])


def _sweep_beside(target: Place, end: str) -> None:
    """Remove what was left beside a folder by somebody who was stopped while he wrote it."""
    left = re.compile(rf"\.{re.escape(target[0])}\.(?:[0-9a-f]{{16}}\.)?{end}")
    for name in filter(left.fullmatch, names_in(target[1])):
        remove_in(name, target[1])
