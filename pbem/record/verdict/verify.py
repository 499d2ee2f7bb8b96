"""Verification of a record by everything but the rules of its game."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from pbem.record.errors import CannotCheckError, Check
from pbem.record.judging import Bad, Judging, Verdict
from pbem.record.law.book import Book
from pbem.record.law.laws import LAWS
from pbem.record.log import openings as opened
from pbem.record.log.chain import Log, read_log
from pbem.record.log.entry import Head
from pbem.record.verdict.files import LaidOpen, Signed, decks_verdict, result_verdict, seals_verdict
from pbem.record.verdict.host import Host, HostReading
from pbem.record.verdict.sharing import Chance

__all__ = ["Bad", "Report", "Verdict", "verify"]

CHECKS: tuple[Check, ...] = (
    "bytes",
    "chain",
    "seats",
    "clock",
    "luck",
    "ladder",
    "draws",
    "seals",
    "decks",
    "note",
    "result",
)


class Report(Struct, frozen=True):
    """What a verification found. `entries` and `head` are of the part whose bytes and chain are right.

    `ok` says that nothing is wrong. "later" says that a check waits for the end of the game, or for a note; "missing"
    that the game is over and the file is not there by which it could be made. `cannot` says why nothing could be.
    `chance` and `host` are told as if no signature of a player held: whoever has checked them knows more.
    """

    ok: bool
    entries: int
    head: Head
    chance: Chance
    checks: dict[Check, Verdict]
    first_bad: Bad | None
    host: Host = Host()
    cannot: str | None = None


def verify(
    raws: Iterable[bytes] | Log,
    *,
    openings: Iterable[bytes] | None = None,
    note: str | None = None,
    witnesses: Iterable[str] = (),
    result: bytes | None = None,
    is_own: bool = False,
) -> Report:
    """Check a record and the files beside it. Never raises on bad input: the report says what is wrong, and where.

    The log comes as lines, or as it was read before. `openings` are the lines of openings.jsonl, `note` is head.note
    and states the last head, `witnesses` are notes that state any head, `result` is result.json. What is sealed is
    opened after the end, unless the record `is_own`.
    """
    try:
        log = raws if isinstance(raws, Log) else read_log(raws)
    except CannotCheckError as error:
        return Report(False, 0, Head.empty, "none", dict.fromkeys(CHECKS, "cannot"), None, cannot=str(error))
    laid, bad = _laid_open(openings)
    signed = Signed(note, tuple(witnesses))
    book, judging = Book(), Judging(LAWS, bad)
    host = HostReading(book)
    for entry in log.entries:
        host.read(entry)
        judging.ask(book, entry.content)
        book.take(entry)
    whole: Mapping[Check, Callable[[], Verdict]] = {
        "luck": lambda: "ok" if book.is_started or book.is_over else "later",
        "seals": lambda: seals_verdict(book, laid, is_own=is_own),
        "decks": lambda: decks_verdict(book, laid),
        "note": lambda: signed.verdict(book.terms, book.hashes, is_over=book.is_over),
        "result": lambda: result_verdict(book, log.entries, result),
    }
    checks = judging.checked(CHECKS, whole, log.bad)
    first = judging.first(CHECKS)
    told = host.told(has_note=note is not None)
    return Report(first is None, log.head.size, log.head, host.chance(frozenset()), checks, first, told)


def _laid_open(raws: Iterable[bytes] | None) -> tuple[LaidOpen, list[Bad]]:
    """Read openings.jsonl, and say what is wrong with its lines."""
    if raws is None:
        return LaidOpen(), []
    try:
        openings, decks = opened.read_all(raws)
    except ValueError as error:
        return LaidOpen(is_given=True), [Bad(None, "bytes", f"openings {error}")]
    return LaidOpen(tuple(openings), tuple(decks), is_given=True), []
