"""`pbem position`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.looking.moment import AT, LANG, PNG, SEAT, looking
from pbem.cli.session import saying_no
from pbem.cli.show import say_board, say_waiting
from pbem.desk.errors import UsageError

if TYPE_CHECKING:
    from pbem.games.game import Seat
    from pbem.referee.match.match import Match


@click.command()
@click.argument("game", metavar="GAME|DIR")
@SEAT
@AT
@LANG
@click.option("--json", "as_json", is_flag=True, help="As JSON: game, seq, head, waiting, view.")
@PNG
@saying_no
def position(game: str, *, as_json: bool, png: str | None, **asked: Any) -> None:
    """Show any position that a GAME, or an export DIR, ever had, as a seat or the public may know it."""
    with looking(game, **asked) as moment:
        match = moment.match
    if match.state is None:
        raise UsageError(f"{match.id} had not started at entry {match.head.size - 1}")
    if png:
        moment.paint(png)
    elif as_json:
        click.echo(json.dumps(_plain(match, moment.seat), indent=1, ensure_ascii=False))
    else:
        click.echo(f"{match.id} after entry {match.head.size - 1}, head {match.head.hash.hex()}")
        say_waiting(match, moment.reader)
        say_board(match, moment.seat, moment.reader.language)


def _plain(match: Match, seat: Seat | None) -> dict[str, Any]:
    return {
        "game": match.id,
        "seq": match.head.size - 1,
        "head": match.head.hash.hex(),
        "waiting": [{"seat": decision.seat, "decision": decision.kind} for decision in match.waiting()],
        "view": match.game.plain(match.game.view(match.state, seat)),
    }
