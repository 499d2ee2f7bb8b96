"""The database of a desk that is restored: from a backup or from exports, with everything frozen that goes on."""

from contextlib import closing
from pathlib import Path

from msgspec import Struct

from pbem.desk.desk import Desk, make_store
from pbem.desk.events.records.event_thawing import freeze_event
from pbem.desk.matches.acts.restored.asking_anew import freeze_restored, tell_everybody
from pbem.desk.matches.state.freezing import GOES_ON, RESTORED
from pbem.desk.matches.state.positions import current
from pbem.desk.records.remaking.rebuild import Progress
from pbem.desk.safety.backup import MADE, note_backup
from pbem.desk.safety.remaking import remake
from pbem.desk.settings import read_settings
from pbem.desk.signed.word_tokens import renew_all
from pbem.desk.store.databases.sqlite import database_path
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.upkeep.copying import beside, unpack_database
from pbem.record.errors import IntegrityError
from pbem.referee.match.errors import UnknownRulesError


class Restored(Struct, frozen=True):
    """What came back: how many games and events, which are frozen, and what could not be brought back, and why."""

    games: int
    frozen: tuple[str, ...]
    lost: tuple[str, ...] = ()
    events: int = 0


def fill(workshop: Path, source: Path, progress: Progress) -> Restored:
    """Put a database into the workshop, and freeze what goes on."""
    if source.is_dir():
        make_store(workshop, read_settings(workshop))
    else:
        unpack_database(source, database_of(workshop))
    with closing(Desk(workshop)) as desk:
        lost = remake(desk, source, progress) if source.is_dir() else []
        with desk.store.write() as change:
            if not source.is_dir():
                note_backup(change, int(beside(source)[MADE]))
            games = change.games.all()
            going_on = [standing.id for standing in games if standing.phase in GOES_ON]
            for game in going_on:
                _freeze(desk, change, game)
            events = change.events.all()
            events_on = [standing.id for standing in change.events.all(only_on=True)]
            for event in events_on:
                freeze_event(desk, change, event)
            renew_all(desk, change)
    return Restored(len(games), (*going_on, *events_on), tuple(lost), len(events))


def _freeze(desk: Desk, change: Transaction, game: str) -> None:
    try:
        match = current(desk, change, game)
    except (IntegrityError, UnknownRulesError):
        change.secrets.put(game, RESTORED, b"[]")  # it cannot be followed here, so nobody is told of a position
        return
    freeze_restored(desk, change, match)
    tell_everybody(desk, change, match)


def database_of(workshop: Path) -> Path:
    """Return where a workshop has its database."""
    return database_path(read_settings(workshop).store.database, workshop)
