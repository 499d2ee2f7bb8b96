"""A log of lines, of a game or of an event: read up to the first that may not stand where it does."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from pbem.record.errors import IntegrityError
from pbem.record.log.entry import Head, Line

L = TypeVar("L", bound=Line[Any])


class Lines(Struct, Generic[L], frozen=True):
    """A log as far as it is right: its entries, and what broke it off (None: nothing did)."""

    entries: tuple[L, ...]
    bad: IntegrityError | None = None

    @property
    def head(self) -> Head:
        """The head of what was read."""
        return self.entries[-1].head if self.entries else Head.empty


def read_lines(raws: Iterable[bytes], read: Callable[[bytes], L]) -> Lines[L]:
    """Read lines, each once and by `read`, which raises IntegrityError where one may not stand."""
    entries: list[L] = []
    for raw in raws:
        try:
            entries.append(read(raw))
        except IntegrityError as error:
            return Lines(tuple(entries), error)
    bad = None if entries else IntegrityError(None, "chain", "the record is empty")
    return Lines(tuple(entries), bad)
