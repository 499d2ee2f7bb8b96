"""What is said of an archive in a line: no word of it says more than was looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.cli.session import LINE
from pbem.cli.show import counted
from pbem.mail.safe import clean
from pbem.record.notes.checkpoints import short_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.desk.archive.shelf.ledger import Ledger
    from pbem.desk.archive.verifying import Verdict, Whole

_MOST_NAMED = 10  # files in a line


def counts(games: int, events: int) -> str:
    """Tell how many games and events there are."""
    told = counted(games, "game", "games")
    return f"{told} and {counted(events, 'event', 'events')}" if events else told


def first_of(names: Sequence[str]) -> str:
    """Name the first of some files."""
    shown = ", ".join(clean(name) for name in names[:_MOST_NAMED])
    return shown if len(names) <= _MOST_NAMED else f"{shown} and {len(names) - _MOST_NAMED} more"


def verdict_of(found: Verdict) -> str:
    """Tell what was found of a game or event."""
    if found.wrong:
        return f"NOT VALID: {clean(found.wrong, LINE)}"
    return f"cannot be checked: {clean(found.cannot, LINE)}" if found.cannot else f"valid, {found.entries}"


def last_word(found: Whole) -> str:
    """Return what was found of an archive in a line, no word of which says more than was looked at."""
    count = counts(len(found.games), len(found.events))
    if not found.is_valid:
        bad = {
            f"{found.bad_games} of {counts(len(found.games), 0)}": found.bad_games,
            f"{found.bad_events} of {counted(len(found.events), 'event', 'events')}": found.bad_events,
            "the log": found.wrong,
            "the log against the checkpoint": found.unheld,
        }
        return f"NOT VALID: {', '.join(what for what, is_bad in bad.items() if is_bad)}"
    if found.unchecked:
        count = f"{found.unchecked} of {count} cannot be checked here; the others"
    held = f"; the first {found.held} are those of the checkpoint" if found.held is not None else ""
    if not found.signer:
        return f"{count}: each valid by itself; nobody signed the log: what was dropped or replaced is not noticed"
    return f"{count}: valid{held}; {_signed_for(found.signed, found.signer, found.key)}"


def signed(ledger: Ledger) -> str:
    """Tell what was signed of a log, and by whom."""
    checkpoint, key = ledger.checkpoint, ledger.key
    if checkpoint is None or key is None:
        return "nobody signed the log"
    return _signed_for(checkpoint.size, checkpoint.origin, short_key(key[1]))


def _signed_for(count: int, signer: str, key: str) -> str:
    return f"the first {count} signed for by {clean(signer)}, key {key}"
