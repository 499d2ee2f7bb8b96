"""`pbem order`."""

import click

from pbem.cli.session import read_text, with_desk
from pbem.cli.show import say_board, say_trial, say_waiting
from pbem.desk.desk import Desk
from pbem.desk.people import find_player
from pbem.desk.play import Played
from pbem.desk.positions import position
from pbem.desk.sheets import Taken, take_here
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
    yet is kept as a private plan; a new sheet replaces it. `resign` leaves the game, `clear` drops the plan. The desk
    words `help`, `status`, `board`, `history N`, `preview`, `plan` and `tell NAME: text` work here as they do by mail.
    """
    taken = take_here(desk, game, name, read_text(sheet), is_preview=preview)
    if taken.trial:
        say_trial(taken.match, taken.seat, taken.trial)
    elif taken.played:
        _say_played(taken.played)
    _say_words(desk, taken, name)
    if taken.played or "status" in taken.asked.words:
        say_waiting(taken.match)


def _say_played(played: Played) -> None:
    for move in played.answer.played:
        click.echo(f"played: {move}")
    for line in played.answer.planned:
        click.echo(f"planned: {clean(line, 200)}")
    if played.seat in played.decided.match.vacant:
        click.echo(f"resigned: {played.seat}; the rules' default orders play it from now on, and it ranks last")
    for notice in played.decided.notices:
        if notice.seat == played.seat:
            for problem in notice.problems:
                click.echo(clean(problem.text, 400))
            for line in notice.unused:
                click.echo(f"not used: {clean(line, 200)}")


def _say_words(desk: Desk, taken: Taken, name: str) -> None:
    """Answer the desk words of a sheet."""
    for line in taken.notices.preview if not taken.trial else ():
        click.echo(line)
    for line in taken.notices.help:
        click.echo(line)
    if "plan" in taken.asked.words and not taken.played:
        for line in taken.notices.planned or ("nothing",):
            click.echo(f"planned: {clean(line, 200)}")
    for message in taken.asked.press:
        click.echo(f"told {clean(message.to)}")
    if "board" in taken.asked.words or taken.asked.history is not None:
        with desk.store.read() as look:
            at = taken.match.head.size - 1 if taken.asked.history is None else taken.asked.history
            say_board(position(desk, look, taken.match.id, at), taken.seat, find_player(look, name).language)
