"""Events: where each stands, and the games at its tables."""

from typing import Any

from pbem.desk.store.shelves.shelf import Shelf, fields
from pbem.desk.store.values import EventStanding
from pbem.record.log.entry import Head


class Events(Shelf):
    """What follows from the records of events."""

    def find(self, event: str) -> EventStanding | None:
        """Return where an event stands."""
        row = self._run("event_of", {"event": event}).fetchone()
        return _event(row) if row else None

    def all(self, *, only_on: bool = False) -> tuple[EventStanding, ...]:
        """Return where all events stand, the newest first.

        `only_on` gives only those that go on, the oldest first.
        """
        return tuple(map(_event, self._run("events_on" if only_on else "events")))

    def put(self, standing: EventStanding) -> None:
        """Say where an event stands."""
        self._run("no_event", {"event": standing.id})
        values = {name: value for name, value in fields(standing).items() if name != "head"}
        self._run("put_event", {**values, "size": standing.head.size, "head": standing.head.hash})

    def games_of(self, event: str, *, only_ended: bool = False) -> list[str]:
        """Return the ids of the games at an event's tables, or only of those that are over."""
        statement = "ended_of" if only_ended else "games_of"
        return [row[0] for row in self._run(statement, {"first": f"{event}.", "end": f"{event}/"})]


def _event(row: tuple[Any, ...]) -> EventStanding:
    id_, title, rules, phase, size, head, opened, players, playing, wake = row
    return EventStanding(id_, title, rules, phase, Head(size, head), opened, players, playing, wake)
