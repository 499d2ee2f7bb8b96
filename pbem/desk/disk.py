"""The disk: the one place where files are written, each whole or not at all, and never through a link.

A file is written beside its place, under a name that nobody can guess, into a file that was not there before; then it
takes its place. So a link, a pipe or a second name of another file that lies there is replaced and not written into,
and no right that somebody else gave a file is kept. Where a folder came from somebody else, all folders in it are
entered one by one, and none that a link leads to; of what lies there plain files are read that have one name each, for
a second name may be that of a secret. What is written in another way is listed in tests/test_writing.py.
"""

import fcntl
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from errno import EEXIST, EINVAL, EISDIR, ELOOP, ENAMETOOLONG, ENXIO, EPERM, EXDEV
from pathlib import Path
from select import select
from shutil import rmtree
from typing import BinaryIO, NamedTuple

from pbem.desk.errors import LinkedError, NotPlainError

_UNFINISHED = re.compile(r"\.[0-9a-f]{16}\.unfinished")
_WORKSHOP = re.compile(r"\.backup-[0-9a-f]{16}")
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_FRESH = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_PLAIN = os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # a pipe without a reader is no place to wait
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_TRIES = 3  # to open a file that somebody writes anew meanwhile
_LINKS = 40  # that one may lead to the next, as everywhere in the system
_CHUNK = 1_000_000
_ROOT = 0  # whose links and devices everybody trusts

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
    with _naming(path), ExitStack() as ends:
        folder = ends.enter_context(entered(path.parent, within))
        workshop = ends.enter_context(entered(via, within)) if via else folder
        return _write((path.name, folder), content, how, workshop)


def _write(target: tuple[str, int], content: Content, how: How, workshop: int) -> os.stat_result:
    """Write a file into a folder that is open; unfinished it lies in another one."""
    name = f".{os.urandom(8).hex()}.unfinished"
    descriptor = os.open(name, _FRESH, 0o666 if how.mode is None else how.mode, dir_fd=workshop)
    try:
        found = _fill(descriptor, content, how)
        _put_in_place((name, workshop), target, is_new=how.is_new)
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


def _put_in_place(source: tuple[str, int], target: tuple[str, int], *, is_new: bool) -> None:
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
        if _look(*target) is not None:
            raise FileExistsError(EEXIST, os.strerror(EEXIST)) from None
        return False
    return True


def write_folder(folder: Path, files: Mapping[str, bytes], how: How = USUAL, *, within: Path) -> None:
    """Write files into a new folder, of which nothing is seen before all are there. One at a time may do so."""
    unfinished = folder.with_name(f".{folder.name}.unfinished")
    remove(unfinished, within=within)  # by somebody who was stopped
    try:
        for name, content in files.items():
            write_file(unfinished / name, content, how, within=within)
        with _naming(folder), entered(folder.parent, within) as place:
            os.rename(unfinished.name, folder.name, src_dir_fd=place, dst_dir_fd=place)
            os.fsync(place)
    except BaseException:
        with suppress(OSError, LinkedError):
            remove(unfinished, within=within)
        raise


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


def led_to_new(path: Path) -> Way:
    """Follow the links on the way to a new file that a person named, in a folder that is there.

    OSError if the folder is not there, or if another user made one of the links.
    """
    folder, within = led_to(path.parent)
    with entered(folder, within, is_made=False):
        return Way(folder / path.name, within)


def _target_of(path: Path) -> Path | None:
    """Return where a link leads; None if it is none, or not there. PermissionError if another user made it."""
    with suppress(FileNotFoundError, NotADirectoryError):
        found = path.lstat()
        if stat.S_ISLNK(found.st_mode):
            _check_trusted(found, path)
            target, later = path.readlink(), path.lstat()
            if (found.st_ino, found.st_ctime_ns) != (later.st_ino, later.st_ctime_ns):  # renaming sets the time
                raise _exchanged(path)
            return target
    return None


def _is_door(link: Path, target: Path) -> bool:
    """Tell whether a link of the system leads to what is open, and not where its path does, as /proc/self/fd/1 does."""
    if _number(link) is not None:
        return not link.is_dir()
    return link.exists() and not os.path.lexists(link.parent / target)


def _number(place: Path) -> int | None:
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
            if _is_ours_alone(inner):
                firm = inner
                continue
        break
    return firm


def write_named(path: Path, content: bytes) -> None:
    """Write the file that a person named. A link of theirs stays one, and a pipe or a device is written into.

    So is what this process was started with, such as /dev/stdout, from where it stands, also if it is a file.
    PermissionError if it is a pipe or a device of another user, or if a link of one is on the way. A file of theirs
    that is there keeps its rights, a new one has the usual ones.
    """
    way = led_to(path)
    if (number := _number(way.place)) is not None:
        _write_on(number, content, path)
        return
    way.place.parent.stat()  # it is not made
    found = _look(str(way.place))
    if found is None or stat.S_ISREG(found.st_mode):
        write_file(way.place, content, How(_own_rights(found)), within=way.within)
    elif stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    else:
        _write_into(way.place, found, content)


