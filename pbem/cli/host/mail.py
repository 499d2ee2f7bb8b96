"""`pbem mail`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.session import LINE, fail, read_bytes, saying_no, with_desk
from pbem.cli.show import counted
from pbem.desk.errors import DeskError, MissingPartError
from pbem.mail.safe import clean

if TYPE_CHECKING:
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
    from pbem.desk.post.work.courier import send as send_letters
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
    from pbem.desk.post.work.courier import send as send_letters
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
    from pbem.desk.post.work.courier import send as send_letters

    say_sent(send_letters(desk))


@click.command()
@click.option(
    "--every",
    type=click.FloatRange(0.01, 86_400),
    metavar="SECONDS",
    default=30.0,
    show_default=True,
    help="Seconds between two looks where the inbox cannot wake us.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    default=1,
    show_default=True,
    help="How many processes share the work.",
)
@with_desk
def run(desk: Desk, every: float, workers: int) -> None:
    """Poll and send for ever, as a daemon; SIGTERM and Ctrl-C end it when the mail in hand is done.

    One process is enough for most desks. More of them use more processors, and wait for slow mail servers side by side:
    each mail and each letter is taken in hand by one of them. One that dies is started again, after a pause that grows
    from a second to a minute. As many as there are processors is a good number.

    A desk in a file is one machine's. If it is in PostgreSQL, `pbem run` may run on several machines at once, each in a
    desk folder of its own with the same pbem.toml and keys. They may share an IMAP account, or have inboxes of their
    own.
    """
    import logging

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    if workers == 1:
        _work(desk, every, lambda: _say_running(desk.folder), has_site=True)
    else:
        from pbem.desk.post.work.crew import Crew

        desk.close()  # each worker opens it for itself: connections do not outlive a fork
        crew = Crew(workers, lambda number: _work_as(number, desk.folder, every))
        crew.run(lambda: _say_running(desk.folder))
    click.echo("stopped")


def _say_running(folder: Path) -> None:
    click.echo(f"running at {folder}; stop me with SIGTERM")


def _work(desk: Desk, every: float, tell_ready: Callable[[], None] = lambda: None, *, has_site: bool = False) -> None:
    """Work until stopped; of several workers one keeps the site up to date, if the host wants one."""
    import signal

    from pbem.desk.post.work.daemon import Daemon

    with _rebuilding(desk) if has_site else nullcontext(lambda: None) as rebuild:
        daemon = Daemon(desk, every=every, after=rebuild)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: daemon.stop())
        tell_ready()
        daemon.run()


def _rebuilding(desk: Desk) -> AbstractContextManager[Callable[[], None]]:
    """Return what keeps the site of the desk up to date; nothing where the host wants none."""
    if not desk.settings.archive.site:
        return nullcontext(lambda: None)
    from pbem.desk.archive.site.running import Rebuilding

    return Rebuilding(desk)


def _work_as(number: int, folder: Path, every: float) -> int:
    """Be one of several workers; returns the exit code."""
    import logging

    from pbem.desk.desk import Desk

    logging.basicConfig(level=logging.INFO, format=f"%(asctime)s worker {number}: %(message)s", force=True)
    try:
        desk = Desk(folder)
    except DeskError as error:
        logging.getLogger("pbem.crew").warning("%s", clean(str(error), LINE))
        return error.exit_code
    try:
        _work(desk, every, has_site=number == 1)
    finally:
        desk.close()
    return 0
