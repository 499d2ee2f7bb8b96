"""`pbem game`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli.games.rule import RULINGS
from pbem.cli.groups import LateGroup
from pbem.cli.session import with_desk
from pbem.cli.show import limit_option, say_more, told_awaited
from pbem.desk.errors import UsageError
from pbem.desk.matches.times.lateness import awaited_in, by_deadline, offered_in
from pbem.desk.people.enrolled import find_player
from pbem.desk.store.values import Listed, Wanted
from pbem.desk.wording.time_texts import read_zone, written
from pbem.games.found import find

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.store.transaction import Transaction
    from pbem.desk.store.values import Standing


_LATE = {
    "new": "games.playing:new",
    "play": "games.playing:play",
    "show": "games.showing:show",
    **{name: f"games.offer:{name}" for name in ("offer", "join", "withdraw", "watch")},
}


@click.group(cls=LateGroup, commands=RULINGS, late=_LATE)
def game() -> None:
    """Open, show, play and rule games."""


@game.command("list")
@click.option("--player", metavar="NAME", default="", help="Only games that this player sits in.")
@click.option(
    "--phase", type=click.Choice(["seating", "running", "over", "void"]), default=None, help="Only games in this phase."
)
@click.option("--kind", metavar="KIND", default="", help="Only games of this kind.")
@click.option("--late", "is_late", is_flag=True, help="Only games with deadlines, the latest first.")
@limit_option
@with_desk
def list_games(desk: Desk, *, player: str, phase: str | None, kind: str, is_late: bool, limit: int) -> None:
    """List the games of this desk, the newest first.

    Columns: id, rules, how it stands, entries, whom it waits for since when and until when. All of it comes from the
    records: who has answered, and waits for others, is listed like who has not.
    """
    if kind and kind not in find():
        raise UsageError(f"there is no game {kind!r}; there is {', '.join(find())}")
    with desk.store.read() as look:
        name = find_player(look, player).name if player else ""
        wanted = Wanted(name, phase or "", kind)
        found = _latest(look, wanted, limit) if is_late else look.games.newest(limit, wanted)
        for standing in found.shown:
            click.echo(_listed(desk, look, standing))
    say_more(found.more)


def _latest(look: Transaction, wanted: Wanted, limit: int) -> Listed:
    """Return the games that have deadlines, of those that are wanted, whoever is late longest first."""
    own = {game for game, _seat in look.games.seats_in_play(wanted.player)} if wanted.player else None
    found = [
        standing
        for standing in by_deadline(look)
        if wanted.takes(standing.phase, standing.rules) and (own is None or standing.id in own)
    ]
    return Listed(tuple(found[:limit]), max(len(found) - limit, 0))


def _listed(desk: Desk, look: Transaction, standing: Standing) -> str:
    """Return the line of a game in a list."""
    zone = read_zone(desk.settings.clock.zone)
    waits = told_awaited(awaited_in(desk, look, standing), zone)
    if offered := offered_in(desk, look, standing):
        waits = f"free: {', '.join(offered.free)}; lapses {written(offered.lapses, zone)}"
    return f"{standing.id:<16} {standing.rules:<10} {standing.phase:<8} {standing.head.size:>5}  {waits}".rstrip()
