"""The log of a game or of an event, read up to the first line that may not be there."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from pbem.record.errors import IntegrityError
from pbem.record.log.entry import Head, Line

L = TypeVar("L", bound=Line[Any])


class Lines(Struct, Generic[L], frozen=True):
    """The part of a log that is right, and the error that ended it (None: the log has no error)."""

    entries: tuple[L, ...]
    bad: IntegrityError | None = None

    @property
    def head(self) -> Head:
        """The head of what was read."""
        return self.entries[-1].head if self.entries else Head.empty


def read_lines(raws: Iterable[bytes], read: Callable[[bytes], L]) -> Lines[L]:
    """Return the entries up to the first error. `read` reads each line once.

    `read` raises IntegrityError for a line that may not be there. An empty record is an error.
    """
    entries: list[L] = []
    for raw in raws:
        try:
            entries.append(read(raw))
        except IntegrityError as error:
            return Lines(tuple(entries), error)
    bad = None if entries else IntegrityError(None, "chain", "the record is empty")
    return Lines(tuple(entries), bad)
