"""`pbem archive add`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli.archive.opened import archive_folder, end_progress, opened_desk, progress, shelf_here
from pbem.cli.session import export_named, saying_no, warn
from pbem.cli.show import counted
from pbem.desk.archive.shelf.ledger import Ledger
from pbem.desk.archive.shelf.remembering import forget, remembered
from pbem.desk.archive.shelf.shelf import CHECKPOINT, SITE_LOG
from pbem.desk.archive.shelf.shelf_kinds import kind_at_desk, kind_of_export
from pbem.desk.archive.site.building import make_pages
from pbem.desk.archive.site.making import Kept
from pbem.desk.errors import UsageError
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from pbem.desk.archive.shelf.shelf import Shelf
    from pbem.desk.archive.shelf.shelf_kinds import Addition
    from pbem.desk.desk import Desk


@click.command()
@click.argument("what", metavar="GAME|EVENT|DIR", nargs=-1, required=True)
@click.option(
    "--anew", "is_anew", is_flag=True, help="Begin another log: the one that this desk signed is lost for good."
)
@saying_no
def add(what: tuple[str, ...], *, is_anew: bool) -> None:
    """Verify a finished game or event of this desk, or an export DIR of any desk, and add it to the archive.

    An event is added with all its games. What is not valid is refused with its first bad entry, and nothing is
    written. At a desk the referee signs the log of the archive anew, and players of its own games get a letter, once.
    """
    shelf = shelf_here()
    games: set[str] = set()
    with opened_desk() as desk:
        if is_anew:
            _begin_anew(shelf, desk)
        for one in what:
            games.update(_add_one(shelf, desk, one))
        if desk is None:
            warn(f"nobody signed the log: there is no desk in {archive_folder().absolute()}")
    make_pages(Kept(shelf), [line for line in Ledger(shelf).lines if line.game in games], progress())
    end_progress()


def _begin_anew(shelf: Shelf, desk: Desk | None) -> None:
    """Let the desk forget a log that it signed and that is lost."""
    if desk is None or remembered(desk) is None:
        raise UsageError("--anew: no log of this archive was ever signed here")
    if there := [name for name in (SITE_LOG, CHECKPOINT) if shelf.read(name)]:
        raise UsageError(f"--anew: {shelf.folder / there[0]} is there: a log goes on, and another begins where none is")
    forget(desk)
    warn("another log begins: no checkpoint that anybody kept so far agrees with it")


def _add_one(shelf: Shelf, desk: Desk | None, one: str) -> tuple[str, ...]:
    """Add a game, or an event, say so, and return which games these are."""
    export = export_named(one)
    if export is not None:
        return _say_added(kind_of_export(export).add_export(shelf, export, desk, progress()))
    if desk is None:
        raise UsageError(f"there is neither an export {one!r} nor a desk in {archive_folder().absolute()}")
    with desk.store.read() as look:
        kind = kind_at_desk(look, one)
    games = _say_added(kind.add(shelf, desk, one, progress()))
    _say_told(kind.tell_of(desk, shelf, one))
    return games


def _say_told(letters: int) -> None:
    if letters:
        click.echo(f"{counted(letters, 'letter', 'letters')} with the checkpoint; `pbem mail send` sends them")


def _say_added(added: Addition) -> tuple[str, ...]:
    """Say what was added, and return which games these are."""
    end_progress()
    counts = counted(added.entries, "entry", "entries")
    if added.games != (added.record,):
        counts += f", {counted(len(added.games), 'game', 'games')}"
    click.echo(f"{clean(added.record)}: {counts}, valid; {added.how}; line {added.place} of the log")
    return added.games
