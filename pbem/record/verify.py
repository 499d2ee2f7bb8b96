"""Verification of a record by everything but the rules of its game."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from pbem.record import openings as opened
from pbem.record.chain import Chain
from pbem.record.checks import Checker, Decks, Draws, Ladder, Luck, Notes, References, Results, Seals
from pbem.record.entry import Entry, Head
from pbem.record.errors import Check, IntegrityError
from pbem.record.kinds import Opening
from pbem.record.openings import Deck

__all__ = ["Bad", "Report", "Verdict", "verify"]

Verdict = Literal["ok", "later", "failed"]
CHECKS: tuple[Check, ...] = ("bytes", "chain", "luck", "ladder", "draws", "seals", "decks", "note", "result")


class Bad(NamedTuple):
    """What is wrong first: the entry (None: a file beside the log), the check that found it, and why."""

    seq: int | None
    check: Check
    why: str


class Report(Struct, frozen=True):
    """What a verification found. `entries` and `head` are of the part whose bytes and chain are right.

    "later" says that a check waits for something: the close of the game, an opening, a file that was not given.
    """

    ok: bool
    entries: int
    head: Head
    chance: Literal["joint", "host", "none"]
    checks: dict[Check, Verdict]
    first_bad: Bad | None


def verify(
    raws: Iterable[bytes],
    *,
    openings: Iterable[bytes] = (),
    note: str | None = None,
    witnesses: Iterable[str] = (),
    result: bytes | None = None,
) -> Report:
    """Check a record and the files beside it. Never raises on bad input: the report says what is wrong, and where.

    `openings` are the lines of openings.jsonl, `note` is head.note and states the last head, `witnesses` are notes that
    state any head, `result` is result.json.
    """
    lines, bad = _read_openings(openings)
    luck = Luck()
    reading = _Reading(
        References(),
        luck,
        Ladder(),
        Draws(),
        Seals(line for line in lines if isinstance(line, Opening)),
        Decks(line for line in lines if isinstance(line, Deck)),
        Notes(note, witnesses),
        Results(result),
    )
    head = reading.read(raws)
    bad += reading.bad
    checks: dict[Check, Verdict] = {check: reading.verdicts.get(check, "later") for check in CHECKS}
    checks.update({fault.check: "failed" for fault in bad})
    first = min(bad, key=_place, default=None)
    chance: Literal["joint", "host", "none"] = "none" if not luck.is_started else "joint" if luck.is_joint else "host"
    return Report(first is None, head.size, head, chance, checks, first)


class _Reading:
    """Leads every checker through the log. A checker that said no is not asked again; a broken chain ends it all."""

    def __init__(self, *checkers: Checker) -> None:
        self._checkers: Sequence[Checker] = checkers
        self.bad: list[Bad] = []
        self.verdicts: dict[Check, Verdict] = {}

    def read(self, raws: Iterable[bytes]) -> Head:
        chain = Chain()
        for raw in raws:
            try:
                chain, entry = chain.read(raw)
            except IntegrityError as error:
                self._note(error)
                return chain.head
            self._checkers = [checker for checker in self._checkers if self._passes(checker, entry)]
        if chain.head == Head.empty:
            self._note(IntegrityError(None, "chain", "the record is empty"))
            return chain.head
        self.verdicts = {"bytes": "ok", "chain": "ok"}
        for checker in self._checkers:
            self._finish(checker)
        return chain.head

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


def _read_openings(raws: Iterable[bytes]) -> tuple[list[Opening | Deck], list[Bad]]:
    lines: list[Opening | Deck] = []
    for number, raw in enumerate(raws, 1):
        try:
            lines.append(opened.read(raw))
        except (ValueError, TypeError) as error:
            return lines, [Bad(None, "bytes", f"openings line {number}: {error}")]
    return lines, []
