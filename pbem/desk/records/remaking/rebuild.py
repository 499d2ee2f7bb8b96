"""Rebuild: everything that follows from the bytes of the records is made again.

Game by game, each in a transaction of its own: nobody waits for long, and whatever stops it, every game has its old
projections or its new ones.
"""

from collections.abc import Callable

from pbem.desk.desk import Desk
from pbem.desk.matches.letters.decisions import project, snapshot
from pbem.desk.matches.state.plans import read_plans
from pbem.desk.matches.state.snapshots import EVERY
from pbem.desk.matches.state.wakeups import put_wake
from pbem.desk.records.folders.entries import entries_of, sealed_moves
from pbem.desk.records.record_kinds import kind_here
from pbem.desk.store.transaction import Transaction
from pbem.record.errors import IntegrityError
from pbem.referee.audit.audit import replay

Progress = Callable[[int, int], None]


def rebuild(desk: Desk, progress: Progress = lambda _done, _of: None) -> list[str]:
    """Make everything again that follows from the bytes of the records; returns what was different before.

    A broken record stops it with an IntegrityError and stays as it is; the games before it are made again.
    """
    mended: list[str] = []
    projected: list[str] = []
    games = _games(desk)
    for number, game in enumerate(games):
        progress(number, len(games))
        with desk.store.write(game) as change:
            before = change.games.projections(game)
            change.games.drop_projections(game)
            mended += [f"entry: {game} {seq}" for seq in rebuild_record(change, game)]
            after = change.games.projections(game)
        projected += [f"{table}: {game}" for table in before if before[table] != after[table]]
    desk.remembered.clear()
    desk.events.clear()
    return [*mended, *sorted(projected), *_count_anew(desk), *_know_anew(desk)]


def _know_anew(desk: Desk) -> list[str]:
    """Let everybody be known by what he should be; returns who was not."""
    with desk.store.read() as look:
        if not look.people.misknown():
            return []  # nobody has to wait while everybody is read
    with desk.store.write() as change:
        misknown = change.people.misknown()
        change.people.know_anew(misknown)
    return [f"known_by: {name}" for name in misknown]


def _count_anew(desk: Desk) -> list[str]:
    """Take the rows as they are where they are not those that were counted; returns what was missed."""
    with desk.store.read() as look:
        if not any(look.tally.missed()):
            return []  # nobody has to wait while everything is counted
    with desk.store.write() as change:
        missed = [one.line for one in change.tally.missed()]
        change.tally.begin_anew()
    return missed


def _games(desk: Desk) -> list[str]:
    """Return all games that have a record, or leftovers of one."""
    with desk.store.read() as look:
        return sorted({*look.records.ids(), *look.games.projected_ids()})


def rebuild_record(change: Transaction, id_: str) -> list[int]:
    """Make everything again that follows from a record of any kind; returns whose stored hash was wrong."""
    if change.records.hash_of(id_, 0) is None:
        return []  # nothing was ever opened, so nothing follows
    return kind_here(change, id_).rebuild(change, id_)


def rebuild_game(change: Transaction, game: str) -> list[int]:
    """Follow a record from its opening, keep its snapshots, project its end; returns whose stored hash was wrong."""
    entries = entries_of(change, game)
    steps = replay(
        entries, hidden=change.secrets.find(game, "hidden"), opened=sealed_moves(change, game).get, is_strict=False
    )
    matches = [followed.match for _entry, followed in steps]
    for match in (*matches[EVERY - 1 :: EVERY], *matches[-2:]):
        snapshot(change, match)
    project(change, matches[-1], (entry.content for entry in entries))
    put_wake(change, matches[-1], read_plans(change, matches[-1]))
    mended = [entry.seq for entry in entries if change.records.mend_hash(entry)]
    if mended and mended[-1] == entries[-1].seq:
        # Of others the next entry vouches for the bytes; of the last one nobody does.
        raise IntegrityError(mended[-1], "chain", "the bytes of the last entry are not those that were hashed")
    return mended
