"""`pbem archive`: finished games, entered in a signed log and made into a site."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.host.archive_words import counts, first_of, last_word, signed, verdict_of
from pbem.cli.session import LINE, export_named, read_bytes, saying_no, warn
from pbem.cli.show import counted
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.settings import FILE
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pbem.desk.archive.shelf.ledger import Ledger
    from pbem.desk.archive.shelf.shelf import Shelf
    from pbem.desk.archive.shelf.shelf_kinds import Addition
    from pbem.desk.archive.site.building import Progress
    from pbem.desk.archive.verifying import Whole
    from pbem.desk.desk import Desk

_UNSEEN = "; records and log alone: pages and zip files are not looked at"


@click.group()
def archive() -> None:
    """Browse, replay and check finished games.

    An archive is the folder `archive` of the desk, or of the folder that --desk names."""


@archive.command()
@click.argument("what", metavar="GAME|EVENT|DIR", nargs=-1, required=True)
@click.option(
    "--anew", "is_anew", is_flag=True, help="Begin another log: the one that this desk signed is lost for good."
)
@saying_no
def add(what: tuple[str, ...], *, is_anew: bool) -> None:
    """Verify a finished game or event of this desk, or an export DIR of any desk, and add it to the archive.

    An event is added with all its games. What is not valid is refused with its first bad entry, and nothing is
    written. At a desk the referee signs the log of the archive anew, and players of its own games get a letter, once.
    """
    from pbem.desk.archive.shelf.ledger import Ledger
    from pbem.desk.archive.site.building import make_pages
    from pbem.desk.archive.site.making import Kept

    shelf = _shelf()
    games: set[str] = set()
    with _desk() as desk:
        if is_anew:
            _begin_anew(shelf, desk)
        for one in what:
            games.update(_add_one(shelf, desk, one))
        if desk is None:
            warn(f"nobody signed the log: there is no desk in {_folder().absolute()}")
    make_pages(Kept(shelf), [line for line in Ledger(shelf).lines if line.game in games], _progress())
    _end_progress()


def _begin_anew(shelf: Shelf, desk: Desk | None) -> None:
    """Let the desk forget a log that it signed and that is lost."""
    from pbem.desk.archive.shelf.remembering import forget, remembered
    from pbem.desk.archive.shelf.shelf import CHECKPOINT, SITE_LOG

    if desk is None or remembered(desk) is None:
        raise UsageError("--anew: no log of this archive was ever signed here")
    if there := [name for name in (SITE_LOG, CHECKPOINT) if shelf.read(name)]:
        raise UsageError(f"--anew: {shelf.folder / there[0]} is there: a log goes on, and another begins where none is")
    forget(desk)
    warn("another log begins: no checkpoint that anybody kept so far agrees with it")


def _add_one(shelf: Shelf, desk: Desk | None, one: str) -> tuple[str, ...]:
    """Add a game, or an event, say so, and return which games these are."""
    from pbem.desk.archive.shelf.shelf_kinds import kind_at_desk, kind_of_export

    export = export_named(one)
    if export is not None:
        return _say_added(kind_of_export(export).add_export(shelf, export, desk, _progress()))
    if desk is None:
        raise UsageError(f"there is neither an export {one!r} nor a desk in {_folder().absolute()}")
    with desk.store.read() as look:
        kind = kind_at_desk(look, one)
    games = _say_added(kind.add(shelf, desk, one, _progress()))
    _say_told(kind.tell_of(desk, shelf, one))
    return games


def _say_told(letters: int) -> None:
    if letters:
        click.echo(f"{counted(letters, 'letter', 'letters')} with the checkpoint; `pbem mail send` sends them")


def _say_added(added: Addition) -> tuple[str, ...]:
    """Say what was added, and return which games these are."""
    _end_progress()
    counts = counted(added.entries, "entry", "entries")
    if added.games != (added.record,):
        counts += f", {counted(len(added.games), 'game', 'games')}"
    click.echo(f"{clean(added.record)}: {counts}, valid; {added.how}; line {added.place} of the log")
    return added.games


@archive.command("list")
@saying_no
def list_() -> None:
    """List the games and events of the archive, the newest last.

    Exit code 1: the log is damaged or not what was signed, or a folder is gone. `verify` looks at every record.
    """
    from pbem.desk.archive.shelf.ledger import Ledger, faults_of
    from pbem.desk.archive.shelf.shelf import NotShownError
    from pbem.record.errors import IntegrityError

    shelf = _shelf()
    try:
        ledger = Ledger(shelf)
    except IntegrityError as error:
        raise NotShownError(error.why) from None
    with _desk() as desk:
        _check_not_lost(ledger, desk)
        fault = next(faults_of(ledger, desk), "")
    gone = [line.game for line in ledger.records if not shelf.is_there(line.game)]
    for number, line in enumerate(ledger.records, 1):
        mark = "  its folder is gone" if line.game in gone else ""
        click.echo(f"{number:>5}  {line.head.hex()[:12]}  {line.game}{mark}")
    told = f"the log is not what was signed: {clean(fault, LINE)}" if fault else signed(ledger)
    click.echo(f"{counts(len(ledger.lines), len(ledger.events))}; {told}")
    _warn_of_loose(ledger)
    sys.exit(1 if fault or gone else 0)


def _warn_of_loose(ledger: Ledger) -> None:
    """Say which folders lie in an archive that its log does not name: nothing is shown of them."""
    from pbem.desk.archive.verifying import loose_in

    for name in sorted(loose_in(ledger.shelf, ledger)):
        warn(f"{name} lies in {ledger.shelf.folder} and is not in the log: nothing is shown of it")


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
    from pbem.desk.archive.site.building import build as build_site
    from pbem.desk.archive.site.running import live_games

    with _desk() as desk:
        known = desk.settings.archive.url if desk else ""
        live = live_games(_at_work(desk)) if has_running else ()
        done = build_site(_shelf(), out, url=url or known, tell=_progress(), desk=desk, live=live)
    _end_progress()
    click.echo(
        f"{counted(done.games, 'game', 'games')}: {counted(done.made, 'replay', 'replays')} made, "
        f"{counted(done.written, 'file', 'files')} written, {done.removed} removed"
    )
    if done.strays:
        click.echo(f"not of this site: {first_of(done.strays)}")
    click.echo(f"open {done.front.absolute()}")
    if ledger := _ledger():
        _warn_of_loose(ledger)


@archive.command()
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--checkpoint",
    metavar="FILE",
    default=None,
    help="A checkpoint that you kept, or a letter with it: nothing in it may differ.",
)
@saying_no
def verify(folder: Path | None, checkpoint: str | None) -> None:
    """Verify every game of the archive, its log and the signature on it; or of DIR, an archive or a site.

    Records and log are looked at; pages and zip files of a site are not.
    Exit code 1: a game is not valid, was rewritten or dropped, or the log is not what was signed; 4: all that can be
    checked here is valid, and something cannot be: its format or rules are not known, or a file is missing.
    """
    from pbem.desk.archive.shelf.shelf import NotCheckedError
    from pbem.desk.archive.verifying import verify_archive

    kept = _kept(checkpoint) if checkpoint else ()
    if folder is None:
        with _desk() as desk:
            _check_not_lost(_ledger(), desk)
            found = verify_archive(_shelf(), checkpoints=kept, tell=_progress(), desk=desk)
    else:
        found = verify_archive(_shelf_in(folder), checkpoints=kept, tell=_progress())
    _end_progress()
    for game in (*found.games, *found.events):
        click.echo(f"{game.game}: {verdict_of(game)}")
    for why in found.wrong:
        click.echo(f"the log: NOT VALID: {clean(why, LINE)}")
    if found.unheld:
        click.echo(f"the log and the checkpoint: DO NOT AGREE: {clean(found.unheld, LINE)}")
    for name in found.loose:
        click.echo(f"{clean(name)}: not in the log, not verified")
    click.echo(f"{last_word(found)}{_whose_key(found) if folder and found.is_valid else ''}{_UNSEEN if folder else ''}")
    sys.exit(1 if not found.is_valid else NotCheckedError.exit_code if found.unchecked else 0)


def _at_work(desk: Desk | None) -> Desk:
    """Return the desk that is here; UsageError if there is none."""
    if desk is None:
        raise UsageError(f"there is no desk in {_folder().absolute()}: no game is being played here")
    return desk


def _kept(source: str) -> tuple[str, ...]:
    """Read a checkpoint that somebody kept, or those in a letter, however it was saved; UsageError if there is none."""
    from pbem.desk.records.checks.kept_letters import checkpoints_in
    from pbem.record.errors import IntegrityError
    from pbem.record.notes.checkpoints import read_unsigned

    if source != "-" and Path(source).exists() and not Path(source).is_file():
        raise UsageError(f"cannot read {source}: it is no plain file; `-` reads standard input")
    raw = read_bytes(source)
    if not raw.strip():
        raise UsageError(f"{source} is empty: it is no checkpoint")
    text = raw.decode("utf-8", "replace").replace("\r\n", "\n").rstrip() + "\n"
    try:
        read_unsigned(text)
    except IntegrityError as error:
        if found := checkpoints_in(raw):
            return found
        raise UsageError(f"{source} is no checkpoint, and there is none in it: {error.why}") from None
    return (text,)


def _whose_key(found: Whole) -> str:
    """Return what the desk at which a site is verified says of its key; "" where there is no desk, or no key."""
    from pbem.record.notes.checkpoints import short_key

    try:
        with _desk() as desk:
            if desk is None or not found.key:
                return ""
            return ", this desk's" if found.key == short_key(desk.public_key) else ", which is not this desk's key"
    except DeskError:  # of one that cannot be opened nothing is said
        return ""


@archive.command()
@click.argument("site", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65_535), default=8_000, show_default=True, help="Where to listen.")
@saying_no
def serve(site: Path, port: int) -> None:
    """Serve a site that was built into OUT, on this machine alone, until it is stopped."""
    from pbem.desk.archive.site.serving import HERE
    from pbem.desk.archive.site.serving import serve as server_of
    from pbem.desk.archive.site.site_files import BUILT

    if not (site / BUILT).is_file():
        raise UsageError(f"{site} holds no site: make one with `pbem archive build {site}`")
    with server_of(site, port) as server:
        click.echo(f"http://{HERE}:{server.server_address[1]}/index.html")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("")


def _folder() -> Path:
    folder: Path = click.get_current_context().find_root().obj
    return folder


def _shelf() -> Shelf:
    from pbem.desk.archive.shelf.shelf import SHELF, Shelf

    return Shelf(_folder() / SHELF)


def _ledger() -> Ledger | None:
    """Return the log of the archive; None if it is none, of which others tell."""
    from pbem.desk.archive.shelf.ledger import Ledger
    from pbem.record.errors import IntegrityError

    try:
        return Ledger(_shelf())
    except IntegrityError:
        return None


def _check_not_lost(ledger: Ledger | None, desk: Desk | None) -> None:
    from pbem.desk.archive.shelf.ledger import check_not_lost

    if ledger is not None and desk is not None:
        check_not_lost(ledger, desk)


def _shelf_in(folder: Path) -> Shelf:
    """Return the archive that a folder is, or that a site in it was built from; the user may name it by a link."""
    from pbem.desk.archive.shelf.shelf import GAMES, Shelf

    folder = folder.resolve() if folder.is_symlink() else folder
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
