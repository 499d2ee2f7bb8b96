"""Records: the entries of games and events, and snapshots of the matches after them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbem.desk.store.guards.row_digests import text_of
from pbem.desk.store.shelves.shelf import Shelf
from pbem.record.log.entry import Entry

if TYPE_CHECKING:
    from pbem.record.events.law.entry import EventEntry


class Records(Shelf):
    """The records of games and events: the exact bytes are the truth."""

    def append(self, entries: "Iterable[Entry] | Iterable[EventEntry]") -> None:
        """Append entries; a unique (game, seq) lets only one of two writers through."""
        rows = []
        for entry in entries:
            game = entry.content.game
            rows.append({"game": game, "seq": entry.seq, "hash": entry.hash, "raw": entry.raw})
            self._ground.heads[game] = entry.head
        self._run("append", rows)

    def raws(self, game: str, first: int = 0, end: int = 2**62) -> list[bytes]:
        """Return the exact bytes of entries first..end-1."""
        return [row[0] for row in self._run("raws", {"game": game, "first": first, "end": end})]

    def hash_of(self, game: str, seq: int) -> bytes | None:
        """Return the hash of an entry."""
        found: bytes | None = self._first("hash", game=game, at=seq)
        return found

    def mend_hash(self, entry: "Entry | EventEntry") -> bool:
        """Set the stored hash of an entry to that of its bytes; True if it was another."""
        mended = self._run("mend_hash", {"game": entry.content.game, "at": entry.seq, "hash": entry.hash})
        return mended.rowcount > 0

    def ids(self) -> list[str]:
        """Return the games that have a record."""
        return [text_of(row[0], "entry") for row in self._run("recorded_ids")]

    def snapshot(self, game: str, seq: int) -> tuple[int, bytes, int, bytes] | None:
        """Return the nearest snapshot at or before an entry.

        It has its entry, that entry's hash, the rules version and the content.
        """
        row = self._run("snapshots_down", {"game": game, "at": seq}).fetchone()
        if row is None:
            return None
        return row[0], row[1], row[2], self._vault.unlock(game, f"snapshot/{row[0]}", row[3])

    def last_snapshot(self, game: str, seq: int) -> int:
        """Return the entry of the nearest snapshot at or before an entry, or -1."""
        found: int | None = self._first("last_snapshot", game=game, at=seq)
        return -1 if found is None else found

    def put_snapshot(self, game: str, seq: int, *, hash: bytes, version: int, content: bytes) -> None:  # noqa: A002
        """Keep a snapshot."""
        self.drop_snapshot(game, seq)
        locked = self._vault.lock(game, f"snapshot/{seq}", content)
        self._run("put_snapshot", {"game": game, "seq": seq, "hash": hash, "version": version, "locked": locked})

    def drop_snapshot(self, game: str, seq: int) -> None:
        """Forget a snapshot."""
        self._run("no_snapshot", {"game": game, "at": seq})
