"""A record as a folder of files: log.jsonl and the files beside it.

Files are given and returned as bytes by name. Reading and writing them on a disk is done elsewhere.
"""

from collections.abc import Iterable, Mapping

from pbem.record.log import openings as opened
from pbem.record.log import result
from pbem.record.log.chain import Log
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Close, Opening
from pbem.record.log.openings import Deck
from pbem.record.verdict.verify import Report, verify

LOG = "log.jsonl"
OPENINGS = "openings.jsonl"
NOTE = "head.note"
RESULT = "result.json"


def split(raw: bytes) -> list[bytes]:
    """Return the lines of a .jsonl file. A last line that is not ended keeps a newline, which no reader accepts."""
    *ended, rest = raw.split(b"\n")
    return [*ended, rest + b"\n"] if rest else ended


def join(lines: Iterable[bytes]) -> bytes:
    """Return the .jsonl file of some lines."""
    return b"".join(line + b"\n" for line in lines)


def pack(entries: Iterable[Entry], openings: Iterable[Opening | Deck], note: str) -> dict[str, bytes]:
    """Return the files of a record, by name; result.json only when the game is closed."""
    entries = tuple(entries)
    files = {
        LOG: join(entry.raw for entry in entries),
        OPENINGS: join(map(opened.write, openings)),
        NOTE: note.encode(),
    }
    if entries and isinstance(entries[-1].content, Close):
        files[RESULT] = result.write(entries) + b"\n"
    return files


def verify_folder(files: Mapping[str, bytes], *, witnesses: Iterable[str] = (), log: Log | None = None) -> Report:
    """Verify a record from its files, and report what was found.

    A missing file is not checked, and other files are ignored. `log` is the log if it was read
    before.
    """
    note, openings = files.get(NOTE), files.get(OPENINGS)
    return verify(
        log or split(files.get(LOG, b"")),
        openings=None if openings is None else split(openings),
        note=None if note is None else note.decode(errors="replace"),
        witnesses=witnesses,
        result=only_line(files.get(RESULT)),
    )


def only_line(raw: bytes | None) -> bytes | None:
    """Return the only line of a file; a file that is not one ended line comes back as it is, and matches nothing."""
    return None if raw is None else raw[:-1] if raw.endswith(b"\n") else raw + b"\n"
