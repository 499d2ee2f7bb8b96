"""`pbem mail`."""

import sys
from pathlib import Path

import click

from pbem.cli.session import fail, read_bytes, saying_no, with_desk
from pbem.desk.desk import Desk
from pbem.desk.post import receive as receive_mail
from pbem.desk.post import send as send_letters
from pbem.mail.letter import LETTER_LIMIT

_TRY_LATER = 75  # what a mail server takes for: keep the mail and come again


@click.group()
def mail() -> None:
    """Order mails in, letters out."""


@mail.command()
@click.argument("source", metavar="[FILE|-]", default="-")
@click.pass_obj
@saying_no
def receive(folder: Path, source: str) -> None:
    """Act on one order mail, from FILE or (pipe delivery) from standard input, and write the answers.

    Only what an enrolled key has signed has any effect, and each mail has it once. From a FILE the exit code is 1 when
    nothing was played or answered. From a pipe it is 0 whenever the mail was dealt with, so that no server bounces it,
    and 75 when the desk cannot work, so that it is tried again.
    """
    if source != "-":
        sys.exit(0 if _deal_with(folder, read_bytes(source)) in ("played", "answered") else 1)
    try:
        _deal_with(folder, sys.stdin.buffer.read(LETTER_LIMIT + 1))
    except Exception as error:  # noqa: BLE001 - whatever it is, the server must keep the mail; it may show our words
        fail(f"the desk cannot take mail now ({type(error).__name__}); its host can see why there", _TRY_LATER)


def _deal_with(folder: Path, raw: bytes) -> str:
    """Act on a mail, say what became of it, and write the answers."""
    desk = Desk(folder)
    try:
        received = receive_mail(desk, raw)
        click.echo(f"{received.verdict}: {received.why}")
        send_letters(desk)
    finally:
        desk.close()
    return received.verdict


@mail.command()
@with_desk
def send(desk: Desk) -> None:
    """Put every letter that is due into the outbox."""
    click.echo(f"{send_letters(desk)} letters written")