def _write_on(number: int, content: bytes, path: Path) -> None:
    """Write on into an open file that somebody handed over with the command. PermissionError if it is one of ours."""
    with _naming(path):
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
    _check_trusted(found, path)
    is_door = stat.S_ISLNK(found.st_mode)
    flags = os.O_WRONLY | os.O_NOCTTY | os.O_CLOEXEC | (0 if is_door else os.O_NOFOLLOW)
    with os.fdopen(os.open(path, flags), "wb") as file:
        if not is_door and not os.path.samestat(found, os.fstat(file.fileno())):
            raise _exchanged(path)
        file.write(content)


def _exchanged(path: Path) -> OSError:
    return PermissionError(EPERM, "somebody exchanged it meanwhile", str(path))


def _check_trusted(found: os.stat_result, path: Path) -> None:
    if found.st_uid not in (_ROOT, os.geteuid()):
        kind = "link" if stat.S_ISLNK(found.st_mode) else "pipe or device"
        raise PermissionError(EPERM, f"it is a {kind} of another user", str(path))


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
    with _naming(path), entered(path.parent, within) as folder:
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


def open_alone(path: Path, folder: int) -> BinaryIO:
    """Open a file to read it, by its name in the folder that was entered to find it; OSError if none is there.

    NotPlainError if it is a link, no plain file, or has a second name, which may be that of a secret elsewhere.
    """
    with _naming(path):
        for _ in range(_TRIES):
            descriptor = _open_to_read(path, folder)
            try:
                there = _look(path.name, folder)
                if there is not None and os.path.samestat(there, os.fstat(descriptor)):
                    _check_alone(there, path)
                    return os.fdopen(descriptor, "rb")
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)
    raise _exchanged(path)


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


def is_alone(found: os.stat_result) -> bool:
    """Tell whether it is a plain file that has one name."""
    return stat.S_ISREG(found.st_mode) and found.st_nlink == 1


def look_alone(name: str, folder: int) -> os.stat_result | None:
    """Return what the disk says of a plain file that has one name, in a folder that was entered; None if none is."""
    found = _look(name, folder)
    return found if found is not None and is_alone(found) else None


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


def move_new(source: Path, target: Path, *, within: Path | None = None) -> None:
    """Move a file that is written, from a folder of our own, to a name that is not taken; where need be it is copied.

    FileExistsError if the name is taken; LinkedError if a folder between `within` and the target is a link.
    """
    with _naming(target), entered(source.parent) as own, entered(target.parent, within, is_made=False) as place:
        try:
            _put_in_place((source.name, own), (target.name, place), is_new=True)
            os.fsync(place)
        except OSError as error:
            if error.errno != EXDEV:
                raise
        else:
            return
        how = How(stat.S_IMODE(source.stat().st_mode), is_new=True)
        _write((target.name, place), _chunks(source), how, place)
    source.unlink()


def _chunks(source: Path) -> Iterator[bytes]:
    with source.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk


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


_Place = tuple[str, int]  # a name, and the descriptor of the folder that it is in


def _held(place: _Place, ends: ExitStack) -> int | None:
    """Open a folder, and no other that a link leads to; None if nothing is there."""
    try:
        descriptor = os.open(place[0], _FOLDER | os.O_NOFOLLOW, dir_fd=place[1])
    except FileNotFoundError:
        return None
    ends.callback(os.close, descriptor)
    return descriptor


def _made(place: _Place, ends: ExitStack) -> int:
    """Make a folder and open it. PermissionError if what lies there then is not empty: it is another one."""
    os.mkdir(place[0], dir_fd=place[1])
    descriptor = _held(place, ends)
    if descriptor is None or _names(descriptor):
        raise _exchanged(Path(place[0]))
    return descriptor


def _door(descriptor: int, path: Path) -> Path:
    """Return a path to an open folder that stays the same whatever is renamed, if the system has such paths."""
    door = Path(f"/proc/self/fd/{descriptor}")
    return door if door.exists() else path


def _put_folder_in_place(new: tuple[_Place, int], old: tuple[_Place, int | None]) -> _Place | None:
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


def _check_held(place: _Place, held: int) -> None:
    found = _look(*place)
    if found is None or not os.path.samestat(found, os.fstat(held)):
        raise _exchanged(Path(place[0]))


def _remove_held(place: _Place, held: int) -> None:
    """Remove what is in a folder that is held, and then its name; a folder that is called so by now, only if empty."""
    for name in _names(held):
        _remove(name, held)
    os.rmdir(place[0], dir_fd=place[1])


