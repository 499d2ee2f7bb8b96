"""Restoring: a desk is put back from a backup, or made anew from exports of its games and its keys.

Everything is made ready in a folder of its own and moved into place last, so that no half-restored desk is ever opened.
What came after the backup may be known to players: every game that goes on is frozen until they were heard.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from pbem.desk.desk import open_store
from pbem.desk.disk.moving import move_new
from pbem.desk.disk.named import write_named
from pbem.desk.disk.removing import remove
from pbem.desk.disk.ways import led_to
from pbem.desk.disk.writing import NEW_PRIVATE, write_file
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.keys import read_keys
from pbem.desk.records.remaking.rebuild import Progress
from pbem.desk.safety.backup import KEYS
from pbem.desk.safety.bundles import EVENTS, GAMES
from pbem.desk.safety.filling import Restored, database_of, fill
from pbem.desk.safety.places import check_ours_alone
from pbem.desk.settings import FILE, Settings, StoreSettings, put_store, read_settings, write_settings
from pbem.desk.store.databases.sqlite import PREFIX, database_path, files_of
from pbem.desk.store.upkeep.copying import beside, check_copy
from pbem.desk.transports.maildir import Maildir

_WORKSHOP = ".restoring"


def restore(
    source: Path, folder: Path, progress: Progress = lambda _done, _of: None, *, store: StoreSettings | None = None
) -> Restored:
    """Restore a desk from a backup file, or a folder of exports, into a new folder or one that has only its keys.

    Everything goes where its settings say, or into another store.
    """
    is_export = source.is_dir()
    if is_export and not any((source / home).is_dir() for home in (GAMES, EVENTS)):
        raise UsageError(f"{source} is no folder of exports: it holds no {GAMES}")
    if not is_export and (damage := check_copy(source)):
        raise DeskError(f"{source} is damaged: {damage[0].line}")
    kept = {} if is_export else beside(source)
    _check_given(folder, kept)
    with _left_as_it_was(folder):
        settings = _prepare(folder, kept, store)
        workshop = _workshop(folder, settings)
        restored = fill(workshop, source, progress)
        _move_in(workshop, folder, settings)
    with suppress(OSError):
        remove(workshop)
    return restored


@contextmanager
def _left_as_it_was(folder: Path) -> Iterator[None]:
    """Make a folder, if it is not there; whatever goes wrong afterwards, it is left as it was.

    With keys and settings alone it would be a second desk on the same database.
    """
    doing = f"cannot restore into {folder}"
    missing = _missing(folder, doing)
    check_ours_alone(folder, doing)
    made: list[Path] = []
    try:
        before = None if missing else {*folder.iterdir()}
        settings = (folder / FILE).read_bytes() if (folder / FILE).exists() else None
        try:
            for path in missing:
                path.mkdir(mode=0o700)  # never one that somebody else made meanwhile
                made.append(path)
            yield
        except BaseException:
            with suppress(OSError):
                _undo(folder, made, before, settings)
            raise
    except OSError as error:
        raise DeskError(f"{doing}: {error.strerror}") from None


def _missing(folder: Path, doing: str) -> list[Path]:
    """Return the folders that have to be made, the outermost first."""
    try:
        place = led_to(folder).place
    except OSError as error:
        raise UsageError(f"{doing}: {error.strerror}") from None
    return [path for path in (*reversed(place.parents), place) if not path.exists()]


def _undo(folder: Path, made: list[Path], before: set[Path] | None, settings: bytes | None) -> None:
    """Remove what was made or, in a folder that was there, what is new, and put its settings back."""
    if before is None:
        for path in made[:1]:
            remove(path)
        return
    for path in {*folder.iterdir()} - before | {folder / _WORKSHOP}:
        remove(path)
    if settings is not None and (folder / FILE).read_bytes() != settings:
        write_named(folder / FILE, settings)


def _check_given(folder: Path, kept: Mapping[str, bytes]) -> None:
    """See to it that settings and keys are either in a folder or in the backup; nothing is written yet."""
    _check_room(folder)
    for name in KEYS:
        _check_same(folder / name, kept.get(name))
    for name in (FILE, *KEYS):
        if not (folder / name).exists() and name not in kept:
            raise DeskError(f"{name} is neither in the backup nor in {folder}: put it there first")


def _prepare(folder: Path, kept: Mapping[str, bytes], store: StoreSettings | None) -> Settings:
    """See to it that a folder has settings and keys, its own or those of the backup, and no database."""
    for name in (FILE, *KEYS):
        if not (folder / name).exists():
            write_file(folder / name, kept[name], NEW_PRIVATE)
    if store is not None:
        put_store(folder, store)
    settings = read_settings(folder)
    if not settings.store.database.startswith(PREFIX):
        return settings  # whether that database is empty shows when it is opened
    path = database_path(settings.store.database, folder)
    check_ours_alone(path.parent, f"cannot make {path}")
    for rest in files_of(path):
        if os.path.lexists(rest):
            raise UsageError(f"{rest} is there already: move it away, or restore into another folder")
    return settings


def _check_room(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file: name a folder")
    is_desk = any((folder / name).exists() for name in (FILE, *KEYS))
    if folder.exists() and any(folder.iterdir()) and not is_desk:
        raise UsageError(f"{folder} is not empty, and no desk: name a new folder")


def _check_same(path: Path, kept: bytes | None) -> None:
    if kept is not None and path.exists() and path.read_bytes() != kept:
        raise UsageError(f"{path} is another key than that of the backup: restore into a new folder")


def _workshop(folder: Path, settings: Settings) -> Path:
    """Make a folder beside the desk's things that is a desk without a database."""
    workshop = folder / _WORKSHOP
    remove(workshop)  # of somebody who was stopped
    workshop.mkdir(mode=0o700)
    for name in KEYS:
        write_file(workshop / name, (folder / name).read_bytes(), NEW_PRIVATE)
    write_settings(workshop, settings.referee)
    return workshop


def _move_in(workshop: Path, folder: Path, settings: Settings) -> None:
    """Give the desk its database; from here on it can be opened."""
    for box in (settings.mail.inbox, settings.mail.outbox):
        Maildir.create(folder / box)
    if not settings.store.database.startswith(PREFIX):
        _move_rows(workshop, folder, settings)
        return
    path = database_path(settings.store.database, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    move_new(database_of(workshop), path)


def _move_rows(workshop: Path, folder: Path, settings: Settings) -> None:
    """Put everything into an empty database of a server."""
    keys = read_keys(workshop)
    with (
        closing(open_store(workshop, read_settings(workshop).store, keys)) as source,
        closing(open_store(folder, settings.store, keys, create=True)) as target,
    ):
        target.fill_from(source)
