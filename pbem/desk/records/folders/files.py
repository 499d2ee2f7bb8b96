"""An export as files: which there are, and what they hold, unread."""

from collections.abc import Sequence
from pathlib import Path

from pbem.desk.errors import UsageError
from pbem.record import folder
from pbem.record.errors import CannotCheckError, IntegrityError
from pbem.record.events.law.entry import is_event
from pbem.record.events.law.entry import read as read_event_entry
from pbem.record.events.law.kinds import Event
from pbem.record.folder import LOG, NOTE, OPENINGS, RESULT
from pbem.record.log.entry import Head, read
from pbem.record.log.kinds import Open
from pbem.record.verdict.files import Signing

EVIDENCE = "evidence.jsonl"
FILES = (LOG, OPENINGS, NOTE, RESULT, EVIDENCE)
PROOF = "archive.tlog-proof"  # that a game is in the log of an archive; no part of its record


def read_files(source: Path) -> dict[str, bytes]:
    """Read the files of an export."""
    try:
        files = {name: (source / name).read_bytes() for name in FILES if (source / name).is_file()}
    except OSError as error:
        raise UsageError(f"cannot read {source}: {error.strerror}") from None
    if LOG not in files:
        raise UsageError(f"{source} is no export: it holds no {LOG}")
    return files


def raws_in(source: Path) -> list[bytes]:
    """Return the entries of an export, unread."""
    return folder.split(read_files(source)[LOG])


def note_in(source: Path) -> str | None:
    """Return the note on the head of an export, unread; None if it has none."""
    note = read_files(source).get(NOTE)
    return None if note is None else note.decode(errors="replace")


def terms_in(raws: Sequence[bytes]) -> Open | None:
    """Return the opening that a record begins with; None if it cannot be read as one."""
    try:
        first = read(Head.empty, raws[0]).content
    except (CannotCheckError, IntegrityError, IndexError):
        return None
    return first if isinstance(first, Open) else None


def signing_in(raws: Sequence[bytes]) -> Signing | None:
    """Return who a record, of a game or of an event, says it is of; None if it cannot be read as one."""
    try:
        first = read_event_entry(Head.empty, raws[0]).content if raws and is_event(raws[0]) else terms_in(raws)
    except (CannotCheckError, IntegrityError):
        return None
    return first if isinstance(first, Event | Open) else None


def game_in(source: Path) -> str:
    """Return the game, or the event, whose record an export says it is, or "" if it cannot be read."""
    terms = signing_in(raws_in(source))
    return terms.game if terms else ""
