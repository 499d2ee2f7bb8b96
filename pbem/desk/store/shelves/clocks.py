"""Clocks: when something is to be done in a game although nobody writes, and its first deadline."""

from pbem.desk.store.shelves.shelf import Shelf


class Clocks(Shelf):
    """Wakes and deadlines of games, by id."""

    def wake(self, game: str) -> int | None:
        """Return when something is to be done in a game although nobody writes; None: nothing is."""
        found: int | None = self._first("wake_of", game=game)
        return found

    def put_wake(self, game: str, at: int | None) -> None:
        """Say when something is to be done in a game although nobody writes (None: nothing is)."""
        if self.wake(game) == at:
            return
        self._run("no_wake", {"game": game})
        if at is not None:
            self._run("put_wake", {"game": game, "at": at})

    def awake(self, upto: int, most: int) -> list[tuple[str, int]]:
        """Return games with something to do by an instant, and since when, the first ones first."""
        return [(row[0], row[1]) for row in self._run("awake", {"upto": upto, "most": most})]

    def wake_all(self, at: int) -> None:
        """Let every game be looked at that has deadlines."""
        self._run("wake_all", {"at": at})

    def put_deadline(self, game: str, due: int | None) -> None:
        """Say what the first deadline of a game is by its record (None: it has none)."""
        if self.deadline(game) == due:
            return
        self._run("no_deadline", {"game": game})
        if due is not None:
            self._run("put_deadline", {"game": game, "due": due})

    def deadline(self, game: str) -> int | None:
        """Return the first deadline of a game by its record; None if it has none."""
        found: int | None = self._first("deadline_of", game=game)
        return found

    def deadlines(self, upto: int, most: int) -> list[tuple[str, int]]:
        """Return games with their first deadlines before an instant, the earliest ones first."""
        return [(row[0], row[1]) for row in self._run("deadlines", {"upto": upto, "most": most})]

    def count_late(self, upto: int) -> int:
        """Count the games whose first deadline is before an instant."""
        count: int = self._first("count_late", upto=upto)
        return count
