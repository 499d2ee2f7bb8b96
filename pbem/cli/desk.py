"""`pbem init`."""

from pathlib import Path

import click

from pbem.cli.session import saying_no


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--name", default="referee.localhost", show_default=True, help="The referee's name, as players write it in `to:`."
)
@click.option(
    "--address", default="referee@localhost", show_default=True, help="The mail address that orders are sent to."
)
@saying_no
def init(folder: Path, name: str, address: str) -> None:
    """Make a desk in a new folder DIR: settings, keys, an embedded database, Maildirs in and out."""
    from pbem.desk.desk import Desk

    desk = Desk.create(folder, name=name, address=address)
    desk.close()
    click.echo(f"made a desk in {folder}; keep {folder}/desk.key and {folder}/referee.key safe and private")
    click.echo(f"next: cd {folder} && pbem player add NAME")
