"""The files that repeat or sign a record: notes on its heads, and result.json."""

from collections.abc import Iterable
from typing import ClassVar, Protocol

from pbem.record.checks.checker import Verdict
from pbem.record.errors import Check, IntegrityError
from pbem.record.log import result
from pbem.record.log.chain import is_ending
from pbem.record.log.entry import Entry, Head
from pbem.record.log.kinds import Close, Content, Open, Seat
from pbem.record.notes import notes


class Signing(Protocol):
    """What a record begins with, of a game or of an event: whose it is, and who signs for it."""

    @property
    def game(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def referee(self) -> str: ...


class Notes:
    """The referee's signed heads are heads of this chain: `note` the last one, witnesses any.

    Nobody stands for a record but by a note on its last head: what came after an older one is not signed by it.
    """

    check: ClassVar[Check] = "note"

    def __init__(self, note: str | None, witnesses: Iterable[str]) -> None:
        self._note = note
        self._witnesses = tuple(witnesses)
        self._open: Signing | None = None
        self._heads = [Head.empty]
        self._is_over = False

    def read(self, entry: Entry) -> None:
        if isinstance(entry.content, Open):
            self.begin(entry.content)
        self.stand(entry.head, is_over=is_ending(entry.content))

    def begin(self, terms: Signing) -> None:
        """Learn whose record it is."""
        self._open = terms

    def stand(self, head: Head, *, is_over: bool) -> None:
        """Learn the next head."""
        self._is_over = is_over
        self._heads.append(head)

    def finish(self) -> Verdict:
        if self._note is not None and self._stated(self._note).size != self._heads[-1].size:
            raise IntegrityError(None, "note", f"the note is of another size than the log of {self._heads[-1].size}")
        sizes = [self._stated(witness).size for witness in self._witnesses]
        if self._note is not None or self._heads[-1].size in sizes:
            return "ok"
        return "missing" if self._is_over else "later"

    def _stated(self, note: str) -> Head:
        if self._open is None:
            raise IntegrityError(None, "note", "an empty record has no signed head")
        game, head = notes.read(note, bytes.fromhex(self._open.key), self._open.referee)
        if game != self._open.game:
            raise IntegrityError(None, "note", f"the note is of game {game!r}")
        if head.size >= len(self._heads):
            raise IntegrityError(None, "note", f"the referee signed a head of size {head.size}: entries are missing")
        if head != self._heads[head.size]:
            raise IntegrityError(None, "note", f"the referee signed another head of size {head.size}")
        return head


class Results:
    """result.json repeats the record. Of a game that was given up there is none."""

    check: ClassVar[Check] = "result"

    def __init__(self, raw: bytes | None) -> None:
        self._raw = raw
        self._entries: list[Entry] = []
        self._last: Content | None = None

    def read(self, entry: Entry) -> None:
        self._last = entry.content
        if isinstance(entry.content, Open | Seat | Close):
            self._entries.append(entry)

    def finish(self) -> Verdict:
        if self._raw is None:
            return self._unsaid()
        try:
            is_same = result.write(self._entries) == self._raw
        except ValueError as error:
            raise IntegrityError(None, "result", str(error)) from None
        if not is_same:
            raise IntegrityError(None, "result", "result.json is not what the record says")
        return "ok"

    def _unsaid(self) -> Verdict:
        """Judge that there is no file."""
        if isinstance(self._last, Close):
            return "missing"
        return "ok" if self._last is not None and is_ending(self._last) else "later"
