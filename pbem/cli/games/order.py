"""`pbem order`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from pbem.cli.session import read_text
from pbem.cli.settled import writing
from pbem.cli.show import Reader, say_board, say_waiting
from pbem.desk.errors import UsageError
from pbem.desk.wording.phrases import say
from pbem.mail.safe import clean
from pbem.report.notice import lines_in

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.matches.acts.orders.answers import Played
    from pbem.desk.post.hearing.games.taken import Taken
    from pbem.referee.plans.trial import Trial

_LINE = 200
_KEY = re.compile(r"[0-9A-Fa-f]{64}")


@click.command()
@click.argument("game")
@click.argument("name")
@click.argument("sheet", metavar="[FILE|-]", default="-")
@click.option("--preview", is_flag=True, help="Only tell what would happen; nothing is written.")
@writing
def order(desk: Desk, game: str, name: str, sheet: str, *, preview: bool) -> None:
    """Take a sheet of orders of player NAME in GAME, from FILE or standard input.

    One order a line (or `;` between them), in English, Italian, French or German; `#` starts a comment. A line may hold
    alternatives (`swap winetrade | swap fortuna`), conditions (`favour 6 if tokens6 >= 2 | favour none`), chains
    (`use a_grain wine then favour 2`). `next` begins the following turn, `always` a standing order. What is not used
    yet is kept as a private plan; a new sheet replaces it. `resign` leaves the game, `clear` drops the plan. The desk
    words `help`, `status`, `board`, `history N`, `preview`, `plan` and `tell NAME: text` work here as they do by mail.

    \b
    Example: printf 'reserve none\\n' | pbem order f1 Anna -
    """
    from pbem.desk.people.enrolled import find_player
    from pbem.desk.post.hearing.games.sheets import take_here

    text = read_text(sheet)
    _check_is_no_key(sheet, text)
    taken = take_here(desk, game, name, text, is_preview=preview)
    with desk.store.read() as look:
        player = find_player(look, name)
        language = player.language
    if taken.trial:
        _say_trial(taken, taken.trial, language)
    elif taken.played:
        _say_played(taken.played, language)
    _say_words(desk, taken, language)
    if taken.played or "status" in taken.asked.words:
        but = taken.seat if taken.played and _is_kept(taken.played) else None
        say_waiting(taken.match, Reader(language, player.zone), but=but)


def _check_is_no_key(sheet: str, text: str) -> None:
    """Refuse a key file that was named by mistake: a refusal of its lines would show them."""
    if "PRIVATE KEY" in text or any(_KEY.fullmatch(line.strip()) for line in text.splitlines()):
        raise UsageError(f"{sheet} holds a key and no orders: name your sheet")


def _say_trial(taken: Taken, trial: Trial, language: str) -> None:
    """Show what a preview found, and the board as it would be then."""
    game = taken.match.game
    for line in lines_in(taken.notices, "preview"):
        click.echo(line)
    click.echo(game.board(game.view(trial.state, taken.seat), language).rstrip("\n"))


def _say_played(played: Played, language: str) -> None:
    from pbem.desk.matches.acts.orders.answers import told_course

    match = played.decided.match
    for line in told_course(played, language) if played.before.phase == "running" else ():
        click.echo(line)
    planned = lines_in(played.answer, "planned")
    _say_planned(planned, language)
    for line in lines_in(played.answer, "silence") if planned else ():
        click.echo(f"{say('silence', language)}: {line}")
    if played.seat in match.vacant:
        click.echo(say("desk_resigned", language, seat=match.game.called(played.seat, language)))
    for notice in played.decided.notices:
        if notice.seat == played.seat:
            for problem in notice.problems:
                click.echo(clean(problem.text, 400))
            for line in notice.unused:
                click.echo(say("desk_unused", language, order=clean(line, _LINE)))


def _is_kept(played: Played) -> bool:
    """Tell whether the choice that is asked for is made, and only waits for those of the others."""
    from pbem.desk.matches.acts.orders.answers import silence
    from pbem.referee.language.plan import Plan

    return silence(played.decided.match, played.seat, played.decided.plans.get(played.seat, Plan())) == "silence_kept"


def _say_planned(lines: tuple[str, ...], language: str) -> None:
    for line in lines:
        click.echo(say("desk_planned", language, order=clean(line, _LINE)))


def _say_words(desk: Desk, taken: Taken, language: str) -> None:
    """Answer the desk words of a sheet."""
    from pbem.desk.matches.state.positions import position
    from pbem.desk.post.hearing.games.taken import told_at

    for line in lines_in(taken.notices, "preview") if not taken.trial else ():
        click.echo(line)
    for line in (*lines_in(taken.notices, "desk_answer"), *lines_in(taken.notices, "help")):
        click.echo(line)
    if taken.asked.words & {"plan", "status"} and not taken.played:
        _say_planned(lines_in(taken.notices, "planned") or (say("desk_nothing", language),), language)
    for message in taken.asked.press:
        click.echo(say("desk_told", language, name=clean(message.to)))
    if "board" in taken.asked.words or taken.asked.history is not None:
        with desk.store.read() as look:
            at = taken.match.head.size - 1 if taken.asked.history is None else taken.asked.history
            for line in told_at(desk, look, taken, language):
                click.echo(line)
            say_board(position(desk, look, taken.match.id, at), taken.seat, language)
