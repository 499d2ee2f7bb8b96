"""`pbem archive`: finished games, entered in a signed log and made into a site."""

import click

from pbem.cli.groups import LateGroup

_LATE = {
    "add": "archive.adding:add",
    "build": "archive.building:build",
    "list": "archive.listing:list_",
    "serve": "archive.serving:serve",
    "verify": "archive.verifying:verify",
}


@click.group(cls=LateGroup, late=_LATE)
def archive() -> None:
    """Browse, replay and check finished games.

    An archive is the folder `archive` of the desk, or of the folder that --desk names."""
