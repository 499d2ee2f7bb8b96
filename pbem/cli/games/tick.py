"""`pbem tick`."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from pbem.cli.host.mail import say_received, say_sent
from pbem.cli.session import with_desk
from pbem.cli.show import counted
from pbem.desk.heartbeat import confirm
from pbem.desk.post.work.courier import send
from pbem.desk.post.work.ticking import tick as tick_once

if TYPE_CHECKING:
    from pbem.desk.desk import Desk


@click.command()
@click.option(
    "--confirm",
    "is_confirmed",
    is_flag=True,
    help="The time of this machine is right, however far it seems to have jumped.",
)
@with_desk
def tick(desk: Desk, *, is_confirmed: bool) -> None:
    """Read all mail that waits, do what is due by the clock, send all letters; once. `pbem run` does it for ever.

    Doing it again changes nothing. After a day without a tick, or when the clock jumps, nothing is written until you
    say that the time is right: an entry of the future cannot be taken back. The days between count for nobody.
    """
    if is_confirmed:
        confirm(desk)
    with closing(desk.inbox) as inbox:
        count = tick_once(desk, inbox, say_received)
    click.echo(f"{counted(count, 'mail', 'mails')} read")
    say_sent(send(desk))
