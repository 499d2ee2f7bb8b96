"""`pbem player`, as far as somebody is enrolled already: name, leave, offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli.session import with_desk
from pbem.cli.settled import writing
from pbem.desk.club.hosting import ask
from pbem.desk.club.members import describe
from pbem.desk.club.members import remove as remove_member
from pbem.desk.club.members import rename as rename_member
from pbem.desk.matches.acts.orders.acting import order

if TYPE_CHECKING:
    from pbem.desk.desk import Desk


@click.command()
@click.argument("name")
@with_desk
def show(desk: Desk, name: str) -> None:
    """Show what the desk knows of NAME: language, zone, key, seats, leave, what NAME watches and volunteers for."""
    for line in describe(desk, name):
        click.echo(line)


@click.command()
@click.argument("name")
@click.argument("new")
@with_desk
def rename(desk: Desk, name: str, new: str) -> None:
    """Call NAME otherwise from now on. Not while NAME plays: records keep the names of their time."""
    renamed = rename_member(desk, name, new)
    click.echo(f"{name} is called {renamed.name} from now on; records of before keep the old name")


@click.command()
@click.argument("name")
@with_desk
def remove(desk: Desk, name: str) -> None:
    """Forget NAME: address, key, and what NAME has asked for. Not while NAME plays; records keep the name."""
    click.echo(f"{remove_member(desk, name).name} is not enrolled any more")


@click.command()
@click.argument("name")
@click.argument("dates", metavar="FROM..TO")
@click.option("--game", "id_", metavar="ID", default="", help="Only in this game; in all of them if not given.")
@writing
def leave(desk: Desk, name: str, dates: str, id_: str) -> None:
    """Announce that NAME is away, such as 2026-12-20..2027-01-03: on these days no clock of NAME runs.

    The same first day with an earlier last one makes a leave shorter, FROM..none calls it off before it begins.
    """
    if id_:
        order(desk, id_, name, f"leave {dates}")
        click.echo(f"{id_}: {name} is on leave {dates}")
        return

    for line in ask(desk, name, "leave", (dates,)):
        click.echo(f"{name} is told: {line}")


@click.command()
@click.argument("name")
@click.argument("game", required=False)
@click.option("--off", "is_off", is_flag=True, help="NAME would not any more; in no game, if none is named.")
@writing
def volunteer(desk: Desk, name: str, game: str | None, *, is_off: bool) -> None:
    """Note that NAME would take over the seat of somebody who is late too often, in GAME or in any game."""
    rest = (*((game,) if game else ()), *(("off",) if is_off else ()))
    ask(desk, name, "volunteer", rest)
    if is_off:
        click.echo(f"{name} takes over no seat {f'of {game}' if game else 'of any game'} any more")
    else:
        click.echo(
            f"{name} takes over a seat {f'of {game}' if game else 'of any game'} when somebody is late too often"
        )
