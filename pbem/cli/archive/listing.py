"""`pbem archive list`, and what else is said of the log of an archive."""

from __future__ import annotations

import sys

import click

from pbem.cli.archive.opened import (
    check_kept,
    opened_desk,
    shelf_here,
)
from pbem.cli.archive.words import counts, signed
from pbem.cli.session import LINE, saying_no, warn
from pbem.desk.archive.shelf.ledger import Ledger, faults_of
from pbem.desk.archive.shelf.shelf import NotShownError
from pbem.desk.archive.verifying import loose_in
from pbem.mail.safe import clean
from pbem.record.errors import IntegrityError


@click.command("list")
@saying_no
def list_() -> None:
    """List the games and events of the archive, the newest last.

    Exit code 1: the log is damaged or not what was signed, or a folder is gone. `verify` looks at every record.
    """
    shelf = shelf_here()
    try:
        ledger = Ledger(shelf)
    except IntegrityError as error:
        raise NotShownError(error.why) from None
    with opened_desk() as desk:
        check_kept(ledger, desk)
        fault = next(faults_of(ledger, desk), "")
    gone = [line.game for line in ledger.records if not shelf.is_there(line.game)]
    for number, line in enumerate(ledger.records, 1):
        mark = "  its folder is gone" if line.game in gone else ""
        click.echo(f"{number:>5}  {line.head.hex()[:12]}  {line.game}{mark}")
    told = f"the log is not what was signed: {clean(fault, LINE)}" if fault else signed(ledger)
    click.echo(f"{counts(len(ledger.lines), len(ledger.events))}; {told}")
    warn_of_loose(ledger)
    sys.exit(1 if fault or gone else 0)


def warn_of_loose(ledger: Ledger) -> None:
    """Say which folders lie in an archive that its log does not name: nothing is shown of them."""
    for name in sorted(loose_in(ledger.shelf, ledger)):
        warn(f"{name} lies in {ledger.shelf.folder} and is not in the log: nothing is shown of it")
