"""Games: where each stands, who holds its seats, and what else follows from its record."""

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.desk.store.guards.row_digests import text_of
from pbem.desk.store.shelves.shelf import Ground, Shelf
from pbem.desk.store.values import Listed, Standing, Wanted
from pbem.record.log.entry import Head

_PROJECTIONS = (  # the statements that forget what follows from a record
    "no_projected_game",
    "no_event",
    "no_projected_seats",
    "no_projected_snapshots",
    "no_wake",
    "no_deadline",
)


class Games(Shelf):
    """What follows from the records of games."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        # What was read. Only who has the game, or the whole desk, changes it: it stays true until
        # this ends.
        self._stood: dict[str, Standing | None] = {}

    def foresee(self, games: Iterable[str]) -> None:
        """Read at once where some games stand."""
        ids = list(games)
        found = self._each("standing", [{"game": game} for game in ids])
        self._stood |= {game: _standing(rows[0]) if rows else None for game, rows in zip(ids, found, strict=True)}

    def find(self, game: str) -> Standing | None:
        """Return where a game stands."""
        return self._stands(game)

    def _stands(self, game: str) -> Standing | None:
        if game not in self._stood:
            row = self._run("standing", {"game": game}).fetchone()
            self._stood[game] = _standing(row) if row else None
        return self._stood[game]

    def all(self) -> tuple[Standing, ...]:
        """Return where every game stands, in the order of opening."""
        return tuple(map(_standing, self._run("standings")))

    def newest(self, most: int, wanted: Wanted = Wanted()) -> Listed:  # noqa: B008 - frozen
        """Return the games opened last, of those that are wanted, the newest first."""
        if wanted.player:
            found = map(_standing, self._run("newest_of", {"name": wanted.player}))
            chosen = [one for one in found if wanted.takes(one.phase, one.rules)]
            return Listed(tuple(chosen[:most]), max(len(chosen) - most, 0))
        counts = {kind: count for kind, count in self.counts().items() if wanted.takes(*kind)}
        rows: list[tuple[Any, ...]] = []
        for phase, rules in counts:  # of which there are few, and each has its newest at the end of an index
            rows += self._run("newest", {"phase": phase, "rules": rules, "most": most})
        shown = sorted(map(_standing, rows), key=lambda one: (one.opened, one.id), reverse=True)[:most]
        return Listed(tuple(shown), sum(counts.values()) - len(shown))

    def counts(self) -> dict[tuple[str, str], int]:
        """Return how many games there are of each phase and rules."""
        return {(phase, rules): count for phase, rules, count in self._run("count_games")}

    def heads_in(self, phase: str) -> Iterator[tuple[str, Head]]:
        """Yield the games that are in a phase, and the heads of their records."""
        for game, size, head in self._run("heads", {"phase": phase}):
            yield text_of(game, "game"), Head(size, head)

    def heads_of(self, games: Iterable[str]) -> dict[str, Head]:
        """Return the heads of the records of some games."""
        ids = list(games)
        found = self._each("standing", [{"game": game} for game in ids])
        return {game: _standing(rows[0]).head for game, rows in zip(ids, found, strict=True) if rows}

    def ids(self) -> set[str]:
        """Return the ids of all games."""
        return {text_of(row[0], "game") for row in self._run("game_ids")}

    def put(self, standing: Standing) -> None:
        """Say where a game stands."""
        values = {
            "phase": standing.phase,
            "size": standing.head.size,
            "head": standing.head.hash,
            "asked": " ".join(standing.asked),
        }
        before = self._stands(standing.id)
        self._stood[standing.id] = standing
        if before is None:
            new = {"id": standing.id, "rules": standing.rules, "opened": standing.opened}
            self._run("put_game", {**new, **values})
            return
        statement = "stand" if before.phase == standing.phase else "stand_anew"
        self._run(statement, {"game": standing.id, **values})

    def put_seat(self, game: str, seat: str, name: str, key_id: str) -> None:
        """Say who holds a seat."""
        self._run("no_seat", {"game": game, "seat": seat})
        self._run("put_seat", {"game": game, "seat": seat, "name": name, "key_id": key_id})

    def seats(self, game: str) -> dict[str, tuple[str, str]]:
        """Return who holds the seats of a game, and by which key."""
        return {seat: (name, key_id) for _game, seat, name, key_id in self._run("seats_in", {"game": game})}

    def seats_in_play(self, name: str) -> list[tuple[str, str]]:
        """Return the seats that a person holds in games that have not ended, as (game, seat)."""
        return [(row[0], row[1]) for row in self._run("seats_in_play", {"name": name})]

    def projected_ids(self) -> list[str]:
        """Return the ids of all games that have projections, with a record or without."""
        return sorted(text_of(row[0], "game, seat or snapshot") for row in self._run("projected_ids"))

    def drop_projections(self, game: str) -> None:
        """Forget everything that can be rebuilt from the record of a game."""
        self._stood[game] = None
        for statement in _PROJECTIONS:
            self._run(statement, {"game": game, "event": game})

    def projections(self, game: str) -> dict[str, list[tuple[Any, ...]]]:
        """Return how a game and its seats are projected now, for comparison."""
        standing = self._run("standing", {"game": game})
        seats = self._run("seats_in", {"game": game})
        event = self._run("event_of", {"event": game})
        return {"game": list(standing), "seat": list(seats), "event": list(event)}


def _standing(row: tuple[Any, ...]) -> Standing:
    id_, rules, phase, size, head, opened, asked = row
    for text in (id_, rules, phase, asked):
        text_of(text, "game")
    return Standing(id_, rules, phase, Head(size, head), opened, tuple(asked.split()))
