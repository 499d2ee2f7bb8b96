"""The files of a site: what lies in its folder, what build itself could have put there, and nothing outside of it."""

import os
import re
import stat
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from msgspec import Struct, json
from msgspec.structs import replace

from pbem.desk.archive.shelf.shelf import CHECKPOINT, FILES, KEY, MOST_BYTES, PROOF, SITE_LOG, NotShownError
from pbem.desk.disk.folders import entered
from pbem.desk.disk.reading import read_alone
from pbem.desk.disk.removing import is_unfinished, remove
from pbem.desk.disk.ways import Way
from pbem.desk.disk.writing import QUICK, write_file
from pbem.desk.errors import NotPlainError, UsageError
from pbem.desk.records.folders.atomic_folder import led_to_room
from pbem.games.game import LANGUAGES

BUILT = ".built.json"
_MOST_NOTED = 256_000_000  # bytes; a hundred thousand games need a third of it
_DEEPEST = 40  # folders in each other; a site has three
_ID = r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}"
_ROOMS = "events|games|players|running|titles|years"
_PAGES = rf"(?:(?:{'|'.join(LANGUAGES[1:])})/)?(?:index\.html|check\.html|feed\.xml|(?:{_ROOMS})/{_ID}\.html)"
_RAW = rf"(?:events|games)/{_ID}/(?:{'|'.join(map(re.escape, (*FILES, PROOF)))})"
_OWN = re.compile(
    rf"{_PAGES}|{_RAW}|events/{_ID}\.zip|sitemap\.xml|{'|'.join(map(re.escape, (SITE_LOG, CHECKPOINT, KEY)))}"
)


class Before(Struct, frozen=True):
    """What an earlier build left: from what it was made, a note on each file, and from which running games.

    A note is a mark of what a file was made from, its size and when it was written.
    """

    source: str = ""
    files: dict[str, str] = {}
    live: str = ""


class SiteFiles:
    """The files of a site as they are written: what is there already, as it was written, stays untouched.

    UsageError if the folder holds other things than a site; NotShownError if anything of it leads elsewhere.
    """

    def __init__(self, out: Path) -> None:
        self.out = out
        way = self._root, self._within = led_to_room(out)  # a link of the host's own is followed, none from here on
        self.written = 0
        self.before = _before(out, way)
        self._found = dict(_walk(out))
        self._now: dict[str, str] = {}

    @property
    def is_whole(self) -> bool:
        """Whether all that an earlier build wrote is there as it was written, as far as size and time tell."""
        return all(map(self._is_as_noted, self.before.files))

    @property
    def strays(self) -> tuple[str, ...]:
        """What lay there when the build began and is not of the site."""
        known = {BUILT, *self.before.files, *self._now}
        return tuple(sorted(name for name in self._found if name not in known))

    def put(self, name: str, content: bytes) -> None:
        """Write a file, unless it is there already."""
        self._put(name, sha256(content).hexdigest()[:16], lambda: content)

    def read(self, name: str) -> bytes | None:
        """Return what a file holds that an earlier build wrote; None if there is none.

        NotShownError if something else is in its place, UsageError if it cannot be read.
        """
        try:
            return _read(Way(self._root / name, self._within), MOST_BYTES)
        except FileNotFoundError:
            return None
        except NotPlainError as error:
            raise NotShownError(f"{error}; nothing was written") from None
        except OSError as error:
            raise UsageError(f"cannot read {self.out / name}: {error.strerror}") from None

    def copy(self, name: str, mark: str, content: bytes) -> None:
        """Write a file that has a mark of what it was made from, unless it is there already."""
        self._put(name, sha256(mark.encode()).hexdigest()[:16], lambda: content)

    def make(self, name: str, mark: str, made: Callable[[], bytes]) -> None:
        """Write a file that is made from what has a mark, unless it is there already."""
        self._put(name, sha256(mark.encode()).hexdigest()[:16], made)

    def keep(self, is_kept: Callable[[str], bool]) -> None:
        """Leave files as they are that an earlier build wrote."""
        self._now |= {name: note for name, note in self.before.files.items() if is_kept(name)}

    def finish(self, now: Before) -> int:
        """Remove what an earlier build wrote and this one did not; note what was done; return how many were removed."""
        gone = [name for name in self.before.files if name not in self._now]
        left = [name for name in self._found if is_unfinished(Path(name).name)]  # by a build that was stopped
        for name in (*gone, *left):
            self._remove(name)
            self._found.pop(name, None)
        self._write(BUILT, json.encode(replace(now, files=self._now)))
        return len(gone)

    def _put(self, name: str, mark: str, content: Callable[[], bytes]) -> None:
        note = self.before.files.get(name, "")
        if not (note.split(" ")[0] == mark and self._is_as_noted(name)):
            if not self.written and BUILT not in self._found:
                self._write(BUILT, json.encode(self.before))  # whoever stops us leaves a site that can be gone on with
            note = _note(mark, self._write(name, content()))
            self.written += 1
        self._now[name] = note

    def _is_as_noted(self, name: str) -> bool:
        found, note = self._found.get(name), self.before.files[name]
        return found is not None and stat.S_ISREG(found.st_mode) and note == _note(note.split(" ")[0], found)

    def _write(self, name: str, content: bytes) -> os.stat_result:
        try:
            return write_file(self._root / name, content, QUICK, within=self._within)
        except OSError as error:
            raise UsageError(f"cannot write {self.out / name}: {error.strerror}") from None

    def _remove(self, name: str) -> None:
        try:
            remove(self._root / name, within=self._within)
        except OSError as error:
            raise UsageError(f"cannot remove {self.out / name}: {error.strerror}") from None


def _note(mark: str, found: os.stat_result) -> str:
    return f"{mark} {found.st_size} {found.st_mtime_ns}"


def _read(way: Way, most: int) -> bytes:
    with entered(way.place.parent, way.within, is_made=False) as folder:
        return read_alone(way.place, folder, most)


def _before(out: Path, way: Way) -> Before:
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return Before()
    other = UsageError(f"{out} holds other things than a site: name a new folder")
    try:
        before = json.decode(_read(Way(way.place / BUILT, way.within), _MOST_NOTED), type=Before)
    except (NotPlainError, OSError, ValueError, RecursionError):
        raise other from None
    for name in before.files:
        if not _OWN.fullmatch(name):
            raise NotShownError(f"{out / BUILT} names a file that is none of a site: {name!r}; nothing was written")
    return before


def _walk(out: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Yield everything below a folder but folders, by its name from there.

    NotShownError at a link to a folder, and where folders lie deeper than in any site.
    """
    folders = [""] if out.exists() else []
    while folders:
        inside = folders.pop()
        if inside.count("/") > _DEEPEST:
            top = inside.partition("/")[0]
            raise NotShownError(f"folders lie too deep in {out / top}: take it away; nothing was written")
        with os.scandir(out / inside) as entries:
            for entry in entries:
                name = f"{inside}{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    folders.append(f"{name}/")
                elif entry.is_symlink() and entry.is_dir():
                    raise NotShownError(f"{out / name} is a link to a folder: take it away; nothing was written")
                else:
                    yield name, entry.stat(follow_symlinks=False)
