"""What is said of an event when something was done in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.desk.desk import Desk
    from pbem.tournament.director.event import Event

_LEAVING = {
    "open": "will not be drawn",
    "waiting": "waits for a seat no longer",
    "next": "is not drawn from round {round} on",
    "still": (
        "may still be drawn in round {round}, which goes by what was before; "
        "the seat then goes to somebody else, or stays empty, at the start"
    ),
    "out": "was not to be drawn any more",
    "last": "stays in the standings; no further round is drawn",
}


def say_started(desk: Desk, id_: str, opened: Sequence[str]) -> None:
    """Say which games were opened, or why none was."""
    from pbem.desk.events.event_store import current_event

    with desk.store.read() as look:
        book = current_event(desk, look, id_).book
    waiting = [place for place, seating in book.open_tables() if not seating.game]
    if opened:
        click.echo(f"{id_}: {counted(len(opened), 'game', 'games')} opened")
    elif not waiting:
        click.echo(f"{id_}: all games of round {len(book.rounds)} were opened before")
    for game in opened:
        click.echo(f"  {game}")
    if waiting:
        told = counted(len(waiting), "table waits until its", "tables wait until their")
        click.echo(f"{id_}: {told} players have fewer games under way")


def say_leaving(event: Event, name: str) -> None:
    """Say what becomes of somebody who has left."""
    from pbem.tournament.director.acts.leaving import leaving

    left = leaving(event, name)
    if left.games:
        click.echo(f"  {name} still plays {', '.join(left.games)}")
    if left.is_seated:
        click.echo(f"  a seat of {name} at a table without a game goes to somebody else, or stays empty, at the start")
    click.echo(f"  {name} {_LEAVING[left.drawing].format(round=left.round)}")
