"""Verification of an event by everything but its form and its games."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from pbem.record.errors import CannotCheckError, Check
from pbem.record.events.checks.acts import Acting, Chance, Director
from pbem.record.events.checks.checks import LAWS, result_verdict
from pbem.record.events.law.log import EventLog, read_event
from pbem.record.judging import Bad, Judging, Verdict
from pbem.record.log.entry import Head
from pbem.record.verdict.files import Signed

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
_ELSEWHERE: tuple[Check, ...] = ("tables", "games", "scores")


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
    judging = Judging(LAWS)
    for entry, book in zip(log.entries[1:], log.books, strict=False):
        judging.ask(book, entry.content)
    checks = judging.checked(CHECKS, _whole(log, Signed(note, tuple(witnesses)), result), log.bad)
    first = judging.first(CHECKS)
    acting = Acting(log)
    director = acting.told(has_note=note is not None)
    return EventReport(first is None, log.head.size, log.head, acting.chance(frozenset()), checks, first, director)


def _whole(log: EventLog, signed: Signed, result: bytes | None) -> dict[Check, Callable[[], Verdict]]:
    """Return what is asked of the whole record; what needs the form, or the games, waits for whoever has them."""
    book = log.books[-1] if log.books else None
    terms, heads = (book.terms, book.heads) if book else (None, (Head.empty.hash.hex(),))
    is_over = book is not None and book.is_over()
    return {
        **dict.fromkeys(_ELSEWHERE, lambda: "later"),
        "note": lambda: signed.verdict(terms, heads, is_over=is_over),
        "result": lambda: result_verdict(log.entries, result, is_over=is_over),
    }
