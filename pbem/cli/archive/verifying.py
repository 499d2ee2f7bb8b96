"""`pbem archive verify`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.archive.opened import (
    check_kept,
    end_progress,
    ledger_here,
    opened_desk,
    progress,
    shelf_here,
)
from pbem.cli.archive.words import last_word, verdict_of
from pbem.cli.session import LINE, read_bytes, saying_no
from pbem.desk.archive.shelf.shelf import GAMES, NotCheckedError, Shelf
from pbem.desk.archive.verifying import verify_archive
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.records.checks.kept_letters import checkpoints_in
from pbem.mail.safe import clean
from pbem.record.errors import IntegrityError
from pbem.record.notes.checkpoints import read_unsigned, short_key

if TYPE_CHECKING:
    from pbem.desk.archive.verifying import Whole


_UNSEEN = "; records and log alone: pages and zip files are not looked at"


@click.command()
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--checkpoint",
    metavar="FILE",
    default=None,
    help="A checkpoint that you kept, or a letter with it: nothing in it may differ.",
)
@saying_no
def verify(folder: Path | None, checkpoint: str | None) -> None:
    """Verify every game of the archive, its log and the signature on it; or of DIR, an archive or a site.

    Records and log are looked at; pages and zip files of a site are not.
    Exit code 1: a game is not valid, was rewritten or dropped, or the log is not what was signed; 4: all that can be
    checked here is valid, and something cannot be: its format or rules are not known, or a file is missing.
    """
    kept = _kept(checkpoint) if checkpoint else ()
    if folder is None:
        with opened_desk() as desk:
            check_kept(ledger_here(), desk)
            found = verify_archive(shelf_here(), checkpoints=kept, tell=progress(), desk=desk)
    else:
        found = verify_archive(_shelf_in(folder), checkpoints=kept, tell=progress())
    end_progress()
    for game in (*found.games, *found.events):
        click.echo(f"{game.game}: {verdict_of(game)}")
    for why in found.wrong:
        click.echo(f"the log: NOT VALID: {clean(why, LINE)}")
    if found.unheld:
        click.echo(f"the log and the checkpoint: DO NOT AGREE: {clean(found.unheld, LINE)}")
    for name in found.loose:
        click.echo(f"{clean(name)}: not in the log, not verified")
    click.echo(f"{last_word(found)}{_whose_key(found) if folder and found.is_valid else ''}{_UNSEEN if folder else ''}")
    sys.exit(1 if not found.is_valid else NotCheckedError.exit_code if found.unchecked else 0)


def _kept(source: str) -> tuple[str, ...]:
    """Read a checkpoint that somebody kept, or those in a letter, however it was saved; UsageError if there is none."""
    if source != "-" and Path(source).exists() and not Path(source).is_file():
        raise UsageError(f"cannot read {source}: it is no plain file; `-` reads standard input")
    raw = read_bytes(source)
    if not raw.strip():
        raise UsageError(f"{source} is empty: it is no checkpoint")
    text = raw.decode("utf-8", "replace").replace("\r\n", "\n").rstrip() + "\n"
    try:
        read_unsigned(text)
    except IntegrityError as error:
        if found := checkpoints_in(raw):
            return found
        raise UsageError(f"{source} is no checkpoint, and there is none in it: {error.why}") from None
    return (text,)


def _whose_key(found: Whole) -> str:
    """Return what the desk at which a site is verified says of its key; "" where there is no desk, or no key."""
    try:
        with opened_desk() as desk:
            if desk is None or not found.key:
                return ""
            return ", this desk's" if found.key == short_key(desk.public_key) else ", which is not this desk's key"
    except DeskError:  # of one that cannot be opened nothing is said
        return ""


def _shelf_in(folder: Path) -> Shelf:
    """Return the archive that a folder is, or that a site in it was built from; the user may name it by a link."""
    folder = folder.resolve() if folder.is_symlink() else folder
    return Shelf(folder, is_site=(folder / GAMES).is_dir())
