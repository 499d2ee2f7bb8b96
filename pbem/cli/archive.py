"""`pbem archive`: finished games, entered in a signed log and made into a site."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.session import export_named, read_text, saying_no, warn
from pbem.cli.show import counted
from pbem.desk.errors import UsageError
from pbem.desk.settings import FILE
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pbem.desk.archive.adding import Added
    from pbem.desk.archive.building import Progress
    from pbem.desk.archive.event_adding import EventAdded
    from pbem.desk.archive.shelf import Shelf
    from pbem.desk.desk import Desk


@click.group()
def archive() -> None:
    """Browse, replay and check finished games.

    An archive is the folder `archive` of the desk, or of the folder that --desk names."""


@archive.command()
@click.argument("what", metavar="GAME|EVENT|DIR", nargs=-1, required=True)
@saying_no
def add(what: tuple[str, ...]) -> None:
    """Verify a finished game or event of this desk, or an export DIR of any desk, and add it to the archive.

    An event is added with all its games. What is not valid is refused with its first bad entry, and nothing is written. At a desk the referee signs the log
    of the archive anew.
    """
    from pbem.desk.archive.building import make_pages
    from pbem.desk.archive.ledger import Ledger
    from pbem.desk.archive.making import Kept

    shelf = _shelf()
    games = set()
    with _desk() as desk:
        for one in what:
            games.update(_add_one(shelf, desk, one))
        if desk is None:
            warn(f"nobody signed the log: there is no desk in {_folder().absolute()}")
    make_pages(Kept(shelf), [line for line in Ledger(shelf).lines if line.game in games], _progress())
    _end_progress()


def _add_one(shelf: Shelf, desk: Desk | None, one: str) -> tuple[str, ...]:
    """Add a game, or an event, say so, and return which games these are."""
    from pbem.desk.archive.adding import add_export, add_game
    from pbem.desk.archive.event_adding import add_event, add_event_export, is_event_export, is_event_here

    export = export_named(one)
    if export is not None:
        if is_event_export(export):
            return _say_event(add_event_export(shelf, export, desk, _progress()))
        return _say_game(add_export(shelf, export, desk))
    if desk is None:
        raise UsageError(f"there is neither an export {one!r} nor a desk in {_folder().absolute()}")
    if is_event_here(desk, one):
        return _say_event(add_event(shelf, desk, one, _progress()))
    return _say_game(add_game(shelf, desk, one))


def _say_game(added: Added) -> tuple[str, ...]:
    entries = counted(added.verified.entries, "entry", "entries")
    click.echo(f"{clean(added.game)}: {entries}, valid; {_told(is_new=added.is_new)}, game {added.place} of the log")
    return (added.game,)


def _say_event(added: EventAdded) -> tuple[str, ...]:
    _end_progress()
    counts = f"{counted(added.entries, 'entry', 'entries')}, {counted(len(added.games), 'game', 'games')}"
    click.echo(f"{clean(added.event)}: {counts}, valid; {_told(is_new=added.is_new)}, line {added.place} of the log")
    return added.games


def _told(*, is_new: bool) -> str:
    return "added" if is_new else "was there already"


@archive.command("list")
@saying_no
def list_() -> None:
    """List the games and events of the archive, the newest last."""
    from pbem.desk.archive.ledger import Ledger

    ledger = Ledger(_shelf())
    for number, line in enumerate(ledger.records, 1):
        click.echo(f"{number:>5}  {line.head.hex()[:12]}  {line.game}")
    signed = ledger.checkpoint
    click.echo(
        _counts(len(ledger.lines), len(ledger.events))
        + (f", {signed.size} signed for by {signed.origin}" if signed else ", nobody signed the log")
    )


@archive.command()
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--url", metavar="URL", default="", help="Where the site will be, for its sitemap and feeds.")
@saying_no
def build(out: Path, url: str) -> None:
    """Write the archive as a site into OUT: it opens from a disk and asks nobody for anything.

    Only what changed is written. Where OUT holds an earlier site, its log must be the beginning of this one.
    """
    from pbem.desk.archive.building import build as build_site

    done = build_site(_shelf(), out, url=url, tell=_progress())
    _end_progress()
    click.echo(
        f"{counted(done.games, 'game', 'games')}: {counted(done.made, 'replay', 'replays')} made, "
        f"{counted(done.written, 'file', 'files')} written, {done.removed} removed"
    )
    click.echo(f"open {done.front.absolute()}")


@archive.command()
@click.option(
    "--checkpoint", metavar="FILE", default=None, help="A checkpoint that you kept: nothing in it may differ."
)
@saying_no
def verify(checkpoint: str | None) -> None:
    """Verify every game of the archive, its log and the signature on it.

    Exit code 1: a game is not valid, was rewritten or dropped, or the log is not what was signed.
    """
    from pbem.desk.archive.verifying import verify_archive

    kept = read_text(checkpoint) if checkpoint else ""
    if checkpoint and not kept.strip():
        raise UsageError(f"{checkpoint} is empty: it is no checkpoint")
    found = verify_archive(_shelf(), checkpoint=kept, tell=_progress())
    _end_progress()
    for game in (*found.games, *found.events):
        click.echo(f"{game.game}: {f'NOT VALID: {clean(game.wrong, 300)}' if game.wrong else f'valid, {game.entries}'}")
    for why in found.wrong:
        click.echo(f"the log: NOT VALID: {clean(why, 300)}")
    for name in found.loose:
        click.echo(f"{clean(name)}: not in the log; `pbem archive add` enters it")
    if found.held is not None:
        lines = ("line", "lines") if found.events else ("game", "games")
        click.echo(f"the first {counted(found.held, *lines)} are those of the checkpoint")
    signed = f", {found.signed} signed for" if found.signed else ", nobody signed the log"
    click.echo(f"{_counts(len(found.games), len(found.events))}{signed}: {'valid' if found.is_valid else 'NOT VALID'}")
    sys.exit(0 if found.is_valid else 1)


@archive.command()
@click.argument("site", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65_535), default=8_000, show_default=True, help="Where to listen.")
@saying_no
def serve(site: Path, port: int) -> None:
    """Serve a site that was built into OUT, on this machine alone, until it is stopped."""
    from pbem.desk.archive.building import BUILT
    from pbem.desk.archive.serving import HERE
    from pbem.desk.archive.serving import serve as server_of

    if not (site / BUILT).is_file():
        raise UsageError(f"{site} holds no site: make one with `pbem archive build {site}`")
    with server_of(site, port) as server:
        click.echo(f"http://{HERE}:{server.server_address[1]}/index.html")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("")


def _counts(games: int, events: int) -> str:
    told = counted(games, "game", "games")
    return f"{told} and {counted(events, 'event', 'events')}" if events else told


def _folder() -> Path:
    folder: Path = click.get_current_context().find_root().obj
    return folder


def _shelf() -> Shelf:
    from pbem.desk.archive.shelf import SHELF, Shelf

    return Shelf(_folder() / SHELF)


@contextmanager
def _desk() -> Iterator[Desk | None]:
    """Open the desk, if there is one."""
    if not (_folder() / FILE).exists():
        yield None
        return
    from pbem.desk.desk import Desk

    desk = Desk(_folder())
    try:
        yield desk
    finally:
        desk.close()


def _progress() -> Progress:
    is_shown = sys.stderr.isatty()

    def tell(what: str, done: int, of: int) -> None:
        if is_shown:
            click.echo(f"\r\033[K{what}: {done}/{of} ", nl=False, err=True)

    return tell


def _end_progress() -> None:
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
