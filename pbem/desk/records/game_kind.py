"""Games as a kind of record."""

from collections.abc import Mapping

from pbem.desk.desk import Desk
from pbem.desk.records.checks.game_check import check_game
from pbem.desk.records.folders.exporting import files_of
from pbem.desk.records.remaking.rebuild import rebuild_game
from pbem.desk.store.transaction import Transaction
from pbem.desk.store.upkeep.inspecting import Damage


class GameKind:
    """Games: see `RecordKind`."""

    called = "a game"
    home = "games"
    has_positions = True

    def files(self, desk: Desk, id_: str) -> dict[str, bytes]:
        """Return a game as files."""
        return files_of(desk, id_)

    def games_of(self, _files: Mapping[str, bytes]) -> tuple[str, ...]:
        """Return nothing: a game stands for itself."""
        return ()

    def rebuild(self, change: Transaction, id_: str) -> list[int]:
        """Make everything again that follows from a game's record."""
        return rebuild_game(change, id_)

    def check(self, desk: Desk, id_: str) -> list[Damage]:
        """Return everything that is wrong with a game."""
        return check_game(desk, id_)


KIND = GameKind()
