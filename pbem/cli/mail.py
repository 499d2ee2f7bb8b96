"""`pbem mail`."""

import sys

import click

from pbem.cli.session import fail, read_bytes, with_desk
from pbem.desk.desk import Desk
from pbem.desk.errors import BrokenDeskError
from pbem.desk.post import receive as receive_mail
from pbem.desk.post import send as send_letters

_TRY_LATER = 75  # what a mail server takes for: keep the mail and come again


@click.group()
def mail() -> None:
    """Order mails in, letters out."""


@mail.command()
@click.argument("source", metavar="[FILE|-]", default="-")
@with_desk
def receive(desk: Desk, source: str) -> None:
    """Act on one order mail, from FILE or (pipe delivery) from standard input, and write the answers.

    Only an order block signed by an enrolled key has any effect, and each has it once. From a FILE the exit code is 1
    when nothing was played. From a pipe it is 0 whenever the mail was dealt with, so that no server bounces it, and
    75 when the desk cannot work, so that it is tried again.
    """
    piped = source == "-"
    try:
        received = receive_mail(desk, read_bytes(source))
        click.echo(f"{received.verdict}: {received.why}")
        send_letters(desk)
    except BrokenDeskError as error:
        fail(str(error), _TRY_LATER if piped else error.exit_code)
    else:
        sys.exit(0 if piped or received.verdict == "played" else 1)


@mail.command()
@with_desk
def send(desk: Desk) -> None:
    """Put every letter that is due into the outbox."""
    click.echo(f"{send_letters(desk)} letters written")
