"""`pbem tournament`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.direct import rule
from pbem.cli.event_terms import new
from pbem.cli.session import read_reason, with_desk, write_text, writing
from pbem.cli.show import counted
from pbem.desk.errors import UsageError
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbem.desk.desk import Desk
    from pbem.desk.store.transaction import Transaction
    from pbem.director.event import Event

_EVENT = click.argument("id_", metavar="EVENT")
_LINE = 200


@click.group(commands={"new": new, "rule": rule})
def tournament() -> None:
    """Hold events: entries, draws, rounds, standings; everything in a record that anybody can check."""


@tournament.command("list")
@with_desk
def list_events(desk: Desk) -> None:
    """List the events of this desk, the newest first: id, game, how it stands, players, games open, title."""
    with desk.store.read() as look:
        found = look.events()
    for one in found:
        counts = f"{one.players:>4} {one.playing:>4}"
        click.echo(f"{one.id:<20} {one.rules:<8} {one.phase:<9} {counts}  {clean(one.title, _LINE)}")
    if not found:
        click.echo("no events yet: `pbem tournament new`")


@tournament.command()
@_EVENT
@click.argument("names", metavar="NAME..", nargs=-1, required=True)
@click.option("--luck", metavar="HEX", default="", help="What the player commits to, where luck is asked.")
@click.option("--reveal", metavar="HEX", default="", help="Check a player in who has entered: his luck.")
@writing
def enter(desk: Desk, id_: str, names: tuple[str, ...], luck: str, reveal: str) -> None:
    """Enter people in an event, by your word; players sign `enter EVENT` themselves by mail."""
    from pbem.desk.events.entering import EventWord, say_for_all

    if luck and reveal:
        raise UsageError("a luck is committed to first, and revealed when all have entered: name one of the two")
    if len(names) > 1 and (luck or reveal):
        raise UsageError("a luck is one player's own: name him alone")
    word = EventWord("reveal", reveal) if reveal else EventWord("enter", luck)
    event = say_for_all(desk, id_, names, word)
    for name in names:
        click.echo(f"{id_}: {name} {'has checked in' if reveal else 'has entered'}")
    click.echo(f"{counted(len(event.book.active()), 'player', 'players')} of {event.book.terms.entries.most}")


@tournament.command()
@_EVENT
@click.argument("name")
@writing
def withdraw(desk: Desk, id_: str, name: str) -> None:
    """Take NAME out by his own word: from the next draw on he is not drawn."""
    from pbem.desk.events.entering import EventWord, say_here

    say_here(desk, id_, name, EventWord("withdraw"))
    click.echo(f"{id_}: {name} has withdrawn")


@tournament.command()
@_EVENT
@click.option("--dry-run", "is_rehearsal", is_flag=True, help="Show a draw by other chance, and write nothing.")
@click.option("--beacon", metavar="NUMBER", default="", help="The public number that the opening named.")
@writing
def draw(desk: Desk, id_: str, beacon: str, *, is_rehearsal: bool) -> None:
    """Close the entries, if they are open, and draw the next round. One that is not played yet stays as it is."""
    from pbem.desk.events.results import wake_event
    from pbem.desk.events.rounds import draw_round, rehearse_round, seatings

    if is_rehearsal:
        drawn = rehearse_round(desk, id_)
        click.echo(f"round {drawn.round}, as it might be; the real draw has other chance:")
        for number, table in enumerate(drawn.tables, 1):
            click.echo(f"  table {number}: {', '.join(table.seats)}")
        if drawn.byes:
            click.echo(f"  bye: {', '.join(drawn.byes)}")
        return
    wake_event(desk, id_, desk.now())  # games may be over whose results nobody has taken yet
    if sys.stderr.isatty():
        click.echo("drawing ..", err=True)  # which takes seconds where many play
    done = draw_round(desk, id_, beacon)
    number = len(done.event.book.rounds)
    click.echo(f"{id_}: round {number} {'is drawn' if done.is_new else 'was drawn before'}")
    for place, seating in seatings(done.event):
        click.echo(f"  table {place.table}: {', '.join(seating.seats)}")
    if byes := done.event.book.rounds[-1].byes:
        click.echo(f"  bye: {', '.join(byes)}")


@tournament.command()
@_EVENT
@writing
def start(desk: Desk, id_: str) -> None:
    """Open the games of the round that is drawn. Those that are open stay as they are."""
    from pbem.desk.events.rounds import start_round

    opened = start_round(desk, id_, _progress("tables"))
    click.echo(f"{id_}: {counted(len(opened), 'game', 'games')} opened")
    for game in opened:
        click.echo(f"  {game}")


def _progress(what: str) -> Callable[[int, int], None]:
    shown = sys.stderr.isatty()

    def tell(done: int, of: int) -> None:
        if shown:
            click.echo(f"\r{done}/{of} {what} ", nl=False, err=True)

    return tell


@tournament.command()
@_EVENT
@with_desk
def status(desk: Desk, id_: str) -> None:
    """Show how an event stands: entries, tables, games that are late, appeals, what you can do."""
    from pbem.desk.events.keeping import current_event
    from pbem.desk.spans import read_zone, written

    zone = read_zone(desk.settings.clock.zone)
    with desk.store.read() as look:
        event = current_event(desk, look, id_)
        book, terms = event.book, event.book.terms
        click.echo(f"{id_}: {clean(terms.title, _LINE)} ({terms.rules.key}, {event.form.kind}), {book.phase}")
        click.echo(f"entries until {written(terms.entries.until, zone)}: {len(book.active())} players")
        for number, end in enumerate(book.ends, 1):
            click.echo(f"round {number} ends {written(end, zone)}")
        if book.waiting:
            click.echo(f"waiting: {', '.join(book.waiting)}")
        _say_tables(look, event)
        _say_appeals(look, event)
    for line in _next_steps(desk, event):
        click.echo(line)


def _say_tables(look: Transaction, event: Event) -> None:
    for place, seating in event.book.places():
        standing = look.standing(seating.game) if seating.game else None
        how = seating.result.how if seating.result else standing.phase if standing else "not begun"
        asked = f", waits for {' '.join(standing.asked)}" if standing and standing.asked else ""
        seats = ", ".join(seating.seats)
        click.echo(f"  {place.round}.{place.table} {seating.game or '-'}: {seats}: {how}{asked}")


def _say_appeals(look: Transaction, event: Event) -> None:
    from pbem.desk.events.ruling import appeal_words

    for seq in event.book.appeals:
        click.echo(f"appeal in entry {seq}: {clean(appeal_words(look, event.id, seq), _LINE)}")


def _next_steps(desk: Desk, event: Event) -> list[str]:
    """Return what the director can do now."""
    from pbem.director.due import due

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
    if waits.can_close:
        lines.append(f"all is played: `pbem tournament close {id_}`")
    return lines


@tournament.command()
@_EVENT
@click.option(
    "--as",
    "form",
    type=click.Choice(["text", "html", "csv", "json", "svg"]),
    default="text",
    show_default=True,
    help="html: a page with everything; svg: scores by round as a plot.",
)
@click.option("--crosstable", "is_cross", is_flag=True, help="Who finished ahead of whom, instead of the standings.")
@click.option("--lang", "language", type=click.Choice(["en", "it", "fr", "de"]), default="en", help="Of the page.")
@click.option("-o", "--output", metavar="FILE", default="-", help="Where to; standard output if not given.")
@with_desk
def standings(desk: Desk, id_: str, form: str, language: str, output: str, *, is_cross: bool) -> None:
    """Show who is ahead, by all that has a result."""
    from pbem.desk.events.pages import write_page

    write_text(output, write_page(desk, id_, form, language=language, is_cross=is_cross))


@tournament.command()
@_EVENT
@click.argument("names", metavar="[NAME..]", nargs=-1)
@click.option("--message", metavar="TEXT", default="", help="Write this to everybody in the event, instead.")
@writing
def tell(desk: Desk, id_: str, names: tuple[str, ...], message: str) -> None:
    """Invite people to an event by letter: NAMEs, or everybody at this desk who has not entered."""
    from pbem.desk.events.inviting import invite_people, tell_all

    if message and names:
        raise UsageError("a message goes to everybody in the event: name nobody")
    count = tell_all(desk, id_, read_reason(message)) if message else invite_people(desk, id_, names)
    click.echo(f"{id_}: {counted(count, 'letter', 'letters')} to be sent")


@tournament.command()
@_EVENT
@click.argument("number", metavar="ROUND", type=click.IntRange(1, 99))
@click.argument("until", metavar="TIME")
@click.option("--reason", required=True, metavar="TEXT", help="Why; everybody reads it in the record.")
@writing
def extend(desk: Desk, id_: str, number: int, until: str, reason: str) -> None:
    """Let a round end later, at TIME such as '2026-12-20 18:00'."""
    from pbem.desk.events.ruling import rule as write_down
    from pbem.desk.spans import read_instant, read_zone, written
    from pbem.director import ruling

    at, why = read_instant(until, read_zone(desk.settings.clock.zone)), read_reason(reason)
    write_down(desk, id_, lambda clerk: ruling.extend(clerk, number, at, reason=why))
    click.echo(f"{id_}: round {number} ends {written(at)}")


@tournament.command()
@_EVENT
@writing
def close(desk: Desk, id_: str) -> None:
    """End an event with its standings, when all is played; the secret of its dice is published."""
    from pbem.desk.events.results import wake_event
    from pbem.desk.events.rounds import close_event

    wake_event(desk, id_, desk.now())
    event = close_event(desk, id_)
    click.echo(f"{id_}: closed at entry {event.book.head.size - 1}")


@tournament.command()
@_EVENT
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@with_desk
def export(desk: Desk, id_: str, folder: Path) -> None:
    """Write an event into DIR: its record, those of all its games in DIR/games, and pages to look at in DIR/pages."""
    from pbem.desk.records.event_export import export_event

    export_event(desk, id_, folder, _progress("games"))
    click.echo(f"wrote {folder}; check it with `pbem verify {folder}` or `python3 tools/verify_event.py {folder}`")


@tournament.command()
@_EVENT
@with_desk
def thaw(desk: Desk, id_: str) -> None:
    """Let an event go on that was restored from a backup, by your word that its record lacks nothing."""
    from pbem.desk.events.thawing import thaw_event

    thaw_event(desk, id_)
    click.echo(f"{id_}: goes on")


@tournament.command()
@click.argument("kind", required=False)
@with_desk
def ratings(desk: Desk, kind: str | None) -> None:
    """Show how strong and how reliable people are, by the games of all events here. None of it stands in a record."""
    from pbem.desk.events.rating import ratings_here, reliability_here

    for (title, players), rated in sorted(ratings_here(desk).items()):
        if kind not in (None, title):
            continue
        click.echo(f"{title}, {players} players")
        for name, one in sorted(rated.items(), key=lambda item: (-item[1].floor, item[0])):
            told = f"{one.floor:6.2f} ({one.mean:.2f} +- {one.deviation:.2f}), {counted(one.games, 'game', 'games')}"
            click.echo(f"  {name:<24} {told}")
    for who, known in sorted(reliability_here(desk).items()):
        told = f"{known.on_time} turns on time, {known.late} late; {known.finished} games finished, {known.left} left"
        click.echo(f"{who:<24} {told}")
