"""Games as records on a shelf."""

from pathlib import Path

from pbem.desk.archive.adding import Added, add_export, add_game
from pbem.desk.archive.shelf.checking import check_entered
from pbem.desk.archive.shelf.ledger import LogLine
from pbem.desk.archive.shelf.shelf import Shelf
from pbem.desk.archive.shelf.shelf_kinds import Tell
from pbem.desk.archive.telling import tell_of_game
from pbem.desk.desk import Desk


class GamesOnShelf:
    """Games: see `ShelfKind`."""

    def add(self, shelf: Shelf, desk: Desk, id_: str, _tell: Tell) -> Added:
        """Add a game of a desk."""
        return add_game(shelf, desk, id_)

    def add_export(self, shelf: Shelf, source: Path, desk: Desk | None, _tell: Tell) -> Added:
        """Add a game from an export."""
        return add_export(shelf, source, desk)

    def tell_of(self, desk: Desk, shelf: Shelf, id_: str) -> int:
        """Tell those who held the seats of a game to its end."""
        return tell_of_game(desk, shelf, id_)

    def check(self, shelf: Shelf, line: LogLine) -> int:
        """Verify a game as it lies there."""
        return check_entered(shelf.files(line.game), line).entries


ON_SHELF = GamesOnShelf()
