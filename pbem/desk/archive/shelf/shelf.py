"""The shelf: an archive as a folder, one folder a game, and how an export is read that somebody else made.

archive/<game>/    the files of its export, and archive.tlog-proof: that it is in the log
archive/events/<event>/   the same of an event; its games lie where all others do
archive/site.log   a line a game or event, in the order in which they were added: its head and its place here
archive/site.checkpoint, archive/site.key   what the referee signed of that log, and by which key
archive/.pages/    pages that were made already; they can be thrown away at any time
"""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, flock
from pathlib import Path

from pbem.desk.disk.folders import entered
from pbem.desk.disk.in_place import opened_plain
from pbem.desk.disk.reading import look_alone, read_alone
from pbem.desk.disk.replacing import write_folder
from pbem.desk.disk.writing import write_file
from pbem.desk.errors import DeskError, LinkedError, NotPlainError, UsageError
from pbem.desk.records.folders import files as known
from pbem.record.folder import LOG

SHELF = "archive"  # below the folder of a desk
FILES, PROOF = known.FILES, known.PROOF
SITE_LOG, CHECKPOINT, KEY = "site.log", "site.checkpoint", "site.key"
PAGES = ".pages"
EVENTS = "events"  # where events lie, so that no game can be called so
GAMES = "games"  # of a site, which has the same files about all games beside it
MOST_BYTES = 16_000_000  # of a file; the longest game that was ever played has less than a twentieth of it
_LOCK = ".lock"


class NotShownError(DeskError):
    """A game that cannot be shown in an archive: not valid, not over, or not what it says it is."""


class NotCheckedError(NotShownError):
    """A game that cannot be checked here: of a format or rules not known, or with a file missing."""

    exit_code = 4


