"""Saying things about a match on a terminal."""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING

import click
from msgspec import Struct, convert

from pbem.desk.wording.phrases import say
from pbem.games.game import Outcome, Seat
from pbem.phrases import counted as counted  # noqa: PLC0414 - commands have it from here

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from zoneinfo import ZoneInfo

    from pbem.desk.matches.times.lateness import Awaited
    from pbem.desk.store.transaction import Transaction
    from pbem.referee.match.match import Match
    from pbem.report.page import Result

MOST_ORDERS = 400


limit_option = click.option(
    "--limit", type=click.IntRange(1), default=50, metavar="N", help="List so many at the most; 50 if not given."
)


def say_more(more: int) -> None:
    """Say how many things a list leaves out."""
    if more:
        click.echo(f"and {more} more: see --limit")


def progress_of(what: str) -> Callable[[int, int], None]:
    """Return what shows on a terminal how far something is; the line is gone when it is done."""
    is_shown = sys.stderr.isatty()

    def tell(done: int, of: int) -> None:
        if is_shown:
            click.echo(f"\r\033[K{done}/{of} {what} " if done < of else "\r\033[K", nl=False, err=True)

    return tell


class Reader(Struct, frozen=True):
    """Who is told how a match stands: in which language, and by the clock of which zone."""

    language: str = "en"
    zone: str = ""


def say_waiting(
    match: Match,
    reader: Reader = Reader(),  # noqa: B008 - frozen
    *,
    but: Seat | None = None,
    holders: Mapping[Seat, tuple[str, ...]] | None = None,
) -> None:
    """Say who is awaited for what (leaving out a seat that has answered) and until when, or how it ended.

    `holders` is everybody who held each seat, if that is known. All of it comes from the record.
    """
    language = reader.language
    if match.phase == "over":
        _say_result(match, holders or {}, language)
    elif match.phase == "void":
        click.echo(say("desk_void", language, game=match.id))
    elif match.phase == "seating":
        _say_seating(match, language)
    times = _times(match, reader)
    for decision in match.waiting():
        if decision.seat == but:
            continue
        seat = match.game.called(decision.seat, language)
        name = match.holders[decision.seat].name or say("vacant", language)
        about = match.game.say(decision.about, language)
        told = say("desk_awaited", language, seat=seat, name=name, about=about)
        click.echo(f"{told}{times.get(decision.seat, '')}")


def _times(match: Match, reader: Reader) -> dict[Seat, str]:
    """Return since when and until when seats are awaited, where there are deadlines."""
    if match.clocks is None:
        return {}  # and nothing has to be loaded that tells times
    from pbem.desk.matches.times.reader_times import teller, time_of

    times = time_of(match, None, teller(reader.language, reader.zone))
    told = {}
    for seat, time in times.awaited.items() if times else ():
        told[seat] = f" {say('awaited_time', reader.language, since=time.since, until=time.until)}"
    return told


def _say_seating(match: Match, language: str) -> None:
    """Say what a match waits for that has not started."""
    from pbem.referee.match.free import free_seats, uncommitted

    if free := free_seats(match):
        click.echo(say("desk_offered", language, game=match.id, seats=", ".join(free)))
        return
    missing = ", ".join(uncommitted(match))
    key = "desk_luck_missing" if missing else "desk_luck_hidden"
    click.echo(say(key, language, game=match.id, seats=missing))


def told_awaited(awaited: Iterable[Awaited], zone: ZoneInfo) -> str:
    """Return in one line who is awaited since when and until when, by the clock of a zone."""
    from pbem.desk.wording.time_texts import written

    told = []
    for one in awaited:
        since = "" if one.since is None else f" since {written(one.since, zone)}"
        until = "" if one.until is None else f", until {written(one.until, zone)}"
        told.append(f"{one.seat} ({one.name or 'nobody'}){since}{until}")
    return "; ".join(told)


def say_leaves(match: Match, language: str) -> None:
    """Say who is on leave, or will be, and on which days."""
    if match.clocks is None or match.phase != "running":
        return
    from pbem.desk.matches.times.leave_days import days_away

    for seat in match.seats:
        if last := days_away(match.clocks, seat, match.at):
            called = f"{match.game.called(seat, language)} ({match.holders[seat].name})"
            click.echo(f"{called}: {say('on_leave', language, last=last)}")


def _say_result(match: Match, holders: Mapping[Seat, tuple[str, ...]], language: str) -> None:
    from pbem.referee.match.match import result_of
    from pbem.report.turn import result_table

    names = {seat: holders.get(seat, (match.holders[seat].name,)) for seat in match.seats}
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
    from pbem.desk.matches.state.replies import reply_lines

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
    from pbem.desk.matches.state.replies import reply_lines

    if match.phase in ("over", "void"):
        return
    click.echo("\n" + say("desk_reply", language))
    for line in reply_lines(look, match, seat):
        click.echo(f"  {line}")


def a(what: str) -> str:
    """Put an article before a game or an event."""
    return f"an {what}" if what == "event" else f"a {what}"
