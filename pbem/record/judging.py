"""Judging a record, of a game or of an event: every law is asked about every entry, then the whole is looked at."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from pbem.record.errors import Check, IntegrityError

Verdict = Literal["ok", "later", "missing", "cannot", "failed"]


class Placed(Protocol):
    """The content of an entry, which knows its place in the record."""

    @property
    def seq(self) -> int: ...


B = TypeVar("B")
C = TypeVar("C", bound=Placed)


class Bad(NamedTuple):
    """The first fault that a check found: the entry, the check, and why.

    The entry is None if the fault is in a file beside the log.
    """

    seq: int | None
    check: Check
    why: str


class Law(Struct, Generic[B, C], frozen=True):
    """One check of entries.

    `objection` returns why an entry may not be next, or None. It gets the book before that entry.
    """

    check: Check
    objection: Callable[[B, C], str | None]


class Judging(Generic[B, C]):
    """Collects what is wrong with a record.

    After its first fault, a law is not asked again.
    """

    def __init__(self, laws: Iterable[Law[B, C]], bad: Iterable[Bad] = ()) -> None:
        """`bad` is what was found before."""
        self._laws = tuple(laws)
        self.bad = list(bad)

    def ask(self, book: B, content: C) -> None:
        """Ask all laws about an entry. The book has the entries before it only."""
        for law in self._laws:
            if why := law.objection(book, content):
                self._laws = tuple(other for other in self._laws if other is not law)
                self.bad.append(Bad(content.seq, law.check, why))

    def checked(
        self, checks: Sequence[Check], whole: Mapping[Check, Callable[[], Verdict]], broken: IntegrityError | None
    ) -> dict[Check, Verdict]:
        """Return the verdict of every check, after all entries were asked about.

        `whole` says what to ask of the whole record, where nothing is wrong yet: IntegrityError is
        "failed". It is not asked if the log is `broken` off; then every check waits that has not
        failed.
        """
        found: dict[Check, Verdict] = dict.fromkeys(checks, "later" if broken else "ok")
        if broken:
            self._note(broken)
        else:
            found |= self._of_whole(whole)
        return found | {bad.check: "failed" for bad in self.bad}

    def _of_whole(self, whole: Mapping[Check, Callable[[], Verdict]]) -> dict[Check, Verdict]:
        failed = {bad.check for bad in self.bad}
        found: dict[Check, Verdict] = {}
        for check, verdict in whole.items():
            if check in failed:
                continue
            try:
                found[check] = verdict()
            except IntegrityError as error:
                self._note(error)
        return found

    def _note(self, error: IntegrityError) -> None:
        self.bad.append(Bad(error.seq, error.check, error.why))

    def first(self, checks: Sequence[Check]) -> Bad | None:
        """Return what is wrong first: entries before files, and of one entry in the order of the checks."""
        return min(self.bad, key=lambda bad: (bad.seq is None, bad.seq or 0, checks.index(bad.check)), default=None)
