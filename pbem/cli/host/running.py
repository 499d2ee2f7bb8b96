"""`pbem run`: the daemon, in one process or in several."""

from __future__ import annotations

import logging
import signal
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import click

from pbem.cli.session import LINE, with_desk
from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.post.work.crew import Crew
from pbem.desk.post.work.daemon import Daemon
from pbem.mail.safe import clean

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


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
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    if workers == 1:
        _work(desk, every, lambda: _say_running(desk.folder), has_site=True)
    else:
        desk.close()  # each worker opens it for itself: connections do not outlive a fork
        crew = Crew(workers, lambda number: _work_as(number, desk.folder, every))
        crew.run(lambda: _say_running(desk.folder))
    click.echo("stopped")


def _say_running(folder: Path) -> None:
    click.echo(f"running at {folder}; stop me with SIGTERM")


def _work(desk: Desk, every: float, tell_ready: Callable[[], None] = lambda: None, *, has_site: bool = False) -> None:
    """Work until stopped; of several workers one keeps the site up to date, if the host wants one."""
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
