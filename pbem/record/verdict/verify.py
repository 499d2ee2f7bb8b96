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
    """The result of a verification.

    * `entries` and `head` are of the part whose bytes and chain are right.
    * `ok`: nothing is wrong.
    * `checks`: "later" means that a check must wait for the end of the game or for a note.
      "missing" means that the game is over, but the file for this check is not there.
    * `cannot`: why nothing could be checked.
    * `chance` and `host`: as if no signature of a player was verified. With verified signatures
      more can be said.
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
    """Check a record and the files beside it, and report what is wrong and where.

    No input raises an error, however bad it is.

    * `raws`: the lines of the log, or the log as it was read before.
    * `openings`: the lines of openings.jsonl.
    * `note`: head.note, which states the last head.
    * `witnesses`: notes that may state any head.
    * `result`: result.json.
    * `is_own`: the record is the referee's own. Only then may secrets be open before the end.
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