class Shelf:
    """An archive on the disk."""

    def __init__(self, folder: Path, *, is_site: bool = False) -> None:
        self.folder = folder
        self.games = folder / GAMES if is_site else folder

    def game(self, game: str) -> Path:
        """Return the folder of a game, or of an event by its place."""
        return (self.folder if game.startswith(f"{EVENTS}/") else self.games) / game

    def files(self, game: str) -> dict[str, bytes]:
        """Return the files of a game that is there, its proof included; nothing else that may lie beside them."""
        place = self.game(game)
        with self._entered_game(game) as folder:
            found = {name: _read(place / name, folder) for name in (*FILES, PROOF)}
        if found[LOG] is None:
            raise UsageError(f"{place} is no export: it holds no {LOG}")
        return {name: content for name, content in found.items() if content or (content is not None and name != PROOF)}

    @contextmanager
    def _entered_game(self, game: str) -> Iterator[int]:
        """Enter the folder of a game; refuse one whose folder is not there, or is another one that a link leads to."""
        try:
            with entered(self.game(game), self.folder, is_made=False) as folder:
                yield folder
        except (FileNotFoundError, NotADirectoryError):
            raise NotShownError(f"{game} was dropped: its folder is not there") from None
        except LinkedError as error:
            self.check_no_link(game)
            raise NotShownError(str(error)) from None

    def check_no_link(self, game: str) -> None:
        """Refuse a game, or an event by its place, to which a link leads."""
        place = self.game(game)
        for folder in (place, place.parent):
            if folder.is_symlink():
                raise NotShownError(f"{game} is not here: {folder} is a link")

    def is_there(self, game: str) -> bool:
        """Tell whether the record of a game, or of an event by its place, is there."""
        with suppress(OSError, LinkedError), entered(self.game(game), self.folder, is_made=False) as folder:
            os.stat(LOG, dir_fd=folder, follow_symlinks=False)
            return True
        return False

    def check_no_links(self) -> None:
        """Refuse an archive that is a link, or in which a link stands for one of the folders that all games share."""
        for folder in (self.folder, self.games, self.folder / EVENTS, self.folder / PAGES):
            if folder.is_symlink():
                raise NotShownError(f"{folder} is a link, and links of an archive are not followed: take it away")
            if folder.exists() and not folder.is_dir():
                raise NotShownError(f"{folder} is no folder: take it away")

    def proof(self, game: str) -> bytes:
        """Return the proof that a game is in the log; empty if there is none.

        It is where a link leads to the game, too: that is told when its files are read.
        """
        if self.game(game).is_symlink():
            return b""
        return self._content(self.game(game) / PROOF) or b""

    def read(self, name: str) -> str:
        """Return one of the files that are about all games; "" if there is none."""
        return (self._content(self.folder / name) or b"").decode("utf-8", "replace")

    def _content(self, path: Path) -> bytes | None:
        """Return what a file of the archive holds; None if there is none. Links, pipes and second names are refused."""
        try:
            with entered(path.parent, self.folder, is_made=False) as folder:
                return _read(path, folder)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except LinkedError as error:
            raise NotShownError(str(error)) from None

    def page(self, path: Path) -> bytes:
        """Return what a page or another file that was made holds; it is there."""
        content = self._content(path)
        if content is None:
            raise UsageError(f"cannot read {path}: it is gone")
        return content

    def made(self, place: Path, names: Iterable[str]) -> dict[str, bytes]:
        """Return what files hold that were made; nothing for what is missing, or is not what was made."""
        found = dict.fromkeys(names, b"")
        with suppress(OSError, LinkedError), entered(place, self.folder, is_made=False) as folder:
            for name in found:
                with suppress(OSError, NotPlainError):
                    found[name] = read_alone(place / name, folder, MOST_BYTES)
        return found

    def seen(self, place: Path, names: Iterable[str]) -> list[os.stat_result | None]:
        """Return what the disk says of files that were made; None for what is missing, or is not what was made."""
        wanted = list(names)
        with suppress(OSError, LinkedError), entered(place, self.folder, is_made=False) as folder:
            return [look_alone(name, folder) for name in wanted]
        return [None] * len(wanted)

    def write(self, name: str, text: str) -> None:
        """Write one of these files, whole or not at all."""
        self.put(self.folder / name, text.encode())

    def put(self, path: Path, content: bytes) -> None:
        """Write a file of the archive, whole or not at all."""
        write_file(path, content, within=self.folder)

    def put_all(self, game: str, files: Mapping[str, bytes]) -> None:
        """Write the files of a game, or of an event by its place, of which nothing is seen before all are there."""
        write_folder(self.game(game), files, within=self.folder)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Let nobody else add games meanwhile."""
        self.check_no_links()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with opened_plain(self.folder / _LOCK, os.O_RDONLY, within=self.folder) as lock:
                flock(lock, LOCK_EX)
                yield
        except OSError as error:
            raise UsageError(f"cannot write {error.filename or self.folder}: {error.strerror}") from None


def read_export(source: Path) -> dict[str, bytes]:
    """Read the files of an export that anybody may have made: plain files within limits, no links; others are ignored.

    NotShownError if that is not what it is.
    """
    files = {name: _read_of_export(source / name) for name in FILES if _is_there(source / name)}
    if LOG not in files:
        raise UsageError(f"{source} is no export: it holds no {LOG}")
    return files


def _is_there(path: Path) -> bool:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    if not stat.S_ISREG(found.st_mode):
        raise NotShownError(f"{path} is no plain file")
    if found.st_size > MOST_BYTES:
        raise NotShownError(f"{path} has {found.st_size} bytes; no game has more than {MOST_BYTES}")
    return True


def _read(path: Path, folder: int) -> bytes | None:
    """Read a file of an archive in its folder, up to the limit; None if there is none."""
    try:
        return read_alone(path, folder, MOST_BYTES)
    except FileNotFoundError:
        return None
    except NotPlainError as error:
        raise NotShownError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None


def _read_of_export(path: Path) -> bytes:
    """Read a file of an export up to the limit, however it may have grown; UsageError if it cannot be."""
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    if len(content) > MOST_BYTES:
        raise NotShownError(f"{path} has more than {MOST_BYTES} bytes")
    return content
