"""`pbem mail`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from pbem.cli.session import fail, read_bytes, saying_no, with_desk
from pbem.cli.show import counted
from pbem.desk.errors import MissingPartError
from pbem.desk.post.work.courier import send as send_letters

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.desk.desk import Desk
    from pbem.desk.post.received import Received
    from pbem.desk.post.work.batch import Sent

_TRY_LATER = 75  # what a mail server takes for: keep the mail and come again


@click.group()
def mail() -> None:
    """Order mails in, letters out."""


@mail.command()
@click.argument("source", metavar="[FILE|-]", default="-")
@click.pass_obj
@saying_no
def receive(folder: Path, source: str) -> None:
    """Act on one order mail, and write the answers.

    It is read from FILE or, as a mail server delivers it, from standard input. Only what an enrolled key has signed has
    any effect, and each mail has it once. From a FILE the exit code is 1 when nothing was played or answered. From a
    pipe it is 0 whenever the mail was dealt with, so that no server bounces it, and 75 when the desk cannot work, so
    that it is tried again.
    """
    from pbem.desk.heartbeat import ClockError
    from pbem.mail.safe import LETTER_LIMIT

    if source != "-":
        sys.exit(0 if _deal_with(folder, read_bytes(source)) in ("played", "answered") else 1)
    try:
        _deal_with(folder, sys.stdin.buffer.read(LETTER_LIMIT + 1))
    except MissingPartError as error:
        fail(str(error), _TRY_LATER)
    except ClockError:
        fail("the desk waits for its host to say what time it is, and takes this mail afterwards", _TRY_LATER)
    except Exception as error:  # noqa: BLE001 - whatever it is, the server must keep the mail; it may show our words
        fail(f"the desk cannot take mail now ({type(error).__name__}); its host can see why there", _TRY_LATER)


def _deal_with(folder: Path, raw: bytes) -> str:
    """Act on a mail, say what became of it, and write the answers."""
    from pbem.desk.desk import Desk
    from pbem.desk.heartbeat import ClockError, beat, keeps_time, note_silence
    from pbem.desk.post.hearing.receiving import receive as receive_mail
    from pbem.desk.post.work.tallying import note_mails

    desk = Desk(folder)
    try:
        has_time = keeps_time(desk)
        if has_time:
            try:
                note_silence(desk, desk.now())
            except ClockError:
                has_time = False  # games without deadlines go on; a mail for another one says no below
        received = receive_mail(desk, raw)
        if has_time:
            beat(desk, desk.now())
        say_received(received)
        note_mails(desk, [received.verdict])
        send_letters(desk)
    finally:
        desk.close()
    return received.verdict


def say_received(received: Received) -> None:
    """Say what became of a mail."""
    click.echo(received.line)


def say_sent(sent: Sent) -> None:
    """Say what became of letters."""
    put_off = f", {sent.later} put off" if sent.later else ""
    given_up = f", {sent.given_up} given up" if sent.given_up else ""
    click.echo(f"{counted(sent.sent, 'letter', 'letters')} sent{put_off}{given_up}")


@mail.command()
@with_desk
def poll(desk: Desk) -> None:
    """Act on every mail that waits in the inbox, do what is due by the clock, then send all letters: a `pbem tick`."""
    from pbem.desk.post.work.ticking import tick

    inbox = desk.inbox
    try:
        count = tick(desk, inbox, say_received)
    finally:
        inbox.close()
    click.echo(f"{counted(count, 'mail', 'mails')} read")
    say_sent(send_letters(desk))


@mail.command()
@with_desk
def send(desk: Desk) -> None:
    """Hand over every letter that is due. It goes to the Maildir outbox, or to the SMTP server of pbem.toml."""
    say_sent(send_letters(desk))
