"""Verification of an event by everything but its form and its games."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pbem.record.errors import CannotCheckError, Check, IntegrityError
from pbem.record.events.checks.acts import Acting, Chance, Director
from pbem.record.events.checks.checks import (
    EventChecker,
    EventDraws,
    EventLadder,
    EventNotes,
    EventResults,
    EventSeals,
)
from pbem.record.events.law.entry import EventEntry
from pbem.record.events.law.log import EventLog, read_event
from pbem.record.log.entry import Head
from pbem.record.verify import Bad, Verdict

CHECKS: tuple[Check, ...] = (
    "bytes",
    "chain",
    "entrants",
    "luck",
    "ladder",
    "draws",
    "seals",
    "tables",
    "games",
    "scores",
    "note",
    "result",
)
_READ: tuple[Check, ...] = ("bytes", "chain", "entrants", "luck")  # what whoever reads a log has checked with it


class EventReport(Struct, frozen=True):
    """What a verification found. `entries` and `head` are of the part that could be read.

    `ok` says that nothing is wrong. "later" says that a check waits: for the end of the event, for a note, or for
    whoever knows the form (`tables`, `scores`) and has the games (`games`). `chance` and `director` are told as if no
    signature of a player held.
    """

    ok: bool
    entries: int
    head: Head
    chance: Chance
    checks: dict[Check, Verdict]
    first_bad: Bad | None
    director: Director = Director()
    cannot: str | None = None


def verify_event(
    raws: Iterable[bytes] | EventLog,
    *,
    note: str | None = None,
    witnesses: Iterable[str] = (),
    result: bytes | None = None,
) -> EventReport:
    """Check the record of an event and the files beside it. Never raises on bad input: the report says what is wrong.

    `note` is head.note and states the last head, `witnesses` are notes that state any head, `result` is result.json.
    """
    try:
        log = raws if isinstance(raws, EventLog) else read_event(raws)
    except CannotCheckError as error:
        return EventReport(False, 0, Head.empty, "none", dict.fromkeys(CHECKS, "cannot"), None, cannot=str(error))
    checkers = (EventLadder(), EventDraws(), EventSeals(), EventNotes(note, witnesses), EventResults(result))
    bad, verdicts = _read(log, checkers)
    checks: dict[Check, Verdict] = {check: verdicts.get(check, "later") for check in CHECKS}
    checks.update({fault.check: "failed" for fault in bad})
    first = min(bad, key=_place, default=None)
    acting = Acting(log)
    director = acting.told(has_note=note is not None)
    return EventReport(first is None, log.head.size, log.head, acting.chance(frozenset()), checks, first, director)


def _read(log: EventLog, checkers: Sequence[EventChecker]) -> tuple[list[Bad], dict[Check, Verdict]]:
    """Lead every checker through the log. One that said no is not asked again; a broken log ends it all."""
    bad: list[Bad] = []
    for entry in log.entries:
        checkers = [checker for checker in checkers if _passes(checker, entry, bad)]
    if log.bad:
        bad.append(_bad(log.bad))
        return bad, {}
    verdicts: dict[Check, Verdict] = dict.fromkeys(_READ, "ok")
    for checker in checkers:
        try:
            verdicts[checker.check] = checker.finish()
        except IntegrityError as error:
            bad.append(_bad(error))
    return bad, verdicts


def _passes(checker: EventChecker, entry: EventEntry, bad: list[Bad]) -> bool:
    try:
        checker.read(entry)
    except IntegrityError as error:
        bad.append(_bad(error))
        return False
    return True


def _bad(error: IntegrityError) -> Bad:
    return Bad(error.seq, error.check, error.why)


def _place(bad: Bad) -> tuple[bool, int, int]:
    return bad.seq is None, bad.seq or 0, CHECKS.index(bad.check)
