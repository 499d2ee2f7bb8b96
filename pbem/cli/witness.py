"""What `pbem verify` is told besides a record: letters that somebody kept, and the referee's key."""

import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from pbem.cli.session import read_bytes
from pbem.cli.show import counted
from pbem.desk.errors import UsageError
from pbem.desk.records.letters import Kept, read_box, read_mail
from pbem.desk.records.verify import Verified
from pbem.record.notes import game_of

_HEX = re.compile(r"[0-9a-f]{64}")
_FATES = {
    "used": "used",
    "sealed": "used as it seems: a sealed order is of that time",
    "waiting": "not used yet",
    "replaced": "not used: a later sheet was",
    "unused": "NEVER USED: the referee had this sheet, and no order of the record is of its time",
}


def read_witness(witness: str) -> Kept:
    """Return the signed notes in a saved mail or a plain note file."""
    kept = read_mail(read_bytes(witness))
    if not kept.signed:
        raise UsageError(f"{witness} holds no signed note")
    return kept


def check_witnesses(letters: dict[str, Kept], game: str) -> None:
    """Refuse letters that can say nothing about a game, because they are all of others."""
    for witness, kept in letters.items():
        games = sorted({game_of(note) for note in kept.signed})
        if game not in games:
            raise UsageError(f"{witness} is a letter of {', '.join(games)}, not of {game}: it cannot be its witness")


def read_mailbox(box: Path | None) -> list[Kept]:
    """Read a whole mailbox, and show how far that is on a terminal."""
    if box is None:
        return []
    is_shown = sys.stderr.isatty()

    def progress(done: int) -> None:
        if is_shown and done % 100 == 0:
            click.echo(f"\r{done} mails ", nl=False, err=True)

    return read_box(box, progress)


def read_key(given: str | None) -> str | None:
    """Return the referee's key that somebody trusts: 64 hex digits, or a file that holds them."""
    if given is None:
        return None
    text = given if _HEX.fullmatch(given.strip().lower()) else read_bytes(given).decode("ascii", "replace")
    found = _HEX.findall(text.lower())
    if len(found) != 1:
        raise UsageError(f"{given} is no key of a referee: 64 hex digits, as `key` of the first entry has them")
    return str(found[0])


def pinned(verified: Verified, key: str, pin: str | None) -> Verified:
    """Return a verdict on a record that must be of one referee's key."""
    if pin is None or key == pin:
        return verified
    why = f"the record is of another referee's key: {key or 'none that can be read'}"
    bad = {"seq": 0, "check": "note", "why": why}
    return Verified(ok=False, entries=verified.entries, head=verified.head, chance="", checks={}, first_bad=bad)


def say_of_letters(held: dict[str, Any]) -> None:
    """Say what letters that somebody kept say of a record."""
    heads = f"{counted(held['heads'], 'signed head', 'signed heads')} up to entry {held['newest'] - 1} agree"
    of_game = f"{held['letters']} of {counted(held['mails'], 'mail', 'mails')} are of this game"
    click.echo(f"letters    {of_game}: {heads if held['heads'] else 'no signed head among them'}")
    if held["others"] or held["unreadable"] or held["unsigned"]:
        unsigned = f"{counted(held['unsigned'], 'note', 'notes')} not signed by this referee"
        click.echo(
            f"           passed over: {held['others']} of other games, {held['unreadable']} unreadable, {unsigned}"
        )
    for fate, count in held["receipts"].items():
        click.echo(f"receipts   {count} {_FATES[fate]}")
    for one in held["unmet"]:
        when = f"{datetime.fromtimestamp(one['came'], UTC):%Y-%m-%d %H:%M:%S} UTC"
        click.echo(f"           {one['seat']}, came {when}, at {one['size']} entries: {one['fate']}")
