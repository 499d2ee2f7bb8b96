"""The kinds of record that a desk keeps, games and events: what each offers to whoever exports, checks or rebuilds.

A new kind is one module with a `KIND`, entered here by how its records begin. A kind is imported when it is needed.
"""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Protocol

from pbem.desk.desk import Desk
from pbem.desk.records.folders.files import raws_in
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.upkeep.inspecting import Damage
from pbem.record.events.law.entry import is_event
from pbem.record.folder import LOG

_EVENT, _GAME = "pbem.desk.events.records.event_kind", "pbem.desk.records.game_kind"


class RecordKind(Protocol):
    """What a kind of record offers. A kind has no state; `id_` is that of a record, `files` are those of an export."""

    called: str  # what a record is, where it is said that it cannot be used
    home: str  # the folder of an export of everything in which its records lie
    has_positions: bool  # whether one can look at any moment of a record

    def files(self, desk: Desk, id_: str) -> dict[str, bytes]:
        """Return a record as files that a stranger can check; nothing that is secret now is among them."""

    def games_of(self, files: Mapping[str, bytes]) -> tuple[str, ...]:
        """Return the other records that belong to one: the games of an event. They are exported beside it."""

    def rebuild(self, change: Transaction, id_: str) -> list[int]:
        """Make everything again that follows from a record; returns the entries whose stored hash was wrong."""

    def check(self, desk: Desk, id_: str) -> list[Damage]:
        """Return everything that is wrong with a record, and with what was derived from it."""


def kind_of(first: bytes) -> RecordKind:
    """Return the kind of a record by its first entry; what is of no other kind is a game's."""
    kind: RecordKind = import_module(_EVENT if is_event(first) else _GAME).KIND
    return kind


def kind_here(look: Transaction, id_: str) -> RecordKind:
    """Return the kind of a record of this desk, whatever is projected of it."""
    return kind_of(b"".join(look.records.raws(id_, 0, 1)))


def kind_in(folder: Path) -> RecordKind:
    """Return the kind of the record in a folder; what holds none is taken for a game's."""
    raws = raws_in(folder) if (folder / LOG).is_file() else []
    return kind_of(b"".join(raws[:1]))
