"""`pbem tick`, `pbem clock` and `pbem rulings`."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from pbem.cli.host.mail import say_received, say_sent
from pbem.cli.session import LINE, with_desk
from pbem.cli.show import counted, limit_option, say_more
from pbem.desk.errors import DeskError
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from pbem.desk.desk import Desk


@click.command()
@click.option(
    "--confirm",
    "is_confirmed",
    is_flag=True,
    help="The time of this machine is right, however far it seems to have jumped.",
)
@with_desk
def tick(desk: Desk, *, is_confirmed: bool) -> None:
    """Read all mail that waits, do what is due by the clock, send all letters; once. `pbem run` does it for ever.

    Doing it again changes nothing. After a day without a tick, or when the clock jumps, nothing is written until you
    say that the time is right: an entry of the future cannot be taken back. The days between count for nobody.
    """
    from pbem.desk.heartbeat import confirm
    from pbem.desk.post.work.courier import send
    from pbem.desk.post.work.ticking import tick as tick_once

    if is_confirmed:
        confirm(desk)
    with closing(desk.inbox) as inbox:
        count = tick_once(desk, inbox, say_received)
    click.echo(f"{counted(count, 'mail', 'mails')} read")
    say_sent(send(desk))


@click.command()
@click.argument("game")
@click.argument("seat", required=False)
@with_desk
def clock(desk: Desk, game: str, seat: str | None) -> None:
    """Show every deadline of GAME with its arithmetic, line by line: of one SEAT, or of all.

    Everything shown follows from the record, so that everybody can do the same sums.
    """
    from pbem.cli.games.game import seat_named
    from pbem.desk.matches.state.positions import current
    from pbem.desk.matches.times.clock_report import pace_lines, seat_lines
    from pbem.desk.wording.time_texts import read_zone

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
    from pbem.desk.matches.acts.caselaw import Case, cases
    from pbem.desk.matches.state.positions import known_game
    from pbem.desk.wording.time_texts import written

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
