"""`pbem export` and `pbem import`: records as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.session import with_desk
from pbem.cli.show import counted
from pbem.desk.archive.shelf.exporting import export_proven
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.events.records.event_verdict import is_event_folder
from pbem.desk.matches.state.freezing import why_frozen
from pbem.desk.records.remaking.importing import import_entries
from pbem.desk.safety.bundles import export_all
from pbem.desk.safety.homecoming import bring_home

if TYPE_CHECKING:
    from pbem.desk.desk import Desk


@click.command()
@click.argument("game", metavar="[GAME]")
@click.argument("folder", metavar="DIR", required=False, type=click.Path(path_type=Path))
@click.option("--all", "is_all", is_flag=True, help="Every game, and what it takes to make the desk anew from them.")
@with_desk
def export(desk: Desk, game: str, folder: Path | None, *, is_all: bool) -> None:
    """Write GAME's record into DIR as files: log.jsonl, openings.jsonl and head.note.

    Of a finished game result.json too and, if players signed their orders, evidence.jsonl; of one that is in the
    archive of this desk archive.tlog-proof. With --all every game goes
    into DIR/games, and what only the desk may know into DIR/sealed and DIR/people.sealed, encrypted with desk.key.
    """
    if is_all == (folder is not None):
        raise UsageError("name a game and a folder, or with --all a folder alone")
    if folder is None:
        count = export_all(desk, Path(game))
        click.echo(f"wrote {counted(count, 'game', 'games')} to {game}; publish nothing but {game}/games")
        return

    export_proven(desk, game, folder)
    click.echo(f"wrote {folder}; check it with `pbem verify {folder}` or `python3 tools/verify.py {folder}`")


@click.command("import")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@with_desk
def import_(desk: Desk, folder: Path) -> None:
    """Append the entries that a game of this desk lacks, after a restored backup, from an export DIR of it.

    They must continue our own chain up to a head that our referee signed. Plans are dropped, and players are told.
    Of an event the games that are not here come too, if DIR lies where `pbem export --all` wrote it.
    """
    if is_event_folder(folder):
        _import_event(desk, folder)
        return
    match, count = import_entries(desk, folder)
    click.echo(f"{match.id}: {counted(count, 'entry', 'entries')} imported, {match.head.size} in all")
    with desk.store.read() as look:
        if why := why_frozen(desk, look, match.id):
            click.echo(why)


def _import_event(desk: Desk, folder: Path) -> None:
    """Append what an event lacks, bring its games home, and say what stays missing."""
    home = bring_home(desk, folder)
    click.echo(f"{home.event}: {counted(home.count, 'entry', 'entries')} imported, {home.size} in all")
    for game in home.games:
        click.echo(f"{game}: imported")
    for why in home.lost:
        click.echo(f"not imported: {why}", err=True)
    if home.lost:
        raise DeskError(
            f"{home.event} is frozen without its games; what `pbem export --all DIR` wrote has their secrets: "
            f"`pbem import DIR/events/{home.event}`"
        )
