"""`pbem rebuild`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from pbem.cli.session import with_desk
from pbem.cli.show import counted
from pbem.desk.records.remaking.rebuild import rebuild as rebuild_all

if TYPE_CHECKING:
    from pbem.desk.desk import Desk


@click.command()
@with_desk
def rebuild(desk: Desk) -> None:
    """Drop everything that follows from the records, make it again, and say what was different.

    Other rows are taken as they are: what `pbem check` missed among them is said, and not missed any more.
    """
    shown = sys.stderr.isatty()

    def progress(done: int, of: int) -> None:
        if shown:
            click.echo(f"\r{done}/{of} games ", nl=False, err=True)

    differences = rebuild_all(desk, progress)
    for difference in differences:
        click.echo(f"was different: {difference}")
    count = len(differences)
    click.echo("rebuilt; " + (counted(count, "difference", "differences") if differences else "no difference"))
    sys.exit(1 if differences else 0)
