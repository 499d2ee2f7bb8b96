"""`pbem tournament rule`: acts of the director, each with its reason in the event's record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli.events.event_status import progress_of, say_leaving
from pbem.cli.session import read_reason, writing
from pbem.desk.errors import UsageError

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.record.events.law.chance import Place

_REASON = click.option("--reason", required=True, metavar="TEXT", help="Why; everybody reads it in the record.")
_EVENT = click.argument("id_", metavar="EVENT")
_TABLE = click.argument("table", metavar="ROUND.TABLE")


@click.group()
def rule() -> None:
    """Rule in an event: every act is an entry of its record with a reason, and nothing is ever deleted."""


def _place(text: str) -> Place:
    from pbem.record.events.law.chance import Place

    number, dot, table = text.partition(".")
    if not dot or not number.isdecimal() or not table.isdecimal() or len(text) > 12 or "0" in (number, table):
        raise UsageError(f"{text!r} is no table: write its round and its number, such as 2.3")
    return Place(int(number), int(table))


@rule.command()
@_EVENT
@_TABLE
@click.option("--place", "places", multiple=True, metavar="NAME=N", help="The place of a player; one for each.")
@click.option("--points", multiple=True, metavar="NAME=N", help="The victory points of a player; for all, or none.")
@_REASON
@writing
def result(desk: Desk, id_: str, table: str, places: tuple[str, ...], points: tuple[str, ...], reason: str) -> None:
    """Change the result of a table. A game that is not over is ended with `pbem game result`."""
    from pbem.desk.events.course.ruling import rule_places

    rule_places(desk, id_, _place(table), places, points, reason=read_reason(reason))
    click.echo(f"{id_}: table {table} has another result")


@rule.command()
@_EVENT
@_TABLE
@_REASON
@writing
def replay(desk: Desk, id_: str, table: str, reason: str) -> None:
    """Let a table be played once more: what it came to so far counts for nothing. `start` opens the game."""
    from pbem.desk.events.course.ruling import rule as write_down
    from pbem.director.acts import ruling

    place, why = _place(table), read_reason(reason)
    write_down(desk, id_, lambda clerk: ruling.replay(clerk, place, reason=why))
    click.echo(f"{id_}: table {table} is played again; `pbem tournament start {id_}` opens its game")


@rule.command()
@_EVENT
@_TABLE
@_REASON
@writing
def discount(desk: Desk, id_: str, table: str, reason: str) -> None:
    """Let a table count for nothing, for good."""
    from pbem.desk.events.course.ruling import rule as write_down
    from pbem.director.acts import ruling

    place, why = _place(table), read_reason(reason)
    write_down(desk, id_, lambda clerk: ruling.discount(clerk, place, reason=why))
    click.echo(f"{id_}: table {table} does not count")


@rule.command()
@_EVENT
@_TABLE
@click.argument("player")
@click.argument("by", metavar="[BY]", required=False)
@_REASON
@writing
def replace(desk: Desk, id_: str, table: str, player: str, by: str | None, reason: str) -> None:
    """Give PLAYER's seat at a table to BY, who waits or has no table; without BY, the table starts short.

    Mail that waits is read first: nobody is replaced whose orders lie in the inbox.
    """
    from contextlib import closing

    from pbem.desk.events.course.replacing import give_seat
    from pbem.desk.post.work.courier import poll

    with closing(desk.inbox) as inbox:
        poll(desk, inbox)
    give_seat(desk, id_, _place(table), player, by or "", reason=read_reason(reason))
    click.echo(f"{id_}: {by or 'nobody'} has the seat of {player} at table {table}")


@rule.command()
@_EVENT
@click.argument("player")
@click.argument("number", metavar="ROUND", type=click.IntRange(1, 99))
@click.argument("points", metavar="POINTS")
@_REASON
@writing
def penalty(desk: Desk, id_: str, player: str, number: int, points: str, reason: str) -> None:
    """Take POINTS, such as 1 or 1/2, from PLAYER in a round."""
    from pbem.desk.events.course.ruling import rule as write_down
    from pbem.director.acts import ruling

    parts, why = _parts(points), read_reason(reason)
    write_down(desk, id_, lambda clerk: ruling.penalize(clerk, player, number, parts, reason=why))
    click.echo(f"{id_}: {player} loses {points} in round {number}")


def _parts(text: str) -> int:
    """Return points in 120ths; UsageError if they are none, or cannot be counted so."""
    from fractions import Fraction

    from pbem.tournament.values import MOST_POINTS, UNIT

    whole, _, part = text.partition("/")
    if not whole.isdecimal() or (part and not part.isdecimal()) or len(text) > 9 or not int(part or 1):
        raise UsageError(f"{text!r} are no points: write 1 or 1/2")
    parts = Fraction(int(whole), int(part or 1)) * UNIT
    if parts.denominator != 1 or not parts:
        raise UsageError(f"{text!r} are no points: they are counted in {UNIT}ths")
    if parts > MOST_POINTS * UNIT:
        raise UsageError(f"{text!r} are too many points: a penalty takes {MOST_POINTS} at most")
    return int(parts)


@rule.command()
@_EVENT
@click.argument("player")
@_REASON
@writing
def out(desk: Desk, id_: str, player: str, reason: str) -> None:
    """Take PLAYER out of the event; it is told what becomes of his games, and of the next draw."""
    from pbem.desk.events.course.ruling import rule as write_down
    from pbem.director.acts import ruling

    why = read_reason(reason)
    event = write_down(desk, id_, lambda clerk: ruling.put_out(clerk, player, reason=why))
    click.echo(f"{id_}: {player} is out")
    say_leaving(event, player)


@rule.command()
@_EVENT
@click.argument("entry", type=click.IntRange(0))
@click.option("--private", "is_private", is_flag=True, help="Do not lay open what was said.")
@_REASON
@writing
def answer(desk: Desk, id_: str, entry: int, reason: str, *, is_private: bool) -> None:
    """Answer the appeal in ENTRY. Its words are laid open, unless you say --private."""
    from pbem.desk.events.course.ruling import rule_answer

    rule_answer(desk, id_, entry, reason=read_reason(reason), is_private=is_private)
    click.echo(f"{id_}: the appeal in entry {entry} is answered")


@rule.command()
@_EVENT
@click.argument("number", metavar="ROUND", type=click.IntRange(1, 99))
@_REASON
@writing
def redraw(desk: Desk, id_: str, number: int, reason: str) -> None:
    """Let the last round be drawn again, by other chance; only while none of its tables has a game."""
    from pbem.desk.events.course.ruling import rule as write_down
    from pbem.director.acts import ruling

    why = read_reason(reason)
    write_down(desk, id_, lambda clerk: ruling.redraw(clerk, number, reason=why))
    click.echo(f"{id_}: round {number} can be drawn again")


@rule.command()
@_EVENT
@_REASON
@writing
def cancel(desk: Desk, id_: str, reason: str) -> None:
    """Give the event up; everybody in it is told.

    The secret of its dice is published, so games that are open are to be ended first.
    """
    from pbem.desk.events.course.ending import cancel_event
    from pbem.desk.events.course.results import wake_event

    why = read_reason(reason)
    wake_event(desk, id_, desk.now(), progress_of("games"))  # some may be over whose results nobody has taken yet
    cancel_event(desk, id_, reason=why)
    click.echo(f"{id_}: given up; `pbem tournament standings {id_}` shows how it stood")
