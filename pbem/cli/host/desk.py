"""`pbem init`."""

import os
from pathlib import Path

import click

from pbem.cli.session import saying_no
from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError, UsageError
from pbem.desk.keys import read_password
from pbem.desk.settings import StoreSettings
from pbem.desk.store.store import check_known

store_option = click.option(
    "--store",
    metavar="URL",
    default="sqlite:///pbem.db",
    show_default=True,
    help="Where it keeps everything: a file in DIR, or postgresql://USER@HOST/NAME.",
)
password_file_option = click.option(
    "--password-file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The password of USER, in a file that is its owner's alone; else PGPASSWORD or ~/.pgpass count.",
)


def stored(url: str, password_file: Path | None, folder: Path) -> "StoreSettings":
    """Return where a desk keeps everything, as the settings in its folder say it.

    A path that was given from where the host is stands there as it is found from the folder: both may move together.
    """
    _check_url(url)
    if password_file is None:
        return StoreSettings(url)
    _check_password(password_file)
    if password_file.is_absolute():
        return StoreSettings(url, str(password_file))
    there = password_file.parent.resolve() / password_file.name
    return StoreSettings(url, os.path.relpath(there, folder.resolve()))


def _check_url(url: str) -> None:
    """Refuse what can be no place of a database, before anything is made."""
    from urllib.parse import urlsplit

    try:
        check_known(url)
        _port = urlsplit(url).port
    except (BrokenDeskError, ValueError) as error:
        raise UsageError(f"--store: {error}") from None


def _check_password(path: Path) -> None:
    try:
        read_password(path)
    except BrokenDeskError as error:
        raise UsageError(str(error)) from None


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--name", default="referee.localhost", show_default=True, help="The referee's name, as players write it in `to:`."
)
@click.option(
    "--address", default="referee@localhost", show_default=True, help="The mail address that orders are sent to."
)
@store_option
@password_file_option
@saying_no
def init(folder: Path, name: str, address: str, store: str, password_file: Path | None) -> None:
    """Make a desk in a new folder DIR: settings, keys, an embedded database, Maildirs in and out.

    With --store it keeps everything in an empty database of a PostgreSQL server instead: see docs/scale.md.
    """
    Desk.create(folder, name=name, address=address, store=stored(store, password_file, folder)).close()
    click.echo(f"made a desk in {folder}; keep {folder}/desk.key and {folder}/referee.key safe and private")
    click.echo(f"next: cd {folder} && pbem player add NAME")
