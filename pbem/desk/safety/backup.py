"""Backups: everything a desk keeps in one file, made while it works; its keys only if they are asked for."""

from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError
from pbem.desk.keys import DESK_KEY, REFEREE_KEY
from pbem.desk.settings import FILE
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.upkeep.copying import copy_store

KEYS = (DESK_KEY, REFEREE_KEY)
MADE = "made"  # when a backup was made, unix seconds
_FACT = "backup"  # when the last one was made, as the desk itself remembers


def back_up(desk: Desk, target: Path, *, with_keys: bool = False) -> Path:
    """Write a backup to a new file and remember when; DeskError if it cannot be made whole.

    Without the keys a thief of the file learns names, addresses and open records, but no secret of a game.
    """
    now = desk.now()
    names = (FILE, *KEYS) if with_keys else (FILE,)
    more = {name: _read(desk.folder / name) for name in names}
    copy_store(desk.store, target, {MADE: str(now).encode(), **more}, room=desk.folder)
    with desk.store.write() as change:
        note_backup(change, now)
    return target


def note_backup(change: Transaction, at: int) -> None:
    """Remember when the last backup was made."""
    change.facts.put(_FACT, str(at))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BrokenDeskError(f"cannot read {path}: {error.strerror}") from None


def last_backup(desk: Desk) -> int | None:
    """Return when the last backup of a desk was made; None if there was none."""
    with desk.store.read() as look:
        at = look.facts.find(_FACT)
    return None if at is None else int(at)
