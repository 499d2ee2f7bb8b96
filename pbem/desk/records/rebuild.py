"""Rebuild: everything that follows from the bytes of the records is made again."""

from collections.abc import Callable

from pbem.desk.desk import Desk
from pbem.desk.matches.keeping import project, snapshot
from pbem.desk.matches.snapshots import EVERY
from pbem.desk.records.entries import entries_of, sealed_moves
from pbem.desk.store.store import Transaction
from pbem.record.errors import IntegrityError
from pbem.referee.audit import replay

Progress = Callable[[int, int], None]


def rebuild(desk: Desk, progress: Progress = lambda _done, _of: None) -> list[str]:
    """Make everything again that follows from the bytes of the records; returns what was different before."""
    mended: list[str] = []
    with desk.store.write() as change:
        before = change.projections()
        change.drop_projections()
        games = change.game_ids()
        for number, game in enumerate(games):
            progress(number, len(games))
            mended += [f"entry: {game} {seq}" for seq in rebuild_game(change, game)]
        after = change.projections()
    desk.remembered.clear()
    projected = {f"{table}: {row[0]}" for table in before for row in set(before[table]) ^ set(after[table])}
    return [*mended, *sorted(projected)]


def rebuild_game(change: Transaction, game: str) -> list[int]:
    """Follow a record from its opening, keep its snapshots, project its end; returns whose stored hash was wrong."""
    entries = entries_of(change, game)
    steps = replay(
        entries, hidden=change.secret(game, "hidden"), opened=sealed_moves(change, game).get, is_strict=False
    )
    matches = [followed.match for _entry, followed in steps]
    for match in (*matches[EVERY - 1 :: EVERY], *matches[-2:]):
        snapshot(change, match)
    project(change, matches[-1], (entry.content for entry in entries))
    mended = [entry.seq for entry in entries if change.mend_hash(entry)]
    if mended and mended[-1] == entries[-1].seq:
        # Of others the next entry vouches for the bytes; of the last one nobody does.
        raise IntegrityError(mended[-1], "chain", "the bytes of the last entry are not those that were hashed")
    return mended
