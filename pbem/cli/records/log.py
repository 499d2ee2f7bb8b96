"""`pbem log`: the entries of a record, a line each."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.session import export_named, saying_no
from pbem.cli.show import counted
from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.events.event_store import entries_of_event
from pbem.desk.matches.state.positions import current
from pbem.desk.records.folders.entries import entries_of
from pbem.desk.wording.time_texts import calendar_time, written
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pbem.record.events.law.entry import EventEntry
    from pbem.record.log.entry import Entry

_DIE = 6


@click.command()
@click.argument("game", metavar="GAME|DIR")
@click.option("--json", "as_json", is_flag=True, help="The exact bytes of the entries, one a line.")
@click.option("--at", metavar="ENTRY", type=click.IntRange(0), default=None, help="Only this entry.")
@click.option("--seat", metavar="SEAT", default=None, help="Only entries about this seat.")
@saying_no
def log(game: str, *, as_json: bool, at: int | None, seat: str | None) -> None:
    """List the entries of the record of a GAME, of an event, or of an export DIR."""
    export = export_named(game)
    entries = _exported(export) if export else _here(game)
    if at is not None and at >= len(entries):
        raise UsageError(f"{game} has no entry {at}: its last one is {len(entries) - 1}")
    is_event = entries[0].body["kind"] == "event"
    if seat is not None and is_event:
        raise UsageError(f"{game} is an event: seats are those of its games")
    if seat is not None and seat not in entries[0].body["seats"]:
        raise UsageError(f"{game} has no seat {seat!r}; its seats are {', '.join(entries[0].body['seats'])}")
    gist = _event_gist if is_event else _gist
    for entry in entries:
        if at in (None, entry.seq) and seat in (None, entry.body.get("seat")):
            click.echo(entry.raw if as_json else _line(entry, gist(entry.body)))


def _exported(export: Path) -> Sequence[Entry | EventEntry]:
    """Return the entries of an export as far as they follow from one another."""
    from pbem.desk.events.records.event_verdict import is_event_folder
    from pbem.desk.records.folders.files import raws_in
    from pbem.record.errors import CannotCheckError
    from pbem.record.events.law.log import read_event
    from pbem.record.log.chain import read_log

    try:
        found = (read_event if is_event_folder(export) else read_log)(raws_in(export))
    except CannotCheckError as error:
        raise UsageError(f"{export} cannot be read here: {error}") from None
    if found.bad:
        raise DeskError(f"{export} is not valid: {found.bad}")
    return found.entries


def _here(game: str) -> Sequence[Entry | EventEntry]:
    """Return the entries of a game or an event of this desk."""
    folder: Path = click.get_current_context().find_root().obj
    with closing(Desk(folder)) as desk, desk.store.read() as look:
        if look.events.find(game):
            return entries_of_event(look, game)
        current(desk, look, game)
        return entries_of(look, game)


def _line(entry: Entry | EventEntry, gist: str) -> str:
    body = entry.body
    when = f"{calendar_time(body['at']):%Y-%m-%d %H:%M}"
    return f"{entry.seq:>5}  {when}  {entry.hash.hex()[:12]}  {body['kind']:<7} {clean(gist, 200)}"


def _gist(body: dict[str, Any]) -> str:
    match body["kind"]:
        case "open":
            return f"{body['rules']['key']}: {', '.join(body['seats'])}"
        case "start":
            return f"the game begins{_fell(body)}"
        case "seat":
            return f"{body['seat']}: {body['name'] or 'vacant'}"
        case "order":
            return f"{body['seat']}: {body['word'] or 'orders'} ({body['sign']})"
        case "move":
            return f"{body['seat']}: {body.get('text', '(sealed)')}{_fell(body)}"
        case "ruling":
            return f"{body['act']}: {body['reason']}"
        case "close":
            ranks = sorted(body["result"]["ranks"].items(), key=lambda item: item[1])
            return ", ".join(f"{rank}. {seat}" for seat, rank in ranks)
        case _:
            return _clocked(body)


def _clocked(body: dict[str, Any]) -> str:
    """Return what moved a deadline."""
    seat = body["seat"] or "everybody"
    if body["act"] == "late":
        return f"late: {seat} had until {written(body['due'])}"
    if body["from"] == body["to"]:
        return f"{body['act']}: {seat}, that of {written(body['from'])} is called off"
    return f"{body['act']}: {seat} from {written(body['from'])} to {written(body['to'])}"


def _event_gist(body: dict[str, Any]) -> str:
    place = f"{body.get('round')}.{body.get('table')}"
    match body["kind"]:
        case "event":
            return f"{body['rules']['key']}, {body['form']['kind']}: {body['title']}"
        case "start":
            return counted(len(body["entrants"]), "player", "players")
        case "draw":
            return f"round {body['round']}: {counted(len(body['tables']), 'table', 'tables')}"
        case "table":
            return f"{place}: {body['id']}"
        case "result":
            return f"{place}: {body['how']} {' '.join(map(str, body['places']))}".rstrip()
        case "ruling":
            return f"{body['act']}: {body['reason']}"
        case "close":
            return ", ".join(f"{line['rank']}. {line['player']}" for line in body["standings"])
    return f"{body['player']} ({body['sign']})"


def _fell(body: dict[str, Any]) -> str:
    """Return how the dice fell; of shuffles and other draws only that there were some."""
    rolls = [roll["draws"] for roll in body["chance"]]
    dice = [[value + 1 for _, value in roll] for roll in rolls if all(sides == _DIE for sides, _ in roll)]
    thrown = [f"; rolled {' '.join(map(str, roll))}" for roll in dice]
    return "".join(thrown) + ("; drawn by lot" if len(dice) < len(rolls) else "")
