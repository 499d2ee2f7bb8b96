"""The offsets that a record gives to its zone, held against what this machine knows of that name."""

from collections.abc import Sequence

from pbem.desk.errors import UsageError
from pbem.desk.wording.time_texts import offsets_of, read_zone, written
from pbem.record.log.chain import is_ending
from pbem.record.log.entry import Entry
from pbem.record.log.kinds import Open
from pbem.record.log.pace import COVERED, Pace


def other_offsets(entries: Sequence[Entry]) -> str | None:
    """Say from when on the offsets of a record are others than those of its zone; None if they are the same.

    That is no fault of a record: rules of zones change, and what counts stands in it. But who reads the name of a zone
    takes deadlines to be by its clocks. What comes after the end of a game moves none.
    """
    terms, last = entries[0].content, entries[-1].content
    if not isinstance(terms, Open) or terms.pace is None:
        return None
    pace = terms.pace
    try:
        known = offsets_of(read_zone(pace.zone), terms.at)
    except UsageError:
        return f"{pace.zone!r} is not known here: its offsets were not compared"
    end = last.at if is_ending(last) else terms.at + COVERED
    at = _parted(pace, known, terms.at, end)
    if at is None:
        return None
    ours, theirs = _offset(pace.offset(at)), _offset(_at(known, at))
    return f"from {written(at)} on the record has {pace.zone} at UTC{ours}, and this machine at UTC{theirs}"


def _parted(pace: Pace, known: tuple[tuple[int, int], ...], begin: int, end: int) -> int | None:
    """Return the first instant of a span at which the offsets differ."""
    changes = {begin, *(change for change, _offset in (*pace.offsets, *known) if begin < change < end)}
    return next((at for at in sorted(changes) if pace.offset(at) != _at(known, at)), None)


def _at(offsets: tuple[tuple[int, int], ...], at: int) -> int:
    return next(offset for begin, offset in reversed(offsets) if begin <= at)


def _offset(seconds: int) -> str:
    """Return an offset as people write it: `+02:00`."""
    hours, rest = divmod(abs(seconds), 3_600)
    sign = "-" if seconds < 0 else "+"
    return f"{sign}{hours:02}:{rest // 60:02}" + (f":{rest % 60:02}" if rest % 60 else "")
