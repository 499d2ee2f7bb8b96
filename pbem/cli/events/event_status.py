"""`pbem tournament status`, and what is said of an event when something was done in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli.session import with_desk
from pbem.mail.safe import clean
from pbem.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.desk.desk import Desk
    from pbem.desk.store.transaction import Transaction
    from pbem.tournament.director.event import Event

_EVENT = click.argument("id_", metavar="EVENT")
_LINE = 200
_LEAVING = {
    "open": "will not be drawn",
    "waiting": "waits for a seat no longer",
    "next": "is not drawn from round {round} on",
    "still": (
        "may still be drawn in round {round}, which goes by what was before; "
        "the seat then goes to somebody else, or stays empty, at the start"
    ),
    "out": "was not to be drawn any more",
    "last": "stays in the standings; no further round is drawn",
}


def say_started(desk: Desk, id_: str, opened: Sequence[str]) -> None:
    """Say which games were opened, or why none was."""
    from pbem.desk.events.event_store import current_event

    with desk.store.read() as look:
        book = current_event(desk, look, id_).book
    waiting = [place for place, seating in book.open_tables() if not seating.game]
    if opened:
        click.echo(f"{id_}: {counted(len(opened), 'game', 'games')} opened")
    elif not waiting:
        click.echo(f"{id_}: all games of round {len(book.rounds)} were opened before")
    for game in opened:
        click.echo(f"  {game}")
    if waiting:
        told = counted(len(waiting), "table waits until its", "tables wait until their")
        click.echo(f"{id_}: {told} players have fewer games under way")


def say_leaving(event: Event, name: str) -> None:
    """Say what becomes of somebody who has left."""
    from pbem.tournament.director.acts.leaving import leaving

    left = leaving(event, name)
    if left.games:
        click.echo(f"  {name} still plays {', '.join(left.games)}")
    if left.is_seated:
        click.echo(f"  a seat of {name} at a table without a game goes to somebody else, or stays empty, at the start")
    click.echo(f"  {name} {_LEAVING[left.drawing].format(round=left.round)}")


@click.command()
@_EVENT
@with_desk
def status(desk: Desk, id_: str) -> None:
    """Show how an event stands: entries, tables, games that are late, appeals, what you can do."""
    from pbem.desk.events.event_store import current_event, why_event_frozen
    from pbem.desk.wording.time_texts import read_zone, written

    zone = read_zone(desk.settings.clock.zone)
    with desk.store.read() as look:
        event = current_event(desk, look, id_)
        book, terms = event.book, event.book.terms
        click.echo(f"{id_}: {clean(terms.title, _LINE)} ({terms.rules.key}, {event.form.kind}), {book.phase}")
        click.echo(
            f"entries until {written(terms.entries.until, zone)}: {counted(len(book.active()), 'player', 'players')}"
        )
        _say_checkin(event, desk.now(), written(terms.checkin, zone))
        for number, end in enumerate(book.ends, 1):
            click.echo(f"round {number} ends {written(end, zone)}")
        if book.waiting:
            click.echo(f"waiting: {', '.join(book.waiting)}")
        _say_tables(look, event)
        _say_appeals(look, event)
        frozen = why_event_frozen(desk, look, id_)
    if frozen:
        click.echo(frozen)
        return
    for line in _next_steps(desk, event):
        click.echo(line)


def _say_checkin(event: Event, now: int, until: str) -> None:
    """Say who has revealed his luck before the start, and who is awaited."""
    from pbem.tournament.director.acts.checkin import awaited, checked_in

    terms = event.book.terms
    if terms.luck != "asked" or event.book.phase != "entering":
        return
    if now <= terms.entries.until:
        click.echo(f"check-in from the end of the entries until {until}")
        return
    names = awaited(event)
    how = "missing" if now > terms.checkin else "awaited"
    found = f"{counted(len(names), 'luck is', 'lucks are')} {how}" if names else "everybody has revealed"
    click.echo(f"check-in until {until}: {found}")
    for what, listed in (("checked in", checked_in(event)), ("not checked in", names)):
        if listed:
            click.echo(f"  {what}: {', '.join(listed)}")


def _say_tables(look: Transaction, event: Event) -> None:
    for place, seating in event.book.places():
        standing = look.games.find(seating.game) if seating.game else None
        how = seating.result.how if seating.result else standing.phase if standing else "not begun"
        asked = f", waits for {' '.join(standing.asked)}" if standing and standing.asked else ""
        seats = ", ".join(seating.seats)
        click.echo(f"  {place.round}.{place.table} {seating.game or '-'}: {seats}: {how}{asked}")


def _say_appeals(look: Transaction, event: Event) -> None:
    from pbem.desk.events.course.ruling import appeal_words

    for seq in event.book.appeals:
        click.echo(f"appeal in entry {seq}: {clean(appeal_words(look, event.id, seq), _LINE)}")


def _next_steps(desk: Desk, event: Event) -> list[str]:
    """Return what the director can do now."""
    from pbem.tournament.director.due import due

    waits, id_ = due(event, desk.now()), event.id
    lines = []
    if waits.can_start or waits.can_draw:
        lines.append(f"you can draw: `pbem tournament draw {id_}`")
    if waits.to_open:
        lines.append(
            f"{counted(len(waits.to_open), 'table has', 'tables have')} no game: `pbem tournament start {id_}`"
        )
    if waits.overdue:
        lines.append(
            f"{counted(len(waits.overdue), 'game has', 'games have')} outlasted the round: {waits.overdue[0][1]}"
        )
    if waits.stuck:
        lines.append(f"it cannot go on: {waits.stuck}; `pbem tournament rule cancel {id_} --reason TEXT` gives it up")
    if waits.can_close:
        lines.append(f"all is played: `pbem tournament close {id_}`")
    return lines
