"""What a check is: it reads every entry in turn and says no by IntegrityError."""

from typing import ClassVar, Literal, Protocol

from pbem.record.errors import Check
from pbem.record.log.entry import Entry

Verdict = Literal["ok", "later", "missing"]


class Checker(Protocol):
    """One check of a whole record."""

    check: ClassVar[Check]

    def read(self, entry: Entry) -> None:
        """Look at the next entry."""

    def finish(self) -> Verdict:
        """Look at the whole: "ok" is complete, "later" waits for something, "missing" lacks a file after the end."""
