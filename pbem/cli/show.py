"""Saying things about a match on a terminal."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import click
from msgspec import convert

from pbem.desk.phrases import say
from pbem.games.game import Outcome, Seat

if TYPE_CHECKING:
    from pbem.desk.store.transaction import Transaction
    from pbem.referee.match import Match
    from pbem.report.page import Result

MOST_ORDERS = 400


def counted(number: int, one: str, many: str) -> str:
    """Return a number with the word that goes with it."""
    return f"{number} {one if number == 1 else many}"


limit_option = click.option(
    "--limit", type=click.IntRange(1), default=50, metavar="N", help="List so many at the most; 50 if not given."
)


def say_more(more: int) -> None:
    """Say how many things a list leaves out."""
    if more:
        click.echo(f"and {more} more: see --limit")


def say_waiting(match: Match, language: str = "en", *, but: Seat | None = None) -> None:
    """Say who is awaited for what (leaving out a seat that has answered), or how it ended."""
    if match.phase == "over":
        _say_result(match, language)
    elif match.phase == "void":
        click.echo(say("desk_void", language, game=match.id))
    elif match.phase == "seating":
        from pbem.referee.opening import uncommitted

        missing = ", ".join(uncommitted(match))
        key = "desk_luck_missing" if missing else "desk_luck_hidden"
        click.echo(say(key, language, game=match.id, seats=missing))
    for decision in match.waiting():
        if decision.seat == but:
            continue
        seat = match.game.called(decision.seat, language)
        name = match.holders[decision.seat].name or say("vacant", language)
        about = match.game.say(decision.about, language)
        click.echo(say("desk_awaited", language, seat=seat, name=name, about=about))


def _say_result(match: Match, language: str) -> None:
    from pbem.referee.match import result_of
    from pbem.report.turn import result_table

    names = {seat: match.holders[seat].name for seat in match.seats}
    table = result_table(match.game, names, convert(result_of(match), Outcome), language)
    click.echo(say("desk_over", language, game=match.id))
    for at, column in enumerate(table.columns):
        points = ", ".join(_points(table, at, language))
        click.echo(f"  {column.rank}. {column.seat} ({column.name or say('vacant', language)}): {points}")


def _points(table: Result, at: int, language: str) -> list[str]:
    """Return what one seat scored, and what for."""
    return [
        f"{say('total', language)} {table.columns[at].total}",
        *(f"{row.category} {row.points[at]}" for row in table.rows if row.points[at]),
        *(f"{say('desk_tie', language, category=row.category)} {row.points[at]}" for row in table.ties),
    ]


def say_board(match: Match, seat: Seat | None, language: str) -> None:
    """Show the board as a seat, or the public, may see it."""
    if match.state is not None:
        view = match.game.view(match.state, seat)
        click.echo(match.game.board(view, language).rstrip("\n"))


def say_orders(look: Transaction, match: Match, seat: Seat, language: str) -> None:
    """List the legal orders of a seat, numbered, and how an answer by number is written."""
    from pbem.desk.matches.replies import reply_lines

    decision = match.decision_of(seat)
    if decision is None:
        return
    view = match.game.view(match.state, seat)
    click.echo("\n" + say("desk_orders", language, seat=match.game.called(seat, language)))
    moves = match.game.moves(view)
    for number, move in enumerate(islice(moves, MOST_ORDERS), 1):
        click.echo(f"{number:4}  {match.game.write(move, language)}")
    if more := sum(1 for _ in moves):
        click.echo(f"      {say('more', language, count=more)}")
    click.echo("\n" + say("desk_by_number", language))
    click.echo(f"  {reply_lines(look, match, seat)[-1]}")


def say_reply(look: Transaction, match: Match, seat: Seat, language: str) -> None:
    """Show what a signed answer begins with, while there is anything to answer."""
    from pbem.desk.matches.replies import reply_lines

    if match.phase in ("over", "void"):
        return
    click.echo("\n" + say("desk_reply", language))
    for line in reply_lines(look, match, seat):
        click.echo(f"  {line}")
