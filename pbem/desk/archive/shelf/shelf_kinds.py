"""The kinds of record on a shelf, games and events: how each is added, verified where it lies, and told of.

A new kind is one module with an `ON_SHELF`, entered here. The names cost nothing; a kind is imported when it is needed.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol

from pbem.desk.archive.shelf.ledger import Ledger, LogLine
from pbem.desk.archive.shelf.shelf import Shelf, read_export
from pbem.desk.desk import Desk
from pbem.desk.records.record_kinds import kind_here, kind_of
from pbem.desk.store.transaction import Transaction
from pbem.record.folder import LOG, split
from pbem.report.site.events import EventSource

Tell = Callable[[str, int, int], None]  # what is done, how much of it, of how many

# By where an export of everything has the records of a kind: see `RecordKind.home`.
_KINDS = {"events": "pbem.desk.events.records.event_on_shelf", "games": "pbem.desk.archive.game_shelf"}


class Addition(Protocol):
    """A record that is on the shelf now: which one, how many entries it has, and which games came with it."""

    @property
    def record(self) -> str:
        """Its id."""

    @property
    def entries(self) -> int:
        """How many entries it has."""

    @property
    def games(self) -> tuple[str, ...]:
        """The games that were added: itself alone if it is one."""

    @property
    def how(self) -> str:
        """Whether it was added or there before, in words."""

    @property
    def place(self) -> int:
        """Its line in the log, from 1."""


class ShelfKind(Protocol):
    """What a kind of record offers to whoever keeps an archive. A kind has no state."""

    def add(self, shelf: Shelf, desk: Desk, id_: str, tell: Tell) -> Addition:
        """Add a record of a desk; NotShownError, and nothing is written, if it is not valid or not over."""

    def add_export(self, shelf: Shelf, source: Path, desk: Desk | None, tell: Tell) -> Addition:
        """Add a record from an export, of this desk or another, on the same terms."""

    def tell_of(self, desk: Desk, shelf: Shelf, id_: str) -> int:
        """Tell everybody who was in it that a record is in the archive, once; return how many letters these are."""

    def check(self, shelf: Shelf, line: LogLine) -> int:
        """Verify a record as it lies there, and return how many entries it has; NotShownError if it is not valid."""


class KeptRecords(Protocol):
    """Records of a log that hold games: which were verified already, and what the site shows of each."""

    def check(self, tell: Tell) -> None:
        """Verify all that have changed since; NotShownError if one is not valid."""

    def mark(self, line: LogLine) -> str:
        """Return what everything about a record follows from."""

    def read(self, line: LogLine) -> EventSource:
        """Return a record for its page."""

    def packed(self, line: LogLine, games: Sequence[str]) -> bytes:
        """Return a record with its games as one file."""


def kind_on_shelf(line: LogLine) -> ShelfKind:
    """Return the kind of a record by its line in the log."""
    return _load("events" if line.event else "games")


def kind_at_desk(look: Transaction, id_: str) -> ShelfKind:
    """Return the kind of a record of this desk."""
    return _load(kind_here(look, id_).home)


def kind_of_export(source: Path) -> ShelfKind:
    """Return the kind of the record in an export."""
    raws = split(read_export(source)[LOG])
    return _load(kind_of(b"".join(raws[:1])).home)


def _load(home: str) -> ShelfKind:
    kind: ShelfKind = import_module(_KINDS[home]).ON_SHELF
    return kind


def kept_events(ledger: Ledger) -> KeptRecords:
    """Return the events of a log as the site shows them."""
    kept: KeptRecords = import_module(_KINDS["events"]).ON_SHELF.kept(ledger)
    return kept
