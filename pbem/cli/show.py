"""Saying things about a match on a terminal."""

from itertools import islice

import click

from pbem.desk.pages import reply_lines
from pbem.desk.store import Transaction
from pbem.games.game import Seat
from pbem.referee.match import Match, result_of
from pbem.referee.opening import uncommitted
from pbem.referee.trial import Trial

_ENDS = {
    "chance": "then dice are rolled or cards are drawn: nobody knows what comes",
    "others": "then others decide",
    "asked": "then the referee asks you",
    "parallel": "it is kept until the others have decided too",
    "over": "then the game is over",
}
MOST_ORDERS = 400


def say_waiting(match: Match) -> None:
    """Say who is awaited for what."""
    if match.phase == "over":
        _say_result(match)
        return
    if match.phase == "seating":
        missing = uncommitted(match)
        what = f"luck to be committed by {', '.join(missing)}" if missing else "luck to be revealed"
        click.echo(f"{match.id} has not started, it waits for {what} (`pbem sign --luck`)")
        return
    if match.phase == "void":
        click.echo(f"{match.id} is void")
    for decision in match.waiting():
        holder = match.holders[decision.seat]
        click.echo(f"awaited: {decision.seat} ({holder.name or 'vacant'}): {match.game.say(decision.about, 'en')}")


def _say_result(match: Match) -> None:
    result = result_of(match)
    click.echo(f"{match.id} is over:")
    for seat, rank in sorted(result["ranks"].items(), key=lambda item: item[1]):
        points = ", ".join(f"{name} {value}" for name, value in result["points"][seat].items())
        click.echo(f"  {rank}. {seat} ({match.holders[seat].name or 'vacant'}): {points}")


def say_board(match: Match, seat: Seat | None, language: str) -> None:
    """Show the board as a seat, or the public, may see it."""
    if match.state is not None:
        view = match.game.view(match.state, seat)
        click.echo(match.game.draw(view, language).text.rstrip("\n"))


def say_orders(look: Transaction, match: Match, seat: Seat, language: str) -> None:
    """List the legal orders of a seat, numbered, and how an answer by number is written."""
    decision = match.decision_of(seat)
    if decision is None:
        return
    view = match.game.view(match.state, seat)
    click.echo(f"\nlegal orders of {seat}:")
    moves = match.game.moves(view)
    for number, move in enumerate(islice(moves, MOST_ORDERS), 1):
        click.echo(f"{number:4}  {match.game.write(move, language)}")
    if more := sum(1 for _ in moves):
        click.echo(f"      and {more} more")
    click.echo("\nan answer by number needs this line in its sheet:")
    click.echo(f"  {reply_lines(look, match, seat)[-1]}")


def say_trial(match: Match, seat: Seat, trial: Trial) -> None:
    """Show what a preview found, as its player may know it."""
    game = match.game
    for act in trial.acts:
        click.echo(f"would play: {game.write(act.move, 'en')}")
    for happening in trial.happenings:
        click.echo(f"  {game.say(happening.saying, 'en')}")
    if not trial.acts:
        click.echo("would be kept as a plan until your turn")
    click.echo(_ENDS[trial.end])
    click.echo(game.draw(game.view(trial.state, seat), "en").text.rstrip("\n"))
