"""`pbem game`, as far as the host rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli.session import numbers, read_reason, writing
from pbem.cli.show import say_waiting
from pbem.desk.errors import UsageError
from pbem.games.game import Seat

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

_REASON = click.option(
    "--reason", metavar="TEXT", required=True, help="Why; it stands in the record for everybody to read."
)


@click.command()
@click.argument("id_", metavar="GAME")
@click.option(
    "--seat", "seats", metavar="SEAT", multiple=True, help="A seat to play for; if none, all that have not answered."
)
@_REASON
@writing
def default(desk: Desk, id_: str, seats: tuple[str, ...], reason: str) -> None:
    """Rule that the game's own default is played for a seat. For somebody who does not answer."""
    from pbem.desk.matches.acts.rulings import rule_default
    from pbem.desk.matches.state.positions import current

    with desk.store.read() as look:
        before = current(desk, look, id_)
    chosen: list[str] = []
    match = rule_default(desk, id_, seats, read_reason(reason), tell=chosen.extend)
    if match.head == before.head:
        click.echo(f"{id_}: the rules play for {', '.join(chosen)} as soon as all have chosen; the others do not know")
    else:
        click.echo(f"{id_}: the rules played for {', '.join(chosen)}")
    say_waiting(match)


@click.command()
@click.argument("id_", metavar="GAME")
@click.argument("seat")
@click.argument("name")
@_REASON
@writing
def substitute(desk: Desk, id_: str, seat: str, name: str, reason: str) -> None:
    """Rule that SEAT is played by NAME from now on."""
    from pbem.desk.matches.acts.rulings import rule_substitute

    match = rule_substitute(desk, id_, seat, name, read_reason(reason))
    click.echo(f"{id_}: {match.holders[Seat(seat)].name} plays {seat} from now on")
    say_waiting(match)


@click.command()
@click.argument("id_", metavar="GAME")
@_REASON
@writing
def void(desk: Desk, id_: str, reason: str) -> None:
    """Rule that a game ends without a result."""
    from pbem.desk.matches.acts.rulings import rule_void

    match = rule_void(desk, id_, read_reason(reason))
    click.echo(f"{id_}: ended without a result at entry {match.head.size - 1}; nobody is awaited any more")


@click.command()
@click.argument("id_", metavar="GAME")
@click.argument("entry", type=click.IntRange(0))
@_REASON
@writing
def back(desk: Desk, id_: str, entry: int, reason: str) -> None:
    """Rule that the game goes back to the state after ENTRY. Nothing is deleted; dice stay as they fell."""
    from pbem.desk.matches.acts.rulings import rule_back

    match = rule_back(desk, id_, entry, read_reason(reason))
    click.echo(f"{id_}: went back to the state after entry {entry}; the record grows on from entry {match.head.size}")
    say_waiting(match)


@click.command()
@click.argument("id_", metavar="GAME")
@writing
def thaw(desk: Desk, id_: str) -> None:
    """Let a frozen game go on by your word that its record lacks nothing.

    All plans are dropped, and everybody is asked anew. Not while the record lacks a head that the referee has signed:
    then import what is missing, or declare the game void.
    """
    from pbem.desk.matches.acts.thawing import thaw_by_host

    match = thaw_by_host(desk, id_)
    click.echo(f"{id_}: goes on from entry {match.head.size - 1}; everybody is told")
    say_waiting(match)


@click.command()
@click.argument("id_", metavar="GAME")
@click.argument("seat")
@_REASON
@writing
def vacate(desk: Desk, id_: str, seat: str, reason: str) -> None:
    """Rule that nobody plays SEAT any more: the rules' default plays it on.

    While others choose at the same time it is kept until all have chosen.
    """
    from pbem.desk.matches.acts.rulings import rule_vacate

    match = rule_vacate(desk, id_, seat, read_reason(reason))
    is_done = seat in match.vacant
    click.echo(f"{id_}: nobody plays {seat} any more" if is_done else f"{id_}: kept until all have chosen")
    say_waiting(match)


