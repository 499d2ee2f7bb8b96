"""`pbem archive`: finished games, entered in a signed log and made into a site."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.session import LINE, export_named, read_text, saying_no, warn
from pbem.cli.show import counted
from pbem.desk.errors import UsageError
from pbem.desk.settings import FILE
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pbem.desk.archive.adding import Added
    from pbem.desk.archive.building import Progress
    from pbem.desk.archive.event_adding import EventAdded
    from pbem.desk.archive.shelf import Shelf
    from pbem.desk.archive.verifying import Whole
    from pbem.desk.desk import Desk
    from pbem.record.checkpoints import Checkpoint
    from pbem.report.site.live import Live

_MOST_NAMED = 10  # files in a line


@click.group()
def archive() -> None:
    """Browse, replay and check finished games.

    An archive is the folder `archive` of the desk, or of the folder that --desk names."""


@archive.command()
@click.argument("what", metavar="GAME|EVENT|DIR", nargs=-1, required=True)
@saying_no
def add(what: tuple[str, ...]) -> None:
    """Verify a finished game or event of this desk, or an export DIR of any desk, and add it to the archive.

    An event is added with all its games. What is not valid is refused with its first bad entry, and nothing is
    written. At a desk the referee signs the log of the archive anew, and players of its own games get a letter, once.
    """
    from pbem.desk.archive.building import make_pages
    from pbem.desk.archive.ledger import Ledger
    from pbem.desk.archive.making import Kept

    shelf = _shelf()
    games: set[str] = set()
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
    from pbem.desk.archive.telling import tell_of_event, tell_of_game

    export = export_named(one)
    if export is not None:
        if is_event_export(export):
            return _say_event(add_event_export(shelf, export, desk, _progress()))
        return _say_game(add_export(shelf, export, desk))
    if desk is None:
        raise UsageError(f"there is neither an export {one!r} nor a desk in {_folder().absolute()}")
    if is_event_here(desk, one):
        games = _say_event(add_event(shelf, desk, one, _progress()))
        _say_told(tell_of_event(desk, shelf, one))
    else:
        games = _say_game(add_game(shelf, desk, one))
        _say_told(tell_of_game(desk, shelf, one))
    return games


def _say_told(letters: int) -> None:
    if letters:
        click.echo(f"{counted(letters, 'letter', 'letters')} with the checkpoint; `pbem mail send` sends them")


def _say_game(added: Added) -> tuple[str, ...]:
    entries = counted(added.verified.entries, "entry", "entries")
    click.echo(f"{clean(added.game)}: {entries}, valid; {added.came}; game {added.place} of the log")
    return (added.game,)


def _say_event(added: EventAdded) -> tuple[str, ...]:
    _end_progress()
    counts = f"{counted(added.entries, 'entry', 'entries')}, {counted(len(added.games), 'game', 'games')}"
    told = "added" if added.is_new else "was there already"
    click.echo(f"{clean(added.event)}: {counts}, valid; {told}; line {added.place} of the log")
    return added.games


@archive.command("list")
@saying_no
def list_() -> None:
    """List the games and events of the archive, the newest last."""
    from pbem.desk.archive.ledger import Ledger, faults_of

    ledger = Ledger(_shelf())
    for number, line in enumerate(ledger.records, 1):
        click.echo(f"{number:>5}  {line.head.hex()[:12]}  {line.game}")
    with _desk() as desk:
        fault = next(faults_of(ledger, desk), "")
    told = f"the log is not what was signed: {clean(fault, LINE)}" if fault else _signed(ledger.checkpoint)
    click.echo(f"{_counts(len(ledger.lines), len(ledger.events))}; {told}")


@archive.command()
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--url", metavar="URL", default="", help="Where the site will be, for its sitemap and feeds.")
@click.option(
    "--running", "has_running", is_flag=True, help="With the games that are being played, as the public sees them."
)
@saying_no
def build(out: Path, url: str, *, has_running: bool) -> None:
    """Write the archive as a site into OUT: it opens from a disk and asks nobody for anything.

    Only what changed is written. Where OUT holds an earlier site, its log must be the beginning of this one.
    """
    from pbem.desk.archive.building import build as build_site

    with _desk() as desk:
        known = desk.settings.archive.url if desk else ""
        live = _running(desk) if has_running else ()
        done = build_site(_shelf(), out, url=url or known, tell=_progress(), desk=desk, live=live)
    _end_progress()
    click.echo(
        f"{counted(done.games, 'game', 'games')}: {counted(done.made, 'replay', 'replays')} made, "
        f"{counted(done.written, 'file', 'files')} written, {done.removed} removed"
    )
    if done.strays:
        click.echo(f"not of this site: {_first_of(done.strays)}")
    click.echo(f"open {done.front.absolute()}")


def _first_of(names: Sequence[str]) -> str:
    shown = ", ".join(clean(name) for name in names[:_MOST_NAMED])
    return shown if len(names) <= _MOST_NAMED else f"{shown} and {len(names) - _MOST_NAMED} more"


@archive.command()
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--checkpoint", metavar="FILE", default=None, help="A checkpoint that you kept: nothing in it may differ."
)
@saying_no
def verify(folder: Path | None, checkpoint: str | None) -> None:
    """Verify every game of the archive, its log and the signature on it; or of DIR, an archive or a site.

    Exit code 1: a game is not valid, was rewritten or dropped, or the log is not what was signed.
    """
    from pbem.desk.archive.verifying import verify_archive

    kept = _kept(checkpoint) if checkpoint else ""
    if folder is None:
        with _desk() as desk:
            found = verify_archive(_shelf(), checkpoint=kept, tell=_progress(), desk=desk)
    else:
        found = verify_archive(_shelf_in(folder), checkpoint=kept, tell=_progress())
    _end_progress()
    for game in (*found.games, *found.events):
        click.echo(
            f"{game.game}: {f'NOT VALID: {clean(game.wrong, LINE)}' if game.wrong else f'valid, {game.entries}'}"
        )
    for why in found.wrong:
        click.echo(f"the log: NOT VALID: {clean(why, LINE)}")
    if found.unheld:
        click.echo(f"the log and the checkpoint: DO NOT AGREE: {clean(found.unheld, LINE)}")
    for name in found.loose:
        click.echo(f"{clean(name)}: not in the log, not verified")
    click.echo(_last_word(found))
    sys.exit(0 if found.is_valid else 1)


def _running(desk: Desk | None) -> Sequence[Live]:
    from pbem.desk.archive.running import live_games

    if desk is None:
        raise UsageError(f"there is no desk in {_folder().absolute()}: no game is being played here")
    return live_games(desk)


def _kept(source: str) -> str:
    """Read a checkpoint that somebody kept, perhaps with other ends of lines; UsageError if it is none."""
    from pbem.record.checkpoints import read_unsigned
    from pbem.record.errors import IntegrityError

    if source != "-" and Path(source).exists() and not Path(source).is_file():
        raise UsageError(f"cannot read {source}: it is no plain file; `-` reads standard input")
    text = read_text(source).replace("\r\n", "\n").rstrip() + "\n"
    if not text.strip():
        raise UsageError(f"{source} is empty: it is no checkpoint")
    try:
        read_unsigned(text)
    except IntegrityError as error:
        raise UsageError(f"{source} is no checkpoint: {error.why}") from None
    return text


def _last_word(found: Whole) -> str:
    """Return what was found of an archive in a line, no word of which says more than was looked at."""
    count = _counts(len(found.games), len(found.events))
    if not found.is_valid:
        broken = found.bad_games + found.bad_events
        bad = {
            f"{broken} of {count}": broken,
            "the log": found.wrong,
            "the log against the checkpoint": found.unheld,
        }
        return f"NOT VALID: {', '.join(what for what, is_bad in bad.items() if is_bad)}"
    held = f"; the first {found.held} are those of the checkpoint" if found.held is not None else ""
    if not found.signer:
        return f"{count}: each valid by itself; nobody signed the log: what was dropped or replaced is not noticed"
    return f"{count}: valid{held}; {_signed_for(found.signed, found.signer)}"


def _signed(checkpoint: Checkpoint | None) -> str:
    return _signed_for(checkpoint.size, checkpoint.origin) if checkpoint else "nobody signed the log"


def _signed_for(count: int, signer: str) -> str:
    return f"the first {count} signed for by {clean(signer)}"


@archive.command()
@click.argument("site", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65_535), default=8_000, show_default=True, help="Where to listen.")
@saying_no
def serve(site: Path, port: int) -> None:
    """Serve a site that was built into OUT, on this machine alone, until it is stopped."""
    from pbem.desk.archive.serving import HERE
    from pbem.desk.archive.serving import serve as server_of
    from pbem.desk.archive.site_files import BUILT

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


def _shelf_in(folder: Path) -> Shelf:
    """Return the archive that a folder is, or that a site in it was built from."""
    from pbem.desk.archive.shelf import GAMES, Shelf

    return Shelf(folder, is_site=(folder / GAMES).is_dir())


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
