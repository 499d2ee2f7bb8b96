"""An event comes home with its games: those that are not here are made from an export of everything.

A game needs its secrets, which no export of an event has. They lie sealed beside it where `pbem export --all` wrote it.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from pbem.desk.desk import Desk
from pbem.desk.errors import DeskError
from pbem.desk.events.event_store import current_event, missing_games
from pbem.desk.events.records.event_safety import import_event
from pbem.desk.matches.acts.restored.asking_anew import freeze_restored, tell_everybody
from pbem.desk.matches.state.freezing import RESTORED
from pbem.desk.matches.state.positions import current
from pbem.desk.records.folders.files import raws_in
from pbem.desk.safety.bundles import GAMES
from pbem.desk.safety.remaking import remake_game
from pbem.record.errors import IntegrityError
from pbem.record.events.checks.games import check_game, facts_of
from pbem.record.events.law.book import Book
from pbem.record.log.chain import read_log
from pbem.referee.match.errors import UnknownRulesError


class CameHome(Struct, frozen=True):
    """What an import brought: how many entries of the event, which has `size` now, which games, and what it could not.

    Each of `lost` says which game, and why.
    """

    event: str
    count: int
    size: int
    games: tuple[str, ...]
    lost: tuple[str, ...]


def bring_home(desk: Desk, source: Path) -> CameHome:
    """Append what our record of an event lacks from an export of it, and make those of its games that are not here.

    An event of which games stay missing is frozen: without them nothing in it could go on.
    """
    event, count, size = import_event(desk, source)
    with desk.store.read() as look:
        book = current_event(desk, look, event).book
        missing = missing_games(look, book)
    lost = tuple(_bring_games(desk, source.resolve(), book, missing))
    with desk.store.write(event) as change:
        left = missing_games(change, book)
        if left:
            change.secrets.put(event, RESTORED, b"[]")
    return CameHome(event, count, size, tuple(game for game in missing if game not in left), lost)


def _bring_games(desk: Desk, source: Path, book: Book, missing: tuple[str, ...]) -> Iterator[str]:
    """Make games from the folder of an event; yields which could not be made, and why."""
    for game in missing:
        try:
            _bring_game(desk, source, book, game)
        except (DeskError, IntegrityError, UnknownRulesError) as error:
            yield f"{game}: {error}"


def _bring_game(desk: Desk, source: Path, book: Book, game: str) -> None:
    home = source / GAMES / game
    if not home.is_dir():
        raise DeskError("its export is missing")
    facts = facts_of(read_log(raws_in(home)))
    if facts is None:
        raise DeskError("its export has no opening")
    check_game(book, game, facts)
    remake_game(desk, source.parent.parent, game, home, is_frozen=True)
    with desk.store.write(game) as change:
        match = current(desk, change, game)
        if freeze_restored(desk, change, match):
            tell_everybody(desk, change, match)
