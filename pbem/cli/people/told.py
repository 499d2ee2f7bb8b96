"""`pbem player`, as far as somebody is told things: where, in which language, by whose clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli.session import with_desk
from pbem.desk.people.enrolled import change_address, change_person
from pbem.desk.wording.time_texts import read_zone
from pbem.games.game import LANGUAGES

if TYPE_CHECKING:
    from pbem.desk.desk import Desk


@click.command("mail")
@click.argument("name")
@click.argument("address")
@with_desk
def move(desk: Desk, name: str, address: str) -> None:
    """Send NAME's letters to another ADDRESS. What NAME's orders are believed by does not change."""
    moved = change_address(desk, name, address)
    click.echo(f"letters for {moved.name} go to another address from now on")


@click.command()
@click.argument("name")
@click.argument("language", type=click.Choice(LANGUAGES))
@with_desk
def lang(desk: Desk, name: str, language: str) -> None:
    """Write to NAME in another LANGUAGE from now on, letters that wait too."""
    changed = change_person(desk, name, language=language)
    click.echo(f"{changed.name} is written to in {language} from now on")


@click.command()
@click.argument("name")
@click.argument("zone")
@with_desk
def zone(desk: Desk, name: str, zone: str) -> None:
    """Tell NAME times by the clock of ZONE, such as Europe/Rome, and by UTC."""
    changed = change_person(desk, name, zone=read_zone(zone).key)
    click.echo(f"{changed.name} is told times by {changed.zone} from now on")
