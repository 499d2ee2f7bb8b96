"""`pbem verify`: what there is to check, and how it is told."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pbem.cli.records.event_verdict import say_event
from pbem.cli.records.verdict import last_line, say_verdict
from pbem.cli.records.witness import (
    VerifyOptions,
    read_trusted,
    say_of_letters,
    verify_event_export,
    verify_event_here,
    verify_export,
    verify_exports,
    verify_here,
)
from pbem.cli.session import saying_no
from pbem.desk.desk import Desk
from pbem.desk.errors import UsageError
from pbem.desk.events.records.event_verdict import is_event_folder
from pbem.desk.settings import FILE
from pbem.record.folder import LOG

if TYPE_CHECKING:
    from pbem.desk.events.records.event_verdict import EventVerified
    from pbem.desk.records.checks.verdicts import Verified


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
    if (folder / LOG).exists():
        return []
    return sorted(path for path in folder.iterdir() if (path / LOG).is_file())


def _is_game_here(what: str, folder: Path) -> bool:
    """Tell whether a name means a game of the desk, although a folder that is no export is called so too."""
    if "/" in what or what.startswith(".") or (folder / LOG).exists() or not (_desk_folder() / FILE).exists():
        return False
    with closing(Desk(_desk_folder())) as desk, desk.store.read() as look:
        return look.games.find(what) is not None or look.events.find(what) is not None


def _is_event_here(what: str) -> bool:
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
        told = {name: getattr(found, name) for name in found.__struct_fields__}
        click.echo(json.dumps(told, indent=1))
    else:
        say_verdict(found)
    sys.exit(_exit_code(found))


def _say_event(found: EventVerified, *, as_json: bool) -> NoReturn:
    """Say what was found of an event, and leave with its exit code."""
    if as_json:
        click.echo(json.dumps({name: getattr(found, name) for name in found.__struct_fields__}, indent=1))
    else:
        say_event(found)
    sys.exit(_exit_code(found))


def _say_all(found: dict[str, Verified], *, as_json: bool) -> NoReturn:
    """Say what was found of every game of an archive, and leave with the worst exit code."""
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
