"""Events as records on a shelf."""

from pathlib import Path

from pbem.desk.archive.shelf.ledger import Ledger, LogLine
from pbem.desk.archive.shelf.shelf import Shelf
from pbem.desk.archive.shelf.shelf_kinds import Tell
from pbem.desk.archive.telling import News, tell_once
from pbem.desk.desk import Desk
from pbem.desk.events.event_store import current_event, standings_of
from pbem.desk.events.letters.telling import standings_part
from pbem.desk.events.records.event_adding import EventAdded, add_event, add_event_export
from pbem.desk.events.records.event_shelf import KeptEvents, check_event
from pbem.desk.store.transaction import Transaction
from pbem.report.site.events import place_of_event
from pbem.tournament.director.showing import with_moves


class EventsOnShelf:
    """Events: see `ShelfKind`."""

    def add(self, shelf: Shelf, desk: Desk, id_: str, tell: Tell) -> EventAdded:
        """Add an event of a desk, with all its games."""
        return add_event(shelf, desk, id_, tell)

    def add_export(self, shelf: Shelf, source: Path, desk: Desk | None, tell: Tell) -> EventAdded:
        """Add an event from an export, with all its games."""
        return add_event_export(shelf, source, desk, tell)

    def tell_of(self, desk: Desk, shelf: Shelf, id_: str) -> int:
        """Tell everybody who was in an event."""
        return tell_of_event(desk, shelf, id_)

    def check(self, shelf: Shelf, line: LogLine) -> int:
        """Verify an event as it lies there; its games are verified as games."""
        return check_event(shelf, line)

    def kept(self, ledger: Ledger) -> KeptEvents:
        """Return the events of a log as the site shows them."""
        return KeptEvents(ledger)


def tell_of_event(desk: Desk, shelf: Shelf, id_: str) -> int:
    """Tell everybody who was in an event, once; return how many letters were asked for."""

    def news(look: Transaction) -> News:
        event = current_event(desk, look, id_)
        lines = with_moves(event, standings_of(look, event))
        names = tuple(entrant.player for entrant in event.entrants)
        return News(place_of_event(id_), event.book.head, names, lambda player: standings_part(player, lines))

    return tell_once(desk, shelf, id_, news)


ON_SHELF = EventsOnShelf()
