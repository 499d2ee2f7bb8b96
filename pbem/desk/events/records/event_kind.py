"""Events as a kind of record."""

from collections.abc import Mapping

from pbem.desk.desk import Desk
from pbem.desk.events.records.event_export import event_files, games_named
from pbem.desk.events.records.event_safety import check_event, rebuild_event
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.upkeep.inspecting import Damage


class EventKind:
    """Events: see `RecordKind`."""

    called = "an event"
    home = "events"
    has_positions = False

    def files(self, desk: Desk, id_: str) -> dict[str, bytes]:
        """Return an event as files, without its games and pages."""
        return event_files(desk, id_)[0]

    def games_of(self, files: Mapping[str, bytes]) -> tuple[str, ...]:
        """Return the games that the record of an event names."""
        return games_named(files)

    def rebuild(self, change: Transaction, id_: str) -> list[int]:
        """Make everything again that follows from an event's record."""
        return rebuild_event(change, id_)

    def check(self, desk: Desk, id_: str) -> list[Damage]:
        """Return everything that is wrong with an event."""
        return check_event(desk, id_)


KIND = EventKind()
