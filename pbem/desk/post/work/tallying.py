"""How many mails came today and what became of them, for the host's one screen. Nothing hangs on it.

Whoever sends us anything must not make us write to the database. So each mail is a letter in a file of the day, which
several processes may append to.
"""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.disk.in_place import append_to

_PREFIX = "mails."
_LETTERS = {"played": "p", "answered": "a", "refused": "r", "ignored": "i", "known": "k"}
_VERDICTS = {letter: verdict for verdict, letter in _LETTERS.items()}


def note_mails(desk: Desk, verdicts: Iterable[str]) -> None:
    """Add mails to those of today, by what became of them."""
    letters = "".join(_LETTERS[verdict] for verdict in verdicts)
    if not letters:
        return
    today = _today(desk)
    with suppress(OSError):  # nothing hangs on it
        if not today.exists():
            for old in desk.folder.glob(f"{_PREFIX}*"):
                old.unlink(missing_ok=True)
        append_to(today, letters.encode())


def mails_of_today(desk: Desk) -> dict[str, int]:
    """Return how many mails came today, by what became of them."""
    try:
        counts = Counter(_today(desk).read_text(encoding="ascii"))
    except OSError:
        return {}
    return {verdict: counts[letter] for letter, verdict in _VERDICTS.items() if counts[letter]}


def _today(desk: Desk) -> Path:
    return desk.folder / f"{_PREFIX}{datetime.fromtimestamp(desk.now(), UTC):%Y-%m-%d}"