@click.command()
@click.argument("id_", metavar="GAME")
@click.option("--place", "places", multiple=True, metavar="SEAT=N", help="The place of a seat; one for each.")
@click.option("--points", multiple=True, metavar="SEAT=N", help="The points of a seat; none if not given.")
@_REASON
@writing
def result(desk: Desk, id_: str, places: tuple[str, ...], points: tuple[str, ...], reason: str) -> None:
    """Rule how a game ends. Seats that tie share the better place, and the next one is left out."""
    from pbem.desk.matches.acts.rulings import rule_result

    match = rule_result(
        desk, id_, numbers(places, "--place blue=1"), numbers(points, "--points blue=34"), read_reason(reason)
    )
    click.echo(f"{id_}: ended by ruling at entry {match.head.size - 1}")
    say_waiting(match)


@click.command()
@click.argument("id_", metavar="GAME")
@click.option("--until", metavar="TIME", default="", help="When the clocks run again; if not given, by `resume`.")
@_REASON
@writing
def pause(desk: Desk, id_: str, until: str, reason: str) -> None:
    """Rule that all clocks of a game stand still. Orders are still taken."""
    from pbem.desk.matches.acts.rulings import rule_time

    end = _instant(desk, until) if until else 0
    rule_time(desk, id_, read_reason(reason), act="pause", until=end)
    click.echo(f"{id_}: the clocks stand still{f' until {_told(desk, end)}' if end else ''}")


@click.command()
@click.argument("id_", metavar="GAME")
@_REASON
@writing
def resume(desk: Desk, id_: str, reason: str) -> None:
    """Rule that the clocks of a paused game run again."""
    from pbem.desk.matches.acts.rulings import rule_time

    rule_time(desk, id_, read_reason(reason), act="resume")
    click.echo(f"{id_}: the clocks run again")


@click.command()
@click.argument("id_", metavar="GAME")
@click.argument("seat")
@click.argument("until", metavar="TIME")
@_REASON
@writing
def extend(desk: Desk, id_: str, seat: str, until: str, reason: str) -> None:
    """Rule that SEAT has until TIME for what it is asked now, such as '2026-12-20 18:00'.

    The time is that of `zone` under [clock] in pbem.toml, unless it says otherwise (`2026-12-20T18:00+01:00`).
    """
    from pbem.desk.matches.acts.rulings import rule_time

    due = _instant(desk, until)
    rule_time(desk, id_, read_reason(reason), act="extend", seat=seat, due=due)
    click.echo(f"{id_}: {seat} has until {_told(desk, due)}")


@click.command()
@click.argument("id_", metavar="GAME")
@click.argument("entry", type=click.IntRange(0))
@_REASON
@writing
def answer(desk: Desk, id_: str, entry: int, reason: str) -> None:
    """Answer the appeal in ENTRY. Its words are laid open, unless their writer wrote `private`."""
    from pbem.desk.matches.acts.rulings import rule_answer

    match = rule_answer(desk, id_, entry, read_reason(reason))
    click.echo(f"{id_}: the appeal is answered in entry {match.head.size - 1}")


def _instant(desk: Desk, text: str) -> int:
    from pbem.desk.wording.time_texts import read_instant, read_zone

    at = read_instant(text, read_zone(desk.settings.clock.zone))
    if at <= desk.now():
        raise UsageError(f"{text!r} is past")
    return at


def _told(desk: Desk, at: int) -> str:
    """Return an instant by the zone in which the host wrote it, and by UTC."""
    from pbem.desk.wording.time_texts import read_zone, written

    return written(at, read_zone(desk.settings.clock.zone))


RULINGS = {
    command.name or "": command
    for command in (default, substitute, vacate, pause, resume, extend, back, result, void, thaw, answer)
}
