"""`pbem clock` and `pbem rulings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli.games.seats import seat_named
from pbem.cli.session import LINE, with_desk
from pbem.cli.show import limit_option, say_more
from pbem.desk.errors import DeskError
from pbem.desk.matches.acts.host.caselaw import Case, cases
from pbem.desk.matches.state.positions import current, known_game
from pbem.desk.matches.times.clock_report import pace_lines, seat_lines
from pbem.desk.wording.time_texts import read_zone, written
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from pbem.desk.desk import Desk


@click.command()
@click.argument("game")
@click.argument("seat", required=False)
@with_desk
def clock(desk: Desk, game: str, seat: str | None) -> None:
    """Show every deadline of GAME with its arithmetic, line by line: of one SEAT, or of all.

    Everything shown follows from the record, so that everybody can do the same sums.
    """
    with desk.store.read() as look:
        match = current(desk, look, game)
        chosen = [seat_named(match, seat)] if seat else list(match.seats)
        raws = look.records.raws(game)
    if match.clocks is None:
        raise DeskError(f"{game} has no pace: nobody has a deadline")
    zone = read_zone(match.clocks.pace.zone)
    for line in pace_lines(match.clocks.pace):
        click.echo(line)
    for one in chosen:
        click.echo()
        for line in seat_lines(raws, match, one, zone):
            click.echo(line)


@click.command()
@click.argument("game", required=False)
@limit_option
@with_desk
def rulings(desk: Desk, game: str | None, limit: int) -> None:
    """List the rulings of GAME, or of all games: the club's case law.

    A ruling is known by its game and the number of its entry. Appeals stand among them; those without an answer are
    marked.
    """
    found: list[Case] = []
    with desk.store.read() as look:
        games = [known_game(look, game).id] if game else look.records.ids()
        for one in games:
            found += cases(look, one)
    found.sort(key=lambda case: (case.at, case.game, case.number))
    for case in found[-limit:]:
        about = "" if case.about is None else f" on {case.about}"
        seat = f" {case.seat}" if case.seat else ""
        mark = "" if case.is_answered else " (not answered)"
        words = clean(case.words, LINE)
        click.echo(f"{case.game}/{case.number:<5} {written(case.at)}  {case.act}{about}{seat}{mark}: {words}")
    say_more(max(len(found) - limit, 0))
