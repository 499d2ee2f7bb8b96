"""`pbem order`."""

import click

from pbem.cli.session import read_text, with_desk
from pbem.cli.show import say_trial, say_waiting
from pbem.desk.desk import Desk
from pbem.desk.play import order as take_order
from pbem.desk.play import try_order
from pbem.mail.safe import clean


@click.command()
@click.argument("game")
@click.argument("name")
@click.argument("sheet", metavar="[FILE|-]", default="-")
@click.option("--preview", is_flag=True, help="Only tell what would happen; nothing is written.")
@with_desk
def order(desk: Desk, game: str, name: str, sheet: str, *, preview: bool) -> None:
    """Take a sheet of orders of player NAME in GAME, from FILE or standard input.

    One order a line (or `;` between them), in English, Italian, French or German; `#` starts a comment. A line may hold
    alternatives (`swap winetrade | swap fortuna`), conditions (`favour 6 if tokens6 >= 2 | favour none`), chains
    (`use a_grain wine then favour 2`). `next` begins the following turn, `always` a standing order. What is not used
    yet is kept as a private plan; a new sheet replaces it. `resign` leaves the game, `clear` drops the plan.
    """
    text = read_text(sheet)
    if preview:
        match, seat, trial = try_order(desk, game, name, text)
        say_trial(match, seat, trial)
        return
    played = take_order(desk, game, name, text)
    for move in played.answer.played:
        click.echo(f"played: {move}")
    for line in played.answer.planned:
        click.echo(f"planned: {clean(line, 200)}")
    for notice in played.decided.notices:
        if notice.seat == played.seat:
            for line in notice.unused:
                click.echo(f"not used: {clean(line, 200)}")
    say_waiting(played.decided.match)
