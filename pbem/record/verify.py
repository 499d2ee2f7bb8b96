"""Verification of a record by everything but the rules of its game."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from pbem.record.checks.checker import Checker
from pbem.record.checks.choices import Choices
from pbem.record.checks.dice import Draws, Ladder
from pbem.record.checks.files import Notes, Results
from pbem.record.checks.references import References
from pbem.record.checks.seats import Luck, Seats
from pbem.record.checks.secrets import Decks, Openings, Seals
from pbem.record.checks.timing import Timing
from pbem.record.dice.sharing import Chance
from pbem.record.errors import CannotCheckError, Check, IntegrityError
from pbem.record.host import Host, HostReading
from pbem.record.log import openings as opened
from pbem.record.log.chain import Log, read_log
from pbem.record.log.entry import Entry, Head
from pbem.record.log.kinds import Opening
from pbem.record.log.openings import Deck

__all__ = ["Bad", "Report", "Verdict", "verify"]

Verdict = Literal["ok", "later", "missing", "cannot", "failed"]
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


class Bad(NamedTuple):
    """What is wrong first: the entry (None: a file beside the log), the check that found it, and why."""

    seq: int | None
    check: Check
    why: str


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
    lines, decks, bad = _read_openings(openings or ())
    reading = _Reading(
        References(),
        Choices(),
        Seats(),
        Timing(),
        Luck(),
        Ladder(),
        Draws(),
        Seals(Openings(lines, is_given=openings is not None, is_early=is_own)),
        Decks(decks, is_given=openings is not None),
        Notes(note, witnesses),
        Results(result),
    )
    try:
        log = raws if isinstance(raws, Log) else read_log(raws)
    except CannotCheckError as error:
        return Report(False, 0, Head.empty, "none", dict.fromkeys(CHECKS, "cannot"), None, cannot=str(error))
    reading.read(log)
    bad += reading.bad
    checks: dict[Check, Verdict] = {check: reading.verdicts.get(check, "later") for check in CHECKS}
    checks.update({fault.check: "failed" for fault in bad})
    first = min(bad, key=_place, default=None)
    host = reading.host.told(has_note=note is not None)
    return Report(first is None, log.head.size, log.head, reading.host.chance(frozenset()), checks, first, host)


class _Reading:
    """Leads every checker through the log. A checker that said no is not asked again; a broken chain ends it all."""

    def __init__(self, *checkers: Checker) -> None:
        self._checkers: Sequence[Checker] = checkers
        self.bad: list[Bad] = []
        self.verdicts: dict[Check, Verdict] = {}
        self.host = HostReading()

    def read(self, log: Log) -> None:
        for entry in log.entries:
            self.host.read(entry)
            self._checkers = [checker for checker in self._checkers if self._passes(checker, entry)]
        if log.bad:
            self._note(log.bad)
            return
        self.verdicts = {"bytes": "ok", "chain": "ok"}
        for checker in self._checkers:
            self._finish(checker)

    def _passes(self, checker: Checker, entry: Entry) -> bool:
        try:
            checker.read(entry)
        except IntegrityError as error:
            self._note(error)
            return False
        return True

    def _finish(self, checker: Checker) -> None:
        try:
            self.verdicts[checker.check] = checker.finish()
        except IntegrityError as error:
            self._note(error)

    def _note(self, error: IntegrityError) -> None:
        self.bad.append(Bad(error.seq, error.check, error.why))


def _place(bad: Bad) -> tuple[bool, int, int]:
    return bad.seq is None, bad.seq or 0, CHECKS.index(bad.check)


def _read_openings(raws: Iterable[bytes]) -> tuple[list[Opening], list[Deck], list[Bad]]:
    try:
        return *opened.read_all(raws), []
    except ValueError as error:
        return [], [], [Bad(None, "bytes", f"openings {error}")]
