"""`pbem player`: the people at this desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli.groups import LateGroup
from pbem.cli.session import with_desk
from pbem.cli.show import limit_option, say_more

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

_LATE = {
    **{name: f"people.enrolling:{name}" for name in ("add", "revoke")},
    "key": "people.enrolling:change",
    **{name: f"people.told:{name}" for name in ("lang", "zone")},
    "mail": "people.told:move",
    **{name: f"people.member:{name}" for name in ("show", "rename", "remove", "leave", "volunteer")},
}


@click.group(cls=LateGroup, late=_LATE)
def player() -> None:
    """The people at this desk."""


@player.command("list")
@click.option("--after", metavar="NAME", default="", help="Only those whose names come after this one.")
@limit_option
@with_desk
def list_players(desk: Desk, after: str, limit: int) -> None:
    """List everybody by name, with language and key."""
    with desk.store.read() as look:
        listed = look.people.after(after, limit)
        more = look.people.count_after(listed[-1].name) if listed else 0
    for found in listed:
        click.echo(f"{found.name:<20} {found.language}  {found.key_id or 'desk only'}")
    say_more(more)
