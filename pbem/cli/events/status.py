"""`pbem tournament status`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli.session import with_desk
from pbem.desk.events.course.ruling import appeal_words
from pbem.desk.events.event_store import current_event, why_event_frozen
from pbem.desk.wording.time_texts import read_zone, written
from pbem.mail.safe import clean
from pbem.phrases import counted
from pbem.tournament.director.acts.checkin import awaited, checked_in
from pbem.tournament.director.due import due

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.store.transaction import Transaction
    from pbem.tournament.director.event import Event

_EVENT = click.argument("id_", metavar="EVENT")
_LINE = 200


@click.command()
@_EVENT
@with_desk
def status(desk: Desk, id_: str) -> None:
    """Show how an event stands: entries, tables, games that are late, appeals, what you can do."""
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
    for seq in event.book.appeals:
        click.echo(f"appeal in entry {seq}: {clean(appeal_words(look, event.id, seq), _LINE)}")


def _next_steps(desk: Desk, event: Event) -> list[str]:
    """Return what the director can do now."""
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