def _sweep_beside(target: _Place, end: str) -> None:
    """Remove what was left beside a folder by somebody who was stopped while he wrote it."""
    left = re.compile(rf"\.{re.escape(target[0])}\.(?:[0-9a-f]{{16}}\.)?{end}")
    for name in filter(left.fullmatch, _names(target[1])):
        _remove(name, target[1])


def _names(folder: int) -> list[str]:
    with os.scandir(folder) as inside:
        return [entry.name for entry in inside]


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
    return next((one for one in (*passed, place) if os.path.lexists(one) and not _is_ours_alone(one)), None)


def _is_ours_alone(folder: Path) -> bool:
    found = folder.lstat()
    may_others_write = bool(found.st_mode & 0o022) and not found.st_mode & stat.S_ISVTX
    return found.st_uid in (_ROOT, os.geteuid()) and not may_others_write


def remove(path: Path, *, within: Path | None = None) -> None:
    """Remove a file, a link itself, or a folder with all that is in it; nothing if there is none.

    LinkedError if a folder between `within` and it is a link.
    """
    with _naming(path), suppress(FileNotFoundError), entered(path.parent, within, is_made=False) as folder:
        _remove(path.name, folder)


def _remove(name: str, folder: int) -> None:
    found = _look(name, folder)
    if found is not None and stat.S_ISDIR(found.st_mode):
        try:
            rmtree(name, dir_fd=folder)
        except RecursionError:
            raise OSError(ENAMETOOLONG, "folders lie too deep in it: remove it yourself") from None
    else:
        os.unlink(name, dir_fd=folder)


def clear(folder: Path, *, within: Path) -> None:
    """Make a folder that holds nothing but plain files: whatever else lies there, or in its place, is removed."""
    with _naming(folder), entered(folder.parent, within) as place:
        found = _look(folder.name, place)
        if found is not None and not stat.S_ISDIR(found.st_mode):
            os.unlink(folder.name, dir_fd=place)
    with _naming(folder), entered(folder, within) as place, os.scandir(place) as inside:
        for other in [entry.name for entry in inside if not entry.is_file(follow_symlinks=False)]:
            _remove(other, place)


def is_unfinished(name: str) -> bool:
    """Tell whether a file is called as one that somebody left who was stopped while he wrote it."""
    return _UNFINISHED.fullmatch(name) is not None


def sweep(folder: Path, *, within: Path | None = None) -> None:
    """Remove what was left in a folder by somebody who was stopped while he wrote; only one may write there."""
    with _naming(folder), entered(folder, within) as place:
        for name in filter(is_unfinished, _names(place)):
            _remove(name, place)


@contextmanager
def workshop(place: Path) -> Iterator[Path]:
    """Hand out a private folder for a file that grows by its name, in one that is ours alone; remove it at the end.

    It is locked as long as it is used: what is not was left by somebody who was stopped.
    """
    with entered(place) as outer:
        name, lock = _new_workshop(outer)
        try:
            inner = place / name / "own"  # the outer one is locked, and who works there may lock it as well
            inner.mkdir(mode=0o700)
            yield inner
        finally:
            with suppress(OSError):
                rmtree(name, dir_fd=outer)
            os.close(lock)


def _new_workshop(outer: int) -> tuple[str, int]:
    while True:
        name = f".backup-{os.urandom(8).hex()}"
        os.mkdir(name, 0o700, dir_fd=outer)
        with suppress(FileNotFoundError):  # it was swept before it was locked
            lock = os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=outer)
            with suppress(OSError):  # some disks know no locks; then nothing is swept there
                fcntl.flock(lock, fcntl.LOCK_EX)
            if _look(name, outer) is not None:
                return name, lock
            os.close(lock)


def sweep_workshops(place: Path) -> None:
    """Remove the workshops in a folder that were left by somebody who was stopped, as far as that is possible."""
    with suppress(OSError), entered(place) as outer, os.scandir(outer) as inside:
        for name in [entry.name for entry in inside if _WORKSHOP.fullmatch(entry.name)]:
            with suppress(OSError):
                _sweep_workshop(name, outer)


def _sweep_workshop(name: str, outer: int) -> None:
    """Remove a workshop of ours; BlockingIOError if it is in use."""
    lock = os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=outer)
    try:
        if os.fstat(lock).st_uid == os.geteuid():
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            rmtree(name, dir_fd=outer)
    finally:
        os.close(lock)


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
        return os.open(name, _FOLDER if is_followed else _FOLDER | os.O_NOFOLLOW, dir_fd=outer)
    except NotADirectoryError:
        found = _look(name, outer)
        if not is_followed and found is not None and stat.S_ISLNK(found.st_mode):
            raise LinkedError(f"{place} is a link, and no link is followed here: take it away") from None
        raise


def _look(name: str, folder: int | None = None) -> os.stat_result | None:
    """Return what the disk says of a name itself, wherever it may lead; None if it is not taken."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Let an error name the file as the caller knows it."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk; OSError if that fails."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
