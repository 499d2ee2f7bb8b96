"""`pbem try`: what might have been, from any position of a game that is over."""

from __future__ import annotations

import sys
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING

import click

from pbem.cli.games.seats import seat_named
from pbem.cli.session import export_named, saying_no
from pbem.cli.show import MOST_ORDERS
from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.matches.state.positions import current, position
from pbem.desk.records.replaying.export_report import read_past
from pbem.desk.records.replaying.trying import FreshChance, Refused, Trial
from pbem.games.game import LANGUAGES
from pbem.games.kit.bots import bot_names
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pbem.games.game import Decision, Happening, Seat
    from pbem.referee.match.match import Match


@click.command("try")
@click.argument("game", metavar="GAME|DIR")
@click.option(
    "--at", metavar="ENTRY", type=click.IntRange(0), required=True, help="After which entry (`pbem log`) it goes on."
)
@click.option("--seat", "seats", metavar="SEAT", multiple=True, help="Whom you play; who is asked first if not given.")
@click.option("--bots", metavar="KIND", default="greedy", show_default=True, help="Who plays the other seats.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language.")
@saying_no
def try_(game: str, at: int, seats: tuple[str, ...], bots: str, lang: str) -> None:
    """Play on from any position of a GAME, or an export DIR, that is over: fresh dice, bots, and nothing is recorded.

    Orders are read from standard input, a line each; the number of an order does as well. `board` shows the board,
    `quit` ends it.
    """
    match, hidden = _begun(game, at)
    if match.state is None or match.phase != "running":
        raise UsageError(f"{match.id} was not being played after entry {at}: name an earlier one, or a later")
    trial = _trial(match, hidden, bots)
    own = frozenset(seat_named(match, seat) for seat in seats)
    _play(trial, own, lang)


def _begun(game: str, at: int) -> tuple[Match, bytes]:
    """Return the match after an entry of a game that is over, and the secret that its decks follow from."""
    if export := export_named(game):
        past = read_past(export)
        if not past.is_over or past.hidden is None:
            raise UsageError(f"{past.game} is not over: what might have been is for afterwards")
        return past.at(at), past.hidden

    folder: Path = click.get_current_context().find_root().obj
    with closing(Desk(folder)) as desk, desk.store.read() as look:
        if current(desk, look, game).phase != "over":
            raise UsageError(f"{game} is not over: what might have been is for afterwards")
        return position(desk, look, game, at), look.secrets.find(game, "hidden") or b""


def _trial(match: Match, hidden: bytes, bots: str) -> Trial:
    from random import Random
    from secrets import token_bytes

    if bots not in bot_names(match.game):
        raise UsageError(f"there is no bot {bots!r} for this game; there is {', '.join(bot_names(match.game))}")
    chance = FreshChance(match, hidden, lambda: token_bytes(32))
    return Trial(match, chance, bot=bots, random=Random(token_bytes(8)))  # noqa: S311 - it plays, it protects nothing


def _play(trial: Trial, own: frozenset[Seat], language: str) -> None:
    while (decision := trial.asked) is not None:
        own = own or frozenset({decision.seat})
        if trial.goes_by_itself(decision):
            happened = trial.play_by_rules(decision)
        elif decision.seat in own:
            answered = _ask(trial, decision, language)
            if answered is None:
                return
            happened = answered
        else:
            happened = trial.play_bot(decision)
        _tell(trial, happened, own, language)
    _say_outcome(trial, language)


def _ask(trial: Trial, decision: Decision, language: str) -> tuple[Happening, ...] | None:
    """Ask somebody at the terminal until an order can be played; None if he has had enough."""
    game, seat = trial.game, decision.seat
    view = trial.view(seat)
    click.echo(f"\n{game.called(seat, language)}: {game.say(decision.about, language)}")
    for number, move in enumerate(islice(game.moves(view), MOST_ORDERS), 1):
        click.echo(f"{number:4}  {game.write(move, language)}")
    while True:
        click.echo("> ", nl=False)
        line = sys.stdin.readline()
        text = line.strip()
        if not line or text == "quit":
            return None
        if text == "board":
            click.echo(game.board(view, language).rstrip("\n"))
        elif text:
            answer = trial.play_order(decision, text, language)
            if not isinstance(answer, Refused):
                return answer
            click.echo(f"  {clean(answer.why, 300)}")


def _tell(trial: Trial, happened: Sequence[Happening], own: frozenset[Seat], language: str) -> None:
    for happening in happened:
        if happening.to is None or happening.to & own:
            click.echo(f"  {trial.game.say(happening.saying, language)}")


def _say_outcome(trial: Trial, language: str) -> None:
    outcome = trial.outcome
    if outcome is None:
        return
    click.echo("")
    for seat in sorted(outcome.ranks, key=outcome.ranks.__getitem__):
        points = outcome.points[seat]
        total = points.get("total", sum(points.values()))
        click.echo(f"{outcome.ranks[seat]:>3}. {trial.game.called(seat, language)}: {total}")
    click.echo("nothing of this was recorded")
