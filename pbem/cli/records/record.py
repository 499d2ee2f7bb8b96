"""`pbem export`, `pbem import`, `pbem verify`, `pbem rebuild`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pbem.cli.records.verdict import last_line, say_verdict
from pbem.cli.session import saying_no, with_desk
from pbem.cli.show import counted
from pbem.desk.errors import DeskError, UsageError
from pbem.desk.settings import FILE

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.events.records.event_verdict import EventVerified
    from pbem.desk.records.checks.game_verdict import Verified


@click.command()
@click.argument("game", metavar="[GAME]")
@click.argument("folder", metavar="DIR", required=False, type=click.Path(path_type=Path))
@click.option("--all", "is_all", is_flag=True, help="Every game, and what it takes to make the desk anew from them.")
@with_desk
def export(desk: Desk, game: str, folder: Path | None, *, is_all: bool) -> None:
    """Write GAME's record into DIR as files: log.jsonl, openings.jsonl and head.note.

    Of a finished game result.json too and, if players signed their orders, evidence.jsonl; of one that is in the
    archive of this desk archive.tlog-proof. With --all every game goes
    into DIR/games, and what only the desk may know into DIR/sealed and DIR/people.sealed, encrypted with desk.key.
    """
    if is_all == (folder is not None):
        raise UsageError("name a game and a folder, or with --all a folder alone")
    if folder is None:
        from pbem.desk.safety.bundles import export_all

        count = export_all(desk, Path(game))
        click.echo(f"wrote {counted(count, 'game', 'games')} to {game}; publish nothing but {game}/games")
        return
    from pbem.desk.archive.shelf.exporting import export_proven

    export_proven(desk, game, folder)
    click.echo(f"wrote {folder}; check it with `pbem verify {folder}` or `python3 tools/verify.py {folder}`")


@click.command("import")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@with_desk
def import_(desk: Desk, folder: Path) -> None:
    """Append the entries that a game of this desk lacks, after a restored backup, from an export DIR of it.

    They must continue our own chain up to a head that our referee signed. Plans are dropped, and players are told.
    Of an event the games that are not here come too, if DIR lies where `pbem export --all` wrote it.
    """
    from pbem.desk.events.records.event_verdict import is_event_folder
    from pbem.desk.matches.state.freezing import why_frozen
    from pbem.desk.records.remaking.importing import import_entries

    if is_event_folder(folder):
        _import_event(desk, folder)
        return
    match, count = import_entries(desk, folder)
    click.echo(f"{match.id}: {counted(count, 'entry', 'entries')} imported, {match.head.size} in all")
    with desk.store.read() as look:
        if why := why_frozen(desk, look, match.id):
            click.echo(why)


def _import_event(desk: Desk, folder: Path) -> None:
    """Append what an event lacks, bring its games home, and say what stays missing."""
    from pbem.desk.safety.homecoming import bring_home

    home = bring_home(desk, folder)
    click.echo(f"{home.event}: {counted(home.count, 'entry', 'entries')} imported, {home.size} in all")
    for game in home.games:
        click.echo(f"{game}: imported")
    for why in home.lost:
        click.echo(f"not imported: {why}", err=True)
    if home.lost:
        raise DeskError(
            f"{home.event} is frozen without its games; what `pbem export --all DIR` wrote has their secrets: "
            f"`pbem import DIR/events/{home.event}`"
        )


@click.command()
@click.argument("what", metavar="GAME|DIR")
@click.option(
    "--witness",
    "witnesses",
    metavar="FILE",
    multiple=True,
    help="A saved mail whose signed note the record must agree with.",
)
@click.option(
    "--mailbox", metavar="DIR", type=click.Path(path_type=Path), help="All your letters: Maildir, mbox, folder."
)
@click.option(
    "--key",
    metavar="HEX|FILE",
    help="The referee's key: a record of another one is not valid, one not signed by it not checked.",
)
@click.option("--chain", "only_chain", is_flag=True, help="Check only that every entry follows from the one before.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="As JSON: ok, entries, head, chance, checks, first_bad, orders, host, director, games, cannot, witness, zone.",
)
@saying_no
def verify(what: str, *, as_json: bool, **given: Any) -> None:
    """Check a game of this desk, an export of a game or an event, or an archive, from the first byte to the result.

    Exit code 0: valid, 1: not, 4: cannot be checked, because the format or the rules are not known, or a file of a
    finished game is missing. A check that says `later` waits for the end of the game, or for a note.
    """
    from pbem.cli.records.witness import (
        VerifyOptions,
        read_trusted,
        verify_event_export,
        verify_event_here,
        verify_export,
        verify_exports,
        verify_here,
    )
    from pbem.desk.events.records.event_verdict import is_event_folder

    trusted = read_trusted(VerifyOptions(**given))
    folder = Path(what)
    _check_can_look(folder)
    if not folder.is_dir() or _is_game_here(what, folder):
        _check_can_be_here(what, folder)
        if _is_event_here(what):
            _say_event(verify_event_here(_desk_folder(), what, trusted), as_json=as_json)
        _say(verify_here(_desk_folder(), what, trusted), as_json=as_json)
    if is_event_folder(folder) and not trusted.only_chain:
        _say_event(verify_event_export(folder, trusted), as_json=as_json)
    exports = _exports_in(folder)
    if exports:
        _say_all(verify_exports(exports, trusted), as_json=as_json)
    _say(verify_export(folder, trusted), as_json=as_json)


def _check_can_look(folder: Path) -> None:
    try:
        if folder.is_dir():
            (folder / "x").exists()
            next(folder.iterdir(), None)
    except OSError as error:
        raise UsageError(f"cannot read {folder}: {error.strerror}") from None


def _exports_in(folder: Path) -> list[Path]:
    """Return the exports in an archive; none if the folder is an export itself."""
    from pbem.record.folder import LOG

    if (folder / LOG).exists():
        return []
    return sorted(path for path in folder.iterdir() if (path / LOG).is_file())


def _is_game_here(what: str, folder: Path) -> bool:
    """Tell whether a name means a game of the desk, although a folder that is no export is called so too."""
    from contextlib import closing

    from pbem.desk.desk import Desk
    from pbem.record.folder import LOG

    if "/" in what or what.startswith(".") or (folder / LOG).exists() or not (_desk_folder() / FILE).exists():
        return False
    with closing(Desk(_desk_folder())) as desk, desk.store.read() as look:
        return look.games.find(what) is not None or look.events.find(what) is not None


def _is_event_here(what: str) -> bool:
    from contextlib import closing

    from pbem.desk.desk import Desk

    with closing(Desk(_desk_folder())) as desk, desk.store.read() as look:
        return look.events.find(what) is not None


def _desk_folder() -> Path:
    folder: Path = click.get_current_context().find_root().obj
    return folder


def _check_can_be_here(what: str, path: Path) -> None:
    """Refuse what can be no game of this desk, and what no desk is there for."""
    if "/" in what or what.startswith("."):
        raise UsageError(
            f"{what} is a file: name the folder of an export" if path.is_file() else f"there is no folder {what!r}"
        )
    if not (_desk_folder() / FILE).exists():
        raise UsageError(f"there is neither a folder {what!r} nor a desk in {_desk_folder().absolute()}")


def _say(found: Verified, *, as_json: bool) -> NoReturn:
    """Say what was found, and leave with its exit code."""
    if as_json:
        import json

        told = {name: getattr(found, name) for name in found.__struct_fields__}
        click.echo(json.dumps(told, indent=1))
    else:
        say_verdict(found)
    sys.exit(_exit_code(found))


def _say_event(found: EventVerified, *, as_json: bool) -> NoReturn:
    """Say what was found of an event, and leave with its exit code."""
    if as_json:
        import json

        click.echo(json.dumps({name: getattr(found, name) for name in found.__struct_fields__}, indent=1))
    else:
        from pbem.cli.records.event_verdict import say_event

        say_event(found)
    sys.exit(_exit_code(found))


def _say_all(found: dict[str, Verified], *, as_json: bool) -> NoReturn:
    """Say what was found of every game of an archive, and leave with the worst exit code."""
    import json

    from pbem.cli.records.witness import say_of_letters

    if as_json:
        games = {name: {field: getattr(one, field) for field in one.__struct_fields__} for name, one in found.items()}
        click.echo(json.dumps({"ok": all(one.ok for one in found.values()), "games": games}, indent=1))
    else:
        for name, one in found.items():
            click.echo(f"{name}: {last_line(one)}")
            if one.witness and any(one.witness[told] for told in ("letters", "unsigned", "namesakes")):
                say_of_letters(one.witness)
    codes = {_exit_code(one) for one in found.values()}
    sys.exit(next((code for code in (1, 4) if code in codes), 0))


def _exit_code(found: Verified | EventVerified) -> int:
    if found.first_bad:
        return 1
    return 4 if found.cannot else 0


@click.command()
@with_desk
def rebuild(desk: Desk) -> None:
    """Drop everything that follows from the records, make it again, and say what was different.

    Other rows are taken as they are: what `pbem check` missed among them is said, and not missed any more.
    """
    from pbem.desk.records.remaking.rebuild import rebuild as rebuild_all

    shown = sys.stderr.isatty()

    def progress(done: int, of: int) -> None:
        if shown:
            click.echo(f"\r{done}/{of} games ", nl=False, err=True)

    differences = rebuild_all(desk, progress)
    for difference in differences:
        click.echo(f"was different: {difference}")
    count = len(differences)
    click.echo("rebuilt; " + (counted(count, "difference", "differences") if differences else "no difference"))
    sys.exit(1 if differences else 0)
