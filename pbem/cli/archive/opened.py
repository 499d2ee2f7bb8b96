"""What commands on the archive share: its folder and its log, the desk if there is one, how far they have come."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from pbem.desk.archive.shelf.ledger import Ledger, check_not_lost
from pbem.desk.archive.shelf.shelf import SHELF, Shelf
from pbem.desk.desk import Desk
from pbem.desk.settings import FILE
from pbem.record.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pbem.desk.archive.site.building import Progress


def archive_folder() -> Path:
    """Return the folder that --desk names, or this one."""
    folder: Path = click.get_current_context().find_root().obj
    return folder


def shelf_here() -> Shelf:
    """Return the archive of that folder."""
    return Shelf(archive_folder() / SHELF)


def ledger_here() -> Ledger | None:
    """Return the log of the archive; None if it is none, of which others tell."""
    try:
        return Ledger(shelf_here())
    except IntegrityError:
        return None


def check_kept(ledger: Ledger | None, desk: Desk | None) -> None:
    """Refuse a log that is gone or empty though the desk signed for one; there may be no desk, and no log to read."""
    if ledger is not None and desk is not None:
        check_not_lost(ledger, desk)


@contextmanager
def opened_desk() -> Iterator[Desk | None]:
    """Open the desk, if there is one."""
    if not (archive_folder() / FILE).exists():
        yield None
        return

    desk = Desk(archive_folder())
    try:
        yield desk
    finally:
        desk.close()


def progress() -> Progress:
    """Return what says on a terminal how far something has come."""
    is_shown = sys.stderr.isatty()

    def tell(what: str, done: int, of: int) -> None:
        if is_shown:
            click.echo(f"\r\033[K{what}: {done}/{of} ", nl=False, err=True)

    return tell


def end_progress() -> None:
    """Take away what was said of progress."""
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
