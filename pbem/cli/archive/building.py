"""`pbem archive build`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.archive.listing import warn_of_loose
from pbem.cli.archive.opened import archive_folder, end_progress, ledger_here, opened_desk, progress, shelf_here
from pbem.cli.archive.words import first_of
from pbem.cli.session import saying_no
from pbem.cli.show import counted
from pbem.desk.archive.site.building import build as build_site
from pbem.desk.archive.site.running import live_games
from pbem.desk.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.desk.desk import Desk
    from pbem.report.site.live import Live


@click.command()
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--url", metavar="URL", default="", help="Where the site will be, for its sitemap and feeds.")
@click.option(
    "--running", "has_running", is_flag=True, help="With the games that are being played, as the public sees them."
)
@saying_no
def build(out: Path, url: str, *, has_running: bool) -> None:
    """Write the archive as a site into OUT: it opens from a disk and asks nobody for anything.

    Only what changed is written. Where OUT holds an earlier site, its log must be the beginning of this one.
    """
    with opened_desk() as desk:
        known = desk.settings.archive.url if desk else ""
        live = _running(desk) if has_running else ()
        done = build_site(shelf_here(), out, url=url or known, tell=progress(), desk=desk, live=live)
    end_progress()
    click.echo(
        f"{counted(done.games, 'game', 'games')}: {counted(done.made, 'replay', 'replays')} made, "
        f"{counted(done.written, 'file', 'files')} written, {done.removed} removed"
    )
    if done.strays:
        click.echo(f"not of this site: {first_of(done.strays)}")
    click.echo(f"open {done.front.absolute()}")
    if ledger := ledger_here():
        warn_of_loose(ledger)


def _running(desk: Desk | None) -> Sequence[Live]:
    if desk is None:
        raise UsageError(f"there is no desk in {archive_folder().absolute()}: no game is being played here")
    return live_games(desk)
