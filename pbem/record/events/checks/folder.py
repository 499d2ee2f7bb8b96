"""The record of an event as a folder of files: its own, and beside them `games/ID/` for each of its games."""

from collections.abc import Iterable, Sequence

from pbem.record.events.checks.checks import result_of
from pbem.record.events.law.entry import EventEntry
from pbem.record.folder import LOG, NOTE, RESULT, join

EVIDENCE = "evidence.jsonl"
GAMES = "games"


def pack(entries: Sequence[EventEntry], note: str, evidence: Iterable[bytes] = ()) -> dict[str, bytes]:
    """Return the files of an event without its games, by name; result.json only when it is closed."""
    files = {LOG: join(entry.raw for entry in entries), NOTE: note.encode()}
    if shown := tuple(evidence):
        files[EVIDENCE] = join(shown)
    if (said := result_of(entries)) is not None:
        files[RESULT] = said + b"\n"
    return files
