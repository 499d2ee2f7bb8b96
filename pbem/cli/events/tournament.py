"""`pbem tournament`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.events.direct import extend, rule
from pbem.cli.events.event_status import say_leaving, say_started
from pbem.cli.groups import LateGroup
from pbem.cli.session import read_reason, with_desk, write_text
from pbem.cli.settled import writing
from pbem.cli.show import counted, progress_of
from pbem.desk.errors import UsageError
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

_EVENT = click.argument("id_", metavar="EVENT")
_LINE = 200


_LATE = {"new": "events.event_terms:new", "status": "events.status:status"}


@click.group(cls=LateGroup, commands={"extend": extend, "rule": rule}, late=_LATE)
def tournament() -> None:
    """Hold events: entries, draws, rounds, standings; everything in a record that anybody can check."""


@tournament.command("list")
@with_desk
def list_events(desk: Desk) -> None:
    """List the events of this desk, the newest first: id, game, how it stands, players, games open, title."""
    from pbem.desk.matches.state.freezing import frozen

    with desk.store.read() as look:
        found = look.events.all()
        stopped = {one.id for one in found if frozen(desk, look, one.id)}
    for one in found:
        phase = "frozen" if one.id in stopped else one.phase
        counts = f"{one.players:>4} {one.playing:>4}"
        click.echo(f"{one.id:<20} {one.rules:<8} {phase:<9} {counts}  {clean(one.title, _LINE)}")
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
    from pbem.desk.events.course.entering import say_for_all
    from pbem.desk.events.event_vocabulary import EventWord

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
    """Take NAME out by his own word; it is told what becomes of his games, and of the next draw."""
    from pbem.desk.events.course.entering import say_here
    from pbem.desk.events.event_vocabulary import EventWord

    event = say_here(desk, id_, name, EventWord("withdraw"))
    click.echo(f"{id_}: {name} has withdrawn")
    say_leaving(event, name)


@tournament.command()
@_EVENT
@click.option("--dry-run", "is_rehearsal", is_flag=True, help="Show a draw by other chance, and write nothing.")
@click.option("--beacon", metavar="NUMBER", default="", help="The public number that the opening named.")
@writing
def draw(desk: Desk, id_: str, beacon: str, *, is_rehearsal: bool) -> None:
    """Close the entries, if they are open, and draw the next round. One that is not played yet stays as it is."""
    from pbem.desk.events.course.results import wake_event
    from pbem.desk.events.course.rounds import draw_round, rehearse_round, seatings

    if is_rehearsal:
        drawn = rehearse_round(desk, id_, progress_of("shuffles"))
        click.echo(f"round {drawn.round}, as it might be; the real draw has other chance:")
        for number, table in enumerate(drawn.tables, 1):
            click.echo(f"  table {number}: {', '.join(table.seats)}")
        if drawn.byes:
            click.echo(f"  bye: {', '.join(drawn.byes)}")
        return
    wake_event(desk, id_, desk.now(), progress_of("games"))  # some may be over whose results nobody has taken yet
    done = draw_round(desk, id_, beacon, progress_of("shuffles"))
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
    from pbem.desk.events.course.rounds import start_round

    opened = start_round(desk, id_, progress_of("tables"))
    say_started(desk, id_, opened)


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
    from pbem.desk.events.letters.inviting import invite_people, tell_all

    if message and names:
        raise UsageError("a message goes to everybody in the event: name nobody")
    count = tell_all(desk, id_, read_reason(message)) if message else invite_people(desk, id_, names)
    click.echo(f"{id_}: {counted(count, 'letter', 'letters')} to be sent")


@tournament.command()
@_EVENT
@writing
def close(desk: Desk, id_: str) -> None:
    """End an event with its standings, when all is played; the secret of its dice is published."""
    from pbem.desk.events.course.ending import close_event
    from pbem.desk.events.course.results import wake_event

    wake_event(desk, id_, desk.now(), progress_of("games"))
    event = close_event(desk, id_)
    click.echo(f"{id_}: closed at entry {event.book.head.size - 1}")


@tournament.command()
@_EVENT
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@with_desk
def export(desk: Desk, id_: str, folder: Path) -> None:
    """Write an event into DIR: its record, those of all its games in DIR/games, and pages to look at in DIR/pages."""
    from pbem.desk.events.records.event_export import export_event

    export_event(desk, id_, folder, progress_of("games"))
    click.echo(f"wrote {folder}; check it with `pbem verify {folder}` or `python3 tools/verify_event.py {folder}`")


@tournament.command()
@_EVENT
@with_desk
def thaw(desk: Desk, id_: str) -> None:
    """Let an event go on that was restored from a backup, by your word that its record lacks nothing."""
    from pbem.desk.events.records.event_thawing import thaw_event

    thaw_event(desk, id_)
    click.echo(f"{id_}: goes on")


@tournament.command()
@click.argument("kind", required=False)
@with_desk
def ratings(desk: Desk, kind: str | None) -> None:
    """Show how strong and how reliable people are, by the games of all events here. None of it stands in a record."""
    from pbem.desk.events.course.rating import ratings_here, reliability_here

    for (title, players), rated in sorted(ratings_here(desk).items()):
        if kind not in (None, title):
            continue
        click.echo(f"{title}, {players} players")
        for name, one in sorted(rated.items(), key=lambda item: (-item[1].floor, item[0])):
            told = f"{one.floor:6.2f} ({one.mean:.2f} +- {one.deviation:.2f}), {counted(one.games, 'game', 'games')}"
            click.echo(f"  {name:<24} {told}")
    for who, known in sorted(reliability_here(desk).items()):
        turns, games = counted(known.on_time, "turn", "turns"), counted(known.finished, "game", "games")
        told = f"{turns} on time, {known.late} late; {games} finished, {known.left} left"
        click.echo(f"{who:<24} {told}")
